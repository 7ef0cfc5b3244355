"""The end and the score, AC-70 to AC-73."""

from __future__ import annotations

import numpy as np
import pytest
from acres_builder import Acres, rules_of
from acres_cards import PLACES, POINTS_OF, words

from snowplay._core.acres.game import END_REASONS
from snowplay.batch import playouts
from snowplay.summary import Summary

# 18 places for British villages, Boston included.
EIGHTEEN = words(
    "boston new_york new_haven norfolk philadelphia st_marys baltimore cumberland deerfield richmond pemaquid albany "
    "canso detroit fort_beausejour fort_duquesne fort_frontenac fort_halifax"
)

# ---- AC-70 ----


def test_ac_70_all_cubes_on_the_board() -> None:
    table = Acres(british=" ".join(EIGHTEEN[:17])).start_turn("british")
    assert not table.over
    table = Acres(british=" ".join(EIGHTEEN))
    assert table.value("cubes", "british") == 0
    table.start_turn("british")
    assert table.over and table.reason == "cubes"


def test_ac_70_captured_cubes_do_not_come_back() -> None:
    table = Acres(british=" ".join(EIGHTEEN[:17])).captured("french", cubes=1).start_turn("british")
    assert table.over and table.reason == "cubes"


def test_ac_70_all_discs_on_the_board() -> None:
    table = Acres(british="".join(f"{place}* " for place in EIGHTEEN[:11])).start_turn("british")
    assert not table.over
    table = Acres(british="".join(f"{place}* " for place in EIGHTEEN[:12])).start_turn("british")
    assert table.over and table.reason == "discs"
    # Nine discs of the French, one of them captured.
    french = "quebec* gaspe* louisbourg* port_royal* tadoussac* trois_rivieres* montreal* halifax*"
    table = Acres(french=french).start_turn("french")
    assert not table.over
    table = Acres(french=french).captured("british", discs=1).start_turn("french")
    assert table.over and table.reason == "discs"


def test_ac_70_on_the_own_turn_only() -> None:
    table = Acres(british=" ".join(EIGHTEEN)).start_turn("french")
    assert (table.over, table.turn) == (False, "french")
    table.end_turn()
    assert table.over
    table = Acres().captured("british", cubes=6).start_turn("french")
    assert not table.over


@pytest.mark.parametrize(
    ("cubes", "discs", "over"),
    [
        (5, 0, False),
        (6, 0, True),
        (0, 2, False),
        (0, 3, True),
        (3, 1, False),
        (4, 1, True),
        (2, 2, True),
        (1, 2, False),
    ],
)
def test_ac_70_twelve_points_of_captured_pieces(cubes: int, discs: int, over: bool) -> None:
    for side in ("british", "french"):
        table = Acres().captured(side, cubes=cubes, discs=discs).start_turn(side)
        assert table.over == over
        if over:
            assert table.reason == "captures"


@pytest.mark.parametrize("attacker", ["british", "french"])
def test_ac_70_not_while_a_siege_is_in_progress(attacker: str) -> None:
    place = {"british": "port_royal", "french": "pemaquid"}[attacker]
    table = Acres().captured("british", cubes=6).siege(attacker, place, "militia", shift=attacker == "french")
    table.start_turn("british")
    assert not table.over
    assert table.siege_at(attacker) == place


def test_ac_70_a_siege_resolved_at_the_start_counts_as_in_progress() -> None:
    # The French siege is lost at the start of the British turn; the game ends a British turn later.
    table = Acres().captured("british", cubes=6).siege("french", "pemaquid", "montreal", shift=-1)
    table.start_turn("british")
    assert (table.siege_at("french"), table.over) == (None, False)
    table.end_turn().end_turn()
    assert table.over and table.reason == "captures"


# ---- AC-71 ----


def test_ac_71_settling_quebec_wins_at_once() -> None:
    board = "boston* new_york* albany fort_william_henry ticonderoga fort_st_john"
    table = Acres("fort_st_john bateaux settlers", british=board, french="montreal* louisbourg* halifax*")
    table.go("settle:quebec", "fort_st_john bateaux settlers")
    assert table.over and table.reason == "capital"
    assert table.state.returns() == [1.0, -1.0]


@pytest.mark.parametrize("place", ["boston", "new_york"])
def test_ac_71_settling_boston_or_new_york_wins_at_once(place: str) -> None:
    if place == "boston":
        table = Acres(
            "pemaquid ships quebec", side="french", british="new_york* philadelphia", french="quebec* pemaquid"
        )
        table.go("settle:boston", "pemaquid ships quebec")
    else:
        french = "quebec* trois_rivieres fort_st_john ticonderoga fort_william_henry albany"
        table = Acres("albany ticonderoga quebec", side="french", british="boston* philadelphia*", french=french)
        table.go("settle:new_york", "albany ticonderoga quebec")
    assert table.over and table.reason == "capital"
    assert table.state.returns() == [-1.0, 1.0]


def test_ac_71_settling_other_places_wins_nothing() -> None:
    board = "boston* new_york* albany fort_stanwix oswego fort_frontenac"
    table = Acres("fort_frontenac bateaux settlers", british=board, french="quebec*")
    table.go("settle:montreal", "fort_frontenac bateaux settlers")
    assert not table.over


def test_ac_71_an_own_capital_settled_again_wins_nothing() -> None:
    table = Acres("new_haven norfolk settlers").zones("british", deck="", discard="")
    table.go("settle:boston", "new_haven norfolk settlers")
    assert not table.over


@pytest.mark.parametrize(
    ("attacker", "place", "wins"),
    [
        ("british", "quebec", True),
        ("british", "montreal", False),
        ("british", "louisbourg", False),
        ("french", "boston", True),
        ("french", "new_york", True),
        ("french", "philadelphia", False),
    ],
)
def test_ac_71_a_won_siege_of_a_capital(attacker: str, place: str, wins: bool) -> None:
    """At the start of the besieger's turn, with a cube or without one."""
    table = Acres().siege(attacker, place, "siege_artillery", shift=4).start_turn(attacker)
    assert table.over == wins
    if wins:
        assert table.reason == "capital"
        assert table.state.returns()[("british", "french").index(attacker)] == 1.0


def test_ac_71_a_capital_wins_although_behind_on_points() -> None:
    french = "montreal* louisbourg* halifax* port_royal* trois_rivieres* quebec"
    table = Acres(british="boston", french=french).siege("british", "quebec", "siege_artillery", shift=2)
    british, other = table.state.scores()
    assert british < other
    table.start_turn("british")
    assert table.state.returns() == [1.0, -1.0]


# ---- AC-72 ----


@pytest.mark.parametrize("place", PLACES)
def test_ac_72_points_of_every_place(place: str) -> None:
    points = POINTS_OF.get(place, 0)
    for piece, expected in ((place, points), (f"{place}*", 2 * points)):
        assert Acres(british=piece, french="").state.scores() == [expected, 0]
        assert Acres(british="", french=piece).state.scores() == [0, expected]


def test_ac_72_captured_pieces() -> None:
    table = Acres().captured("british", cubes=3, discs=1).captured("french", cubes=1, discs=2)
    # 17 and 29 on the board.
    assert table.state.scores() == [17 + 6 + 4, 29 + 2 + 8]
    parts = table.state.score_parts()
    assert [sum(part.values()) for part in parts] == table.state.scores()


def test_ac_72_most_points_win_and_a_tie_goes_to_the_french() -> None:
    # British 12 captured, and Boston 2; the French Quebec 12 and Tadoussac 2, or less, or more.
    for french, expected in (
        ("quebec* tadoussac", [-1.0, 1.0]),
        ("quebec* gaspe", [1.0, -1.0]),
        ("quebec* port_royal", [-1.0, 1.0]),
    ):
        table = Acres(british="boston", french=french).captured("british", cubes=6).start_turn("british")
        assert table.over and table.reason == "captures"
        assert table.state.returns() == expected, table.state.scores()
        winner = table.state.outcome().winner
        assert winner == expected.index(1.0)


def test_ac_72_besieged_and_unsupplied_places_score() -> None:
    table = Acres(british="boston detroit").siege("french", "boston", "militia")
    assert table.state.scores()[0] == 2 + 4


# ---- AC-73 ----


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_ac_73_a_game_is_cut_off_after_so_many_turns(limit: int) -> None:
    table = Acres(deal=True, max_turns=limit).settle()
    for _ in range(limit):
        assert not table.over
        table.end_turn()
    assert table.over and table.reason == "truncated"
    # Scored as it stands: nothing was built.
    assert table.state.scores() == [17, 29]
    assert table.state.returns() == [-1.0, 1.0]


def test_ac_73_truncated_games_are_marked_in_batches() -> None:
    rows = playouts(rules_of(max_turns=6), 50, seed=1, threads=1)
    assert np.count_nonzero(rows["end_reason"] == END_REASONS["TRUNCATED"]) > 40
    rows = playouts(rules_of(), 50, seed=1, threads=1)
    assert np.count_nonzero(rows["end_reason"] == END_REASONS["TRUNCATED"]) < 50


@pytest.mark.parametrize("limit", [6, 1000])
def test_ac_73_a_summary_always_has_their_share(limit: int) -> None:
    """Also when there is none: with a thousand turns random games come to an end by themselves."""
    game = rules_of(max_turns=limit)
    summary = Summary(game)
    rows = playouts(game, 50, seed=1, threads=1)
    summary.add(rows)
    share = {entry["reason"]: entry["value"] for entry in summary.as_dict()["end_reasons"]}
    truncated = np.count_nonzero(rows["end_reason"] == END_REASONS["TRUNCATED"])
    assert share["truncated"] == truncated / 50


def test_ac_73_the_default_is_a_thousand_turns() -> None:
    assert rules_of().options["max_turns"] == 1000
    table = Acres("boston", "gaspe").set(turns=999)
    table.start_turn("french")
    assert (int(table.s["turns"]), table.over) == (1000, False)
    table.end_turn()
    assert table.over and table.reason == "truncated"
