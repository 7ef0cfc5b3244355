"""What each contract does when it is used: SN-43, SN-44 and SN-85 to SN-93.

Scores of the contracts are in test_sn_end_score.py, their areas in test_sn_areas.py.
"""

from __future__ import annotations

import pytest
from builder import Table, action_text, cards_of

from snowplay import load_game


def takes(cubes: int, coal: int) -> list[str]:
    """All ways to take up to some cubes, with a limit on coal, out of a full yard."""
    numbers = range(cubes + 1)
    return [f"take:{i},{s},{c}" for i in numbers for s in numbers for c in range(coal + 1) if i + s + c <= cubes]


def builder_position(**options: object) -> Table:
    """Two Viaducts (stone spaces 2 to 5) and Waterfall (steel 7, stone 8) are open."""
    return Table(3, **options).clear(0, 1, 4)


# ---- D: contracts 1, 2 and 8 ----


@pytest.mark.parametrize(("cards", "laid"), [((1,), 3), ((2,), 3), ((1, 2), 4)])
def test_sn_44_contracts_1_and_2_lay_one_more(cards: tuple[int, ...], laid: int) -> None:
    table = Table(3).hold(0, *cards).give(0, steel=9).give(1, steel=9).clear_below(track=7).place("D1", "D2")
    table.play(*(f"use:{card}" for card in cards)).to_chance()
    assert table.owns(0)[0] == list(range(laid))
    assert table.owns(1)[0] == [laid, laid + 1], "nobody else has the bonus"
    assert table.seat_values("steel") == [9 - laid, 7, 0]


def test_sn_44_contract_8_adds_a_lay_track_action_with_bonuses() -> None:
    table = Table(3).hold(0, 8, 1).own_train(0, 7).give(0, steel=9).clear_below(track=9).place("D1")
    table.play("use:1", "use:8")
    assert table.owns(0)[0] == [0, 1, 2, 3]
    assert table.legal() == ["pass", "perform"]
    table.play("perform")
    assert table.owns(0)[0] == [0, 1, 2, 3, 4, 5, 6, 7]


def test_sn_44_contract_8_may_be_left() -> None:
    table = Table(3).hold(0, 8).give(0, steel=2).clear(0, 1).place().play("use:8", "pass")
    assert table.owns(0)[0] == []
    assert table.state.is_chance_node()


# ---- B: contracts 3, 26 and 30 ----


def test_sn_44_contract_3_may_be_left() -> None:
    table = Table(3).hold(0, 3).place().play("use:3", "pass")
    assert table.seat_values("rubble")[0] == 0
    assert table.state.is_chance_node()


def test_sn_44_contract_3_skips_a_closed_station() -> None:
    """SN-54: the rubble of a station with a No Entry marker is not next."""
    table = Table(3).clear(0, 1).hold(0, 3).set_weather("none", "fog", "fog").events_on(4).place().play("pass")
    table.next_round(cube=["event"])
    assert int(table.s["stations_closed"]) == 0b10
    table.set_weather("rain").place().play("use:3", "perform")
    assert table.rubble()[:5] == [0, 0, 4, 2, 0]
    assert table.seat_values("rubble")[0] == 4


def test_sn_43_contracts_26_and_30_together_double_twice() -> None:
    table = Table(3).hold(0, 26, 30).place("B1").play("use:26", "use:30").to_chance()
    assert table.seat_values("rubble")[0] == 12


def test_sn_43_the_double_rate_ends_with_the_round() -> None:
    table = Table(3).set_weather("none", "fog", "rain").hold(0, 30).place("B1").play("use:30").next_round()
    assert table.seat_values("rubble")[0] == 6
    table.set_weather("none").place("B1").to_chance()
    assert table.seat_values("rubble")[0] == 6 + 3


# ---- A: contracts 4, 7, 13, 20, 22, 23, 28, 29 ----


@pytest.mark.parametrize(
    ("middle", "choices"),
    [
        ("sun", ["disc:rain", "disc:fog"]),
        ("rain", ["disc:sun", "disc:fog"]),
        ("fog", ["disc:sun", "disc:rain"]),
    ],
)
def test_sn_91_contract_4_changes_the_middle_disc(middle: str, choices: list[str]) -> None:
    table = Table(3).set_weather("none", middle, "rain").hold(0, 4).place().play("use:4")
    assert (table.seat, table.phase, table.legal()) == (0, "DISC", choices)
    table.play(choices[1])
    assert table.weather() == ["none", choices[1].removeprefix("disc:"), "rain"]
    table.next_round()
    assert table.weather()[0] == choices[1].removeprefix("disc:"), "the weather of the next round"


def test_sn_44_contract_7_two_more_cubes_in_each_yard_action() -> None:
    table = Table(3).yard(9, 9, 5).hold(0, 7).place("A1 A3", "A2").play("use:7")
    assert table.legal() == takes(5, 1)
    table.play("take:4,0,1")
    assert (table.seat, table.legal()) == (1, takes(3, 1))
    table.play("take:0,0,0")
    assert (table.seat, table.legal()) == (0, takes(5, 1))


def test_sn_44_train_3_one_more_cube_in_each_yard_action() -> None:
    """SN-32 with Wyddfa: four cubes, still one coal; with contract 7 six cubes."""
    table = Table(3).yard(9, 9, 5).own_train(0, 3).place("A1", "A2")
    assert table.legal() == takes(4, 1)
    table.play("take:0,0,0")
    assert table.legal() == takes(3, 1)
    both = Table(3).yard(9, 9, 5).own_train(0, 3).hold(0, 7).place("A1").play("use:7")
    assert both.legal() == takes(6, 1)


def test_sn_91_contract_13_locks_all_contracts_for_the_round() -> None:
    table = Table(3).hold(0, 20, 3).hold(1, 13, 7).hold(2, 22, 26).place()
    table.play("pass", "use:13")
    assert table.state.is_chance_node(), "no further window for anybody"
    assert cards_of(table.s["contracts_used"]) == [13]
    table.next_round()
    table.place()
    assert (table.seat, table.legal()) == (0, ["pass", "use:20"])


def test_sn_91_contract_13_leaves_effects_in_force() -> None:
    """SN-30: what was used before the lock lasts to the end of the round."""
    table = Table(3).hold(0, 7).hold(1, 13).place("A1").play("use:7", "use:13")
    assert "take:5,0,0" in table.legal()


@pytest.mark.parametrize("card", [20, 23])
def test_sn_90_contracts_20_and_23_take_up_to_two_cubes_with_one_coal(card: int) -> None:
    table = Table(3).yard(9, 9, 5).hold(0, card).own_train(0, 3).place().play(f"use:{card}")
    assert table.legal() == takes(2, 1), "no Stock Yard action: train No. 3 does not help"
    table.play("take:1,0,1")
    assert (table.seat_values("iron")[0], table.seat_values("coal")[0]) == (1, 1)
    assert [int(n) for n in table.s["yard"]] == [8, 9, 4]


def test_sn_90_contract_7_and_29_do_not_change_contract_20() -> None:
    table = Table(3).yard(9, 9, 5).hold(0, 7, 20, 29).place().play("use:7", "use:20")
    assert table.legal() == takes(2, 1)


def test_sn_91_contract_22_takes_the_token_for_the_round() -> None:
    table = Table(3).hold(0, 26).hold(1, 3).hold(2, 22).place("G", "A3").play("use:22")
    assert int(table.s["start_player"]) == 2
    table.play("take:0,0,0")
    assert int(table.s["start_player"]) == 2, "the last space of the Stock Yard does not take it back"
    assert (table.seat, table.legal()) == (0, ["pass", "use:26"]), "order 2, 0, 1"
    table.next_round()
    assert table.seat == 2
    table.place("G", "A3").play("take:0,0,0")
    assert int(table.s["start_player"]) == 1, "in the next round the token moves as usual"


def test_sn_91_contract_28_moves_an_own_labourer_to_an_open_empty_space() -> None:
    table = Table(3).hold(0, 28).give(0, iron=3).place("A1 G", "A2 B1").play("use:28")
    assert (table.phase, table.legal()) == ("LIFT", ["lift:A1", "lift:G"])
    table.play("lift:A1")
    expected = ["A3", "B2", "C1", "D1", "D2", "E1", "E2", "F1", "F2", "G"]
    assert table.legal() == [f"place:{place}" for place in expected]
    table.play("place:C1")
    assert (table.seat, table.phase) == (1, "TAKE"), "nobody is left on A1"
    table.play("take:0,0,0")
    assert (table.seat, table.legal()) == (0, ["convert:1,0"])


def test_sn_91_contract_28_from_area_g() -> None:
    table = Table(3).hold(0, 28).place("G G").play("use:28", "lift:G")
    assert table.legal() == [
        f"place:{p}" for p in ("A1", "A2", "A3", "B1", "B2", "C1", "D1", "D2", "E1", "E2", "F1", "F2")
    ]
    table.play("place:A3", "take:0,0,0").to_chance()
    assert (table.seat_values("surveyor")[0], int(table.s["start_player"])) == (1, 0)


def test_sn_91_contract_28_respects_fog() -> None:
    table = Table(3).set_weather("fog").hold(0, 28).place("A1").play("use:28", "lift:A1")
    assert table.legal() == [f"place:{place}" for place in ("A2", "A3", "C1", "E1", "E2", "F1", "F2", "G")]


def test_sn_91_contract_28_without_a_labourer_to_move_does_nothing() -> None:
    table = Table(3).hold(0, 28).place("", "A1")
    table.set_seat(0, surveyors_waiting=0)
    table.play("use:28")
    assert cards_of(table.s["contracts_used"]) == [28]
    assert (table.seat, table.phase) == (1, "TAKE")


def test_sn_44_contract_29_lifts_the_coal_limit() -> None:
    table = Table(3).yard(9, 9, 5).hold(0, 29).place("A1", "A2").play("use:29")
    assert table.legal() == takes(3, 3)
    table.play("take:0,0,3")
    assert table.seat_values("coal")[0] == 3
    assert table.legal() == takes(3, 1), "only for its owner"


# ---- C: contracts 11, 12, 24 ----


def test_sn_89_contract_11_makes_up_to_three_stone() -> None:
    table = Table(3).hold(0, 11).give(0, rubble=9).place()
    stone = int(table.s["bag"][1])
    table.play("use:11")
    assert table.legal() == ["convert:0,1", "convert:0,2", "convert:0,3"]
    table.play("convert:0,3")
    assert (table.seat_values("rubble")[0], table.seat_values("stone")[0]) == (3, 3)
    assert int(table.s["bag"][1]) == stone - 3


def test_sn_89_contract_11_as_far_as_possible() -> None:
    table = Table(3).hold(0, 11).give(0, rubble=5).place().play("use:11")
    assert table.legal() == ["convert:0,1", "convert:0,2"]
    bag = Table(3).hold(0, 11).give(0, rubble=6).bag(1, iron=5, stone=1, coal=5, event=5).place().play("use:11")
    assert bag.legal() == ["convert:0,1"]


@pytest.mark.parametrize("card", [12, 24])
def test_sn_89_contracts_12_and_24_make_up_to_two_steel(card: int) -> None:
    table = Table(3).hold(0, card).give(0, iron=7).place()
    iron = int(table.s["bag"][0])
    table.play(f"use:{card}")
    assert table.legal() == ["convert:1,0", "convert:2,0"]
    table.play("convert:2,0")
    assert (table.seat_values("iron")[0], table.seat_values("steel")[0]) == (3, 2)
    assert int(table.s["bag"][0]) == iron + 4


def test_sn_89_converting_by_contract_is_no_works_action() -> None:
    """The labourer at the Works still makes up to three conversions afterwards."""
    table = Table(3).hold(0, 12).give(0, iron=13).place("C1").play("use:12", "convert:2,0")
    assert table.legal() == ["convert:1,0", "convert:2,0", "convert:3,0"]


def test_sn_89_the_steel_limit_holds_for_contracts() -> None:
    """SN-12 with the option: only so much steel as the supply has."""
    table = Table(3, steel_limit=4).hold(0, 12).give(0, iron=4).give(1, steel=3).place().play("use:12")
    assert table.legal() == ["convert:1,0"]
    table.play("convert:1,0")
    assert table.seat_values("steel") == [1, 3, 0]


# ---- E: contracts 6, 9, 10, 14, 15, 17, 25 ----


@pytest.mark.parametrize("card", [6, 25])
def test_sn_85_three_iron_pay_a_steel_for_a_station(card: int) -> None:
    table = Table(3).clear_all().hold(0, card).give(0, iron=7, steel=2)
    iron = int(table.s["bag"][0])
    table.place("E1").play(f"use:{card}", "build:33")
    assert (table.phase, table.legal()) == ("PAY", ["pay:0,0", "pay:1,0", "pay:2,0"])
    table.play("pay:2,0")
    assert (table.seat_values("iron")[0], table.seat_values("steel")[0]) == (1, 2)
    assert int(table.s["bag"][0]) == iron + 6
    assert table.owns(0)[1] == [33]


@pytest.mark.parametrize("cheap", [6, 25])
def test_sn_85_of_two_prices_the_lower_one_is_paid(cheap: int) -> None:
    table = Table(3, variant={"contracts": {str(cheap): {"effect": {"amount": 2}}}}).clear_all()
    table.hold(0, 6, 25).give(0, iron=5, steel=2).place("E1").play("use:6", "use:25", "build:33")
    assert table.legal() == ["pay:0,0", "pay:1,0", "pay:2,0"]
    table.play("pay:2,0")
    assert (table.seat_values("iron")[0], table.seat_values("steel")[0]) == (1, 2)


def test_sn_85_iron_alone_is_enough_and_one_way_to_pay_is_not_asked() -> None:
    table = builder_position().hold(0, 6).give(0, iron=3).place("E1").play("use:6")
    assert table.legal() == ["build:7"]
    table.play("build:7")
    assert table.owns(0)[1] == [7]
    assert table.seat_values("iron")[0] == 0
    poor = builder_position().hold(0, 6).give(0, iron=2).place("E1").play("use:6")
    assert not poor.reach("BUILD")


@pytest.mark.parametrize("card", [6, 25])
def test_sn_85_three_iron_pay_a_steel_for_a_train(card: int) -> None:
    table = Table(3).set(trains_open=1).hold(0, card).give(0, iron=3, steel=1).place("E1").play(f"use:{card}")
    assert table.legal() == [f"acquire:{train}" for train in (1, 2, 3, 4, 6, 7)]
    table.play("acquire:3")
    assert (table.seat_values("iron")[0], table.seat_values("steel")[0]) == (0, 0)
    both = Table(3).set(trains_open=1).hold(0, card).give(0, iron=3, steel=1).place("E1")
    both.play(f"use:{card}", "acquire:4")
    assert both.legal() == ["pay:0,0", "pay:1,0"]
    both.play("pay:1,0")
    assert (both.seat_values("train")[0], both.seat_values("steel")[0]) == (4, 1)


def test_sn_85_in_each_own_build_action_of_the_round() -> None:
    table = Table(3).clear_all().hold(0, 25).give(0, iron=6).give(1, iron=9).place("E1 E2").play("use:25")
    table.play("build:7", "build:12").to_chance()
    assert table.owns(0)[1] == [7, 12]
    assert table.seat_values("iron") == [0, 9, 0]


def test_sn_85_not_for_other_players_and_not_in_the_next_round() -> None:
    table = builder_position().hold(0, 6).give(0, iron=3).give(1, iron=3).place("G", "E1").play("use:6")
    assert not table.reach("BUILD")
    table.next_round()
    table.place("E1")
    assert not table.reach("BUILD")


@pytest.mark.parametrize("card", [9, 14, 15])
def test_sn_86_one_stone_less_for_each_stone_space(card: int) -> None:
    table = builder_position().hold(0, card).give(0, stone=5, steel=1).place("E1 E2").play(f"use:{card}")
    assert table.legal() == ["build:2", "build:3", "build:4", "build:5", "build:7", "build:8"]
    bag = int(table.s["bag"][1])
    table.play("build:2")
    assert (table.seat_values("stone")[0], int(table.s["bag"][1])) == (2, bag + 3)
    assert table.legal() == ["build:3", "build:4", "build:5", "build:7", "build:8"]
    table.play("build:7")
    assert (table.seat_values("steel")[0], table.seat_values("stone")[0]) == (0, 2)


def test_sn_86_discounts_add_up_and_never_go_below_zero() -> None:
    table = builder_position().hold(0, 9, 14, 15).give(0, stone=1).place("E1 E2").play("use:9", "use:14", "use:15")
    assert table.legal() == ["build:2", "build:3", "build:4", "build:5", "build:8"]
    table.play("build:5")
    assert table.seat_values("stone")[0] == 1, "a space for 1 stone costs nothing, not less"
    table.play("build:2")
    assert table.seat_values("stone")[0] == 0


def test_sn_86_a_free_space_may_be_built_without_stone() -> None:
    table = builder_position().hold(0, 9).place("E1").play("use:9")
    assert table.legal() == ["build:5"]


def test_sn_87_a_second_such_contract_adds_its_times() -> None:
    """No two contracts of the game do this, a variant's may, at the same price."""
    second = {"effect": {"op": "rubble_for_stone", "amount": 2, "times": 1}}
    table = Table(3, variant={"contracts": {"25": second}}).clear(0, 1, 4).hold(0, 17, 25)
    table.give(0, stone=4, rubble=6).place("E1").play("use:17", "use:25", "build:2")
    assert table.legal() == ["pay:0,0", "pay:0,1", "pay:0,2", "pay:0,3"]
    table.play("pay:0,3")
    assert table.seat_values("rubble")[0] == 0


def test_sn_87_rubble_pays_up_to_two_stone() -> None:
    table = builder_position().hold(0, 17).give(0, stone=4, rubble=5).place("E1").play("use:17", "build:2")
    assert table.legal() == ["pay:0,0", "pay:0,1", "pay:0,2"]
    bag = int(table.s["bag"][1])
    table.play("pay:0,2")
    assert (table.seat_values("stone")[0], table.seat_values("rubble")[0]) == (2, 1)
    assert int(table.s["bag"][1]) == bag + 2, "only the stone that was paid"


def test_sn_87_not_more_than_two_stone_in_one_action() -> None:
    table = builder_position().hold(0, 17).give(0, stone=1, rubble=20).place("E1 E2").play("use:17")
    assert table.legal() == ["build:3", "build:4", "build:5", "build:8"]
    table.play("build:3")
    assert (table.seat_values("stone")[0], table.seat_values("rubble")[0]) == (0, 16)
    table.play("build:4")
    assert table.seat_values("rubble")[0] == 12, "and again two in the next action"


def test_sn_87_together_with_discounts_and_iron() -> None:
    """SN-85 to SN-87 at once: the discount first, then rubble for what is left."""
    table = builder_position().hold(0, 6, 9, 17).give(0, stone=1, rubble=4, iron=3, steel=1).place("E1 E2")
    table.play("use:6", "use:9", "use:17")
    assert table.legal() == ["build:2", "build:3", "build:4", "build:5", "build:7", "build:8"]
    table.play("build:2")
    assert (table.seat_values("stone")[0], table.seat_values("rubble")[0]) == (0, 0)
    table.play("build:7")
    assert table.legal() == ["pay:0,0", "pay:1,0"]


def test_sn_92_contract_10_adds_a_build_action() -> None:
    table = builder_position().hold(0, 10).give(0, stone=3).place("E1").play("use:10", "build:4")
    assert (table.seat, table.legal()) == (0, ["pass", "build:5"])
    table.play("build:5")
    assert table.owns(0)[1] == [4, 5]


def test_sn_92_contract_10_may_acquire_a_train() -> None:
    table = Table(3).set(trains_open=1).hold(0, 10).give(0, steel=1).place().play("use:10")
    assert table.legal() == ["pass", "acquire:4"]
    table.play("acquire:4")
    assert table.seat_values("train")[0] == 4


def test_sn_92_contract_10_with_effects_on_build_actions() -> None:
    """SN-85: the extra action is an own Build action, too."""
    table = builder_position().hold(0, 10, 25).give(0, iron=3).place().play("use:10", "use:25")
    assert table.legal() == ["pass", "build:7"]


def test_sn_92_contract_10_before_train_6() -> None:
    table = builder_position().hold(0, 10).own_train(0, 6).give(0, stone=3).place().play("use:10")
    assert table.legal() == ["pass", "build:3", "build:4", "build:5", "build:8"]
    table.play("build:4")
    assert table.legal() == ["pass", "build:5"], "SN-93: the action of contract 10 lets train No. 6 build"


def test_sn_92_train_6_is_optional() -> None:
    table = builder_position().own_train(0, 6).give(0, stone=3).place("E1").play("build:4", "pass")
    assert table.owns(0)[1] == [4]
    assert table.state.is_chance_node()


def test_sn_92_fog_leaves_contracts_3_and_8_without_effect() -> None:
    """SN-42: they may be used, but nothing happens."""
    table = Table(3).set_weather("fog").hold(0, 3, 8).give(0, steel=2).clear(0, 1).place()
    while not table.state.is_chance_node():
        move = next((move for move in table.legal() if move.startswith("use:")), table.idle())
        assert table.legal() != ["pass", "perform"]
        table.play(move)
    assert (table.seat_values("rubble")[0], table.seat_values("steel")[0]) == (0, 2)


def test_sn_93_a_build_action_without_result_does_not_count() -> None:
    table = builder_position().own_train(0, 6).give(0, stone=2).place("G", "E1 E2")
    assert not table.reach("BUILD")


def test_sn_93_passing_contract_10_does_not_count() -> None:
    table = builder_position().hold(0, 10).own_train(0, 6).give(0, stone=2).place().play("use:10", "pass")
    assert not table.reach("BUILD")


def test_sn_93_acquiring_a_train_counts() -> None:
    table = builder_position().set(trains_open=1).own_train(0, 6).give(0, stone=2).give(1, steel=1)
    table.place("G", "E1").play("acquire:4")
    assert (table.seat, table.legal()) == (0, ["pass", "build:4", "build:5", "build:8"])


def test_sn_93_building_in_area_b_counts() -> None:
    """SN-34: the Build space of area B; nobody stands in area E."""
    table = Table(3).clear_all().place().next_round()
    table.own_train(0, 6).give(0, stone=2).give(1, stone=1).place("G", "B1").play("build:5")
    assert table.reach("BUILD")
    assert table.seat == 0
    assert table.legal() == ["pass", "build:4", "build:8"]


def test_sn_92_deferred_effects_go_player_by_player() -> None:
    """Seat 0 with train No. 6 comes before seat 1 with contract 10."""
    table = builder_position().own_train(0, 6).hold(1, 10).give(0, stone=2).give(1, stone=3).give(2, stone=1)
    table.place("G", "G", "E1").play("use:10", "build:5")
    assert (table.seat, table.legal()) == (0, ["pass", "build:4", "build:8"])
    table.play("build:4")
    assert (table.seat, table.legal()) == (1, ["pass", "build:3", "build:8"])


def test_sn_92_train_6_just_acquired_may_build_at_once() -> None:
    table = builder_position().set(trains_open=1).give(0, stone=1, steel=2).place("E1").play("acquire:6")
    assert (table.seat, table.legal()) == (0, ["pass", "build:5"])


def test_sn_61_a_marker_placed_by_contract_3_may_end_the_game() -> None:
    table = Table(2).markers(0, 0).markers(1, 1).clear(0, 1).hold(1, 3).place("F1").play("use:3", "perform")
    assert table.seat_values("markers") == [0, 0]
    assert table.over


# ---- F: contract 5 ----


def test_sn_30_a_contract_just_taken_can_be_used_in_a_later_window() -> None:
    """SN-39: taken in area F, it names area G."""
    table = Table(3, office=(16, 27, 12)).place("F1").play("office:27")
    assert (table.seat, table.legal()) == (0, ["pass", "use:27"])
    table.play("use:27").to_chance()
    assert table.seat_values("surveyor")[0] == 2, "one station by the contract, one by the other labourer"


def test_sn_88_contract_5_keeps_itself_or_one_of_two_drawn() -> None:
    table = Table(3, back="fog").hold(0, 5).place().play("use:5")
    assert set(table.chance()) == {f"card:{card}" for card in (7, 8, 10, 26, 27, 30)}
    table.play("card:27")
    assert "card:1" in table.chance()
    table.force(card=[20], back=["fog"]).settle()
    assert (table.seat, table.phase, table.legal()) == (0, "KEEP", ["keep:5", "keep:20", "keep:27"])
    table.play("keep:20")
    assert cards_of(table.s["contracts"][0]) == [20]
    assert int(table.s["contracts_used"]) == 0, "a drawn card is not used yet"
    assert {5, 27} <= set(cards_of(table.s["discard"]))


def test_sn_88_keeping_contract_5() -> None:
    table = Table(3, back="fog").hold(0, 5).place().force(card=[27, 20]).play("use:5", "keep:5")
    assert cards_of(table.s["contracts"][0]) == [5]
    assert cards_of(table.s["contracts_used"]) == [5]
    assert {20, 27} <= set(cards_of(table.s["discard"]))


def test_sn_88_a_drawn_contract_of_area_g_can_still_be_used_in_the_round() -> None:
    """SN-30: the window of area G comes later, and the card is unused."""
    table = Table(3, back="fog").hold(0, 5).place().force(card=[27, 20]).play("use:5", "keep:27")
    assert (table.seat, table.legal()) == (0, ["pass", "use:27"])


def test_sn_88_fewer_if_there_are_not_two() -> None:
    table = Table(3).hold(0, 5).deck([25], seat=2).place().play("use:5")
    table.settle()
    assert table.legal() == ["keep:5", "keep:25"]
    table.play("keep:25")
    assert cards_of(table.s["contracts"][0]) == [25]


def test_sn_88_nothing_to_choose_if_there_is_no_card() -> None:
    table = Table(3).hold(0, 5).deck([], seat=2).place().play("use:5")
    assert table.state.is_chance_node() and table.phase != "LOOK"
    assert cards_of(table.s["contracts"][0]) == cards_of(table.s["contracts_used"] & table.s["contracts"][0]) == [5]


def test_sn_88_the_discard_pile_serves_as_the_deck() -> None:
    """SN-45: the pile is shuffled as soon as the last card is drawn."""
    table = Table(3).hold(0, 5).deck([25], discard=[7, 8], seat=2).place().play("use:5", "card:25")
    assert table.chance() == pytest.approx({"card:7": 1 / 2, "card:8": 1 / 2})
    table.play("card:8").settle()
    assert table.legal() == ["keep:5", "keep:8", "keep:25"]


def test_sn_88_the_discarded_cards_form_the_next_deck() -> None:
    """SN-45 and SN-88: the deck and the pile were empty when the two cards had been drawn."""
    table = Table(3, office=(16, 9, 12)).hold(0, 5).deck([25, 6], seat=2).place().play("use:5", "keep:25")
    assert table.chance() == pytest.approx({f"card:{card}": 1 / 3 for card in (5, 6, 16)})


# ---- G: contracts 18, 19, 27 ----


@pytest.mark.parametrize("card", [18, 19])
def test_sn_90_three_cubes_from_the_bag_at_once(card: int) -> None:
    table = Table(3).hold(0, card).place().play(f"use:{card}", "cube:iron", "cube:coal", "cube:stone")
    assert [table.seat_values(kind)[0] for kind in ("iron", "stone", "coal")] == [1, 1, 1]
    assert [int(n) for n in table.s["bag"]] == [19, 10, 7, 5]


def test_sn_90_event_cubes_go_back_without_replacement_and_effect() -> None:
    table = Table(3).hold(0, 18).place().play("use:18")
    assert table.chance()["cube:event"] == pytest.approx(5 / 44)
    table.play("cube:event")
    assert table.chance() == pytest.approx(
        {"cube:iron": 20 / 43, "cube:stone": 11 / 43, "cube:coal": 8 / 43, "cube:event": 4 / 43}
    )
    table.play("cube:event", "cube:iron")
    assert table.seat_values("iron")[0] == 1
    assert [int(n) for n in table.s["bag"]] == [19, 11, 8, 5]
    assert int(table.s["event_cubes"]) == 0
    assert table.rubble()[0] == 2, "no event happened"


def test_sn_90_fewer_cubes_if_the_bag_has_fewer() -> None:
    table = Table(3).hold(0, 19).bag(1, iron=1, event=1).place().play("use:19", "cube:event")
    assert table.chance() == {"cube:iron": 1.0}
    table.play("cube:iron")
    assert table.seat_values("iron")[0] == 1
    assert int(table.s["bag"][3]) == 1


@pytest.mark.parametrize("card", [18, 19])
def test_sn_90_an_empty_bag_gives_nothing(card: int) -> None:
    table = Table(3).hold(0, card).bag(1).place().play(f"use:{card}")
    assert cards_of(table.s["contracts_used"]) == [card]
    assert [table.seat_values(kind)[0] for kind in ("iron", "stone", "coal")] == [0, 0, 0]


def test_sn_44_contract_27_moves_the_surveyor_at_once() -> None:
    table = Table(3).hold(0, 27).place("A1 C1").play("take:0,0,0", "use:27")
    assert table.seat_values("surveyor")[0] == 1
    summit = Table(3).set_seat(0, surveyor=7).hold(0, 27).place("A1 C1").play("take:0,0,0")
    summit.play("use:27")
    assert summit.seat_values("surveyor")[0] == 7


# ---- decisions with a single option ----


def test_sn_31_option_auto_forced_plays_single_options() -> None:
    """SN-31: what must be done and can be done in one way only needs no decision."""
    shown = Table(3).give(0, iron=3).place("C1", "F1")
    assert shown.legal() == ["convert:1,0"]
    forced = Table(3, auto_forced=True).give(0, iron=3).place("C1", "F1")
    assert (forced.seat, forced.phase) == (1, "OFFICE")
    assert forced.seat_values("steel")[0] == 1


def test_sn_23_option_auto_forced_places_the_last_labourers() -> None:
    """SN-23: where only area G is open, the labourers go there by themselves."""
    game = load_game("snowdonia", players=3, auto_forced=True)
    state = game.new_initial_state(seed=3)
    for _ in range(2000):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        assert len(legal) > 1, [action_text(action) for action in legal]
        state.apply_action(legal[len(legal) // 2])
    assert state.check() == 0
