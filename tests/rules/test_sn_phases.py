"""Phases 3 to 5, SN-45 to SN-47: contracts, weather and the yard are restocked."""

from __future__ import annotations

import pytest
from builder import WEATHER, Table, cards_of


def draws(table: Table, kind: str) -> list[str]:
    """Settle the pending chance events and return those of a kind."""
    return [outcome for outcome in table.settle() if outcome.startswith(f"{kind}:")]


# ---- SN-45 ----


def test_sn_45_space_1_is_discarded_and_the_others_shift() -> None:
    table = Table(3, office=(16, 9, 12), back="sun").place().next_round(card=[25], back=["fog"])
    assert table.office() == [9, 12, 25]
    assert cards_of(table.s["discard"]) == [16]


def test_sn_45_an_empty_space_1_discards_nothing() -> None:
    table = Table(3, office=(16, 9, 12), back="sun").place("F1").play("office:16")
    table.next_round(card=[25], back=["fog"])
    assert table.office() == [9, 12, 25]
    assert int(table.s["discard"]) == 0


def test_sn_45_every_empty_space_is_filled() -> None:
    table = Table(3, office=(16, 9, 12), back="sun").place("F1", "F2").play("office:9", "office:12")
    table.next_round(card=[25, 30, 1], back=["fog"])
    assert cards_of(table.s["discard"]) == [16]
    assert sorted(table.office()) == [1, 25, 30]


def test_sn_45_a_gap_in_the_middle_closes() -> None:
    table = (
        Table(3, office=(16, 9, 12), back="sun").place("F1").play("office:9").next_round(card=[25, 30], back=["fog"])
    )
    assert table.office()[0] == 12
    assert sorted(table.office()[1:]) == [25, 30]


def test_sn_45_the_first_card_shows_the_known_back_the_next_ones_any() -> None:
    table = Table(3, office=(16, 9, 12), back="fog").place("F1").play("office:9")
    assert set(table.chance()) == {f"card:{card}" for card in (7, 8, 10, 26, 27, 30)}
    table.play("card:27")
    assert set(table.chance()) == {f"card:{card}" for card in range(1, 31) if card not in (9, 12, 16, 27)}


def test_sn_45_the_discard_pile_becomes_the_deck_when_the_last_card_is_drawn() -> None:
    table = Table(3, office=(16, 9, 12)).deck([25], discard=[7, 8, 1], seat=2).place()
    assert table.chance() == {"card:25": 1.0}
    table.play("card:25")
    # Contract 16 was discarded first, so that it is shuffled in as well.
    assert cards_of(table.s["deck"]) == [1, 7, 8, 16]
    assert int(table.s["discard"]) == 0
    assert table.chance() == pytest.approx({"back:rain": 1 / 4, "back:sun": 1 / 4, "back:fog": 2 / 4})


def test_sn_45_drawing_goes_on_with_the_new_deck() -> None:
    table = Table(3, office=(16, 9, 12)).deck([25], discard=[7, 8, 1], seat=2).place("F1").play("office:12")
    table.play("card:25")
    assert table.chance() == pytest.approx({f"card:{card}": 1 / 4 for card in (1, 7, 8, 16)})
    table.play("card:7").next_round(back=["fog"])
    assert sorted(table.office()) == [7, 9, 25]
    assert cards_of(table.s["deck"]) == [1, 8, 16]


def test_sn_45_with_all_contracts_in_hands_the_discarded_one_comes_back() -> None:
    table = Table(3, office=(16, 9, 12)).deck([], seat=2).place().next_round()
    assert table.office() == [9, 12, 16]
    assert (int(table.s["deck"]), int(table.s["discard"])) == (0, 0)


@pytest.mark.parametrize(("deck", "office"), [([], [12, 0, 0]), ([25], [12, 25, 0])])
def test_sn_45_without_a_card_left_spaces_stay_empty(deck: list[int], office: list[int]) -> None:
    """The other contracts are in hands; the same if chance is played at once."""
    table = Table(3, office=(16, 9, 12)).deck(deck, seat=2)
    with table.edit() as record:
        record["office"] = (0, 0, 12)
        record["contracts"][1] = 1 << 15 | 1 << 8
        record["contracts_used"] = int(record["contracts_used"]) | 1 << 15 | 1 << 8
    sampled = table.game.new_initial_state(seed=0)
    sampled.load_raw(table.state.raw(), None)
    table.place().next_round()
    while int(sampled.data()["rounds"]) == 1:
        sampled.apply_action(sampled.legal_actions()[-1])  # area G
    for state in (table.state, sampled):
        record = state.data()
        assert [int(card) for card in record["office"]] == office
        assert (int(record["deck"]), int(record["discard"]), int(record["top_back"])) == (0, 0, 3)


# ---- SN-46 ----


def test_sn_46_discs_shift_and_the_new_top_card_gives_the_right_one() -> None:
    table = Table(3, back="sun").set_weather("sun", "rain", "fog").place().next_round(card=[25], back=["sun"])
    assert table.weather() == ["rain", "fog", "sun"]
    assert WEATHER[int(table.s["top_back"])] == "sun"


def test_sn_46_the_first_round_has_no_disc_on_the_left() -> None:
    table = Table(3, office=(16, 5, 27)).place().next_round(back=["rain"])
    assert table.weather() == ["sun", "fog", "rain"]


@pytest.mark.parametrize(
    ("weather", "excavation", "lay"), [("sun", (2, 4), (1, 2)), ("rain", (2, 1), (1, 0)), ("fog", (2, 2), (1, 1))]
)
def test_sn_46_weather_moves_the_work_rates(weather: str, excavation: tuple[int, int], lay: tuple[int, int]) -> None:
    table = Table(3).set_weather("none", weather)
    assert (int(table.s["excavation_rate"]), int(table.s["lay_rate"])) == (excavation[0], lay[0])
    table.place().next_round()
    assert (int(table.s["excavation_rate"]), int(table.s["lay_rate"])) == (excavation[1], lay[1])


@pytest.mark.parametrize(
    ("weather", "before", "after"),
    [("sun", (3, 2), (4, 2)), ("sun", (4, 1), (4, 2)), ("rain", (0, 0), (0, 0)), ("rain", (0, 1), (0, 0))],
)
def test_sn_46_markers_stop_at_the_ends(weather: str, before: tuple[int, int], after: tuple[int, int]) -> None:
    table = Table(3).set_weather("none", weather).set(excavation_rate=before[0], lay_rate=before[1])
    table.place().next_round()
    assert (int(table.s["excavation_rate"]), int(table.s["lay_rate"])) == after


def test_sn_46_rates_are_felt_in_the_next_round() -> None:
    table = Table(3).set_weather("none", "sun").place().next_round()
    table.place("B1").to_chance()
    assert table.seat_values("rubble")[0] == 5
    rain = Table(3).set_weather("none", "rain").place().next_round()
    rain.clear(0, 1).give(1, steel=3).place("B1", "D1").to_chance()
    assert (rain.seat_values("rubble")[0], rain.owns(1)[0]) == (2, [0])


def test_sn_46_the_back_is_public_and_the_face_is_not() -> None:
    """SN-46 and SN-80: what can be drawn is every card of the known back that nobody has seen."""
    table = Table(3, office=(16, 5, 27), back="fog").place()
    assert table.chance() == pytest.approx({f"card:{card}": 1 / 5 for card in (7, 8, 10, 26, 30)})


# ---- SN-47 ----


@pytest.mark.parametrize(("players", "cubes"), [(1, 6), (2, 6), (3, 9), (4, 12), (5, 12)])
def test_sn_47_cubes_drawn_by_number_of_players(players: int, cubes: int) -> None:
    table = Table(players).place()
    assert len(draws(table, "cube")) == cubes


def test_sn_47_cubes_are_drawn_without_replacement_and_go_to_the_yard() -> None:
    table = Table(3).place()
    while not next(iter(table.chance())).startswith("cube:"):
        table.settle_one()
    # Bag: 20 iron, 11 stone, 8 coal, 5 events.
    assert table.chance() == pytest.approx(
        {"cube:iron": 20 / 44, "cube:stone": 11 / 44, "cube:coal": 8 / 44, "cube:event": 5 / 44}
    )
    table.play("cube:iron")
    assert table.chance() == pytest.approx(
        {"cube:iron": 19 / 43, "cube:stone": 11 / 43, "cube:coal": 8 / 43, "cube:event": 5 / 43}
    )
    table.play("cube:stone", "cube:stone", *["cube:coal"] * 6)
    assert not table.state.is_chance_node()
    assert [int(n) for n in table.s["yard"]] == [7 + 1, 4 + 2, 1 + 6]
    assert [int(n) for n in table.s["bag"]] == [19, 9, 2, 5]


def test_sn_47_all_cubes_if_fewer_are_left() -> None:
    table = Table(3).bag(1, iron=2, stone=1, event=1).place()
    assert len(draws(table, "cube")) == 4
    assert [int(n) for n in table.s["yard"]] == [9, 5, 1]


def test_sn_47_an_empty_bag_brings_nothing() -> None:
    table = Table(3).bag(1).place()
    assert draws(table, "cube") == []
    assert int(table.s["rounds"]) == 2


def test_sn_47_event_cubes_are_placed_one_after_the_other() -> None:
    table = Table(3).set_weather("none", "fog").place().next_round(cube=["event", "iron", "event"])
    assert int(table.s["event_cubes"]) == 0b110
    assert [int(n) for n in table.s["yard"]][0] == 7 + 7
    # Space 1 cleared three spaces and space 2 opened the shed.
    assert table.rubble()[:4] == [0, 0, 0, 2]
    assert int(table.s["trains_open"]) == 1


def test_sn_47_resources_are_in_the_yard_before_events_resolve() -> None:
    table = Table(3).events_on(4, 5).own_train(0, 1).set(trains_open=1).place()
    table.force(cube=["event"]).settle()
    assert table.phase == "MAINTENANCE"
    assert [int(n) for n in table.s["yard"]][0] == 7 + 8
