"""From a run to its report: which sections apply, in which order, and how the run can be repeated."""

from __future__ import annotations

import json
import math
from statistics import median
from typing import TYPE_CHECKING, Any

from .._version import __version__
from ..analysis.paired import compare_seats
from ..analysis.table import Column, Table
from ..analysis.worth import restricted_worth
from . import answers, course, findings
from .model import Finding, Report, ReportError

if TYPE_CHECKING:
    from ..experiments import Arm, Run


def build(run: Run) -> Report:
    """Analyse a run and return its report.

    Parameters
    ----------
    run : Run
        From `snowplay.run` or `snowplay.open_run`. It may be incomplete; the report then says so.

    Returns
    -------
    Report
        Equal runs have equal reports, byte by byte.

    Raises
    ------
    ReportError
        If the baseline has no games yet.
    RunError
        If a file of rows is gone or damaged.
    MissingExtraError
        If the extra ``analysis`` is not installed.

    Examples
    --------
    >>> import snowplay as sp
    >>> from snowplay.report import build
    >>> print(build(sp.open_run("runs/try")).to_markdown())  # doctest: +SKIP
    """
    run.check()
    if not run.games(run.baseline):
        raise ReportError(
            f"{run.path}: arm {run.baseline.name} has no games yet; `snowplay run` with the same experiment plays them"
        )
    made = [
        part
        for part in (
            answers.sequential(run),
            answers.comparison(run),
            answers.worths(run),
            answers.sweep(run),
            course.agents(run),
            course.start(run),
            course.wins(run),
            course.scores(run),
            course.course(run),
        )
        if part is not None
    ]
    experiment = run.experiment
    return Report(
        title=experiment.title,
        question=experiment.question,
        complete=run.complete,
        findings=(*_warnings(run), *(finding for _, told in made for finding in told)),
        sections=tuple(section for section, _ in made),
        provenance=tuple(_provenance(run)),
        arms=_arms(run),
        experiment=experiment.to_toml(),
    )


def _warnings(run: Run) -> list[Finding]:
    told = []
    if not run.complete:
        told.append(findings.incomplete(sum(map(run.games, run.arms)), sum(arm.games for arm in run.arms)))
    told.append(findings.agents([agent for arm in run.arms for agent in arm.agents]))
    return told + course.limits(run)


# ---- how it was made ----


def _provenance(run: Run) -> list[tuple[str, str]]:
    experiment, settings = run.experiment, run.experiment.settings
    players = sorted({arm.players for arm in run.arms})
    numbers = findings.listing([str(number) for number in players])
    played = [run.games(arm) for arm in run.arms]
    each = f"{min(played):,}" if min(played) == max(played) else f"{min(played):,} to {max(played):,}"
    rotation = {
        "none": "agents keep their seats",
        "cycle": "agents change seats from game to game",
        "paired": "each deal is played once for every rotation of the agents",
    }[settings.rotate]
    deals = "all arms play the same deals" if settings.pairing else "every arm has its own deals"
    found = [
        ("Game", f"{experiment.game}, {numbers} {'player' if players == [1] else 'players'}"),
        ("Games", f"{each} in each of {findings.count(len(run.arms), 'arm')}, {sum(played):,} in all"),
        ("State", _state(run)),
        ("Agents", findings.listing(sorted({agent for arm in run.arms for agent in arm.agents}))),
        ("Seats", rotation),
        ("Seed", f"{settings.seed}; {deals}"),
    ]
    gain = _gain(run)
    if gain:
        found.append(("Gain of common deals", gain))
    manifest = run.manifest
    found += [
        ("Generator", str(manifest["generator"])),
        ("Played by", f"snowplay {manifest['package_version']}, rows of version {manifest['version']}"),
        ("Report by", f"snowplay {__version__}"),
        ("To repeat it", f"snowplay run experiment.toml --out {experiment.name}, with the experiment file below"),
    ]
    return found


def _state(run: Run) -> str:
    if not run.complete:
        return f"not complete: {sum(arm.games for arm in run.arms):,} games were asked for"
    if run.stopped and run.stopped["verdict"]:
        return f"complete; stopped by the sequential test after {run.stopped['games']:,} games an arm"
    return "complete"


def _gain(run: Run) -> str:
    """Tell how many times as many games comparisons would need without common deals."""
    parts: list[tuple[str, list[Any]]] = []
    names = [arm.name for arm in answers.compared_arms(run)]
    if names:
        seats = compare_seats(run, names)
        parts += [("win rates", seats.column("gain")), ("points", seats.column("score_gain"))]
    elif any(arm.item is not None for arm in run.arms):
        parts.append(("points with an item forbidden", restricted_worth(run).column("gain")))
    words = []
    for what, cells in parts:
        gains = [cell for cell in cells if isinstance(cell, float) and math.isfinite(cell)]
        if gains:
            middle = f"{median(gains):.2g} times (median of {findings.count(len(gains), 'comparison')})"
            words.append(f"{what}: {middle}")
    return "as many games needed without them; " + ", ".join(words) if words else ""


def _arms(run: Run) -> Table:
    columns = (
        Column("arm", "Arm", "text"),
        Column("players", "Players", "count"),
        Column("agents", "Agents", "text"),
        Column("rules", "Rules that differ from the game's own", "text"),
        Column("games", "Games", "count"),
        Column("seed", "Seed", "text"),
        Column("hash", "Rules hash", "text"),
    )
    rows = tuple(
        (arm.name, arm.players, _agents(arm), _rules(arm), run.games(arm), str(arm.seed), arm.game.rules_hash)
        for arm in run.arms
    )
    notes = (f"Baseline: {run.baseline.name}.", "Arms with the same hash are played by the same rules.")
    return Table("arms", "Arms", columns, rows, notes)


def _agents(arm: Arm) -> str:
    return arm.agents[0] if len(set(arm.agents)) == 1 else ", ".join(arm.agents)


def _rules(arm: Arm) -> str:
    parts = [f"{name} = {json.dumps(value)}" for name, value in arm.options.items()]
    if arm.variant:
        parts.append(f"variant {json.dumps(arm.variant, ensure_ascii=False)}")
    return "; ".join(parts) or "none"
