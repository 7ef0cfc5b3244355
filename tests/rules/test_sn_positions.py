"""Positions that no game comes to, and that are refused for what is wrong with them."""

from __future__ import annotations

from contextlib import AbstractContextManager

import pytest
from builder import Table, cards_of


def broken(number: int) -> AbstractContextManager[object]:
    """A context in which a position is refused for this invariant."""
    return pytest.raises(ValueError, match=f"invariant {number} is broken")


def test_sn_10_no_train_in_the_shed_that_is_not_in_the_game() -> None:
    table = Table(4, train_pool=[6])
    with broken(13):
        table.set(shed=int(table.s["shed"]) | 1 << 2)


def test_sn_36_no_track_card_with_two_markers() -> None:
    table = Table(3).own_track(0, 2)
    with broken(3):
        table.own_track(1, 2)


def test_sn_37_no_building_without_a_marker_left() -> None:
    table = Table(3).clear_all().hold(0, 6).give(0, iron=7, steel=2).place("E1").play("use:6", "build:33")
    assert table.phase == "PAY"
    with broken(15):
        table.markers(0, 0)


def test_sn_38_no_train_is_paid_for_before_trains_may_be_acquired() -> None:
    table = Table(3).set(trains_open=1).hold(0, 6).give(0, iron=3, steel=1).place("E1").play("use:6", "acquire:4")
    assert table.phase == "PAY"
    with broken(15):
        table.set(trains_open=0)


def test_sn_45_no_card_is_drawn_from_an_empty_deck() -> None:
    table = Table(3).place().to_chance()
    assert table.phase == "CHANCE_OFFICE"
    with broken(15):
        table.deck([], discard=cards_of(table.s["discard"]), seat=2)


def test_sn_50_no_cube_stays_on_the_last_space() -> None:
    with broken(13):
        Table(3).events_on(10)


def test_sn_54_a_closed_station_holds_no_rubble() -> None:
    with broken(11):
        # Two Viaducts: excavation spaces 0 and 1, building spaces 2 to 5.
        Table(3).set(stations_closed=1 << 1, spaces_closed=0b111111)
