"""The Event Track, SN-50 to SN-55."""

from __future__ import annotations

import pytest
from builder import Table, cards_of, members

# Which cubes lie on the Event Track just before a cube comes to the space, and just after it.
BEFORE = {1: (), 2: (1,), 3: (1, 2), 4: (1, 2, 3), 5: (4,), 6: (4, 5), 7: (4, 5, 6), 8: (7,), 9: (7, 8), 10: (7, 8, 9)}
AFTER = {1: [1], 2: [1, 2], 3: [1, 2, 3], 4: [4], 5: [4, 5], 6: [4, 5, 6], 7: [7], 8: [7, 8], 9: [7, 8, 9], 10: [7]}


def fire(table: Table, space: int, *, cubes: int = 1) -> Table:
    """Let event cubes fall from this space on at the end of a round in which nobody does anything."""
    table.events_on(*BEFORE[space])
    return table.place().next_round(cube=["event"] * cubes)


def steady(players: int = 3, **options: object) -> Table:
    """A table whose next weather is fog, so that the rates stay at 3 and 2."""
    return Table(players, **options).set_weather("none", "fog", "fog")


# ---- SN-50 ----


@pytest.mark.parametrize("space", range(1, 11))
def test_sn_50_a_cube_goes_right_of_the_last_occupied_space(space: int) -> None:
    table = fire(steady(), space)
    assert members(table.s["event_cubes"]) == AFTER[space]
    assert int(table.s["bag"][3]) == 5 - len(AFTER[space])


def test_sn_50_events_are_counted_up_to_255() -> None:
    table = steady().set(events_fired=[0, 7, 255, *[0] * 13])
    assert [int(n) for n in fire(table, 1, cubes=2).s["events_fired"][:4]] == [0, 8, 255, 0]


@pytest.mark.parametrize("space", range(1, 11))
def test_sn_50_order_of_the_events(space: int) -> None:
    table = fire(steady().own_train(0, 1), space)
    rubble_gone = sum(amount == 0 for amount in table.rubble())
    laid = len(members(table.s["tracks_laid"]))
    closed = len(members(table.s["stations_closed"]))
    opened = int(table.s["trains_open"])
    kept = table.seat_values("train")[0]
    # Excavate clears 3 spaces; lay track turns the first 2 cards; nobody can pay the maintenance of No. 1.
    excavate, trains, lay, station, repair = (
        (3, 0, 0, 0, 1),
        (0, 0, 0, 1, 1),
        (2, 2, 0, 0, 1),
        (0, 0, 1, 0, 1),
        (0, 0, 0, 0, 0),
    )
    expected = dict(enumerate((excavate, trains, lay, excavate, station, repair, lay, excavate, station, lay), start=1))
    assert (rubble_gone, laid, closed, opened, kept) == expected[space]


def test_sn_50_space_4_returns_1_to_3() -> None:
    table = steady().events_on(1, 2, 3)
    table.place().next_round(cube=["event"])
    assert members(table.s["event_cubes"]) == [4]
    assert int(table.s["bag"][3]) == 4


def test_sn_50_space_7_returns_4_to_6() -> None:
    table = fire(steady(), 7)
    assert members(table.s["event_cubes"]) == [7]
    assert int(table.s["bag"][3]) == 4


def test_sn_50_eight_nine_ten_repeat() -> None:
    table = fire(steady(), 8, cubes=4)
    assert members(table.s["event_cubes"]) == [7, 8], "8, 9 and 10 fired and went back, then 8 again"
    assert [int(n) for n in table.s["events_fired"][:11]] == [0] * 8 + [2, 1, 1]
    assert int(table.s["bag"][3]) == 3
    table.place().next_round(cube=["event", "event"])
    assert members(table.s["event_cubes"]) == [7]
    assert [int(n) for n in table.s["events_fired"][8:11]] == [2, 2, 2]
    table.place().next_round(cube=["event"])
    assert members(table.s["event_cubes"]) == [7, 8]


def test_sn_50_returned_cubes_are_not_drawn_again_in_the_same_round() -> None:
    table = steady().bag(0, event=5).events_on(7, 8, 9)
    table.place().next_round()
    assert members(table.s["event_cubes"]) == [7, 8]
    assert [int(n) for n in table.s["events_fired"][8:11]] == [1, 0, 1], "the bag held two cubes: 10, then 8"


# ---- SN-51 ----


def test_sn_51_excavate_clears_whole_spaces_for_nobody() -> None:
    table = fire(steady(), 1)
    # The first two track cards and the first space of Two Viaducts, at rate 3.
    assert table.rubble()[:5] == [0, 0, 0, 2, 4]
    assert table.seat_values("rubble") == [0, 0, 0]
    assert table.seat_values("markers") == [16, 16, 16]
    assert int(table.s["spaces_taken"]) == 0


def test_sn_51_as_many_spaces_as_the_rate_counting_begun_ones() -> None:
    table = fire(steady().set(excavation_rate=0).clear(0).put_rubble({1: 1}), 1)
    assert table.rubble()[:4] == [0, 0, 4, 2]
    fast = fire(steady().set(excavation_rate=4), 4)
    assert fast.rubble()[:6] == [0, 0, 0, 0, 0, 2]


def test_sn_51_not_more_than_is_left() -> None:
    table = fire(steady().clear_all().put_rubble({22: 2}), 1)
    assert table.rubble() == [0] * 23
    assert int(table.s["overlay"]) == 1


def test_sn_51_fog_does_not_matter() -> None:
    table = steady()
    fire(table, 1)
    assert table.weather()[0] == "fog"
    assert table.rubble()[0] == 0


def test_sn_51_the_rate_is_that_of_the_new_weather() -> None:
    """SN-46 comes before SN-47: the events of a round feel its new rates."""
    table = fire(Table(3).set_weather("none", "sun"), 1)
    assert table.rubble()[:6] == [0, 0, 0, 0, 0, 2]


# ---- SN-52 ----


def test_sn_52_trains_may_be_acquired_from_now_on() -> None:
    table = steady().give(0, steel=2)
    table.place("E1")
    assert table.state.is_chance_node(), "before the event there is nothing to do on E1"
    fire_again = steady().give(0, steel=2)
    fire(fire_again, 2).place("E1")
    assert fire_again.legal() == [f"acquire:{train}" for train in (1, 2, 3, 4, 6, 7)]


# ---- SN-53 ----


def test_sn_53_lay_track_turns_the_first_unlaid_cards_for_nobody() -> None:
    table = fire(steady().own_track(1, 0), 3)
    assert members(table.s["tracks_laid"]) == [0, 1, 2]
    assert [table.owns(seat)[0] for seat in range(3)] == [[], [0], []]
    assert table.seat_values("markers") == [16, 15, 16]


def test_sn_53_rubble_on_the_cards_goes_and_rubble_at_stations_stays() -> None:
    table = fire(steady().clear(0).lay(0), 3)
    # Cards 1 and 2 are cells 1 and 4; Two Viaducts lies between them.
    assert table.rubble()[:5] == [0, 0, 4, 2, 0]
    assert table.seat_values("rubble") == [0, 0, 0]
    table.set_weather("rain").place("B1").to_chance()
    assert table.rubble()[:4] == [0, 0, 1, 2], "the station's rubble is next"


def test_sn_53_the_lay_rate_counts() -> None:
    assert members(fire(steady().set(lay_rate=0), 3).s["tracks_laid"]) == [0]
    assert members(fire(steady().set(lay_rate=2), 7).s["tracks_laid"]) == [0, 1, 2]


def test_sn_53_first_unlaid_first_where_a_card_was_laid_ahead() -> None:
    """SN-36 with the optional card 0: a player has laid the second card before the first."""
    table = Table(3, tracks=(2, 0, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5), extra_track_cards=True)
    table.set_weather("none", "fog", "fog").give(0, steel=1).place("D1")
    fire_now = table.events_on(1, 2).next_round(cube=["event"])
    assert members(fire_now.s["tracks_laid"]) == [0, 1, 2]
    assert table.owns(0)[0] == [1]
    assert table.rubble()[:5] == [0, 0, 4, 2, 0]


# ---- SN-54 ----


def test_sn_54_no_entry_at_the_first_incomplete_station() -> None:
    table = fire(steady(), 5)
    assert members(table.s["stations_closed"]) == [1]
    assert members(table.s["spaces_closed"]) == [0, 1, 2, 3, 4, 5]


def test_sn_54_a_complete_station_is_passed_over() -> None:
    table = fire(steady().own_space(0, 0, 1, 2, 3).own_space(1, 4, 5), 5)
    assert members(table.s["stations_closed"]) == [2]


def test_sn_54_open_building_space_or_rubble_make_it_incomplete() -> None:
    building = fire(steady().own_space(0, 0, 1, 2, 3).own_space(1, 4), 5)
    assert members(building.s["stations_closed"]) == [1]
    rubble = fire(steady().own_space(0, 0, 2, 3).own_space(1, 4, 5), 5)
    assert members(rubble.s["stations_closed"]) == [1]


def test_sn_54_an_excavation_space_cleared_by_an_event_is_complete() -> None:
    """SN-51 and SN-54: no marker is needed where no rubble is left."""
    table = fire(steady().clear(2, 3).own_space(0, 2, 3, 4, 5), 5)
    assert members(table.s["stations_closed"]) == [2]


def test_sn_54_the_next_event_closes_the_next_station() -> None:
    table = fire(fire(steady(), 5), 9)
    assert members(table.s["stations_closed"]) == [1, 2]


def test_sn_54_all_stations_complete() -> None:
    table = steady()
    every = [space for kind, space in table.cells if kind == "space"] + table.buildings()
    for seat in range(3):
        table.own_space(seat, *every[seat * 11 : seat * 11 + 11])
    fire(table, 5)
    assert members(table.s["stations_closed"]) == []


def test_sn_54_no_excavation_there() -> None:
    table = fire(steady().clear(0, 1), 5)
    table.set_weather("rain").place("B1").to_chance()
    # Two Viaducts (4 and 2 cubes) is skipped: 3 of the 4 cubes of the next track card.
    assert table.rubble()[:5] == [0, 0, 4, 2, 1]
    assert table.seat_values("rubble")[0] == 3


def test_sn_54_no_building_there() -> None:
    table = fire(steady().clear(0, 1, 4).give(0, stone=2, steel=1), 5).place("E1")
    assert table.legal() == ["build:7", "build:8"]


def test_sn_54_markers_on_it_still_score() -> None:
    table = fire(steady().own_space(0, 2), 5)
    assert table.parts(0)["station"] == 9


def test_sn_54_its_rubble_does_not_count_as_left() -> None:
    table = fire(steady().clear_all().put_rubble({2: 4, 3: 2}), 5)
    assert int(table.s["overlay"]) == 1, "SN-34: the round ended without rubble that counts"


def test_sn_54_events_pass_its_rubble_over() -> None:
    table = fire(steady().clear(0, 1), 5)
    table.set_weather("none", "fog", "fog").events_on(*BEFORE[8]).place().next_round(cube=["event"])
    # Rate 3: the track card and the space of Waterfall, then the next track card.
    assert table.rubble()[:8] == [0, 0, 4, 2, 0, 0, 0, 2]


# ---- SN-55 ----


def maintenance(table: Table) -> Table:
    """Let the maintenance event come; the table waits for its first decision (or for the next round)."""
    table.events_on(4, 5).place().to_chance().force(cube=["event"]).settle()
    return table


def test_sn_55_pay_steel_discard_a_contract_or_return_the_train() -> None:
    table = maintenance(steady().own_train(1, 3).give(1, steel=2).hold(1, 16, 21, 20))
    assert (table.seat, table.phase) == (1, "MAINTENANCE")
    assert table.legal() == ["pay_steel", "return_train", "use:16", "use:21"]


def test_sn_55_paying_one_steel() -> None:
    table = maintenance(steady().own_train(1, 3).give(1, steel=2)).play("pay_steel")
    assert (table.seat_values("steel")[1], table.seat_values("train")[1]) == (1, 3)
    assert (int(table.s["rounds"]), table.seat) == (2, 0)


@pytest.mark.parametrize("card", [16, 21])
def test_sn_55_discarding_a_maintenance_contract(card: int) -> None:
    table = steady().own_train(1, 3).give(1, rubble=8).hold(1, card).own_track(1, 0, 1, 2)
    assert table.parts(1)["contract"] == (23 if card == 16 else 24)
    maintenance(table).play(f"use:{card}")
    assert table.seat_values("train")[1] == 3
    assert cards_of(table.s["contracts"][1]) == []
    assert card in cards_of(table.s["discard"])
    assert table.parts(1)["contract"] == 0


def test_sn_55_returning_the_train() -> None:
    table = maintenance(steady().own_train(1, 3).give(1, steel=1))
    bag = int(table.s["bag"][2])
    table.play("return_train")
    assert table.seat_values("train")[1] == 0
    assert table.seat_values("steel")[1] == 1
    assert 3 in members(table.s["shed"])
    assert (int(table.s["train_coal"][3]), int(table.s["bag"][2])) == (1, bag - 1)


def test_sn_55_without_means_the_train_goes_back() -> None:
    table = maintenance(steady().own_train(1, 6).give(1, coal=2).hold(1, 20))
    if table.phase == "MAINTENANCE":
        assert table.legal() == ["return_train"]
        table.play("return_train")
    assert table.seat_values("train")[1] == 0
    assert table.seat_values("coal")[1] == 2
    assert int(table.s["train_coal"][6]) == 1


def test_sn_55_refilled_as_far_as_there_is_coal() -> None:
    table = Table(3, left_out=1).set_weather("none", "fog", "fog").own_train(1, 5).give(1, steel=1)
    table.bag(0, iron=19, stone=5, coal=1, event=3)
    maintenance(table).play("return_train")
    assert (int(table.s["train_coal"][5]), int(table.s["bag"][2])) == (1, 0)


def test_sn_55_alphabetical_order_of_names() -> None:
    # Enid (2), L.A.D.A.S. (1), Moel Siabod (5), Padarn (6), Ralph (7), Snowdon (4), Wyddfa (3).
    table = Table(5, left_out=7).set_weather("none", "fog", "fog")
    for seat, train in enumerate((3, 4, 6, 1, 2)):
        table.own_train(seat, train).give(seat, steel=1)
    maintenance(table)
    order = []
    while table.phase == "MAINTENANCE":
        order.append(table.seat)
        table.play("pay_steel")
    assert order == [4, 3, 2, 1, 0]
    others = Table(2, left_out=2).set_weather("none", "fog", "fog").own_train(0, 7).own_train(1, 5)
    others.give(0, steel=1).give(1, steel=1)
    assert maintenance(others).seat == 1


def test_sn_55_is_over_before_the_next_cube_is_placed() -> None:
    """SN-47: one event after the other; space 7 lays track."""
    table = steady().own_train(1, 3).give(1, steel=1).events_on(4, 5).place().force(cube=["event", "event"])
    table.settle()
    assert (table.seat, table.phase) == (1, "MAINTENANCE")
    assert members(table.s["tracks_laid"]) == []
    table.play("pay_steel")
    assert members(table.s["tracks_laid"]) == [0, 1]
    assert members(table.s["event_cubes"]) == [7]


def test_sn_55_only_owners_pay() -> None:
    table = maintenance(steady().give(0, steel=1))
    assert (table.phase, int(table.s["rounds"])) == ("PLACE", 2)
    assert table.seat_values("steel") == [1, 0, 0]
