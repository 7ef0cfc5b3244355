"""Solo Training Mode, SN-70 to SN-72."""

from __future__ import annotations

import pytest
from builder import Table, cards_of, members

from snowplay import RulesError, load_game
from snowplay._core.snowdonia.game import END_REASONS

YARD = ("iron", "iron", "iron", "stone", "stone", "coal")


def test_sn_70_set_up() -> None:
    table = Table(1, yard=YARD)
    assert len(table.cells) == 21, "12 track cards and 9 station spaces, as with 2 players"
    assert len(cards_of(table.s["deck"])) + 3 == 28
    assert not {28, 29} & set(cards_of(table.s["deck"]))
    assert members(table.s["shed"]) == []
    # No. 1 with its coal; bag 16 + 10 + (6 - 1) + 4 less the first yard.
    assert (table.seat_values("train"), table.seat_values("coal")) == ([1], [1])
    assert [int(n) for n in table.s["yard"]] == [3, 2, 1]
    assert [int(n) for n in table.s["bag"]] == [13, 8, 4, 4]


@pytest.mark.parametrize(("train", "coal"), [(1, 1), (2, 0), (3, 1), (4, 1), (5, 2), (6, 1), (7, 1)])
def test_sn_70_option_solo_train(train: int, coal: int) -> None:
    table = Table(1, solo_train=train, yard=("iron",) * 6)
    assert (table.seat_values("train"), table.seat_values("coal")) == ([train], [coal])
    assert [int(n) for n in table.s["bag"]] == [10, 10, 6 - coal, 4]


def test_sn_70_option_solo_train_is_checked() -> None:
    for train in (0, 8):
        with pytest.raises(RulesError):
            load_game("snowdonia", players=1, solo_train=train)


def test_sn_70_the_first_yard_may_be_empty_in_a_variant() -> None:
    table = Table(1, yard=(), variant={"solo": {"yard_cubes": 0}})
    assert table.phase == "HIRE", "the first round has begun"
    assert [int(n) for n in table.s["yard"]] == [0, 0, 0]


def test_sn_70_the_first_yard_is_drawn_without_event_cubes() -> None:
    table = Table(1, deal=False)
    while not next(iter(table.chance())).startswith("cube:"):
        table.settle_one()
    chance = table.chance()
    # 16 iron, 10 stone, 5 coal; an event cube would be put back and drawn again.
    event = chance.pop("cube:event", 0.0)
    left = 1 - event
    assert chance == pytest.approx(
        {"cube:iron": left * 16 / 31, "cube:stone": left * 10 / 31, "cube:coal": left * 5 / 31}
    )
    table.force(cube=YARD).settle()
    assert sum(int(n) for n in table.s["yard"]) == 6
    assert int(table.s["bag"][3]) == 4


def test_sn_70_the_first_round_may_hire() -> None:
    table = Table(1)
    assert (table.phase, table.legal()) == ("HIRE", ["pass", "hire"])
    table.play("hire")
    assert (table.seat_values("labourers"), table.seat_values("coal")) == ([3], [0])


def test_sn_70_train_6_costs_two_coal_to_hire() -> None:
    assert Table(1, solo_train=6).phase == "PLACE"


def test_sn_71_all_face_up_contracts_are_replaced() -> None:
    table = Table(1, office=(16, 9, 12), back="fog").place().next_round(card=[7, 25, 1], back=["rain"])
    assert sorted(table.office()) == [1, 7, 25]
    assert cards_of(table.s["discard"]) == [9, 12, 16]
    assert table.weather()[2] == "rain"


def test_sn_71_a_taken_contract_is_not_discarded() -> None:
    table = Table(1, office=(16, 9, 12), back="fog").place("F1").play("office:9").next_round(card=[7, 25, 1])
    assert cards_of(table.s["contracts"][0]) == [9]
    assert cards_of(table.s["discard"]) == [12, 16]
    assert sorted(table.office()) == [1, 7, 25]


def test_sn_71_the_deck_is_reshuffled_when_it_runs_out() -> None:
    table = Table(1, office=(16, 9, 12)).deck([25, 5], discard=[1], seat=0).top_back("sun").place()
    table.play("card:25", "card:5")
    assert table.chance() == pytest.approx({f"card:{card}": 1 / 4 for card in (1, 9, 12, 16)})
    table.play("card:12").next_round()
    assert sorted(table.office()) == [5, 12, 25]
    assert cards_of(table.s["deck"]) == [1, 9, 16]


def test_sn_71_then_the_weather() -> None:
    table = Table(1, office=(16, 5, 27), back="sun")
    assert table.weather() == ["none", "sun", "fog"]
    table.place().next_round(back=["rain"])
    assert table.weather() == ["sun", "fog", "rain"]
    assert (int(table.s["excavation_rate"]), int(table.s["lay_rate"])) == (4, 2)


def repair(table: Table) -> Table:
    """Let the maintenance event come at the end of a round."""
    table.events_on(4, 5).place().force(cube=["event"]).settle()
    return table


def test_sn_72_unpaid_maintenance_removes_the_train() -> None:
    table = repair(Table(1).give(0, steel=1))
    assert (table.phase, table.legal()) == ("MAINTENANCE", ["pay_steel", "return_train"])
    bag = int(table.s["bag"][2])
    table.play("return_train")
    assert table.seat_values("train") == [0]
    assert members(table.s["shed"]) == []
    assert int(table.s["bag"][2]) == bag, "no coal leaves the bag for a train that is out of the game"
    table.set(trains_open=1).give(0, steel=2).place("E1")
    assert not table.reach("BUILD"), "no other train can be bought"


def test_sn_72_paid_maintenance_keeps_it() -> None:
    table = repair(Table(1).give(0, steel=1)).play("pay_steel")
    assert (table.seat_values("train"), table.seat_values("steel")) == ([1], [0])


def test_sn_72_no_winner_the_score_is_the_result() -> None:
    table = Table(1).set_weather("none", "fog", "fog").give(0, steel=1)
    table.clear_all().lay(*range(11)).place("D1").next_round()
    assert table.over
    assert table.state.outcome().winner is None
    # The last of the builder's first 12 cards shows 2; the other labourer went to Two Viaducts.
    assert table.state.scores() == [2 + 1]
    assert list(table.state.outcome().scores) == [3]


def test_sn_61_solo_ends_at_once_without_markers() -> None:
    table = Table(1).markers(0, 1).clear(0, 1).give(0, stone=1).place("E1 F1").play("build:5")
    assert table.over
    assert int(table.state.end_reason()) == END_REASONS["MARKERS"]


def test_sn_61_solo_goes_on_with_a_marker() -> None:
    table = Table(1).markers(0, 2).clear(0, 1).give(0, stone=1).place("E1 F1").play("build:5")
    assert not table.over
