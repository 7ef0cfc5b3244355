"""Set-up, SN-01 to SN-12: what lies where before the first labourer is placed."""

from __future__ import annotations

import pytest
from builder import BACKS, Table, back_of, cards_of, members

from snowplay import RulesError, load_game

# Route order, three players: rubble of the track cards as dealt by the builder and of the station spaces.
ROUTE_3 = [2, 3, 4, 2, 4, 2, 3, 2, 2, 3, 4, 2, 2, 3, 4, 5, 4, 3, 6, 2, 4, 3, 3]


def dealing(players: int = 3, **options: object) -> Table:
    """A game that waits for its first track card."""
    table = Table(players, deal=False, **options)
    if "start:0" in table.chance():
        table.play("start:0")
    return table


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sn_01_first_start_player_is_drawn_evenly(players: int) -> None:
    table = Table(players, deal=False)
    assert table.chance() == pytest.approx({f"start:{seat}": 1 / players for seat in range(players)})


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_sn_01_one_to_five_players(players: int) -> None:
    table = Table(players)
    assert table.game.num_players() == players
    assert len(table.state.scores()) == players


@pytest.mark.parametrize("players", [-1, 0, 6])
def test_sn_01_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(RulesError):
        load_game("snowdonia", players=players)


def test_sn_01_seats_are_numbered_clockwise() -> None:
    table = Table(3, start=1)
    seats = []
    for _ in range(4):
        seats.append(table.seat)
        table.play("place:G")
    assert seats == [1, 2, 0, 1]


@pytest.mark.parametrize(
    ("players", "points"),
    [
        (1, [0, 1, 4, 7, 11, 15, 21]),
        (2, [0, 1, 4, 7, 11, 15, 21]),
        (3, [0, 1, 2, 4, 7, 11, 15, 21]),
        (4, [0, 1, 2, 4, 7, 11, 15, 21]),
        (5, [0, 1, 2, 4, 7, 9, 11, 15, 21]),
    ],
)
def test_sn_02_stations_of_the_route(players: int, points: list[int]) -> None:
    table = Table(players)
    found = []
    for station in range(len(points)):
        table.set_seat(0, surveyor=station)
        found.append(table.parts(0)["surveyor"])
    assert found == points
    table.place("G G").next_round()
    assert table.seat_values("surveyor")[0] == len(points) - 1, "the last station is the summit"


@pytest.mark.parametrize(
    ("players", "missing"),
    [(1, {7, 8, 21, 22, 23}), (2, {7, 8, 21, 22, 23}), (3, {21, 22, 23}), (4, {21, 22, 23}), (5, set())],
)
def test_sn_02_waterfall_and_passing_loop_depend_on_the_number_of_players(players: int, missing: set[int]) -> None:
    table = Table(players)
    table.clear_all().give(0, stone=4, steel=2)
    table.place("E1").play_until("BUILD")
    every_building = {2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 16, 17, 18, 19, 21, 22, 23, 25, 27, 28, 29, 30, 33, 34, 35, 36}
    built = {int(move.partition(":")[2]) for move in table.legal() if move.startswith("build:")}
    assert built == every_building - missing


@pytest.mark.parametrize(("players", "cards"), [(1, 12), (2, 12), (3, 13), (4, 13), (5, 14)])
def test_sn_03_number_of_track_cards(players: int, cards: int) -> None:
    table = dealing(players)
    drawn = 0
    while next(iter(table.chance())).startswith("track:"):
        table.settle_one()
        drawn += 1
        if not table.state.is_chance_node():
            break
    assert drawn == cards


def test_sn_03_regular_track_cards_are_dealt_without_replacement() -> None:
    table = dealing()
    assert table.chance() == pytest.approx({"track:2": 3 / 14, "track:3": 5 / 14, "track:4": 4 / 14, "track:5": 2 / 14})
    table.play("track:5")
    assert table.chance() == pytest.approx({"track:2": 3 / 13, "track:3": 5 / 13, "track:4": 4 / 13, "track:5": 1 / 13})
    table.play("track:5")
    assert table.chance() == pytest.approx({"track:2": 3 / 12, "track:3": 5 / 12, "track:4": 4 / 12})


def test_sn_03_option_extra_track_cards_shuffles_three_more_in() -> None:
    table = dealing(extra_track_cards=True)
    expected = {"track:2": 3, "track:3": 5, "track:4": 4, "track:5": 2, "track:0": 1, "track:6": 1, "track:7": 1}
    assert table.chance() == pytest.approx({card: copies / 17 for card, copies in expected.items()})
    table.play("track:7")
    assert "track:7" not in table.chance()


def test_sn_03_cards_lie_two_one_two_two_one_three_two_before_the_stations() -> None:
    table = Table(3)
    # The building spaces that open once the first n track cards are clear, station by station.
    opened = {0: 0, 1: 0, 2: 4, 3: 6, 4: 6, 5: 10, 6: 10, 7: 14, 8: 15, 9: 15, 10: 15, 11: 19, 12: 19, 13: 23}
    for cleared, number in opened.items():
        position = Table(3)
        position.clear(*(table.cell(track=track) for track in range(cleared)))
        position.give(0, stone=4, steel=2).place("E1")
        legal = position.legal() if position.reach("BUILD") else []
        assert len(legal) == number, f"{cleared} cards clear"


def test_sn_04_rubble_on_track_cards_and_station_spaces() -> None:
    table = Table(3)
    assert table.rubble() == ROUTE_3
    assert members(table.s["rubble_cells"]) == list(range(23))


def test_sn_04_a_track_card_without_rubble_is_clear() -> None:
    table = Table(3, tracks=(0, 7, 6, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4), extra_track_cards=True)
    assert table.rubble()[:5] == [0, 7, 4, 2, 6]
    assert members(table.s["rubble_cells"]) == list(range(1, 23))


@pytest.mark.parametrize(
    ("players", "rubble"),
    [(1, [4, 2, 2, 2, 2, 4, 6, 3, 3]), (3, [4, 2, 2, 2, 2, 2, 4, 6, 3, 3]), (5, [4, 2, 2, 2, 2, 2, 4, 4, 6, 3, 3])],
)
def test_sn_04_station_rubble_by_number_of_players(players: int, rubble: list[int]) -> None:
    table = Table(players)
    assert [n for (kind, _), n in zip(table.cells, table.rubble(), strict=True) if kind == "space"] == rubble


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_sn_05_pieces_of_each_player(players: int) -> None:
    table = Table(players)
    assert table.seat_values("markers") == [16] * players
    assert table.seat_values("labourers") == [2] * players
    assert table.seat_values("surveyor") == [0] * players
    for piece in ("iron", "stone", "steel", "rubble", "contracts", "track_markers", "station_markers"):
        assert table.seat_values(piece) == [0] * players


def test_sn_05_sixteen_markers_are_a_hard_limit() -> None:
    table = Table(3).markers(0, 0)
    table.clear(0, 1).give(0, stone=4, steel=2)
    table.place("D1 E1").to_chance()
    tracks, spaces = table.owns(0)
    assert len(tracks) + len(spaces) == 16
    assert table.seat_values("steel")[0] == 2
    assert table.seat_values("stone")[0] == 4


@pytest.mark.parametrize(
    ("players", "spaces"),
    [
        (1, (2, 2, 1, 1, 2, 1)),
        (2, (2, 2, 1, 1, 2, 1)),
        (3, (3, 2, 1, 2, 2, 2)),
        (4, (4, 3, 2, 3, 2, 2)),
        (5, (4, 3, 3, 3, 3, 2)),
    ],
)
def test_sn_06_action_spaces_by_number_of_players(players: int, spaces: tuple[int, ...]) -> None:
    table = Table(players)
    if table.phase == "HIRE":
        table.play("pass")
    expected = [f"place:{area}{i + 1}" for area, number in zip("ABCDEF", spaces, strict=True) for i in range(number)]
    assert table.legal() == [*expected, "place:G"]


def test_sn_06_area_g_has_no_limit() -> None:
    table = Table(5)
    for _ in range(9):
        table.play("place:G")
    assert "place:G" in table.legal()


def test_sn_07_work_rates_start_at_three_and_two() -> None:
    table = Table(3).clear(0, 1).give(1, steel=3)
    table.place("B1", "D1").to_chance()
    assert table.seat_values("rubble") == [3, 0, 0]
    assert table.owns(1)[0] == [0, 1]
    assert table.seat_values("steel")[1] == 1


@pytest.mark.parametrize(("players", "cards"), [(1, 28), (2, 28), (3, 30), (4, 30), (5, 30)])
def test_sn_08_contract_deck(players: int, cards: int) -> None:
    table = dealing(players)
    while not next(iter(table.chance())).startswith("card:"):
        table.settle_one()
    left_out = set() if players > 2 else {28, 29}
    expected = {f"card:{card}": 1 / cards for card in range(1, 31) if card not in left_out}
    assert table.chance() == pytest.approx(expected)


def test_sn_09_three_face_up_contracts_and_the_first_forecast() -> None:
    table = Table(3, office=(7, 5, 27), back="rain")
    assert table.office() == [7, 5, 27]
    assert table.weather() == ["none", "sun", "fog"]
    assert set(cards_of(table.s["deck"])) == set(range(1, 31)) - {5, 7, 27}
    assert int(table.s["discard"]) == 0


def test_sn_09_back_of_the_top_card_follows_the_deck() -> None:
    table = Table(3, office=(7, 5, 27), back="rain")
    fresh = Table(3, deal=False)
    fresh.force(card=["7", "5", "27"])
    while not next(iter(fresh.chance())).startswith("back:"):
        fresh.settle_one()
    # 27 cards are left: 12 show rain, 12 - 1 sun and 6 - 2 fog.
    assert fresh.chance() == pytest.approx({"back:rain": 12 / 27, "back:sun": 11 / 27, "back:fog": 4 / 27})
    assert int(table.s["top_back"]) == 1


def test_sn_10_six_of_seven_trains_in_the_shed() -> None:
    table = dealing()
    while not next(iter(table.chance())).startswith("train:"):
        table.settle_one()
    assert table.chance() == pytest.approx({f"train:{train}": 1 / 7 for train in range(1, 8)})
    table.play("train:4")
    table.settle()
    assert members(table.s["shed"]) == [1, 2, 3, 5, 6, 7]
    assert [int(n) for n in table.s["train_coal"][:8]] == [0, 1, 0, 1, 0, 2, 1, 1]


def test_sn_10_option_train_pool() -> None:
    table = Table(3, train_pool=[1, 2, 5])
    assert members(table.s["shed"]) == [1, 2, 5]
    with pytest.raises(RulesError):
        load_game("snowdonia", players=3, train_pool=[])
    with pytest.raises(RulesError):
        load_game("snowdonia", players=3, train_pool=[1, 9])


@pytest.mark.parametrize(("players", "bag"), [(2, [20, 11]), (3, [20, 11]), (4, [27, 16]), (5, [33, 20])])
def test_sn_11_yard_and_bag(players: int, bag: list[int]) -> None:
    table = Table(players, left_out=5)
    assert [int(n) for n in table.s["yard"]] == [7, 4, 1]
    # Coal: 14, less 1 in the yard and 5 on trains 1, 3, 4, 6 and 7 (No. 2 has none).
    assert [int(n) for n in table.s["bag"]] == [*bag, 8, 5]


@pytest.mark.parametrize(("left_out", "coal"), [(2, 6), (1, 7), (7, 7), (5, 8)])
def test_sn_11_coal_in_the_bag_depends_on_the_trains(left_out: int, coal: int) -> None:
    assert int(Table(3, left_out=left_out).s["bag"][2]) == coal


def test_sn_12_paid_cubes_go_back_to_the_bag() -> None:
    table = Table(3).give(0, iron=3).give(1, stone=4, coal=1).own_train(1, 2)
    table.clear(0, 1)
    before = [int(n) for n in table.s["bag"]]
    table.place("C1", "E1", hire=[1])
    table.play("convert:1,0", "build:2").to_chance()
    assert table.seat_values("steel") == [1, 0, 0]
    assert [int(n) for n in table.s["bag"]] == [before[0] + 3, before[1] + 4, before[2] + 1, before[3]]


def test_sn_12_steel_is_unlimited_and_paid_steel_leaves_the_bag_alone() -> None:
    table = Table(3).give(0, steel=40, iron=9).clear(0, 1)
    before = [int(n) for n in table.s["bag"]]
    table.place("C1 D1").play("convert:3,0").to_chance()
    assert table.seat_values("steel")[0] == 40 + 3 - 2
    assert [int(n) for n in table.s["bag"]] == [before[0] + 9, *before[1:]]


def test_sn_12_option_steel_limit() -> None:
    table = Table(3, steel_limit=4).give(0, iron=9, rubble=2).give(1, steel=3)
    table.place("C1")
    assert table.legal() == ["convert:0,1", "convert:1,0", "convert:1,1"]
    full = Table(3, steel_limit=4).give(0, iron=9).give(1, steel=4)
    full.place("C1").to_chance()
    assert full.seat_values("steel") == [0, 4, 0]
    assert full.seat_values("iron") == [9, 0, 0]


def test_sn_09_backs_of_all_contracts() -> None:
    """SN-09 and SN-46: 12 rain, 12 sun and 6 fog backs; the known back leaves only cards of its kind to be drawn."""
    assert [len(BACKS[kind]) for kind in ("rain", "sun", "fog")] == [12, 12, 6]
    for kind in ("rain", "sun", "fog"):
        table = Table(3, office=(16, 9, 12), back=kind)
        table.place()
        expected = {card for card in BACKS[kind] if card not in (16, 9, 12)}
        assert table.chance() == pytest.approx({f"card:{card}": 1 / len(expected) for card in sorted(expected)})
        assert {back_of(card) for card in expected} == {kind}
