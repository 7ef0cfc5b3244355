"""Phase 1, SN-20 to SN-23: assigning labourers, hiring and fog."""

from __future__ import annotations

import pytest
from builder import PLACE_G, Table, members

from snowplay import RandomAgent, load_game, playouts
from snowplay._core.snowdonia.game import ACTIONS

ALL_3 = ["A1", "A2", "A3", "B1", "B2", "C1", "D1", "D2", "E1", "E2", "F1", "F2", "G"]


def places(table: Table) -> list[str]:
    """The places where the seat to move may put a labourer."""
    return [move.removeprefix("place:") for move in table.legal()]


def test_sn_20_one_labourer_each_in_turn_on_any_empty_space() -> None:
    table = Table(3, start=2)
    assert (table.seat, places(table)) == (2, ALL_3)
    table.play("place:B2")
    assert (table.seat, places(table)) == (0, [place for place in ALL_3 if place != "B2"])
    table.play("place:A3", "place:G")
    assert (table.seat, places(table)) == (2, [place for place in ALL_3 if place not in ("A3", "B2")])
    assert table.seat_values("labourers") == [1, 1, 1]


def test_sn_20_the_numbered_space_is_kept() -> None:
    table = Table(3).play("place:F2", "place:F1")
    assert members(table.s["occupied"]) == [25, 26]
    assert [int(seat) for seat in table.s["occupant"][25:27]] == [1, 0]


def test_sn_20_players_without_labourers_are_passed_over() -> None:
    table = Table(3).own_train(1, 2).give(1, coal=1)
    seats = []
    while table.phase in ("HIRE", "PLACE") and not table.state.is_chance_node():
        if table.phase == "HIRE":
            table.play("hire")
        else:
            seats.append(table.seat)
            table.play("place:G")
    assert seats == [0, 1, 2, 0, 1, 2, 1]


def test_sn_21_hire_before_the_first_labourer_of_the_round() -> None:
    table = Table(3).own_train(1, 2).give(1, coal=2)
    bag = int(table.s["bag"][2])
    table.play("place:A1")
    assert (table.seat, table.phase, table.legal()) == (1, "HIRE", ["pass", "hire"])
    table.play("hire")
    assert table.seat_values("labourers")[1] == 3
    assert table.seat_values("coal")[1] == 1
    assert int(table.s["bag"][2]) == bag + 1
    assert (table.seat, table.phase) == (1, "PLACE")


def test_sn_21_one_hire_a_round() -> None:
    table = Table(3).own_train(1, 2).give(1, coal=2)
    table.play("place:G", "hire", "place:G", "place:G", "place:G")
    assert (table.seat, table.phase) == (1, "PLACE"), "coal is left, but the hire of the round is used"
    asked = Table(3).own_train(1, 2).give(1, coal=2)
    asked.play("place:G", "pass", "place:G", "place:G", "place:G")
    assert (asked.seat, asked.phase) == (1, "PLACE"), "the moment to hire is over"
    assert asked.seat_values("labourers")[1] == 1


def test_sn_21_hire_again_in_the_next_round() -> None:
    table = Table(3).own_train(0, 2).give(0, coal=2).place()
    table.next_round()
    assert (table.seat, table.phase) == (0, "HIRE")
    table.place("G G G", hire=[0])
    table.next_round()
    assert (table.phase, table.seat_values("labourers")[0]) == ("HIRE", 2)


@pytest.mark.parametrize(("train", "cost"), [(1, 1), (2, 1), (3, 1), (4, 1), (6, 2), (7, 1)])
def test_sn_21_hire_cost_of_each_train(train: int, cost: int) -> None:
    rich = Table(3).own_train(1, train).give(1, coal=cost).play("place:G")
    assert rich.phase == "HIRE"
    rich.play("hire")
    assert rich.seat_values("coal")[1] == 0
    poor = Table(3).own_train(1, train).give(1, coal=cost - 1).play("place:G")
    assert poor.phase == "PLACE"


def test_sn_21_hire_cost_of_moel_siabod() -> None:
    table = Table(3, left_out=1).own_train(1, 5).give(1, coal=1).play("place:G", "hire")
    assert table.seat_values("coal")[1] == 0


def test_sn_21_no_train_no_temporary_labourer() -> None:
    table = Table(3).give(1, coal=3).play("place:G")
    assert (table.seat, table.phase) == (1, "PLACE")


def test_sn_22_fog_closes_excavation_and_lay_track() -> None:
    table = Table(3).set_weather("fog")
    assert places(table) == ["A1", "A2", "A3", "C1", "E1", "E2", "F1", "F2", "G"]


def test_sn_22_fog_of_another_round_does_not_matter() -> None:
    table = Table(3).set_weather("rain", "fog", "fog")
    assert places(table) == ALL_3
    table.place().next_round()
    assert places(table) == ["A1", "A2", "A3", "C1", "E1", "E2", "F1", "F2", "G"]


@pytest.mark.parametrize(("players", "closed"), [(2, {"B2", "D1"}), (3, {"B2", "D2"}), (4, {"B3", "D3"})])
def test_sn_22_option_thin_fog_closes_the_last_spaces_only(players: int, closed: set[str]) -> None:
    clear = Table(players, thin_fog=True)
    fog = Table(players, thin_fog=True).set_weather("fog")
    assert set(places(clear)) - set(places(fog)) == closed


def test_sn_22_thin_fog_lets_work_go_on() -> None:
    table = Table(3, thin_fog=True).set_weather("fog").clear(0, 1).give(1, steel=2)
    table.place("B1", "D1").to_chance()
    assert table.seat_values("rubble") == [3, 0, 0]
    assert table.owns(1)[0] == [0, 1]


def test_sn_23_area_g_has_room_when_everything_else_is_full() -> None:
    table = Table(3, start=2).set_weather("fog")
    for seat, train in enumerate((1, 2, 3)):
        table.own_train(seat, train).give(seat, coal=2)
    table.place().next_round(back=["fog"])
    table.set_weather("fog")
    for place in ("A1", "A2", "A3", "C1", "E1", "E2", "F1", "F2"):
        if table.phase == "HIRE":
            table.play("hire")
        table.play(f"place:{place}")
    assert table.seat_values("labourers") == [0, 1, 0]
    assert table.legal() == ["place:G"]


@pytest.mark.parametrize("auto_forced", [False, True])
def test_sn_23_labourers_without_a_space_go_to_area_g(auto_forced: bool) -> None:
    """With six spaces for ten labourers the last ones have no choice; batches play and count such rounds alike."""
    areas = {area: {"spaces": [1] * 5} for area in "ABCDEF"}
    game = load_game("snowdonia", players=5, variant={"areas": areas}, auto_forced=auto_forced)
    state = game.new_initial_state(23, index=0)
    agents = [RandomAgent(23, 0, seat) for seat in range(5)]
    decisions = forced = 0
    while not state.is_terminal():
        forced += state.legal_actions() == [ACTIONS["PLACE"] + PLACE_G]
        state.apply_action(agents[state.current_player()].choose(state))
        decisions += 1
    assert (forced > 20) != auto_forced
    row = playouts(game, 1, seed=23)[0]
    assert (decisions, state.scores()) == (row["decisions"], row["score"].tolist())
