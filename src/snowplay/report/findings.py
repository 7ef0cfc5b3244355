"""Sentences on what was found and how sure it is, made from estimates and their intervals.

An interval that does not hold zero makes a clear finding; one that does and is short says that there is no large
effect; one that does and is long says only that there were too few games. Who played is always told: what holds for
random players need not hold for good ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ..stats import Interval
from .model import Finding

#: Half widths from which on an interval that holds zero is called open: of win rates, and of scores in points.
WIDE_SHARE = 0.03
WIDE_SCORE = 3.0
#: Corrected p-value below which one of many comparisons is called clear.
ALPHA = 0.05
#: How many of a ranking are told one by one.
TOLD = 5


def seat_words(label: str) -> tuple[str, str]:
    """Return a seat as the subject of a sentence, and the ending of its verb: ``("seat 0", "s")``."""
    return (label, "s") if label.split()[0] in ("agent", "place", "seat") else (f"the {label}", "")


def count(games: int, noun: str = "game") -> str:
    """Return a number with its noun: ``1 game``, ``20,000 games``."""
    return f"{games:,} {noun}{'' if games == 1 else 's'}"


def listing(words: Sequence[str]) -> str:
    """Return words as an enumeration: ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else list(words))


def wins(setting: str, seat: str, difference: Interval, sample: str, p: float | None = None) -> Finding:
    """Tell by how much a setting changes how often a seat wins.

    Parameters
    ----------
    setting : str
        ``With reshuffle_costs``.
    seat : str
        Label of the seat, such as ``British`` or ``seat 0``.
    difference : Interval
        Of the win rate, as a share.
    sample : str
        ``100,000 paired games``.
    p : float, optional
        Corrected p-value, where this is one of many comparisons.
    """
    who, ending = seat_words(seat)
    return _effect(
        difference,
        sample,
        changed=f"{setting} {who} win{ending} {{size}} percentage points {{way}} often",
        ways=("more", "less"),
        unchanged=f"{setting} no difference was seen in how often {who} win{ending}",
        unknown=f"too few games to tell how often {who} win{ending} {_lower(setting)}",
        unit="percentage points",
        scale=100.0,
        wide=WIDE_SHARE,
        p=p,
    )


def points(setting: str, seat: str, difference: Interval, sample: str, p: float | None = None) -> Finding:
    """Tell by how much a setting changes the score of a seat; parameters as in `wins`."""
    who, ending = seat_words(seat)
    return _effect(
        difference,
        sample,
        changed=f"{setting} {who} score{ending} {{size}} points {{way}}",
        ways=("more", "less"),
        unchanged=f"{setting} no difference was seen in what {who} score{ending}",
        unknown=f"too few games to tell what {who} score{ending} {_lower(setting)}",
        unit="points",
        scale=1.0,
        wide=WIDE_SCORE,
        p=p,
    )


def share_of_wins(who: str, share: Interval, fair: float, sample: str) -> Finding:
    """Tell how often a seat, place or agent wins, and whether that is more than an equal share."""
    subject, ending = seat_words(who)
    if math.isnan(share.value):
        return Finding("open", f"No games to tell how often {subject} win{ending}.")
    places = _places(100 * share.half_width, 1)
    evidence = f"{_range(share, 100.0, ' %', places, signed=False)}; {sample}"
    text = f"{_upper(subject)} win{ending} {100 * share.value:.{places}f} % of the games ({evidence})"
    equal = f"an equal share, {100 * fair:.{places}f} %"
    if share.low > fair or share.high < fair:
        return Finding("clear", f"{text}: {'more' if share.value > fair else 'less'} than {equal}.")
    if _wide(share, WIDE_SHARE):
        return Finding("open", f"{text}: too few games to tell that from {equal}.")
    return Finding("none", f"{text}: no difference was seen from {equal}.")


def slope(figure: str, what: str, unit: str, estimate: Interval, span: float, sample: str, note: str = "") -> Finding:
    """Tell how a result changes with a swept figure.

    Parameters
    ----------
    figure : str
        The option or figure that was swept.
    what : str
        The result, such as ``the win rate of the British``.
    unit : str
        Of the result: ``percentage points`` or ``points``.
    estimate : Interval
        Change of the result, in the unit, for one more of the figure.
    span : float
        From the least to the greatest value of the figure.
    sample : str
        ``10 values, 100,000 paired games each``.
    note : str
        What has to be added to a clear slope.
    """
    found = _effect(
        estimate,
        sample,
        changed=f"For each one more of {figure}, {what} {{way}} by {{size}} {unit}",
        ways=("rises", "falls"),
        unchanged=f"No change of {what} with {figure} was seen",
        unknown=f"too few games to tell how {what} changes with {figure}",
        unit=f"{unit} for each one more",
        scale=1.0,
        wide=WIDE_SCORE / span,
        digits=2,
    )
    return Finding(found.certainty, f"{found.text} {note}") if note and found.certainty == "clear" else found


def worth(item: str, seat: str, value: Interval, unit: str, sample: str, p: float | None = None) -> Finding:
    """Tell what being allowed to take an item is worth to a seat, by restricted play; other parameters as in `wins`.

    Parameters
    ----------
    item : str
        The item in words.
    unit : str
        ``percentage points`` (then the value is a share) or ``points``.
    """
    share = unit == "percentage points"
    who, _ = seat_words(seat)
    what = f"the {'win rate' if share else 'score'} of {who}"
    return _effect(
        value,
        sample,
        changed=f"Being allowed to take {item} {{way}} {what} by {{size}} {unit}",
        ways=("raises", "lowers"),
        unchanged=f"No worth of {item} to {who} was seen",
        unknown=f"too few games to tell what {item} is worth to {who}",
        unit=unit,
        scale=100.0 if share else 1.0,
        wide=WIDE_SHARE if share else WIDE_SCORE,
        digits=2,
        p=p,
    )


def many(what: str, clear: int, total: int, correction: str) -> Finding:
    """Tell how many of several comparisons are clear once they are corrected for their number.

    Parameters
    ----------
    what : str
        Ends the sentence ``7 of 26 ...``.
    clear, total : int
        How many are clear, of how many.
    correction : str
        Name of the method.
    """
    text = f"{clear or 'None'} of {total} {what}, corrected for {total} comparisons ({correction})"
    if clear > TOLD:
        text += f"; the {TOLD} largest follow"
    return Finding("clear" if clear else "none", text + ".")


def agents(names: Iterable[str]) -> Finding:
    """Tell who played, and what that means for the rest."""
    distinct = sorted(set(names))
    if distinct == ["random"]:
        return Finding(
            "warning",
            "All players chose at random. The figures tell what the rules do under random play; they say nothing about "
            "good players.",
        )
    text = f"Players: {listing(distinct)}. The figures hold for these players and need not for others."
    if "random" in distinct:
        text += " Seats played at random say nothing about good players."
    return Finding("warning", text)


def incomplete(done: int, asked: int) -> Finding:
    """Tell that games are missing."""
    return Finding(
        "warning",
        f"The run is not complete: {done:,} of {count(asked)} have been played. What follows is of the games there are "
        "and will change; `snowplay run` with the same experiment goes on where it stopped.",
    )


def limited(arm: str, share: Interval, words: str) -> Finding:
    """Tell that some games of an arm were stopped by a limit; `words` are the sentence of the end reason."""
    return Finding("warning", f"{_percent(share)} of the games of arm {arm} did not come to their end: {words}.")


def limited_in_many(arms: int, arm: str, share: Interval, words: str) -> Finding:
    """Tell that games of several arms were stopped by a limit, most in `arm`."""
    return Finding(
        "warning",
        f"In {arms} arms some games did not come to their end ({words}); most in arm {arm}, {_percent(share)}.",
    )


def length(arm: str, word: str, mean: Interval, low: float, high: float) -> Finding:
    """Tell how long games are in the unit `word`, with the quantiles between which nine of ten lie."""
    return Finding(
        "fact", f"A game takes {mean.value:.1f} {word} in the mean, nine of ten {low:g} to {high:g} (arm {arm})."
    )


def score(arm: str, who: str, mean: Interval, low: float, high: float) -> Finding:
    """Tell how many points a seat makes, with the quantiles between which nine of ten lie."""
    subject, ending = seat_words(who)
    return Finding(
        "fact",
        f"{_upper(subject)} score{ending} {mean.value:.1f} points in the mean ({_range(mean, 1.0, '', 1, False)}), "
        f"nine of ten games {low:g} to {high:g} (arm {arm}).",
    )


def verdict(found: str | None, first: str, second: str, h0: float, h1: float, sample: str) -> Finding:
    """Tell how a sequential test ended.

    Parameters
    ----------
    found : {"H0", "H1", None}
        The hypothesis it accepted.
    first, second : str
        Who or what is compared.
    h0, h1 : float
        Differences of the win rates under the two hypotheses.
    sample : str
        What it has seen.
    """
    if found is None:
        return Finding("open", f"The sequential test of {first} against {second} has not decided after {sample}.")
    accepted, rejected = (h1, h0) if found == "H1" else (h0, h1)
    return Finding(
        "clear",
        f"The sequential test of {first} against {second} accepted {found} after {sample}: the difference of the win "
        f"rates is nearer to {_signed(100 * accepted, 1)} than to {_signed(100 * rejected, 1)} percentage points.",
    )


# ---- parts of sentences ----


def _effect(
    effect: Interval,
    sample: str,
    *,
    changed: str,
    ways: tuple[str, str],
    unchanged: str,
    unknown: str,
    unit: str,
    scale: float,
    wide: float,
    p: float | None = None,
    digits: int = 1,
) -> Finding:
    if math.isnan(effect.value) or math.isnan(effect.low):
        return Finding("open", f"{_upper(unknown)} ({sample}).")
    largest = scale * max(abs(effect.low), abs(effect.high))
    if effect.low == effect.high == 0:
        return Finding("none", f"{unchanged}: every game came out alike ({sample}).")
    places = _places(scale * effect.half_width, digits)
    evidence = f"{_range(effect, scale, '', places)}; {sample}"
    if not effect.low <= 0 <= effect.high:
        words = changed.format(size=f"{scale * abs(effect.value):.{places}f}", way=ways[effect.value < 0])
        if p is None or p < ALPHA:
            return Finding("clear", f"{words} ({evidence}).")
        return Finding("open", f"{words} ({evidence}), which is not clear among so many comparisons (p = {p:.2f}).")
    if _wide(effect, wide):
        return Finding("open", f"{_upper(unknown)} ({evidence}).")
    return Finding("none", f"{unchanged}: at most {largest:.{places}f} {unit} either way ({evidence}).")


def _places(half: float, least: int) -> int:
    """Return as many decimals as it takes to tell the ends of an interval of this half width apart."""
    return next((places for places in range(least, least + 4) if 10**places * half > 0.999), least + 4 * (half > 0))


def _wide(interval: Interval, wide: float) -> bool:
    return interval.half_width > wide


def _percent(share: Interval) -> str:
    return f"{100 * share.value:.1f} %"


def _signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}" if round(value, digits) else f"{0:.{digits}f}"


def _range(interval: Interval, scale: float, unit: str, digits: int = 1, signed: bool = True) -> str:
    low, high = scale * interval.low, scale * interval.high
    if signed:
        return f"95 %: {_signed(low, digits)} to {_signed(high, digits)}{unit}"
    return f"95 %: {low:.{digits}f} to {high:.{digits}f}{unit}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
