"""The sentences of a report say what the intervals say: a clear effect, none, or nothing at all."""

from __future__ import annotations

import math

import pytest

from snowplay.report import findings
from snowplay.stats import Interval

SAMPLE = "100,000 paired games"


def test_a_clear_effect_is_told_with_its_size_direction_and_interval() -> None:
    found = findings.wins("With reshuffle_costs", "British", Interval(-0.015, -0.019, -0.011), SAMPLE)
    assert found.certainty == "clear"
    assert found.text == (
        "With reshuffle_costs the British win 1.5 percentage points less often "
        "(95 %: -1.9 to -1.1; 100,000 paired games)."
    )
    found = findings.points("With thin_fog", "seat 2", Interval(2.25, 2.0, 2.5), SAMPLE)
    assert found.text == "With thin_fog seat 2 scores 2.2 points more (95 %: +2.0 to +2.5; 100,000 paired games)."


def test_no_effect_is_told_by_how_large_it_could_be() -> None:
    found = findings.wins("With thin_fog", "seat 0", Interval(0.0005, -0.003, 0.004), SAMPLE)
    assert found.certainty == "none"
    assert found.text == (
        "With thin_fog no difference was seen in how often seat 0 wins: at most 0.4 percentage points either way "
        "(95 %: -0.3 to +0.4; 100,000 paired games)."
    )


def test_few_games_tell_nothing_and_say_so() -> None:
    found = findings.wins("With thin_fog", "French", Interval(0.02, -0.12, 0.16), "20 paired games")
    assert found.certainty == "open"
    assert found.text == (
        "Too few games to tell how often the French win with thin_fog (95 %: -12.0 to +16.0; 20 paired games)."
    )


@pytest.mark.parametrize("missing", [Interval(math.nan, math.nan, math.nan), Interval(0.5, math.nan, math.nan)])
def test_an_estimate_without_an_interval_is_open(missing: Interval) -> None:
    found = findings.points("With thin_fog", "seat 0", missing, "1 paired game")
    assert found.certainty == "open"
    assert "nan" not in found.text
    assert "1 paired game" in found.text


def test_one_of_many_comparisons_is_clear_only_when_corrected() -> None:
    difference = Interval(0.004, 0.0005, 0.0075)
    assert findings.wins("With a", "British", difference, SAMPLE, p=0.01).certainty == "clear"
    found = findings.wins("With a", "British", difference, SAMPLE, p=0.3)
    assert found.certainty == "open"
    assert "not clear among so many comparisons (p = 0.30)" in found.text


def test_as_many_decimals_are_shown_as_tell_the_ends_apart() -> None:
    found = findings.wins("With a", "British", Interval(0.0002, 0.0001, 0.0003), SAMPLE)
    assert "0.02 percentage points more often (95 %: +0.01 to +0.03" in found.text
    found = findings.points("With a", "British", Interval(0.12, 0.117, 0.123), SAMPLE)
    assert "0.120 points more (95 %: +0.117 to +0.123" in found.text


def test_a_win_rate_close_to_an_equal_share_is_told_from_it() -> None:
    found = findings.share_of_wins("place 1", Interval(0.3312, 0.3303, 0.3321), 1 / 3, "400,000 games")
    assert found.text.startswith("Place 1 wins 33.12 % of the games (95 %: 33.03 to 33.21 %; ")
    assert found.text.endswith("less than an equal share, 33.33 %.")


def test_arms_that_play_alike_are_told_so() -> None:
    found = findings.wins("With a", "British", Interval(0.0, 0.0, 0.0), SAMPLE)
    assert found.certainty == "none"
    assert found.text.endswith(
        "no difference was seen in how often the British win: every game came out alike (100,000 paired games)."
    )


@pytest.mark.parametrize(
    ("share", "certainty", "words"),
    [
        (Interval(0.36, 0.35, 0.37), "clear", "more than an equal share, 33.3 %"),
        (Interval(0.30, 0.29, 0.31), "clear", "less than an equal share, 33.3 %"),
        (Interval(0.335, 0.325, 0.345), "none", "no difference was seen from an equal share, 33.3 %"),
        (Interval(0.4, 0.2, 0.6), "open", "too few games to tell that from an equal share, 33.3 %"),
    ],
)
def test_win_rates_are_compared_with_an_equal_share(share: Interval, certainty: str, words: str) -> None:
    found = findings.share_of_wins("seat 1", share, 1 / 3, "900 games")
    assert found.certainty == certainty
    assert words in found.text
    assert found.text.startswith("Seat 1 wins ")
    assert "900 games" in found.text


def test_a_win_rate_of_no_games_is_open() -> None:
    assert findings.share_of_wins("seat 1", Interval(math.nan, 0.0, 1.0), 0.5, "0 games").certainty == "open"


def test_slopes_are_per_step_of_the_figure() -> None:
    what = "the win rate of the French"
    steep = Interval(1.12, 1.01, 1.23)
    found = findings.slope("setup.french.money", what, "percentage points", steep, 9, "10 values", "Not straight.")
    assert found.text == (
        "For each one more of setup.french.money, the win rate of the French rises by 1.12 percentage points "
        "(95 %: +1.01 to +1.23; 10 values). Not straight."
    )
    flat = findings.slope(
        "x", "the score of seat 0", "points", Interval(0.0, -0.1, 0.1), 9, "3 values", "Not straight."
    )
    assert flat.certainty == "none"
    assert flat.text.startswith(
        "No change of the score of seat 0 with x was seen: at most 0.10 points for each one more"
    )
    assert "straight" not in flat.text


def test_what_is_a_wide_slope_depends_on_the_span() -> None:
    slope = Interval(0.0, -0.1, 0.1)  # up to 0.9 points over a span of 9, up to 9 over one of 90
    assert findings.slope("x", "the score of seat 0", "points", slope, 9, "3 values").certainty == "none"
    assert findings.slope("x", "the score of seat 0", "points", slope, 90, "3 values").certainty == "open"


def test_worth_raises_or_lowers() -> None:
    raises = findings.worth("contract 5", "seat 0", Interval(1.5, 1.2, 1.8), "points", SAMPLE)
    assert raises.text.startswith("Being allowed to take contract 5 raises the score of seat 0 by 1.50 points (")
    lowers = findings.worth("contract 5", "seat 0", Interval(-0.015, -0.02, -0.01), "percentage points", SAMPLE)
    assert lowers.text.startswith(
        "Being allowed to take contract 5 lowers the win rate of seat 0 by 1.50 percentage points ("
    )
    nothing = findings.worth("contract 5", "seat 0", Interval(0.01, -0.02, 0.04), "points", SAMPLE)
    assert nothing.text.startswith("No worth of contract 5 to seat 0 was seen: at most 0.04 points either way (")


def test_random_players_say_nothing_about_good_ones() -> None:
    assert "say nothing about good players" in findings.agents(["random", "random"]).text
    mixed = findings.agents(["random", "greedy", "greedy"])
    assert mixed.text.startswith("Players: greedy and random.")
    assert "say nothing about good players" in mixed.text
    assert "good players" not in findings.agents(["greedy"]).text


def test_many_comparisons_are_counted() -> None:
    what = "comparisons show a clear difference"
    none = findings.many(what, 0, 26, "Holm")
    assert none.certainty == "none"
    assert none.text == "None of 26 comparisons show a clear difference, corrected for 26 comparisons (Holm)."
    some = findings.many(what, 7, 26, "Holm")
    assert some.certainty == "clear"
    assert some.text.startswith("7 of 26 comparisons show")
    assert "the 5 largest follow" in some.text
    assert "follow" not in findings.many(what, 5, 26, "Holm").text


def test_a_sequential_test_says_what_it_accepted() -> None:
    undecided = findings.verdict(None, "a", "b", 0.0, 0.02, "500 pairs")
    assert undecided.certainty == "open"
    assert "has not decided after 500 pairs" in undecided.text
    h1 = findings.verdict("H1", "a", "b", 0.0, 0.02, "500 pairs")
    assert h1.certainty == "clear"
    assert "accepted H1" in h1.text
    assert "nearer to +2.0 than to 0.0 percentage points" in h1.text
    h0 = findings.verdict("H0", "a", "b", 0.0, 0.02, "500 pairs")
    assert "accepted H0" in h0.text
    assert "nearer to 0.0 than to +2.0 percentage points" in h0.text


def test_games_stopped_by_a_limit_are_warned_of() -> None:
    share, words = Interval(0.02, 0.01, 0.03), "stopped by the limit of turns"
    one = findings.limited("standard", share, words)
    assert one.certainty == "warning"
    assert one.text == "2.0 % of the games of arm standard did not come to their end: stopped by the limit of turns."
    several = findings.limited_in_many(3, "standard", share, words)
    assert several.certainty == "warning"
    assert several.text.startswith("In 3 arms ")
    assert several.text.endswith("most in arm standard, 2.0 %.")


def test_facts_name_their_arm() -> None:
    mean = Interval(31.46, 30.7, 32.3)
    assert findings.length("standard", "rounds", mean, 9.0, 14.0).text == (
        "A game takes 31.5 rounds in the mean, nine of ten 9 to 14 (arm standard)."
    )
    assert findings.score("standard", "seat 0", mean, 12, 54).text == (
        "Seat 0 scores 31.5 points in the mean (95 %: 30.7 to 32.3), nine of ten games 12 to 54 (arm standard)."
    )


def test_words_of_numbers_and_lists() -> None:
    assert findings.count(1) == "1 game"
    assert findings.count(20_000, "pair") == "20,000 pairs"
    assert findings.listing(["a"]) == "a"
    assert findings.listing(["a", "b", "c"]) == "a, b and c"
