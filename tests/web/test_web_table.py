"""One game at the web table: drafts, undo, replay, records."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest
from web_tables import step, table_of

import snowplay as sp
from snowplay.errors import RecordError, RulesError
from snowplay.records import dumps, loads, record_game, verify
from snowplay.web.messages import SeatRequest
from snowplay.web.problems import TableError
from snowplay.web.seating import seated
from snowplay.web.store import SavedTable
from snowplay.web.table import Table, moves_of_record, new_table
from snowplay.web.view import view_of

SEATS = {"acres": ("human", "human"), "snowdonia": ("human", "greedy", "human")}


def again(table: Table) -> Table:
    """The table after a restart of the server."""
    written = msgspec.json.encode(table.saved())
    return Table(msgspec.json.decode(written, type=SavedTable))


def play_out(table: Table, random: Random) -> None:
    while not table.over:
        step(table, random)


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_gives_a_record_that_verifies(game: str) -> None:
    table = table_of(game, *SEATS[game])
    play_out(table, Random(1))
    record = table.record()
    assert record.seed is not None and record.end_reason != "running"
    assert verify(loads(dumps(record))).ok
    assert view_of(table, 0).outcome is not None


@pytest.mark.parametrize("game", SEATS)
def test_a_restart_changes_nothing_and_the_game_goes_on_alike(game: str) -> None:
    """In the middle of a draft, too; chance and agents do afterwards what they would have done."""
    table, random = table_of(game, *SEATS[game], seed=7), Random(2)
    drafts = 0
    for number in range(70):
        step(table, random, confirm=False)
        if number % 9 == 0:
            other = again(table)
            drafts += bool(table.draft)
            for seat in range(len(SEATS[game])):
                if table.is_human(seat):
                    assert view_of(other, seat) == view_of(table, seat)
            one, two = Random(3), Random(3)
            for _ in range(3):
                step(table, one)
                step(other, two)
            assert other.saved() == table.saved()
    assert drafts and len(table.events) > 80


def test_a_draft_is_taken_back_decision_by_decision() -> None:
    table, random = table_of("acres", "human", "human", seed=4), Random(5)
    deepest = 0
    for _ in range(40):
        start = (table.state.raw(), table.ahead.raw())
        seat = table.mover()
        assert seat is not None and not table.draft
        seen = [table.ahead.raw()]
        while not table.complete:
            table.choose(seat, table.version(seat), random.choice(table.ahead.legal_actions()))
            seen.append(table.ahead.raw())
        choices = [entry for entry in table.draft if not entry.forced]
        deepest = max(deepest, len(choices))
        assert table.state.raw() == start[0], "nothing is played before it is confirmed"
        for _ in choices:
            assert table.ahead.raw() == seen.pop()
            table.back(seat, table.version(seat))
        assert not table.draft and not table.complete and (table.state.raw(), table.ahead.raw()) == start
        while not table.complete:
            table.choose(seat, table.version(seat), random.choice(table.ahead.legal_actions()))
        table.confirm(seat, table.version(seat))
    assert deepest > 3


def test_undo_of_a_confirmed_move_and_what_stands_against_it() -> None:
    table = table_of("snowdonia", "human", "greedy", seed=6)
    while table.mover() != 0:
        step(table, Random(0))
    with pytest.raises(TableError, match=r"no move of yours|chance has drawn"):
        table.back(0, table.version(0))
    before = table.state.raw(), len(table.events)
    step(table, Random(1))
    step(table, Random(1))
    assert len(table.events) > before[1] and table.undo_refusal(0) == ""
    while table.agent_to_move() is not None:
        step(table, Random(1))
    assert table.undo_refusal(0) == "", "an agent's open move can be taken back along"
    table.back(0, table.version(0))
    assert (table.state.raw(), len(table.events)) == before
    again(table)
    random = Random(2)
    refusals = set()
    while not table.over:
        step(table, random)
        refusals.add(table.undo_refusal(0))
    assert any("chance has drawn" in words for words in refusals)


def test_no_undo_past_another_human() -> None:
    table = table_of("snowdonia", "human", "human", seed=8)
    random = Random(3)
    refusals = set()
    for _ in range(30):
        step(table, random)
        refusals |= {table.undo_refusal(seat) for seat in (0, 1)}
    assert any("has moved since" in words for words in refusals)


def test_what_was_revealed_cannot_be_taken_back() -> None:
    random = Random(4)
    found = 0
    for seed in range(4):
        table = table_of("acres", "human", "human", seed=seed)
        while not table.over and found < 5:
            seat = table.mover()
            assert seat is not None
            if table.complete and table.revealing:
                last = [entry for entry in table.draft if not entry.forced][-1]
                assert view_of(table, seat).text == table.ahead.board_string(seat)
                assert table.ahead.current_player() == seat, "what comes of it is not shown before it is confirmed"
                assert "cannot be taken back" in table.note()
                table.back(seat, table.version(seat))
                assert not table.complete
                table.choose(seat, table.version(seat), last.action)
                table.confirm(seat, table.version(seat))
                assert table.undo_refusal(seat) != ""
                found += 1
            else:
                step(table, random, confirm=False)
    assert found == 5


def test_requests_that_do_not_fit_change_nothing() -> None:
    table = table_of("snowdonia", "human", "human", seed=9)
    seat = table.mover()
    assert seat is not None
    saved = msgspec.json.encode(table.saved())
    legal = table.ahead.legal_actions()
    illegal = next(action for action in range(table.game.num_distinct_actions()) if action not in legal)
    version = table.version(seat)
    refused = [
        (lambda: table.choose(seat, "old", legal[0]), 409, "moved on"),
        (lambda: table.choose(1 - seat, table.version(1 - seat), legal[0]), 409, "turn of"),
        (lambda: table.choose(seat, version, illegal), 422, "may not"),
        (lambda: table.choose(seat, version, 10**6), 422, "there is no action"),
        (lambda: table.confirm(seat, version), 409, "not complete"),
        (lambda: table.explanation(0), 404, "no thoughts"),
    ]
    for act, status, words in refused:
        with pytest.raises(TableError, match=words) as caught:
            act()
        assert caught.value.status == status
        assert msgspec.json.encode(table.saved()) == saved
    table.choose(seat, version, legal[0])
    with pytest.raises(TableError, match="moved on"):
        table.confirm(seat, version)


@pytest.mark.parametrize(("game", "players"), [("acres", 2), ("snowdonia", 3)])
def test_a_record_is_played_on_from_where_it_ends(game: str, players: int) -> None:
    """A record of a game with auto_forced gets the moves that the engine played by itself."""
    whole = record_game(sp.load_game(game, players), 11, ["random"] * players)
    half = msgspec.structs.replace(whole, moves=whole.moves[: len(whole.moves) // 2], end_reason="running")
    for record in (whole, half, msgspec.structs.replace(half, seed=None, index=None)):
        loaded, moves = moves_of_record(record)
        entries = seated(loaded, [SeatRequest() for _ in range(players)], ["x"] * players)
        table = Table(new_table(loaded, "B" * 12, entries, moves))
        assert len(moves) >= len(record.moves)
        if record is whole:
            assert table.over and table.state.scores() == record.scores
            continue
        assert table.undo_refusal(0) != ""
        random = Random(5)
        for _ in range(40):
            step(table, random)
        assert again(table).saved() == table.saved()
        play_out(table, random)
        ended = table.record()
        assert ended.seed is None and verify(ended).ok


def test_a_record_that_does_not_play_is_refused() -> None:
    record = record_game(sp.load_game("snowdonia", 2), 12, ["random"] * 2)
    moves = [*record.moves]
    moves[30] = (moves[30][0], "place:Z9")
    with pytest.raises(RecordError, match="move 31 of"):
        moves_of_record(msgspec.structs.replace(record, moves=moves))
    moves[30] = (1 - abs(record.moves[30][0]), record.moves[30][1])
    with pytest.raises(RecordError, match=r"another player is to move|move 31 of"):
        moves_of_record(msgspec.structs.replace(record, moves=moves))


@pytest.mark.parametrize("option", ["variant", "name", "players", "game"])
def test_an_option_of_a_record_that_there_is_not_is_named(option: str) -> None:
    record = record_game(sp.load_game("snowdonia", players=2), 3, ["random", "random"])
    record.options[option] = 1
    with pytest.raises(RulesError, match=f"option: {option}: found an unknown option"):
        moves_of_record(record)


def test_who_may_sit_where() -> None:
    for kinds, words in [
        (("human",) * 1, "2 players need 2 seats"),
        (("random", "random"), "at least one seat must be human"),
        (("human", "nobody"), "unknown agent"),
        (("human", "ismcts:seconds=600"), "at most 60"),
        (("human", "ismcts:memory=99999999999"), "at most"),
        (("human", "ismcts:iterations=5,trees=10"), "at least the 10 trees"),
        (("french_raider", "human"), "plays seat 1 only"),
    ]:
        game = sp.load_game("acres", auto_forced=False)
        with pytest.raises(ValueError, match=words):
            seated(game, [SeatRequest(kind) for kind in kinds], ["x"] * len(kinds))
    with pytest.raises(TableError, match="characters that can be shown"):
        seated(game, [SeatRequest(name="a\u202eb"), SeatRequest()], ["x", "y"])


def test_the_record_of_a_running_game_tells_no_secret() -> None:
    open_game = table_of("snowdonia", "human", "random")
    assert open_game.record().seed is None
    with pytest.raises(TableError, match="hidden cards"):
        table_of("acres", "human", "random").record()


def test_what_others_did_is_marked_where_it_lies_now_and_no_button_is() -> None:
    table = table_of("acres", "human", "human", seed=5)
    table.choose(0, table.version(0), table.ahead.string_to_action("discard"))
    card = table.ahead.legal_actions()[0]
    name = table.ahead.action_to_notation(card).removeprefix("card:")
    table.choose(0, table.version(0), card)
    while not table.complete:
        table.choose(0, table.version(0), table.ahead.legal_actions()[-1])
    table.confirm(0, table.version(0))
    marked = set(re.findall(r'class="thing[^"]*last" data-thing="([^"]+)"', view_of(table, 1).board))
    assert f"card-british-discard-{name}" in marked
    assert not [thing for thing in table.last_things if thing.startswith("button-")]
    log = view_of(table, 1).log
    assert any(entry.words == f"discard {table.state.action_to_string(card).partition(' ')[2]}" for entry in log)
