"""Six games recorded online, replayed turn by turn (AC-01 to AC-83), and records that are not what they should be."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import verify_records

from snowplay import load_game
from snowplay._core.acres.game import PHASES
from snowplay.acres import record_replay
from snowplay.acres.record_compare import position
from snowplay.acres.record_format import loads, read_online_record, turns
from snowplay.acres.record_replay import DEPARTURES, Departure, Replayed, verify_online_record
from snowplay.errors import RecordError

FOLDER = Path(__file__).parent / "acres"
TURNS = {"y01": 213, "y02": 96, "y04": 173, "y05": 82, "y07": 82, "y08": 45}
# The one turn in which the site did not refill: it had shuffled for nothing when its second action was done.
EXPLAINED = {"y07": [(40, "french.refill", "AC-12")]}

Change = Callable[[dict[str, Any]], None]


def document(game: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((FOLDER / f"{game}.json").read_bytes())
    return read


def changed(game: str, change: Change) -> Replayed:
    """Replay a game after a change of its file."""
    record = document(game)
    change(record)
    return verify_online_record(loads(json.dumps(record).encode()))


def status(record: dict[str, Any], i: int) -> dict[str, Any]:
    found: dict[str, Any] = record["records"][i]["status"]
    return found


def side_status(record: dict[str, Any], i: int, side: str) -> dict[str, Any]:
    found: dict[str, Any] = status(record, i)[side]
    return found


def deed(record: dict[str, Any], i: int, j: int) -> dict[str, Any]:
    found: dict[str, Any] = record["records"][i]["actions"][j]
    return found


def add(i: int, side: str, number: str) -> Change:
    return lambda record: side_status(record, i, side).update({number: side_status(record, i, side)[number] + 1})


def move(i: int, side: str, here: str, there: str) -> Change:
    """Put the first card of one zone into another."""

    def change(record: dict[str, Any]) -> None:
        zones = side_status(record, i, side)
        zones[there].append(zones[here].pop(0))

    return change


@pytest.mark.parametrize("game", TURNS)
def test_a_recorded_game_replays_without_an_unexplained_difference(game: str) -> None:
    result = verify_online_record(read_online_record(FOLDER / f"{game}.json"))
    assert result.unexplained == []
    assert [(d.turn, d.field, d.rule) for d in result.differences] == EXPLAINED.get(game, [])
    assert result.turns == TURNS[game]


@pytest.mark.parametrize("game", TURNS)
def test_every_turn_is_compared(game: str) -> None:
    def change(record: dict[str, Any]) -> None:
        for entry in record["records"]:
            entry["status"]["french"]["vp"] += 1

    result = changed(game, change)
    numbers = [d.turn for d in result.unexplained if d.field == "french.vp"]
    assert sorted(set(numbers)) == list(range(1, TURNS[game] + 1))
    # a turn that waited for an answer is compared after the answer, too
    answers = sum(turn.response is not None for turn in turns(read_online_record(FOLDER / f"{game}.json")))
    assert len(numbers) == TURNS[game] + answers


@pytest.mark.parametrize(
    ("game", "change", "turn", "fields"),
    [
        ("y08", add(10, "british", "money"), 11, ["british.money"]),
        ("y08", add(11, "french", "vp"), 12, ["french.vp"]),
        ("y04", add(100, "british", "captured_cubes"), 101, ["british.captured_cubes"]),
        ("y04", add(100, "french", "captured_discs"), 101, ["french.captured_discs"]),
        ("y08", move(14, "british", "discard", "deck"), 15, ["british.deck", "british.discard"]),
        ("y01", move(30, "french", "reserve", "deck"), 31, ["french.reserve", "french.deck"]),
        (
            "y02",
            move(50, "british", "siege_cards_british_siege", "siege_cards_french_siege"),
            51,
            ["british.siege_cards_british_siege", "british.siege_cards_french_siege"],
        ),
        ("y08", lambda r: status(r, 20)["board"].update(boston="Btf"), 21, ["board.boston"]),
        ("y08", lambda r: status(r, 20)["board"].pop("quebec"), 21, ["board.quebec"]),
        ("y02", lambda r: status(r, 50)["sieges"].update(french="boston"), 51, ["sieges.french"]),
        ("y02", lambda r: status(r, 50)["sieges"].clear(), 51, ["sieges.british"]),
        ("y08", lambda r: r["start"]["french"].update(money=6), 0, ["french.money"]),
        ("y02", lambda r: deed(r, 94, 0).update(captured="cube"), 95, ["winsiege.captured"]),
        ("y02", lambda r: r["result"].update(winner="french"), 96, ["result.winner"]),
        ("y02", lambda r: r["result"].update(why=["british_discs_supply_empty"]), 96, ["result.why"]),
        ("y02", lambda r: r["result"].update(british_supply_left=[11, 9]), 96, ["result.british_supply_left"]),
        ("y01", lambda r: r["result"].update(french_vp=55), 213, ["result.french_vp"]),
    ],
)
def test_a_changed_record_differs_where_it_was_changed(game: str, change: Change, turn: int, fields: list[str]) -> None:
    found = changed(game, change).unexplained
    assert [(d.turn, d.field) for d in found] == [(turn, field) for field in fields]


@pytest.mark.parametrize(
    ("game", "change", "turn", "field"),
    [
        # unblocked, the first raid takes Quebec's village, and there is nothing left for the second
        ("y04", lambda r: deed(r, 174, 0).update(blocked_by=None), 173, "action"),
        # and a block that nobody can be asked for: the card is not in the hand
        ("y04", lambda r: deed(r, 174, 0).update(blocked_by="E:coureurs_de_bois"), 173, "action"),
        ("y08", lambda r: deed(r, 0, 0).update(action="reserve"), 1, "action"),  # it was drafted, and is not in hand
        ("y08", lambda r: deed(r, 2, 0).update(location="montreal"), 3, "action"),
        ("y02", lambda r: r["records"][94]["actions"].pop(0), 95, "winsiege.british"),
        ("y02", lambda r: deed(r, 94, 0).update(siege_of="french", loser_returns="E:militia"), 95, "winsiege.french"),
        ("y02", lambda r: deed(r, 94, 0).update(settled=False), 95, "board.tadoussac"),
        ("y01", lambda r: deed(r, 116, 1).update(cards=["E:regular_infantry"]), 115, "action"),  # not the whole reserve
        ("y01", lambda r: deed(r, 116, 3).update(cards=["E:militia"]), 115, "action"),  # not the Military Leader
        ("y08", lambda r: r.update(variant_rules=[7]), 0, "british.deck"),
    ],
)
def test_a_changed_action_differs_in_its_turn(game: str, change: Change, turn: int, field: str) -> None:
    found = changed(game, change).unexplained
    assert (found[0].turn, field) in [(d.turn, d.field) for d in found]
    assert found[0].turn == turn


def test_a_game_cut_short_has_not_ended() -> None:
    def change(record: dict[str, Any]) -> None:
        record["records"].pop()
        record["player_turns"] -= 1

    found = changed("y08", change).unexplained
    assert ("result.why", "running") in [(d.field, d.ours) for d in found]


def test_a_hand_left_short_is_explained_only_where_the_site_leaves_one() -> None:
    def change(record: dict[str, Any]) -> None:
        side_status(record, 37, "french")["hand"].pop()

    found = changed("y07", change).unexplained
    assert ("french.hand", 38) in [(d.field, d.turn) for d in found]


def test_a_departure_explains_what_it_alone_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    # The site's rules are said to have the options of y01 always; the file says there are none.
    site = {"louisbourg_fortified": True, "british_bateaux_in_deck": True}
    departures = (Departure("AC-02", options={"fewer_british_infantry": True}), Departure("AC-03", options=site))
    monkeypatch.setattr(record_replay, "DEPARTURES", departures)
    result = changed("y01", lambda record: record.update(variant_rules=[]))
    assert result.differences
    assert {d.rule for d in result.differences} == {"AC-03"}
    result = changed("y01", lambda record: (record.update(variant_rules=[]), record["start"]["french"].update(money=6)))
    assert [d.field for d in result.unexplained] == ["french.money"]  # which is not the departure's


@pytest.mark.parametrize("departure", DEPARTURES, ids=lambda departure: departure.rule)
def test_a_departure_is_another_game(departure: Departure) -> None:
    site = load_game("acres", variant=dict(departure.variant) or None, **departure.options)
    assert site != load_game("acres")


# --- automatic victims ----------------------------------------------------------------------------------


class _Watched(record_replay._Replay):
    """Lets fixed rules answer each time the record's victim does (AC-83), and compares what comes of it."""

    def __init__(self, record: Any, game: Any) -> None:
        super().__init__(record, game)
        options = {**record.options(), "auto_forced": False, "victim_choices": "automatic"}
        self.fixed = load_game("acres", **options).new_initial_state(0, explicit_chance=True)
        self.before: tuple[bytes, int] = (b"", 0)
        self.answers_seen = 0
        self.others: list[tuple[int, str]] = []

    def do(self, action: int, words: str) -> None:
        phase = int(self.now["phase"])
        asked = [PHASES[name] for name in ("BLOCK_RAID", "BLOCK_AMBUSH", "LOSE", "GIVE")]
        here = self.state.raw()
        super().do(action, words)
        if phase in asked:
            self.fixed.load_raw(self.before[0])
            self.fixed.apply_action(self.before[1])
            self.answers_seen += 1
            if position(self.fixed, self.tables) != position(self.state, self.tables):
                self.others.append((self.turn.number if self.turn else 0, self.differing()))
        self.before = (here, action)

    def differing(self) -> str:
        """Name the card zones that differ, and `more` if anything else does."""
        ours, theirs = position(self.fixed, self.tables), position(self.state, self.tables)
        found = set()
        for here, there in zip(ours.sides, theirs.sides, strict=True):
            found |= {zone for zone, kinds in here.cards.items() if kinds != there.cards[zone]}
            found |= {"more"} if here.numbers != there.numbers else set()
        return " ".join(
            sorted(found | ({"more"} if (ours.board, ours.sieges) != (theirs.board, theirs.sieges) else set()))
        )


@pytest.mark.parametrize("game", TURNS)
def test_fixed_rules_answer_as_the_recorded_victims_did(game: str) -> None:
    """AC-83, but for equal cards in hand and reserve: there the site goes by card numbers that no record tells."""
    record = read_online_record(FOLDER / f"{game}.json")
    replay = _Watched(record, load_game("acres", **record.options(), auto_forced=False))
    replay.run()
    # blocks, lost cards, Native Americans given up
    deeds = [d for turn in turns(record) for d in turn.entry.actions]
    assert replay.answers_seen == sum(bool(d.blocked_by or d.target) for d in deeds)
    assert len(replay.others) <= 3 and {zones for _, zones in replay.others} <= {"hand reserve"}


# --- damaged and foreign files --------------------------------------------------------------------------


def retyped(change: Change, game: str = "y08") -> bytes:
    record = document(game)
    change(record)
    return json.dumps(record).encode()


def drop_last_of_set(record: dict[str, Any]) -> None:
    del record["records"][58:]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "line 1, column 1"),
        (b'{"game": "y08",\n "records": [', "line 2, column 14"),
        (b"\xff\xfe\x00", "no UTF-8"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"variant_rules": [' + b"9" * 5_000 + b"]}", "too many digits"),
        (b"[]", "not a recorded game"),
        (b'{"format": "snowplay-record", "version": 1}', "not a recorded game"),
        (retyped(lambda r: r["records"][3].pop("status")), "records[3]: Object missing required field `status`"),
        (retyped(lambda r: side_status(r, 3, "french").update(money="5")), "records[3].status.french.money: Expected"),
        (retyped(lambda r: side_status(r, 3, "french").update(money=-1)), "records[3].status.french.money: Expected"),
        (
            retyped(lambda r: side_status(r, 3, "french")["hand"].append("L:boston")),
            "records[3].status.french.hand[5]: the french have no card 'L:boston'",
        ),
        (
            retyped(lambda r: r["start"]["british"]["deck"].append("boston")),
            "start.british.deck[2]: the british have no card 'boston'",
        ),
        (retyped(lambda r: status(r, 4)["board"].update(paris="Fv")), "records[4].status.board: there is no location"),
        (
            retyped(lambda r: status(r, 4)["board"].update(boston="X")),
            "records[4].status.board.boston: 'X' is no piece",
        ),
        (
            retyped(lambda r: status(r, 4)["sieges"].update(french="x")),
            "records[4].status.sieges.french: there is no location 'x'",
        ),
        (retyped(lambda r: deed(r, 2, 0).update(action="dance")), "records[2].actions[0].action: Invalid enum"),
        (retyped(lambda r: deed(r, 2, 0).update(location="x")), "records[2].actions[0].location: there is no location"),
        (
            retyped(lambda r: deed(r, 2, 0).pop("location")),
            "records[2].actions[0]: settle without the entry 'location'",
        ),
        (retyped(lambda r: deed(r, 2, 0).update(cards=[])), "records[2].actions[0].cards: settle takes at least 2"),
        (
            retyped(lambda r: deed(r, 2, 0).update(cards=["L:boston", "?"])),
            "records[2].actions[0].cards[1]: the british",
        ),
        (
            retyped(lambda r: deed(r, 2, 0).update(more=1)),
            "records[2].actions[0]: Object contains unknown field `more`",
        ),
        (
            retyped(lambda r: r["records"][94]["actions"].reverse(), "y02"),
            "records[94].actions[2]: winsiege comes before the actions",
        ),
        (retyped(lambda r: r["records"][7].update(record=9)), "records[7].record: found 9, expected 7"),
        (retyped(lambda r: r["records"][7].update(side="british")), "records[7].side: found british"),
        (retyped(lambda r: r["records"][7].update(kind="nap")), "records[7].kind: found 'nap', expected turn"),
        (retyped(lambda r: r["records"].pop()), "player_turns: found 45, but the records hold 44"),
        (retyped(lambda r: r["variant_rules"].append(26)), "variant_rules[0]: there is no rule 26"),
        (retyped(drop_last_of_set, "y01"), "records[56].kind: the turn is never completed"),
        (
            retyped(lambda r: r["records"][58]["actions"].pop(0), "y01"),
            "records[58].actions: they do not repeat those of records[56]",
        ),
    ],
)
def test_an_error_names_the_place(text: bytes, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text, "some.json")
    assert str(caught.value).startswith("some.json: ")
    assert words in str(caught.value)


# --- the command ----------------------------------------------------------------------------------------


def test_the_command_prints_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert verify_records.main([str(FOLDER / "y07.json"), str(FOLDER / "y08.json")]) == 0
    first, explained, second = capsys.readouterr().out.splitlines()
    assert first == "y07: 82 of 82 turns, 0 differences, 1 explained"
    assert explained.startswith("  turn 40 (record 39): french.refill: ours ")
    assert explained.endswith("[explained by AC-12]")
    assert second == "y08: 45 of 45 turns, 0 differences"


def test_the_command_lists_differences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "changed.json"
    path.write_bytes(retyped(add(10, "british", "money")))
    assert verify_records.main([str(path)]) == 1
    count, line = capsys.readouterr().out.splitlines()
    assert count == "y08: 45 of 45 turns, 1 difference"
    money = side_status(document("y08"), 10, "british")["money"]
    assert line == f"  turn 11 (record 10): british.money: ours {money}; theirs {money + 1}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b'{"variant_rules": 1', "line 1, column 20"),
        (retyped(lambda r: r.update(variant_rules=[21, 22])), "first_edition_bateaux"),
    ],
)
def test_the_command_refuses_other_files(
    text: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "damaged.json"
    path.write_bytes(text)
    assert verify_records.main([str(path), str(FOLDER / "y08.json")]) == 2
    printed = capsys.readouterr()
    assert str(path) in printed.err and words in printed.err
    assert printed.out == "y08: 45 of 45 turns, 0 differences\n"  # the others are verified all the same
    assert verify_records.main([str(tmp_path / "absent.json")]) == 2
