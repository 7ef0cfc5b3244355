"""States of Snowdonia through the Python API: refusals in words, texts, bytes."""

from __future__ import annotations

import pickle
import re
import zlib

import numpy as np
import pytest
from support.walk import walk

import snowplay as sp
from snowplay import Game, IllegalActionError, RecordError, SeatError, State

BOARD_WIDTH = 80


@pytest.fixture(scope="module")
def game() -> Game:
    return sp.load_game("snowdonia", players=3)


def refusal(state: State, action: object) -> IllegalActionError:
    with pytest.raises(IllegalActionError) as caught:
        state.apply_action(action)  # type: ignore[arg-type]
    return caught.value


def states_in(game: Game, what: str, seeds: int = 60) -> State:
    """The first state of some random games that waits for something."""
    for seed in range(seeds):
        for state in walk(game.new_initial_state(seed), seed):
            if state.current_player() >= 0 and re.search(what, state.waiting_for()):
                return state
    raise AssertionError(f"no state waits for {what}")


# ---- refusals ----


def test_the_message_names_action_rule_and_legal_actions(game: Game) -> None:
    state = game.new_initial_state(1)
    seat = state.current_player()
    error = refusal(state, state.string_to_action("use:20"))
    assert str(error).startswith(
        f"seat {seat} may not use contract 20: it is time to place a labourer (SN-20). Legal: "
    )
    assert "place labourer: A1 Stock Yard; " in str(error)
    assert (error.rule, error.player) == ("SN-20", seat)


def test_twenty_legal_actions_are_listed_and_the_others_counted() -> None:
    five = sp.load_game("snowdonia", players=5, variant={"stock_yard": {"take": 4, "coal_max": 2}})
    state = next(
        s for seed in range(9) for s in walk(five.new_initial_state(seed), seed) if len(s.legal_actions()) > 20
    )
    error = refusal(state, five.num_distinct_actions())
    listed = str(error).partition("Legal: ")[2].split("; ")
    assert len(listed) == 21
    assert listed[-1] == f"and {len(state.legal_actions()) - 20} more"


@pytest.mark.parametrize("action", [-1, 448, 10**30])
def test_an_id_beyond_the_table_is_told_the_range(game: Game, action: int) -> None:
    error = refusal(game.new_initial_state(1), action)
    assert f"there is no action {action}: ids are 0 to 447" in str(error)


@pytest.mark.parametrize("action", [True, 1.0, "place:A1", None, np.float32(1), [3]])
def test_something_else_than_an_integer(game: Game, action: object) -> None:
    error = refusal(game.new_initial_state(1), action)
    assert "must be an integer" in str(error)
    assert error.action is action


def test_a_finished_game_says_why_it_ended(game: Game) -> None:
    *_, state = walk(game.new_initial_state(1), 1)
    error = refusal(state, 0)
    assert isinstance(error, sp.GameOverError)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.explanation in str(error)


def test_chance_wants_an_outcome_that_can_be_drawn(game: Game) -> None:
    state = game.new_initial_state(1, explicit_chance=True)
    assert state.waiting_for() == "the first Start Player"
    error = refusal(state, 4)
    assert "chance draws the first Start Player, not 'seat 4 starts' (SN-01)" in str(error)
    assert "Legal: seat 0 starts; seat 1 starts; seat 2 starts" in str(error)


@pytest.mark.parametrize(
    ("move", "rule", "words"),
    [
        ("place:A1", "SN-20", "seat {seat} has a labourer there"),
        ("place:C2", "SN-06", "not used with 3 players"),
        ("lift:A1", "SN-20", "it is time to place a labourer"),
        ("pay_steel", "SN-20", "it is time to place a labourer"),
    ],
)
def test_why_a_labourer_may_not_go_there(game: Game, move: str, rule: str, words: str) -> None:
    state = game.new_initial_state(1)
    seat = state.current_player()
    state.apply_action(state.string_to_action("place:A1"))
    error = refusal(state, state.string_to_action(move))
    assert error.rule == rule
    assert words.format(seat=seat) in str(error)


def test_fog_closes_excavation_and_lay_track(game: Game) -> None:
    foggy = next(
        state
        for seed in range(50)
        for state in walk(game.new_initial_state(seed), seed)
        if "place a labourer" in state.waiting_for() and state.data()["weather"][0] == 2
    )
    error = refusal(foggy, foggy.string_to_action("place:D1"))
    assert error.rule == "SN-22"
    assert "fog" in str(error)
    assert "[~]" in str(foggy)


def test_a_take_beyond_the_coal_limit(game: Game) -> None:
    error = refusal(states_in(game, "take up to 3 cubes"), game.front.parse("take:0,0,2"))
    assert (error.rule, "more than 1 coal" in str(error)) == ("SN-32", True)


def test_building_beyond_the_rubble_or_the_purse(game: Game) -> None:
    state = states_in(game, "build a station space")
    reasons = {
        refusal(state, action).rule: str(refusal(state, action))
        for action in range(game.front.parse("build:0"), game.front.parse("build:36") + 1)
        if not state.is_legal(action)
    }
    assert "SN-37" in reasons
    assert refusal(state, game.front.parse("acquire:8")).rule == "SN-38"


# ---- seats, words, boards ----


@pytest.mark.parametrize("seat", [-1, 3, True, 1.0, "0"])
def test_wrong_seats_are_told_the_right_ones(game: Game, seat: object) -> None:
    with pytest.raises(SeatError, match="seats are 0 to 2"):
        game.new_initial_state(1).observation_tensor(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_boards_fit_the_terminal_and_show_what_everybody_has(players: int) -> None:
    game = sp.load_game("snowdonia", players=players)
    for seed in range(4):
        for state in walk(game.new_initial_state(seed, explicit_chance=True), seed):
            text = str(state)
            assert max(map(len, text.splitlines())) <= BOARD_WIDTH, text
            data = state.data()
            held = sum(int(mask).bit_count() for mask in data["contracts"])
            office = sum(bool(card) for card in data["office"])
            assert len(re.findall(r"^  (?:used |     |[123]  )[ \d]\d [A-G-] ", text, re.M)) == held + office
            for seat, score in enumerate(state.scores()):
                assert re.search(rf"^[ >]{seat}[ *] +{score} ", text, re.M), text


def test_words_and_notation_lead_back_to_the_action(game: Game) -> None:
    for state in walk(game.new_initial_state(5, explicit_chance=True), 5):
        for action in state.legal_actions():
            assert state.string_to_action(state.action_to_string(action)) == action
            assert state.string_to_action(state.action_to_notation(action)) == action
            assert state.action_to_string(state.current_player(), action) == state.action_to_string(action)


def test_an_unknown_word_is_told_how_to_write_it(game: Game) -> None:
    with pytest.raises(IllegalActionError, match="did you mean 'place'"):
        game.new_initial_state(1).string_to_action("plac:A1")


def test_outcome_and_score_parts(game: Game) -> None:
    for seed in range(30):
        for state in walk(game.new_initial_state(seed), seed):
            assert [sum(parts.values()) for parts in state.score_parts()] == state.scores()
            if not state.is_terminal():
                assert state.outcome() is None
        outcome = state.outcome()
        assert outcome is not None
        best = max(outcome.scores)
        assert outcome.winner is not None
        assert outcome.scores[outcome.winner] == best
        assert outcome.returns[outcome.winner] == game.max_utility()
        assert len(outcome.tied) == (0 if outcome.scores.count(best) == 1 else outcome.scores.count(best))


def test_the_solo_game_has_no_winner() -> None:
    *_, state = walk(sp.load_game("snowdonia", players=1).new_initial_state(2), 2)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.tied) == (None, ())
    assert outcome.returns == tuple(map(float, outcome.scores))


# ---- seeds and bytes ----


def test_a_fresh_seed_is_drawn_and_kept(game: Game) -> None:
    states = [game.new_initial_state() for _ in range(4)]
    assert len({state.seed for state in states}) == 4
    assert game.new_initial_state(states[0].seed) == states[0]


def test_seed_zero_is_a_seed(game: Game) -> None:
    assert game.new_initial_state(0) == game.new_initial_state(0)
    assert game.new_initial_state(0).seed == 0


def test_pickles_are_small(game: Game) -> None:
    assert len(pickle.dumps(game.new_initial_state(1))) < 1500


def damaged(data: bytes, where: str) -> bytes:
    if where == "empty":
        return b""
    if where == "foreign":
        return b"PK\x03\x04" + data[4:]
    if where == "version":
        return data[:4] + b"\x63" + data[5:]
    if where == "short":
        return data[:-1]
    if where == "long":
        return data + b"\0"
    return data[:-1] + bytes([data[-1] ^ 1])


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("empty", "not the bytes of a snowplay state"),
        ("foreign", "not the bytes of a snowplay state"),
        ("version", "format version 99"),
        ("short", "damaged"),
        ("long", "damaged"),
        ("flipped", "checksum"),
    ],
)
def test_damaged_bytes_are_refused(game: Game, where: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        game.state_from_bytes(damaged(game.new_initial_state(1).to_bytes(), where))


def test_bytes_that_are_no_position_are_refused(game: Game) -> None:
    """Right in length and checksum, yet impossible: the core's invariants have the last word."""
    state = game.new_initial_state(1)
    data = state.data()
    data["markers"][0] = 77
    generator = state.rng_raw()
    body = data.tobytes()
    head = bytearray(state.to_bytes()[: -len(body) - len(generator)])
    head[-4:] = zlib.crc32(body + generator).to_bytes(4, "little")
    with pytest.raises(RecordError, match="no state of"):
        game.state_from_bytes(bytes(head) + body + generator)


def test_play_goes_on_alike_after_bytes(game: Game) -> None:
    state = game.new_initial_state(9)
    twin = game.state_from_bytes(state.to_bytes())
    final, other = (list(walk(s, 3))[-1] for s in (state, twin))
    assert final == other


# ---- games ----


def test_a_game_writes_itself_as_code() -> None:
    game = sp.load_game("snowdonia", players=4, thin_fog=True, train_pool=[1, 2, 5])
    assert repr(game) == "load_game('snowdonia', players=4, train_pool=[1, 2, 5], thin_fog=True)"
    assert eval(repr(game), {"load_game": sp.load_game}) == game


def test_options_are_checked_with_a_hint() -> None:
    with pytest.raises(sp.RulesError, match="did you mean 'thin_fog'"):
        sp.load_game("snowdonia", thn_fog=True)
    with pytest.raises(sp.RulesError, match="from 1 to 5"):
        sp.load_game("snowdonia", players=6)
    with pytest.raises(sp.UnknownGameError, match="did you mean 'snowdonia'"):
        sp.load_game("snowdon")


def test_a_variant_travels_with_the_game() -> None:
    game = sp.load_game("snowdonia", variant={"contracts": {"20": {"score": {"vp": 35}}}})
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game != sp.load_game("snowdonia")
    assert "35 for 5 track" in twin.front._names.contract(20)
