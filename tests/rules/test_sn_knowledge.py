"""What a player knows, SN-80."""

from __future__ import annotations

import numpy as np
import pytest
from builder import BACKS, Table, cards_of

from snowplay import load_game


def mid_game(players: int, seed: int, moves: int = 60) -> object:
    """A position some moves into a game, with sampled chance."""
    state = load_game("snowdonia", players=players).new_initial_state(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        if state.is_terminal():
            break
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_sn_80_redrawing_what_is_hidden_changes_no_observation(players: int) -> None:
    for seed in range(8):
        state = mid_game(players, seed)
        for observer in range(players):
            other = state.resample_from_infostate(observer, seed + 100)
            for seat in range(players):
                np.testing.assert_array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
                assert other.observation_string(seat) == state.observation_string(seat)
            assert other.legal_actions() == state.legal_actions()
            assert other.current_player() == state.current_player()


def test_sn_80_order_of_the_deck_and_the_next_cubes_are_redrawn() -> None:
    table = Table(3, office=(16, 9, 12), back="fog")
    state = load_game("snowdonia", players=3, auto_forced=False).new_initial_state(seed=0)
    state.load_raw(table.state.raw(), None)
    cards, yards = set(), set()
    for seed in range(150):
        other = state.resample_from_infostate(0, seed)
        while int(other.data()["rounds"]) == 1:
            other.apply_action(other.legal_actions()[-1])
        cards.add(int(other.data()["office"][2]))
        yards.add(tuple(int(n) for n in other.data()["yard"]))
    assert cards == set(BACKS["fog"]), "the back is known, the face may be any of that kind"
    assert len(yards) > 10


def changes_view(table: Table, other: Table, seat: int) -> bool:
    """Whether two positions look different to a seat."""
    before, after = table.state.observation_tensor(seat), other.state.observation_tensor(seat)
    return not np.array_equal(before, after)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_sn_80_everything_on_the_table_is_public(seat: int) -> None:
    plain = Table(3)
    assert not changes_view(plain, Table(3), seat)
    seen = {
        "cubes of another hand": Table(3).give(1, iron=1),
        "steel": Table(3).give(1, steel=1),
        "rubble": Table(3).give(1, rubble=1),
        "the yard and the bag": Table(3).yard(6, 4, 1),
        "the back of the top card": Table(3).top_back("fog"),
        "a contract of another hand": Table(3).hold(1, 20),
        "a used contract": Table(3).hold(1, 20, used=True),
        "the Site Office": Table(3, office=(16, 9, 1)),
        "rubble on the route": Table(3).put_rubble({0: 1}),
        "track": Table(3).own_track(1, 0),
        "stations": Table(3).own_space(1, 2),
        "trains": Table(3).own_train(1, 2),
        "surveyors": Table(3).set_seat(1, surveyor=1),
        "the weather": Table(3).set_weather("sun"),
        "work rates": Table(3).set(excavation_rate=1),
        "events": Table(3).events_on(1),
        "the token": Table(3, start=1),
        "who began the round": Table(3).set(first_player=1),
        "a placed labourer": Table(3).play("place:A1"),
    }
    for what, other in seen.items():
        assert changes_view(plain, other, seat), what
    assert changes_view(seen["a contract of another hand"], seen["a used contract"], seat)


@pytest.mark.parametrize("players", [2, 5])
def test_sn_80_who_began_the_round_and_its_being_the_last_are_seen(players: int) -> None:
    """Both decide: ties (SN-64) and whether anything is worth preparing."""
    game = load_game("snowdonia", players=players)
    where = {part.name: slice(part.start, part.stop) for part in game.obs_spec()}
    token_moved = last = 0
    for seed in range(4):
        state = game.new_initial_state(seed=seed)
        rng = np.random.default_rng(seed)
        while not state.is_terminal():
            data = state.data()
            for seat in range(players):
                seen = state.observation_tensor(seat)
                assert seen[where["first_player"]].argmax() == (int(data["first_player"]) - seat) % players
                known = bool(data["last_round"])
                assert list(seen[where["last_round"]]) == [known, known and data["last_round"] <= data["rounds"]]
            token_moved += data["first_player"] != data["start_player"]
            last += known
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert token_moved and last


@pytest.mark.parametrize("players", [2, 5])
def test_sn_80_sets_are_seen_member_by_member(players: int) -> None:
    game = load_game("snowdonia", players=players)
    where = {part.name: slice(part.start, part.stop) for part in game.obs_spec()}
    members: dict[str, int] = {}

    def check(name: str, word: int, seen: np.ndarray) -> None:
        cells = seen[where[name]]
        assert [i for i, cell in enumerate(cells) if cell] == [i for i in range(64) if word >> i & 1], name
        assert set(cells) <= {0.0, 1.0}
        kind = name.split("_", 1)[1] if name.startswith("player") else name
        members[kind] = members.get(kind, 0) | word

    for seed in range(4):
        state = game.new_initial_state(seed=seed)
        rng = np.random.default_rng(seed)
        while not state.is_terminal():
            data = state.data()
            for observer in range(players):
                seen = state.observation_tensor(observer)
                for name in ("event_cubes", "deck", "discard", "stations_closed", "shed", "deferred"):
                    check(name, int(data[name]), seen)
                for away in range(players):
                    seat = (observer + away) % players
                    held = int(data["contracts"][seat])
                    check(f"player{away}_contracts", held, seen)
                    check(f"player{away}_contracts_used", held & int(data["contracts_used"]), seen)
                    check(f"player{away}_effects", held & int(data["effects"]), seen)
                    check(f"player{away}_station_markers", int(data["station_markers"][seat]), seen)
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert all(word for name, word in members.items() if name not in ("stations_closed", "deferred")), members


def test_sn_80_the_state_holds_no_order_of_the_deck() -> None:
    """The deck is a set; what comes next is drawn when it is needed, evenly from the known class."""
    table = Table(3, office=(16, 9, 12), back="rain").place()
    deck = set(cards_of(table.s["deck"]))
    assert table.chance() == pytest.approx({f"card:{c}": 1 / 10 for c in BACKS["rain"] if c in deck})
