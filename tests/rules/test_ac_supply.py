"""Supply, AC-20."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import pytest
from acres_builder import HOME, Acres, place_word, places, rules_of
from acres_cards import PLACES, PORTS, SIDES, SUPPLY_GRAPH, TRAILS, supplied

from snowplay._core.acres.game import supply


def engine(own: Iterable[str], side: str = "british") -> set[str]:
    """The places in supply by the engine's own search."""
    return places(supply(rules_of().rules.tables, place_word(own), PLACES.index(HOME[side])))


def test_ac_20_random_boards_agree_with_a_plain_search() -> None:
    rng = random.Random(20)
    found: Counter[int] = Counter()
    for _ in range(4000):
        own = set(rng.sample(PLACES, rng.randint(0, 30)))
        for side in SIDES:
            if rng.random() < 0.8:
                own.add(HOME[side])
            expected = supplied(own, HOME[side])
            assert engine(own, side) == expected, sorted(own)
            found[len(expected)] += 1
    # The boards are not all alike: from nothing to more than twenty places in supply.
    assert found[0] > 300 and len(found) > 20


def test_ac_20_without_its_home_nothing_is_in_supply() -> None:
    for side in SIDES:
        assert engine([place for place in PLACES if place != HOME[side]], side) == set()


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("boston deerfield", "boston"),  # a trail
        ("boston new_haven deerfield", "boston new_haven deerfield"),  # sea, river
        ("boston new_york albany fort_stanwix oswego", "boston new_york albany fort_stanwix oswego"),
        ("boston new_york albany oswego", "boston new_york albany"),  # a gap
        ("boston st_marys cumberland fort_duquesne", "boston st_marys cumberland fort_duquesne"),  # river, road
        ("boston philadelphia cumberland", "boston philadelphia"),  # a trail
        ("boston pemaquid fort_halifax kennebec", "boston pemaquid fort_halifax kennebec"),  # river, road
        ("boston louisbourg quebec kennebec", "boston louisbourg quebec kennebec"),  # all ports are joined
        ("boston norfolk richmond", "boston norfolk richmond"),
        ("boston st_marys richmond", "boston st_marys richmond"),
        ("boston fort_beausejour trois_rivieres montreal", "boston fort_beausejour trois_rivieres montreal"),
        ("boston montreal oswego", "boston"),
        ("boston trois_rivieres montreal oswego", "boston trois_rivieres montreal"),  # no line Montreal-Oswego
        ("boston quebec fort_st_john", "boston quebec"),  # no line Quebec-Fort St. John
        ("boston trois_rivieres fort_st_john", "boston trois_rivieres fort_st_john"),
    ],
)
def test_ac_20_chains_over_rivers_lakes_roads_and_sea(own: str, expected: str) -> None:
    assert engine(own.split()) == set(expected.split())


def test_ac_20_places_of_one_lake_are_joined() -> None:
    for lake in (["fort_frontenac", "fort_niagara", "oswego"], ["detroit", "fort_niagara", "fort_presquisle"]):
        for near in lake:
            for far in lake:
                chain = {"quebec", "trois_rivieres", "montreal", "fort_frontenac", near, far}
                assert (far in engine(chain, "french")) == (far in supplied(chain, "quebec"))
    chain = {"quebec", "trois_rivieres", "montreal", "fort_frontenac", "oswego"}
    assert engine(chain, "french") == chain


def test_ac_20_all_ports_are_joined() -> None:
    assert len(PORTS) == 17
    for port in PORTS:
        assert port in engine({"boston", port})
        assert port in engine({"quebec", port}, "french")


def test_ac_20_trails_supply_nothing() -> None:
    for trail in TRAILS:
        a, b = trail.split("-")
        if b not in SUPPLY_GRAPH[a]:
            # Whatever else is controlled, one end is not supplied only because the other is.
            own = {"boston", a, b}
            assert engine(own) == supplied(own, "boston") != own


def test_ac_20_a_chain_passes_through_a_besieged_place() -> None:
    board = "boston* new_york* new_haven deerfield"
    table = Acres("deerfield new_haven", british=board).siege("french", "new_haven")
    assert table.play("money").choices() == ["deerfield"]
    table = Acres("deerfield new_york", british=board).siege("french", "boston")
    assert sorted(table.play("money").choices()) == ["deerfield", "new_york"]


def test_ac_20_supply_follows_the_board() -> None:
    """Settling joins a place to the chain, a raid cuts it off (AC-30, AC-61)."""
    table = Acres("new_york bateaux settlers", british="boston* new_york fort_william_henry")
    assert places(table.s["supplied"][0]) == {"boston", "new_york"}
    table.go("settle:albany", "new_york bateaux settlers")
    assert places(table.s["supplied"][0]) == {"boston", "new_york", "albany", "fort_william_henry"}
    # A French raid on Albany from Ticonderoga, two connections away.
    table = Acres(
        "native_americans",
        side="french",
        british="boston* new_york* albany fort_stanwix",
        french="quebec* trois_rivieres fort_st_john ticonderoga",
    )
    assert "fort_stanwix" in places(table.s["supplied"][0])
    table.go("raid:albany", "native_americans stop")
    assert places(table.s["supplied"][0]) == {"boston", "new_york"}


def test_ac_20_each_side_is_supplied_through_its_own_places_only() -> None:
    table = Acres(british="boston* albany", french="quebec* new_york")
    assert places(table.s["supplied"][0]) == {"boston"}
    assert places(table.s["supplied"][1]) == {"quebec", "new_york"}
