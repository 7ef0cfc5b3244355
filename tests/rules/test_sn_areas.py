"""Phase 2, SN-30 to SN-44: contract windows and the areas A to G."""

from __future__ import annotations

import pytest
from builder import BACKS, EXCAVATION_POINTS, Table, cards_of, members

# ---- SN-30: windows ----


def test_sn_30_windows_go_clockwise_from_the_start_player() -> None:
    table = Table(3, start=1).hold(0, 7).hold(1, 13).hold(2, 29).place()
    asked = []
    while not table.state.is_chance_node():
        asked.append((table.seat, table.legal()))
        table.play("pass")
    assert asked == [(1, ["pass", "use:13"]), (2, ["pass", "use:29"]), (0, ["pass", "use:7"])]


def test_sn_30_any_number_of_contracts_in_one_window() -> None:
    table = Table(3).hold(0, 1, 2, 8).hold(1, 7).place()
    assert (table.seat, table.legal()) == (1, ["pass", "use:7"])
    table.play("pass")
    assert (table.seat, table.legal()) == (0, ["pass", "use:1", "use:2", "use:8"])
    table.play("use:2")
    assert (table.seat, table.legal()) == (0, ["pass", "use:1", "use:8"])
    table.play("use:1")
    assert (table.seat, table.legal()) == (0, ["pass", "use:8"])
    table.play("pass")
    assert table.state.is_chance_node()


def test_sn_30_a_used_contract_is_not_used_again_and_still_scores() -> None:
    table = Table(3).hold(0, 18).give(0, rubble=11).place()
    table.play("use:18").next_round()
    assert cards_of(table.s["contracts"][0]) == [18]
    assert cards_of(table.s["contracts_used"]) == [18]
    assert table.parts(0)["contract"] == 14
    table.place()
    assert table.state.is_chance_node(), "nothing to ask in the second round"


def test_sn_30_an_effect_ends_with_the_round() -> None:
    table = Table(3).hold(0, 1).give(0, steel=9).clear_below(track=7)
    table.place("D1").play("use:1").to_chance()
    assert table.owns(0)[0] == [0, 1, 2]
    table.set_weather("none", "fog", "rain").next_round()
    table.set_weather("none")
    table.place("D1").to_chance()
    assert table.owns(0)[0] == [0, 1, 2, 3, 4]


def test_sn_30_the_window_opens_without_labourers_in_the_area() -> None:
    table = Table(3).hold(0, 12).give(0, iron=4).place()
    assert (table.phase, table.legal()) == ("WINDOW", ["pass", "use:12"])
    table.play("use:12", "convert:2,0").to_chance()
    assert table.seat_values("steel") == [2, 0, 0]


def test_sn_30_windows_come_before_the_first_action_of_the_area() -> None:
    table = Table(3).hold(1, 20).yard(2).place("A1")
    assert (table.seat, table.legal()) == (1, ["pass", "use:20"])
    table.play("use:20", "take:2,0,0", "take:0,0,0")
    assert table.seat_values("iron") == [0, 2, 0]


def test_sn_30_every_area_has_its_own_window() -> None:
    table = Table(3).hold(0, 20, 26, 12, 1, 9, 5, 27).give(0, iron=2).clear(0, 1)
    table.place()
    seen = []
    while not table.state.is_chance_node():
        seen.append(table.legal())
        table.play("pass")
    assert seen == [["pass", f"use:{card}"] for card in (20, 26, 12, 1, 9, 5, 27)]


# ---- SN-31: order and duty ----


def test_sn_31_spaces_resolve_in_numerical_order() -> None:
    table = Table(3).place("F2", "F1")
    assert (table.seat, table.phase) == (1, "OFFICE")
    table.play("office:9")
    assert (table.seat, table.phase) == (0, "OFFICE")


def test_sn_31_what_can_be_done_must_be_done() -> None:
    table = Table(3).give(0, iron=3, stone=1).give(1, rubble=2).clear(0, 1)
    table.place("C1 E1", "F1")
    offered = []
    while not table.state.is_chance_node():
        offered.append(table.legal())
        table.play(table.legal()[0])
    assert offered == [["convert:1,0"], ["build:5"], ["office:9", "office:12", "office:16"]]


def test_sn_31_what_cannot_be_done_does_nothing() -> None:
    table = Table(3).place("C1 E1", "D1 E2", "D2 G").to_chance()
    assert table.seat_values("steel") == [0, 0, 0]
    assert table.owns(0) == table.owns(1) == ([], [])
    assert int(table.s["occupied"]) == 0


def test_sn_31_labourers_return_and_the_temporary_one_goes_to_the_pub() -> None:
    table = Table(3).own_train(1, 2).give(1, coal=1).place("A1 G", "A2 G G", "B1 B2", hire=[1]).next_round()
    assert table.seat_values("labourers") == [2, 2, 2]
    assert int(table.s["occupied"]) == 0
    assert table.seat_values("surveyors_waiting") == [0, 0, 0]


# ---- SN-32: A Stock Yard ----


def test_sn_32_up_to_three_cubes_one_coal() -> None:
    table = Table(3).place("A1")
    expected = [f"take:{i},{s},{c}" for i in range(4) for s in range(4 - i) for c in range(min(2, 4 - i - s))]
    assert len(expected) == 16
    assert table.legal() == expected


def test_sn_32_only_what_lies_in_the_yard() -> None:
    table = Table(3).yard(1, 2, 0).place("A1")
    assert table.legal() == ["take:0,0,0", "take:0,1,0", "take:0,2,0", "take:1,0,0", "take:1,1,0", "take:1,2,0"]


def test_sn_32_cubes_move_from_the_yard_to_the_player() -> None:
    table = Table(3).place("A1", "A2").play("take:1,1,1", "take:3,0,0").to_chance()
    assert [int(n) for n in table.s["yard"]] == [3, 3, 0]
    assert table.seat_values("iron") == [1, 3, 0]
    assert table.seat_values("stone") == [1, 0, 0]
    assert table.seat_values("coal") == [1, 0, 0]


def test_sn_32_one_coal_for_each_labourer() -> None:
    table = Table(3).yard(0, 0, 5).place("A1 A2")
    assert table.legal() == ["take:0,0,0", "take:0,0,1"]
    table.play("take:0,0,1")
    assert table.legal() == ["take:0,0,0", "take:0,0,1"]


@pytest.mark.parametrize(("players", "last"), [(2, "A2"), (3, "A3"), (4, "A4"), (5, "A4")])
def test_sn_32_the_last_space_takes_the_start_player_token(players: int, last: str) -> None:
    table = Table(players).place("G", last)
    table.play("take:0,0,0").next_round()
    assert (int(table.s["start_player"]), table.seat) == (1, 1)
    other = Table(players).place("G", "A1").play("take:0,0,0").next_round()
    assert (int(other.s["start_player"]), other.seat) == (0, 0)


def test_sn_32_later_windows_of_the_round_use_the_new_order() -> None:
    table = Table(3).hold(0, 7, 3).hold(1, 4, 26).hold(2, 13, 30).place("G", "G", "A3")
    asked = []
    while not table.state.is_chance_node():
        asked.append((table.phase, table.seat))
        table.play(table.idle())
    assert asked == [
        ("WINDOW", 0),
        ("WINDOW", 1),
        ("WINDOW", 2),
        ("TAKE", 2),
        ("WINDOW", 2),
        ("WINDOW", 0),
        ("WINDOW", 1),
    ]


# ---- SN-33: B Excavation ----


def test_sn_33_excavation_in_strict_order() -> None:
    # Rate 3 for each of four labourers; the route begins 2, 3 | 4, 2 | 4 | 2 | 3, 2.
    table = Table(4).place("B1", "B2", "B3").to_chance()
    assert table.seat_values("rubble") == [3, 3, 3, 0]
    assert table.rubble()[:6] == [0, 0, 0, 2, 4, 2]
    assert members(table.s["rubble_cells"]) == list(range(3, 23))
    # The third labourer took the last cube of Two Viaducts' first space.
    assert [table.owns(seat)[1] for seat in range(4)] == [[], [], [0], []]


def test_sn_33_the_last_cube_of_a_station_space_places_a_marker() -> None:
    table = Table(3).clear(0, 1).put_rubble({2: 1, 3: 2}).place("B1").to_chance()
    assert table.owns(0) == ([], [0, 1])
    assert table.seat_values("markers")[0] == 14
    assert table.parts(0)["station"] == 4 + 2


def test_sn_33_who_takes_the_last_cube_owns_the_space() -> None:
    table = Table(3).clear(0, 1).place("B1", "B2").to_chance()
    assert table.owns(0)[1] == []
    assert table.owns(1)[1] == [0, 1]
    assert table.seat_values("rubble") == [3, 3, 0]


def test_sn_33_track_cards_come_before_the_station_spaces_behind_them() -> None:
    # Card 0 is clear and card 1 is not: the station's rubble has to wait.
    table = Table(3).clear(0).put_rubble({1: 2, 2: 4}).place("B1").to_chance()
    assert table.rubble()[:4] == [0, 0, 3, 2]


def test_sn_33_all_of_it_if_less_is_left() -> None:
    table = Table(3).clear_all().put_rubble({21: 1, 22: 1}).place("B1", "B2").to_chance()
    assert table.seat_values("rubble") == [2, 0, 0]
    assert table.owns(0)[1] == [31, 32]


def test_sn_33_without_markers_left_the_rubble_is_taken_all_the_same() -> None:
    table = Table(3).clear(0, 1).put_rubble({2: 2, 3: 1}).markers(0, 1).place("B1").to_chance()
    assert table.seat_values("rubble")[0] == 3
    assert table.seat_values("markers")[0] == 0
    assert [space for space in table.owns(0)[1] if space < 6] == [0]
    assert table.rubble()[:4] == [0, 0, 0, 0]


@pytest.mark.parametrize("players", [1, 3, 5])
def test_sn_33_every_station_space_pays_its_points(players: int) -> None:
    table = Table(players)
    spaces = [space for kind, space in table.cells if kind == "space"]
    for space in spaces:
        position = Table(players).clear_all().put_rubble({table.cell(space=space): 1}).place("B1").to_chance()
        assert position.owns(0)[1] == [space]
        assert position.parts(0)["station"] == EXCAVATION_POINTS[space]


def test_sn_33_train_1_excavates_two_more() -> None:
    table = Table(3).own_train(0, 1).place("B1").to_chance()
    assert table.seat_values("rubble") == [5, 0, 0]
    top = Table(3).own_train(0, 1).set(excavation_rate=4).place("B1", "B2").to_chance()
    assert top.seat_values("rubble") == [7, 5, 0], "the bonus goes beyond the printed track"


# ---- SN-34: the extra Build space ----


def test_sn_34_area_b_becomes_a_build_space_when_a_round_ends_without_rubble() -> None:
    table = Table(3).clear_all()
    assert [move for move in table.legal() if move.startswith("place:B")] == ["place:B1", "place:B2"]
    table.place().next_round()
    assert int(table.s["overlay"]) == 1
    assert [move for move in table.legal() if move.startswith("place:B")] == ["place:B1"]
    table.give(0, stone=2).place("B1 E1")
    assert table.phase == "BUILD"
    table.play("build:4")
    assert table.owns(0)[1] == [4]
    table.to_chance()


def test_sn_34_not_while_rubble_is_left() -> None:
    table = Table(3).clear_all().put_rubble({22: 1}).place().next_round()
    assert int(table.s["overlay"]) == 0
    table.place("B2").to_chance()
    assert table.seat_values("rubble")[0] == 1


def test_sn_34_the_last_rubble_goes_during_the_round() -> None:
    table = Table(3).clear_all().put_rubble({22: 2}).give(1, stone=1).place("B1", "B2")
    table.to_chance()
    assert table.owns(1)[1] == [], "the space still was Excavation in this round"
    table.next_round()
    assert int(table.s["overlay"]) == 1


def test_sn_34_it_resolves_in_place_of_b_and_offers_the_contracts_of_b() -> None:
    table = Table(3).clear_all().place().next_round()
    table.hold(0, 26, 9).give(0, stone=4).give(1, stone=1).give(2, iron=3).place("B1", "E1", "C1")
    steps = []
    while not table.state.is_chance_node():
        steps.append((table.seat, table.phase, table.legal()[:2]))
        table.play("pass" if "pass" in table.legal() else table.legal()[0])
    assert [step[:2] for step in steps] == [(0, "WINDOW"), (0, "BUILD"), (2, "CONVERT"), (0, "WINDOW"), (1, "BUILD")]
    assert steps[0][2] == ["pass", "use:26"]
    assert steps[3][2] == ["pass", "use:9"]


def test_sn_34_fog_does_not_close_it() -> None:
    table = Table(3).clear_all().place().next_round()
    table.set_weather("fog").give(0, stone=1)
    assert "place:B1" in table.legal()
    assert "place:D1" not in table.legal()
    table.place("B1").play("build:5")
    assert table.owns(0)[1] == [5]


def test_sn_34_thin_fog_does_not_close_it_either() -> None:
    """SN-22 with the option: the only space of area B stays open, the last one of Lay Track does not."""
    table = Table(3, thin_fog=True).clear_all().place().next_round()
    table.set_weather("fog")
    assert [move for move in table.legal() if move[6] in "BD"] == ["place:B1", "place:D1"]


# ---- SN-35: C Works ----


def test_sn_35_one_to_three_conversions_freely_mixed() -> None:
    table = Table(3).give(0, iron=9, rubble=6).place("C1")
    assert table.legal() == [
        f"convert:{steel},{stone}" for steel in range(4) for stone in range(4 - steel) if steel + stone
    ]
    table.play("convert:2,1").to_chance()
    assert [table.seat_values(piece)[0] for piece in ("iron", "steel", "rubble", "stone")] == [3, 2, 4, 1]


def test_sn_35_only_what_is_affordable() -> None:
    table = Table(3).give(0, iron=5, rubble=5).place("C1")
    assert table.legal() == ["convert:0,1", "convert:0,2", "convert:1,0", "convert:1,1", "convert:1,2"]


def test_sn_35_iron_goes_to_the_bag_and_stone_comes_out_of_it() -> None:
    table = Table(3).give(0, iron=3, rubble=4)
    iron, stone = (int(n) for n in table.s["bag"][:2])
    table.place("C1").play("convert:1,2")
    assert [int(n) for n in table.s["bag"][:2]] == [iron + 3, stone - 2]


def test_sn_35_no_stone_while_the_bag_has_none() -> None:
    table = Table(3).give(0, iron=6, rubble=6).bag(1, iron=5, stone=1, coal=5, event=5).place("C1")
    assert table.legal() == ["convert:0,1", "convert:1,0", "convert:1,1", "convert:2,0", "convert:2,1"]
    empty = Table(3).give(0, rubble=6).bag(1, iron=5, stone=0, coal=5, event=5).place("C1").to_chance()
    assert (empty.seat_values("rubble")[0], empty.seat_values("stone")[0]) == (6, 0)


def test_sn_35_train_2_makes_steel_of_two_iron() -> None:
    table = Table(3).own_train(0, 2).give(0, iron=5).place("C1")
    assert table.legal() == ["convert:1,0", "convert:2,0"]
    table.play("convert:2,0")
    assert (table.seat_values("iron")[0], table.seat_values("steel")[0]) == (1, 2)


# ---- SN-36: D Lay Track ----


def test_sn_36_lay_the_rate_with_one_steel_each() -> None:
    table = Table(3).give(0, steel=5).clear_below(track=4).place("D1").to_chance()
    assert table.owns(0)[0] == [0, 1]
    assert (table.seat_values("steel")[0], table.seat_values("markers")[0]) == (3, 14)
    assert table.parts(0)["track"] == 2 + 3


def test_sn_36_the_first_clear_unlaid_cards() -> None:
    table = Table(3).give(0, steel=2).give(1, steel=2).clear_below(track=5).place("D1", "D2").to_chance()
    assert (table.owns(0)[0], table.owns(1)[0]) == ([0, 1], [2, 3])


def test_sn_36_a_card_without_rubble_is_clear_from_the_beginning() -> None:
    """SN-03 and SN-36: with the optional card 0 the first clear card need not be the first unlaid one."""
    table = Table(3, tracks=(2, 0, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5), extra_track_cards=True).give(0, steel=9)
    table.place("D1").to_chance()
    assert table.owns(0)[0] == [1]
    behind = Table(3, tracks=(2, 3, 0, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5), extra_track_cards=True).give(0, steel=9)
    behind.clear(0, 1).set(lay_rate=2).place("D1").to_chance()
    assert behind.owns(0)[0] == [0, 1, 2], "the rubble of Two Viaducts does not matter"


@pytest.mark.parametrize("lacking", ["steel", "cards", "markers"])
def test_sn_36_fewer_for_lack_of_steel_cards_or_markers(lacking: str) -> None:
    table = Table(3).give(0, steel=1 if lacking == "steel" else 2)
    table.clear(0) if lacking == "cards" else table.clear(0, 1)
    if lacking == "markers":
        table.markers(0, 1)
    before = table.owns(0)[0]
    table.place("D1").to_chance()
    assert table.owns(0)[0] == [0, *before]
    assert table.seat_values("steel")[0] == (0 if lacking == "steel" else 1)


def test_sn_36_train_7_lays_one_more() -> None:
    table = Table(3).own_train(0, 7).set(lay_rate=2).give(0, steel=9).clear_below(track=5).place("D1").to_chance()
    assert table.owns(0)[0] == [0, 1, 2, 3], "the bonus goes beyond the printed track"


# ---- SN-37: E Build ----


def test_sn_37_only_stations_whose_track_cards_are_clear() -> None:
    table = Table(3).give(0, stone=4, steel=2).clear(0, 1).place("E1")
    assert table.legal() == ["build:2", "build:3", "build:4", "build:5"]
    assert table.rubble()[2:4] == [4, 2], "the station's own rubble does not matter"
    blocked = Table(3).give(0, stone=4, steel=2).clear(0, 4).place("E1")
    assert not blocked.reach("BUILD")


@pytest.mark.parametrize(("reading", "more"), [("own", ["build:7", "build:8"]), ("route", [])])
def test_sn_37_option_stations_open(reading: str, more: list[str]) -> None:
    """The only card that leads up to station 2 has no rubble; those before station 1 have some."""
    tracks = (2, 3, 0, 4, 3, 2, 3, 4, 3, 5, 4, 3, 2, 4)
    table = Table(3, tracks=tracks, extra_track_cards=True, stations_open=reading).give(0, stone=2, steel=1).place("E1")
    assert table.reach("BUILD") == bool(more)
    if more:
        assert table.legal() == more
    dug = (
        Table(3, tracks=tracks, extra_track_cards=True, stations_open=reading).clear(0, 1).give(0, stone=1).place("E1")
    )
    assert dug.legal() == ["build:5"], "by either reading once the cards before it are clear, if it can be paid"


def test_sn_37_only_what_can_be_paid() -> None:
    stone = Table(3).give(0, stone=2).clear(0, 1, 4).place("E1")
    assert stone.legal() == ["build:4", "build:5", "build:8"]
    steel = Table(3).give(0, steel=1).clear(0, 1, 4).place("E1")
    assert steel.legal() == ["build:7"]


@pytest.mark.parametrize(
    ("space", "stone", "steel", "points"),
    [(2, 4, 0, 9), (3, 3, 0, 7), (4, 2, 0, 4), (5, 1, 0, 1), (7, 0, 1, 7), (8, 2, 0, 4), (10, 3, 0, 6), (11, 3, 0, 7)]
    + [(12, 0, 1, 7), (13, 0, 1, 5), (16, 0, 1, 7), (17, 0, 1, 6), (18, 3, 0, 6), (19, 3, 0, 5), (21, 0, 1, 8)]
    + [(22, 0, 1, 6), (23, 2, 0, 5), (25, 4, 0, 9), (27, 3, 0, 6), (28, 3, 0, 7), (29, 0, 1, 7), (30, 0, 1, 6)]
    + [(33, 0, 2, 14), (34, 0, 1, 7), (35, 3, 0, 7), (36, 3, 0, 5)],
)
def test_sn_37_cost_and_points_of_every_building_space(space: int, stone: int, steel: int, points: int) -> None:
    table = Table(5).give(0, stone=5, steel=5).clear_all().place("E1")
    bag = int(table.s["bag"][1])
    table.play(f"build:{space}")
    assert (table.seat_values("stone")[0], table.seat_values("steel")[0]) == (5 - stone, 5 - steel)
    assert int(table.s["bag"][1]) == bag + stone
    assert table.owns(0) == ([], [space])
    assert table.seat_values("markers")[0] == 15
    assert table.parts(0)["station"] == points


def test_sn_37_a_taken_space_is_not_open() -> None:
    table = Table(3).give(0, stone=4).own_space(1, 3).own_space(0, 5).clear(0, 1).place("E1")
    assert table.legal() == ["build:2", "build:4"]


def test_sn_37_building_needs_a_marker() -> None:
    table = Table(3).give(0, stone=4).clear(0, 1).markers(0, 0).place("E1")
    assert not table.reach("BUILD")
    assert table.seat_values("stone")[0] == 4


# ---- SN-38: trains ----


def test_sn_38_no_trains_before_the_event() -> None:
    table = Table(3).give(0, steel=9, stone=1).clear(0, 1).place("E1")
    assert table.legal() == ["build:5"]


@pytest.mark.parametrize(
    ("train", "cost", "coal"), [(1, 2, 1), (2, 2, 0), (3, 2, 1), (4, 1, 1), (5, 1, 2), (6, 2, 1), (7, 2, 1)]
)
def test_sn_38_acquire_a_train_with_its_coal(train: int, cost: int, coal: int) -> None:
    table = Table(3, left_out=1 if train != 1 else 2).set(trains_open=1).give(0, steel=3).place("E1")
    table.play(f"acquire:{train}")
    assert table.seat_values("train") == [train, 0, 0]
    assert table.seat_values("steel")[0] == 3 - cost
    assert table.seat_values("coal")[0] == coal
    assert int(table.s["train_coal"][train]) == 0
    assert train not in members(table.s["shed"])


def test_sn_38_only_trains_that_can_be_paid() -> None:
    table = Table(3, left_out=1).set(trains_open=1).give(0, steel=1).place("E1")
    assert table.legal() == ["acquire:4", "acquire:5"]
    table = Table(3, left_out=1).set(trains_open=1).give(0, steel=2).own_train(1, 4).place("E1")
    assert table.legal() == ["acquire:2", "acquire:3", "acquire:5", "acquire:6", "acquire:7"]


def test_sn_38_either_build_or_acquire() -> None:
    table = Table(3, left_out=1).set(trains_open=1).give(0, steel=1, stone=1).clear(0, 1).place("E1")
    assert table.legal() == ["build:5", "acquire:4", "acquire:5"]
    table.play("acquire:4")
    assert table.state.is_chance_node()


def test_sn_38_an_owner_may_swap() -> None:
    table = Table(3, left_out=1).set(trains_open=1).own_train(0, 3).give(0, steel=2, coal=1).place("E1")
    bag = int(table.s["bag"][2])
    assert table.legal() == ["pass", "acquire:2", "acquire:4", "acquire:5", "acquire:6", "acquire:7"]
    table.play("acquire:5")
    assert table.seat_values("train")[0] == 5
    assert members(table.s["shed"]) == [2, 3, 4, 6, 7]
    # No. 3 is refilled with 1 coal out of the bag; the 2 coal of No. 5 join the player's 1.
    assert (int(table.s["train_coal"][3]), int(table.s["bag"][2])) == (1, bag - 1)
    assert (table.seat_values("coal")[0], table.seat_values("steel")[0]) == (3, 1)


def test_sn_38_a_returned_train_gets_coal_only_as_far_as_there_is_any() -> None:
    table = Table(3, left_out=1).set(trains_open=1).own_train(0, 5).give(0, steel=2)
    table.bag(1, iron=5, stone=5, coal=1, event=5).place("E1").play("acquire:2")
    assert (int(table.s["train_coal"][5]), int(table.s["bag"][2])) == (1, 0)


def test_sn_38_swapping_is_not_a_duty() -> None:
    table = Table(3).set(trains_open=1).own_train(0, 3).give(0, steel=2).place("E1")
    table.play("pass")
    assert table.seat_values("train")[0] == 3
    can_build = Table(3).set(trains_open=1).own_train(0, 3).give(0, steel=2, stone=1).clear(0, 1).place("E1")
    assert "build:5" in can_build.legal()
    assert "pass" not in can_build.legal(), "SN-31: something can be built, so it must be"


def test_sn_38_option_forced_swap() -> None:
    """SN-31 with the option: an owner who can do nothing else has to swap."""
    table = Table(3, forced_swap=True).set(trains_open=1).own_train(0, 3).give(0, steel=1).place("E1")
    assert table.legal() == ["acquire:4"]


def test_sn_38_the_owned_train_cannot_be_acquired() -> None:
    table = Table(3).set(trains_open=1).own_train(0, 3).give(0, steel=5).place("E1")
    assert "acquire:3" not in table.legal()


# ---- SN-39: F Site Office ----


def test_sn_39_take_one_of_the_face_up_contracts() -> None:
    table = Table(3, office=(16, 9, 12)).place("F1", "F2")
    assert table.legal() == ["office:9", "office:12", "office:16"]
    table.play("office:9")
    assert table.office() == [16, 0, 12]
    assert table.legal() == ["office:12", "office:16"]
    table.play("office:16")
    assert [cards_of(word) for word in table.s["contracts"][:3]] == [[9], [16], []]
    assert int(table.s["contracts_used"]) == 0


def test_sn_39_an_action_at_an_empty_site_office_does_nothing() -> None:
    table = Table(3, office=(16, 9, 12)).deck([], seat=2).place("F1 F2", "", "")
    with table.edit() as record:
        record["contracts"][1] = int(record["contracts"][1]) | 1 << 15 | 1 << 11
        record["contracts_used"] = int(record["contracts_used"]) | 1 << 15 | 1 << 11
        record["office"] = (0, 9, 0)
    table.play("office:9")
    assert table.phase != "OFFICE"
    assert table.office() == [0, 0, 0]
    assert cards_of(table.s["contracts"][0]) == [9]


# ---- SN-40: G Surveyor ----


def test_sn_40_one_station_for_each_labourer_whatever_lies_there() -> None:
    table = Table(3).place("G G", "G A1").play("take:0,0,0").to_chance()
    assert table.seat_values("surveyor") == [2, 1, 2]


def test_sn_40_nothing_beyond_the_summit() -> None:
    table = Table(3).set_seat(0, surveyor=6).place("G G").to_chance()
    assert table.seat_values("surveyor")[0] == 7


# ---- SN-41: effects after all other actions ----


def test_sn_41_contract_3_comes_after_the_last_space_of_b() -> None:
    table = Table(3).hold(0, 3).place("G", "B1", "B2").play("use:3")
    # Seats 1 and 2 have taken 3 cubes each (2 + 3 from the cards, 1 of the first space of Two Viaducts).
    assert table.seat_values("rubble") == [0, 3, 3]
    assert (table.seat, table.phase, table.legal()) == (0, "DEFERRED", ["pass", "perform"])
    table.play("perform")
    assert table.seat_values("rubble")[0] == 3
    assert table.owns(0)[1] == [0]


def test_sn_41_contract_8_comes_after_the_last_space_of_d() -> None:
    table = Table(3).hold(0, 8).give(0, steel=2).give(1, steel=2).clear_below(track=5)
    table.place("G", "D1").play("use:8")
    assert table.owns(1)[0] == [0, 1]
    assert (table.seat, table.legal()) == (0, ["pass", "perform"])
    table.play("perform")
    assert table.owns(0)[0] == [2, 3]


def test_sn_41_contract_10_comes_after_the_last_space_of_e() -> None:
    table = Table(3).hold(0, 10).give(0, stone=1).give(1, stone=1).clear(0, 1).place("G", "E1")
    table.play("use:10")
    assert table.seat == 1
    table.play("build:5")
    assert not table.reach("BUILD"), "nothing is left that seat 0 could pay for"
    free = Table(3).hold(0, 10).give(0, stone=2).give(1, stone=1).clear(0, 1).place("G", "E1").play("use:10", "build:5")
    assert (free.seat, free.legal()) == (0, ["pass", "build:4"])


def test_sn_41_train_6_builds_only_if_somebody_built() -> None:
    table = Table(3).own_train(0, 6).give(0, stone=2).give(1, stone=1).clear(0, 1).place("G", "E1").play("build:5")
    assert (table.seat, table.legal()) == (0, ["pass", "build:4"])
    table.play("build:4")
    assert table.owns(0)[1] == [4]
    nobody = Table(3).own_train(0, 6).give(0, stone=2).clear(0, 1).place("G", "E1")
    assert not nobody.reach("BUILD"), "seat 1 could not build, so there was no Build action"


def test_sn_41_train_6_counts_its_owners_own_build() -> None:
    table = Table(3).own_train(0, 6).give(0, stone=3).clear(0, 1).place("E1").play("build:4")
    assert table.legal() == ["pass", "build:5"]


def test_sn_41_deferred_effects_go_clockwise_from_the_start_player() -> None:
    table = Table(3, start=2).hold(2, 10).own_train(1, 6).clear(0, 1)
    table.give(0, stone=1).give(1, stone=3).give(2, stone=3).place("E1").play("use:10", "build:5")
    assert (table.seat, table.legal()) == (2, ["pass", "build:3", "build:4"])
    table.play("build:3")
    assert (table.seat, table.legal()) == (1, ["pass", "build:4"])
    table.play("pass")
    assert table.state.is_chance_node()


# ---- SN-42: fog and contracts ----


def fog_attempt(card: int, **options: object) -> Table:
    """Play a round in fog in which seat 0 uses a contract of B or D and takes the effect, if it is offered."""
    table = Table(3, **options).set_weather("fog").hold(0, card).give(0, steel=3).clear(0, 1).place()
    while not table.state.is_chance_node():
        table.play(next((m for m in table.legal() if m in ("perform", f"use:{card}")), table.idle()))
    return table


@pytest.mark.parametrize("card", [3, 8])
def test_sn_42_no_contract_excavates_or_lays_in_fog(card: int) -> None:
    table = fog_attempt(card)
    assert table.seat_values("rubble")[0] == 0
    assert table.owns(0) == ([], [])


def test_sn_42_option_fog_blocks_contracts_off() -> None:
    assert fog_attempt(3, fog_blocks_contracts=False).owns(0)[1] == [0]
    assert fog_attempt(8, fog_blocks_contracts=False).owns(0)[0] == [0, 1]


def test_sn_42_no_effect_under_thin_fog() -> None:
    """SN-22 and SN-42: thin fog closes two spaces and nothing more."""
    assert fog_attempt(3, thin_fog=True).owns(0)[1] == [0]
    assert fog_attempt(8, thin_fog=True).owns(0)[0] == [0, 1]


# ---- SN-43: whole spaces and doubled rates ----


def test_sn_43_contract_3_clears_the_next_space_whole() -> None:
    card = Table(3, tracks=(5, 3, 4, 3, 2, 3, 4, 3, 5, 4, 3, 2, 2)).hold(0, 3).place().play("use:3", "perform")
    assert (card.rubble()[:2], card.seat_values("rubble")[0], card.owns(0)) == ([0, 3], 5, ([], []))
    space = Table(3).hold(0, 3).clear(0, 1).place().play("use:3", "perform")
    assert (space.rubble()[:4], space.seat_values("rubble")[0], space.owns(0)) == ([0, 0, 0, 2], 4, ([], [0]))


def test_sn_43_contract_3_without_a_marker() -> None:
    table = Table(3).hold(0, 3).clear(0, 1).markers(0, 0).place().play("use:3", "perform")
    assert table.seat_values("rubble")[0] == 4
    assert 0 not in table.owns(0)[1]


@pytest.mark.parametrize("card", [26, 30])
def test_sn_43_the_rate_doubles_with_bonuses_included(card: int) -> None:
    table = Table(3).hold(0, card).own_train(0, 1).place("B1", "B2").play(f"use:{card}").to_chance()
    assert table.seat_values("rubble") == [10, 3, 0], "(3 + 2) twice for the user, 3 for the other player"


def test_sn_43_the_doubled_rate_holds_for_each_action_of_the_round() -> None:
    table = Table(3).hold(0, 26).place("B1 B2").play("use:26").to_chance()
    assert table.seat_values("rubble") == [12, 0, 0]


# ---- SN-44: the card records ----

AREA_OF_CARD = {
    "A": (4, 7, 13, 20, 22, 23, 28, 29),
    "B": (3, 26, 30),
    "C": (11, 12, 24),
    "D": (1, 2, 8),
    "E": (6, 9, 10, 14, 15, 17, 25),
    "F": (5,),
    "G": (18, 19, 27),
}


@pytest.mark.parametrize("area", "ABCDEFG")
def test_sn_44_every_contract_is_offered_in_its_area_only(area: str) -> None:
    for card in AREA_OF_CARD[area]:
        table = Table(3, start=1).hold(0, card).give(0, iron=4, rubble=4, stone=3, steel=1).clear(0, 1).place("G")
        offered = []
        while not table.state.is_chance_node():
            if table.phase == "WINDOW":
                assert table.legal() == ["pass", f"use:{card}"]
                offered.append(int(table.s["area"]))
            table.play(table.idle())
        assert offered == ["ABCDEFG".index(area)], f"contract {card}"


@pytest.mark.parametrize("card", [16, 21])
def test_sn_44_maintenance_contracts_name_no_area(card: int) -> None:
    table = Table(3).hold(0, card).own_train(0, 1).place()
    assert table.state.is_chance_node()


def test_sn_44_all_cards_are_listed_above() -> None:
    listed = [card for cards in AREA_OF_CARD.values() for card in cards] + [16, 21]
    assert sorted(listed) == list(range(1, 31)) == sorted(card for cards in BACKS.values() for card in cards)
