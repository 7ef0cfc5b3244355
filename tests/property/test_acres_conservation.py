"""A Few Acres of Snow: nothing is made or lost. Counted here from the data file and the named fields, apart from the
engine's own check.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import games
from support.walk import walk

from snowplay import Game, State
from snowplay._core.acres.game import TABLES_DTYPE
from snowplay.acres.cards import KIND_NAMES, bits
from snowplay.acres.schema import LOCATIONS, SIDE_NAMES, Acres

GAMES = {name: game for name, game in games().items() if game.name == "acres"}
PICKS = st.lists(st.integers(0, 2**31), max_size=60)
SIDES = (0, 1)
NOWHERE = 255
ZONES = ("hand", "deck", "discard", "reserve", "pile")
# Statistics, and what a side keeps for good.
GROWING = (
    *("turns", "captured_cubes", "captured_discs", "sieges_started", "sieges_won_attacking", "sieges_won_defending"),
    *("raids_tried", "raids_won", "ambushes_tried", "ambushes_won", "settled", "begun", "french_besieged"),
)


def ones(word: object) -> int:
    return int(word).bit_count()  # type: ignore[call-overload]


def words_of(state: np.ndarray, side: int) -> list[int]:
    """Every zone of a side's cards."""
    words = [int(state[zone][side]) for zone in ZONES] + [int(word) for word in state["siege_cards"][side]]
    return [*words, int(state["played"])] if side == state["turn"] else words


def own_cards(game: Game, side: int) -> Counter[str]:
    """AC-03: cards a side has in this game, by kind, from the data file."""
    data: Acres = game.rules.data
    options = game.options
    cards = Counter(dict.fromkeys(data.location_cards_of(side), 1))
    for kind, card in data.empire_cards_of(side).items():
        back = kind == "bateaux" and side == 1 and (options["french_bateaux"] or options["first_edition_bateaux"])
        if (back or not card.set_aside) and not (kind == "governor" and options["no_governor"]):
            cards[kind] += card.count
    if side == 0 and options["fewer_british_infantry"]:
        cards["regular_infantry"] -= data.optional.infantry_removed
    return cards


def check_cards(game: Game, state: np.ndarray, kinds: list[list[int]]) -> None:
    """Each card in one zone; neutral cards with one side, or on display."""
    data: Acres = game.rules.data
    neutral: Counter[str] = Counter()
    for side in SIDES:
        found: Counter[str] = Counter()
        for word in words_of(state, side):
            found.update(KIND_NAMES[kinds[side][card]] for card in bits(word))
        assert sum(found.values()) == sum(map(ones, words_of(state, side))) == ones(sum(words_of(state, side)))
        neutral += Counter({kind: n for kind, n in found.items() if kind in data.neutral_cards()})
        assert Counter({kind: n for kind, n in found.items() if kind not in neutral}) == own_cards(game, side)
        assert int(state["known"][side]) & ~int(state["hand"][side]) == 0
    neutral.update(KIND_NAMES[kinds[0][card]] for card in bits(int(state["display"])))
    assert neutral == Counter({kind: card.count for kind, card in data.neutral_cards().items()})


def joined(data: Acres, own: set[str], home: str) -> set[str]:
    """AC-20: places joined to home by rivers, lakes, roads and sea through own places; names, not words."""
    places = data.places()
    seen, todo = set(), [home] if home in own else []
    while todo:
        at = todo.pop()
        if at in seen:
            continue
        seen.add(at)
        ends = [key.split("-") for key, edge in data.board.edges.items() if edge.supply]
        todo += [b if a == at else a for a, b in ends if at in (a, b)]
        todo += [name for name, place in places.items() if place.port and places[at].port]
        todo = [place for place in todo if place in own]
    return seen


def check_board(game: Game, state: np.ndarray) -> None:
    """AC-02, AC-20, AC-72: pieces, supply and points."""
    data: Acres = game.rules.data
    places = data.places()
    owners: Counter[int] = Counter()
    for side, name in enumerate(SIDE_NAMES):
        villages, towns = bits(int(state["villages"][side])), bits(int(state["towns"][side]))
        owners.update(villages + towns)
        captured = state["captured_cubes"][1 - side], state["captured_discs"][1 - side]
        assert len(villages) + state["cubes"][side] + captured[0] == getattr(data.pieces.cubes, name)
        assert len(towns) + state["discs"][side] + captured[1] == getattr(data.pieces.discs, name)
        own = {LOCATIONS[place] for place in villages + towns}
        assert joined(data, own, getattr(data.home, name)) == {LOCATIONS[p] for p in bits(int(state["supplied"][side]))}
        siege = int(state["siege_at"][1 - side])
        assert siege == NOWHERE or siege in villages + towns
    assert all(count == 1 for count in owners.values()), "a place of both sides"
    forts = bits(int(state["forts"]))
    assert len(forts) + state["fort_discs"] == data.pieces.fortifications
    assert set(forts) <= set(owners)
    assert all(places[LOCATIONS[place]].vp for side in SIDES for place in bits(int(state["towns"][side])))


def points(game: Game, state: np.ndarray, side: int) -> int:
    """AC-72."""
    data: Acres = game.rules.data
    vp = [place.vp for place in data.places().values()]
    board = sum(vp[place] for place in bits(int(state["villages"][side])))
    board += 2 * sum(vp[place] for place in bits(int(state["towns"][side])))
    prey = data.end.cube_points * state["captured_cubes"][side] + data.end.disc_points * state["captured_discs"][side]
    return board + int(prey)


def check_sieges(state: np.ndarray) -> None:
    """AC-40, AC-52: cards lie in sieges that are there, or are being taken back."""
    for siege in SIDES:
        if state["siege_at"][siege] == NOWHERE:
            assert state["siege_strength"][siege] == 0
            assert siege == state["siege"] or not state["siege_cards"][:, siege].any()


def check_step(before: np.ndarray, after: np.ndarray, turns: int) -> None:
    """What only ever grows, and what one decision can do to the money."""
    for name in GROWING:
        assert (after[name] >= before[name]).all(), name
    assert after["turns"] <= turns
    for side in SIDES:
        assert abs(int(after["money"][side]) - int(before["money"][side])) <= 20


def check(game: Game, state: State, kinds: list[list[int]]) -> None:
    now = state.data()
    check_cards(game, now, kinds)
    check_board(game, now)
    check_sieges(now)
    assert state.scores() == [points(game, now, side) for side in SIDES]


@pytest.mark.parametrize("name", GAMES)
@given(picks=PICKS, seed=st.integers(0, 2**64 - 1), skip=st.integers(0, 400), explicit=st.booleans())
def test_nothing_is_made_or_lost(name: str, picks: list[int], seed: int, skip: int, explicit: bool) -> None:
    """Some moves into a random game the string of numbers takes over."""
    game = GAMES[name]
    kinds = np.frombuffer(game.rules.tables, TABLES_DTYPE)[0]["card_kind"].tolist()
    steps = enumerate(walk(game.new_initial_state(seed, explicit_chance=explicit), seed))
    state = next(at for number, at in steps if number == skip or at.is_terminal())
    check(game, state, kinds)
    for pick in picks:
        legal = state.legal_actions()
        if not legal:
            break
        before = state.data()
        state.apply_action(legal[pick % len(legal)])
        check(game, state, kinds)
        check_step(before, state.data(), game.options["max_turns"])


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_keep_their_pieces(name: str) -> None:
    game = GAMES[name]
    kinds = np.frombuffer(game.rules.tables, TABLES_DTYPE)[0]["card_kind"].tolist()
    before = None
    for state in walk(game.new_initial_state(47, explicit_chance=True), 47):
        check(game, state, kinds)
        if before is not None:
            check_step(before, state.data(), game.options["max_turns"])
        before = state.data()
