"""The end of the game and the score, SN-60 to SN-64."""

from __future__ import annotations

import numpy as np
import pytest
from builder import Table, cards_of

from snowplay._core.snowdonia.game import END_REASONS


def reason(table: Table) -> str:
    """Why the game ended, by name."""
    number = int(table.state.end_reason())
    return next(name for name, value in END_REASONS.items() if value == number)


def last_card_open(players: int = 3, **options: object) -> Table:
    """All track laid by nobody but the last card, which is clear; the weather ahead is fog, so rates stay.

    One cube of rubble is left on the very last space.
    """
    table = Table(players, **options).set_weather("none", "fog", "fog")
    last = sum(kind == "track" for kind, _ in table.cells) - 1
    return table.clear_all().put_rubble({len(table.cells) - 1: 1}).lay(*range(last))


# ---- SN-60 ----


def test_sn_60_a_player_lays_the_last_card_and_the_round_is_finished() -> None:
    table = last_card_open().give(1, steel=1).place("G", "D1", "F1")
    # The rest of phase 2 and the phases 3 to 5 are still played.
    assert (table.over, table.seat, table.phase) == (False, 2, "OFFICE")
    assert table.owns(1)[0] == [12]
    table.play("office:9")
    kinds = {outcome.partition(":")[0] for outcome in table.settle()}
    assert kinds == {"card", "back", "cube"}
    assert table.over
    assert int(table.s["rounds"]) == 1
    assert reason(table) == "PLAYER_TRACK"
    assert table.state.outcome().reason


def test_sn_60_events_of_the_last_round_still_happen() -> None:
    table = last_card_open().give(1, steel=1).own_train(0, 1).events_on(4, 5).place("G", "D1")
    table.next_round(cube=["event"])
    assert table.over
    assert table.seat_values("train")[0] == 0, "the maintenance of the last round"


def test_sn_60_an_event_lays_the_last_card_and_one_more_round_is_played() -> None:
    table = last_card_open().events_on(1, 2).place().next_round(cube=["event"])
    assert not table.over
    assert (int(table.s["rounds"]), table.phase) == (2, "PLACE")
    table.place("A1", "F1").play("take:1,0,0")
    table.play(table.legal()[0])
    assert table.state.is_chance_node()
    table.next_round()
    assert table.over
    assert int(table.s["rounds"]) == 2
    assert reason(table) == "EVENT_TRACK"


def test_sn_60_a_player_before_an_event_of_the_same_round_decides() -> None:
    table = last_card_open().give(1, steel=1).events_on(1, 2).place("G", "D1").next_round(cube=["event"])
    assert table.over
    assert (int(table.s["rounds"]), reason(table)) == (1, "PLAYER_TRACK")


def test_sn_60_a_contract_may_lay_the_last_card() -> None:
    table = last_card_open().give(0, steel=1).hold(0, 8).place().play("use:8", "perform").next_round()
    assert (table.over, reason(table)) == (True, "PLAYER_TRACK")


def test_sn_60_the_game_goes_on_while_a_card_is_not_laid() -> None:
    table = last_card_open().place().next_round()
    assert not table.over
    assert int(table.state.end_reason()) == END_REASONS["NONE"]
    assert table.state.outcome() is None


def test_sn_60_a_game_without_an_end_is_cut_off() -> None:
    """Not a rule but a safety stop, after 250 rounds."""
    table = Table(3).set(rounds=249).place().next_round()
    assert (table.over, int(table.s["rounds"])) == (False, 250)
    table.place().next_round()
    assert (table.over, reason(table)) == (True, "ROUND_LIMIT")


# ---- SN-61 ----


def test_sn_61_two_players_without_markers_end_the_game_at_once() -> None:
    table = Table(2).markers(0, 1).markers(1, 1).clear(0, 1).give(0, stone=2).give(1, stone=2)
    table.place("E1", "E2 F1").play("build:4")
    assert not table.over, "seat 1 still has a marker"
    table.play("build:5")
    assert table.over, "at once: the Site Office is not resolved any more"
    assert reason(table) == "MARKERS"
    assert table.state.scores()[0] > 0


def test_sn_61_an_action_is_finished_before_the_end_is_tested() -> None:
    table = Table(2).markers(0, 0).markers(1, 1).put_rubble({0: 0, 1: 0, 2: 1, 3: 2}).place("F1", "B1")
    assert table.over, "the Site Office is not resolved any more"
    assert reason(table) == "MARKERS"
    assert table.seat_values("rubble") == [0, 3]


def test_sn_61_one_player_with_markers_keeps_the_game_going() -> None:
    table = Table(2).markers(0, 0).markers(1, 1).place().next_round()
    assert not table.over


def test_sn_61_not_with_three_players() -> None:
    """With 3 players 48 markers never fit on the route before the end, so two players without any is all there is."""
    table = Table(3).markers(0, 1).clear(0, 1).give(0, stone=1)
    table.own_space(1, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15).own_track(1, 0, 1)
    table.place("E1").play("build:5")
    assert table.seat_values("markers") == [0, 0, 16]
    assert not table.next_round().over


def test_sn_61_the_last_card_laid_with_the_last_marker_is_the_ordinary_end() -> None:
    table = Table(2).set_weather("none", "fog", "fog").markers(0, 1).markers(1, 0).lay(0, 1)
    table.clear_below(track=3).give(0, steel=1).place("D1", "F1")
    assert table.seat_values("markers") == [0, 0]
    assert (table.over, table.phase) == (False, "OFFICE")
    table.play("office:9").next_round()
    assert (table.over, reason(table)) == (True, "PLAYER_TRACK")


# ---- SN-62 ----


def test_sn_62_the_score_is_the_sum_of_its_parts() -> None:
    table = Table(3, left_out=5).own_track(0, 0, 1, 2).own_space(0, 2, 0).own_train(0, 4).set_seat(0, surveyor=4)
    table.hold(0, 25, 27).give(0, coal=2)
    # Track cards 2 + 3 + 4; spaces 9 + 4; contract 25 (7 for a track) and 27 (2 for each coal); No. 4; Halfway.
    expected = {"track": 9, "station": 13, "contract": 7 + 4, "train": 9, "surveyor": 7}
    parts = table.parts(0)
    assert {name: parts[name] for name in expected} == expected
    assert table.state.scores() == [9 + 13 + 11 + 9 + 7, 0, 0]


@pytest.mark.parametrize("train", [1, 2, 3, 6, 7])
def test_sn_62_only_train_4_scores(train: int) -> None:
    assert Table(3).own_train(0, train).parts(0)["train"] == 0
    assert Table(3).own_train(0, 4).parts(0)["train"] == 9


def test_sn_62_track_laid_by_events_scores_for_nobody() -> None:
    assert Table(3).lay(0, 1, 2).state.scores() == [0, 0, 0]


def test_sn_62_cubes_steel_and_markers_left_score_nothing() -> None:
    table = Table(3).give(0, iron=5, stone=5, coal=3, steel=5, rubble=9)
    assert table.state.scores() == [0, 0, 0]


# ---- SN-63 ----

# Points for a full set: (contract, points, station markers, track markers, rubble).
SETS = [
    (1, 15, 5, 0, 0),
    (2, 10, 4, 0, 0),
    (3, 6, 3, 0, 0),
    (4, 17, 2, 2, 0),
    (5, 14, 2, 1, 4),
    (6, 22, 0, 1, 12),
    (7, 11, 0, 0, 8),
    (8, 11, 0, 0, 8),
    (9, 14, 0, 1, 6),
    (10, 5, 0, 0, 4),
    (11, 5, 0, 0, 4),
    (12, 16, 0, 0, 12),
    (13, 18, 0, 2, 4),
    (14, 11, 0, 1, 4),
    (15, 17, 0, 1, 8),
    (16, 23, 0, 2, 8),
    (17, 21, 0, 0, 16),
    (18, 14, 0, 0, 11),
    (19, 10, 0, 0, 7),
    (20, 40, 0, 5, 0),
    (21, 24, 0, 3, 0),
    (22, 24, 0, 3, 0),
    (23, 31, 0, 4, 0),
    (24, 4, 0, 1, 0),
    (25, 7, 0, 1, 0),
    (26, 15, 0, 2, 0),
    (30, 15, 0, 2, 0),
]
BUILDINGS_AND_DIGGINGS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)


def holdings(cards: tuple[int, ...], build: int, track: int, rubble: int, *, coal: int = 0, surveyor: int = 0) -> Table:
    """Seat 0 with these contracts and scoring objects (at most 16 markers)."""
    table = Table(3).own_space(0, *BUILDINGS_AND_DIGGINGS[:build]).own_track(0, *range(track))
    return table.hold(0, *cards).give(0, rubble=rubble, coal=coal).set_seat(0, surveyor=surveyor)


@pytest.mark.parametrize(("card", "points", "build", "track", "rubble"), SETS)
def test_sn_63_each_set_scores_when_it_is_full(card: int, points: int, build: int, track: int, rubble: int) -> None:
    assert holdings((card,), build, track, rubble).parts(0)["contract"] == points
    for short in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        have = [n - minus for n, minus in zip((build, track, rubble), short, strict=True)]
        if min(have) >= 0:
            assert holdings((card,), *have).parts(0)["contract"] == 0
    table = holdings((card,), build, track, rubble)
    table.set(contracts_used=1 << (card - 1))
    assert table.parts(0)["contract"] == points, "a used contract scores as well"


@pytest.mark.parametrize("coal", [0, 1, 3])
def test_sn_63_contract_27_pays_two_for_each_coal(coal: int) -> None:
    assert holdings((27,), 0, 0, 0, coal=coal).parts(0)["contract"] == 2 * coal


@pytest.mark.parametrize(("station", "build", "points"), [(6, 5, 23), (7, 6, 23), (5, 5, 0), (6, 4, 0)])
def test_sn_63_contract_28_needs_clogwyn_and_five_station_markers(station: int, build: int, points: int) -> None:
    assert holdings((28,), build, 0, 0, surveyor=station).parts(0)["contract"] == points


@pytest.mark.parametrize(("station", "points"), [(4, 0), (5, 6), (6, 10), (7, 15)])
def test_sn_63_contract_29_pays_the_highest_tier(station: int, points: int) -> None:
    """With three players stations 5, 6 and 7 are Rocky Valley Halt, Clogwyn and the summit."""
    assert holdings((29,), 0, 0, 0, surveyor=station).parts(0)["contract"] == points


@pytest.mark.parametrize(("station", "points28", "points29"), [(5, 0, 0), (6, 0, 6), (7, 23, 10), (8, 23, 15)])
def test_sn_63_station_numbers_hold_with_five_players(station: int, points28: int, points29: int) -> None:
    for card, points in ((28, points28), (29, points29)):
        table = Table(5).own_space(0, 0, 1, 2, 3, 4).hold(0, card).set_seat(0, surveyor=station)
        assert table.parts(0)["contract"] == points


def test_sn_63_each_object_serves_one_contract() -> None:
    # 4 track markers: contract 23 (31) or 21 (24), not both; with 7 both.
    assert holdings((21, 23), 0, 4, 0).parts(0)["contract"] == 31
    assert holdings((21, 23), 0, 6, 0).parts(0)["contract"] == 31
    assert holdings((21, 23), 0, 7, 0).parts(0)["contract"] == 55
    assert holdings((7, 8), 0, 0, 15).parts(0)["contract"] == 11
    assert holdings((7, 8), 0, 0, 16).parts(0)["contract"] == 22
    assert holdings((1, 28), 9, 0, 0, surveyor=6).parts(0)["contract"] == 23
    assert holdings((1, 28), 10, 0, 0, surveyor=6).parts(0)["contract"] == 38


def test_sn_63_the_best_assignment_is_not_the_greedy_one() -> None:
    # 16 rubble: 17 pays 21, 7 and 8 together 22.
    assert holdings((7, 8, 17), 0, 0, 16).parts(0)["contract"] == 22
    # 5 track markers: 20 pays 40; 22 and 26 pay 39; with 6 markers 21 and 22 pay 48.
    assert holdings((20, 21, 22, 26), 0, 5, 0).parts(0)["contract"] == 40
    assert holdings((20, 21, 22, 26), 0, 6, 0).parts(0)["contract"] == 48


def best_by_brute_force(cards: list[int], build: int, track: int, rubble: int, coal: int, station: int) -> int:
    """The best sum over all subsets of contracts that the objects can serve at once."""
    needs = {card: row for card, *row in SETS}
    if station >= 6:
        needs[28] = [23, 5, 0, 0]
    free = 2 * coal if 27 in cards else 0
    if 29 in cards:
        free += {5: 6, 6: 10, 7: 15}.get(station, 0)
    rows = [needs[card] for card in cards if card in needs]
    rows = [row for row in rows if row[1] <= build and row[2] <= track and row[3] <= rubble]
    sums = np.zeros((1, 4), dtype=np.int32)
    for row in rows:  # doubles the list of subsets
        sums = np.concatenate([sums, sums + np.array(row, dtype=np.int32)])
    fits = (sums[:, 1:] <= (build, track, rubble)).all(axis=1)
    return int(sums[fits, 0].max()) + free


def check_holdings(table: Table, fresh: np.ndarray, rng: np.random.Generator, number: int) -> None:
    """Compare the contract score of seat 0 with brute force, for random objects."""
    cards = [int(card) for card in rng.choice(np.arange(1, 31), size=number, replace=False)]
    track = int(rng.integers(0, 14))
    build = int(rng.integers(0, 17 - track))
    rubble, coal, station = int(rng.integers(0, 60)), int(rng.integers(0, 9)), int(rng.integers(0, 8))
    table.state.load_raw(fresh.tobytes(), None)
    table.own_space(0, *BUILDINGS_AND_DIGGINGS[:build]).own_track(0, *range(track))
    table.hold(0, *cards).give(0, rubble=rubble, coal=coal).set_seat(0, surveyor=station)
    expected = best_by_brute_force(cards, build, track, rubble, coal, station)
    found = table.parts(0)["contract"]
    assert found == expected, f"contracts {sorted(cards)}, {build=}, {track=}, {rubble=}, {coal=}, {station=}"


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 8, 10, 12])
def test_sn_63_exact_for_random_holdings(number: int) -> None:
    table = Table(3)
    fresh = np.array(table.state.data())
    rng = np.random.default_rng(number)
    for _ in range(60):
        check_holdings(table, fresh, rng, number)


@pytest.mark.parametrize("number", [15, 16, 18, 20])
def test_sn_63_exact_for_many_contracts(number: int) -> None:
    table = Table(3)
    fresh = np.array(table.state.data())
    rng = np.random.default_rng(number)
    for _ in range(4):
        check_holdings(table, fresh, rng, number)


def best_by_table(cards: list[int], build: int, track: int, rubble: int) -> int:
    """The same for set contracts only, by filling a table of what the objects used so far can pay."""
    needs = {card: row for card, *row in SETS}
    best = np.zeros((build + 1, track + 1, rubble + 1), dtype=np.int32)
    for card in cards:
        if card in needs and (needs[card][1] <= build and needs[card][2] <= track and needs[card][3] <= rubble):
            points, b, t, r = needs[card]
            taken = best.copy()
            taken[b:, t:, r:] = best[: build + 1 - b, : track + 1 - t, : rubble + 1 - r] + points
            best = np.maximum(best, taken)
    return int(best.max())


@pytest.mark.parametrize(("build", "track", "rubble"), [(3, 13, 60), (8, 8, 77), (16, 0, 40), (5, 11, 33), (9, 7, 55)])
def test_sn_63_exact_with_27_contracts_in_one_hand(build: int, track: int, rubble: int) -> None:
    table = Table(3)
    cards = cards_of(table.s["deck"])
    assert len(cards) == 27
    table.own_space(0, *BUILDINGS_AND_DIGGINGS[:build]).own_track(0, *range(track)).hold(0, *cards)
    table.give(0, rubble=rubble)
    assert table.parts(0)["contract"] == best_by_table(cards, build, track, rubble)


# ---- SN-64 ----


def tie(start: int, tied: tuple[int, ...], *, token: int | None = None, **options: object) -> Table:
    """Play a last round in which the tied seats come to Waterfall and the others stay at Llanberis.

    `start` has the token when the round begins; `token` takes it from the last space of the Stock Yard.
    """
    table = last_card_open(start=start, **options).events_on(1, 2).place("A1 C1", "A2 E1", "D1 E2")
    table.next_round(cube=["event"])
    table.clear_all().set_weather("none")
    for seat in range(3):
        table.set_seat(seat, surveyor=1 if seat in tied and seat == token else 0)
    idle = iter(("C1 D1", "D2 E1"))
    plans = ["G G" if seat in tied else next(idle) for seat in range(3)]
    if token is not None:
        plans[token] = "A3 G"
    table.place(*plans).next_round()
    assert table.over
    assert int(table.s["rounds"]) == 2
    return table


@pytest.mark.parametrize(
    ("start", "tied", "winner"),
    [
        (0, (0, 1), 1),
        (0, (0, 2), 2),
        (1, (0, 1), 0),
        (1, (1, 2), 2),
        (2, (0, 1, 2), 1),
        (2, (0, 2), 0),
        (0, (0, 1, 2), 2),
    ],
)
def test_sn_64_a_tie_goes_to_the_last_in_turn_order(start: int, tied: tuple[int, ...], winner: int) -> None:
    table = tie(start, tied)
    assert table.state.scores() == [2 if seat in tied else 0 for seat in range(3)]
    outcome = table.state.outcome()
    assert outcome.winner == winner
    assert set(outcome.tied) == set(tied)


def test_sn_64_option_tie_break() -> None:
    by_assignment = tie(0, (0, 1, 2), token=1)
    assert int(by_assignment.s["start_player"]) == 1
    assert by_assignment.state.outcome().winner == 2, "order of the last round: 0, 1, 2"
    by_token = tie(0, (0, 1, 2), token=1, tie_break="token")
    assert by_token.state.outcome().winner == 0, "order by the token: 1, 2, 0"


def test_sn_64_most_points_win() -> None:
    table = tie(0, (1,))
    assert table.state.outcome().winner == 1
    assert table.state.scores() == [0, 2, 0]
