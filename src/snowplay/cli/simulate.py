"""``snowplay simulate``: many games, and what they were like."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.text import Text

from .._core.playout import POLICIES
from .._version import __version__
from ..batch import PlayoutsInterrupted, default_threads, playout_chunks
from ..export import check_path, metadata, open_writer
from ..games import Game
from ..generator import GENERATOR
from ..stats import Interval
from ..summary import Summary
from ..validation import did_you_mean
from . import common
from .common import AsJson, GameName, Players, Seed, Settings, Threads, UsageError, Variant


def simulate(
    name: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, metavar="N", help="How many games.")] = 10_000,
    seed: Seed = 0,
    threads: Threads = None,
    policy: Annotated[str, typer.Option("--policy", help=f"Who chooses: {', '.join(POLICIES)}.")] = "random",
    settings: Settings = None,
    variant: Variant = None,
    first: Annotated[int, typer.Option("--first", min=0, metavar="N", help="Index of the first game.")] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the rows: .csv, .npz or .parquet.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play many games and tell what they were like.

    Game i depends on the rules, the seed and i alone: not on threads, and not on how many games are played.
    """
    if policy not in POLICIES:
        raise UsageError(f"--policy {policy}: there is {', '.join(POLICIES)}{did_you_mean(policy, POLICIES)}")
    game = common.open_game(name, players, settings, variant)
    if out is not None:
        check_path(out)
    threads = threads or default_threads()
    summary = Summary(game)
    clock = _Clock()
    meta = metadata(game, games=games, seed=seed, first=first, policy=policy)
    interrupted = False
    chunks = playout_chunks(game, games, seed=seed, policy=policy, threads=threads, progress=True, first=first)
    try:
        with closing(chunks), open_writer(out, game, meta) if out else nullcontext() as writer:
            for rows in clock.timed(chunks):
                summary.add(rows)
                if writer:
                    writer.write(rows)
    except PlayoutsInterrupted as stop:
        clock.stop()
        summary.add(stop.rows)
        interrupted = True
    except KeyboardInterrupt:  # while counting or writing
        raise KeyboardInterrupt(_interrupted(summary.games, games, out)) from None
    facts = {
        **{key: meta[key] for key in meta if key not in ("format", "version", "games")},
        "requested_games": games,
        "interrupted": interrupted,
        "threads": threads,
        "seconds": clock.seconds,
        "games_per_second": summary.games / clock.seconds,
        "decisions_per_second": summary.decisions.total() / clock.seconds,
        "peak_rss_bytes": peak_rss(),
        "out": None if out is None or interrupted else str(out),
    }
    if summary.games or as_json:
        if as_json:
            common.print_json({**facts, **summary.as_dict()})
        else:
            _report(common.console(), game, summary, facts)
    if interrupted:
        raise KeyboardInterrupt(_interrupted(summary.games, games, out))


def _interrupted(done: int, games: int, out: Path | None) -> str:
    return f"interrupted after {done:,} of {games:,} games" + (f"; nothing was written to {out}" if out else "")


class _Clock:
    """Time spent playing, without that spent on files and statistics."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._since = time.perf_counter()

    def stop(self) -> None:
        self.seconds += time.perf_counter() - self._since

    def timed(self, chunks: Iterator[npt.NDArray[np.void]]) -> Iterator[npt.NDArray[np.void]]:
        while True:
            self._since = time.perf_counter()
            rows = next(chunks, None)
            self.stop()
            if rows is None:
                return
            yield rows


def peak_rss() -> int | None:
    """Return the most memory this process has had, in bytes; None where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


# ---- the report ----


def _share(interval: Interval) -> str:
    return f"{100 * interval.value:.2f} %"


def _range(interval: Interval) -> str:
    return f"{100 * interval.low:.2f} - {100 * interval.high:.2f}"


def _mean(interval: Interval) -> str:
    return f"{interval.value:.2f}"


def _plus_minus(interval: Interval) -> str:
    return f"± {interval.half_width:.2f}" if interval.half_width == interval.half_width else ""


def _report(console: Console, game: Game, summary: Summary, facts: dict[str, Any]) -> None:
    _head(console, game, summary, facts)
    _scores(console, game, summary)
    if summary.has_turn_order:
        _turn_order(console, game, summary)
    _sources(console, game, summary)
    _activities(console, game, summary)
    _lengths(console, game, summary)
    _ends(console, summary)
    if facts["out"]:
        console.print(Text.assemble("\nrows written to ", (facts["out"], "bold")))


def _head(console: Console, game: Game, summary: Summary, facts: dict[str, Any]) -> None:
    console.print(common.title(game, f" · {summary.games:,} games · policy {facts['policy']}"))
    console.print(
        f"rules {facts['rules_hash']} · seed {facts['seed']}"
        + (f" · from game {facts['first']:,}" if facts["first"] else "")
        + f" · {GENERATOR} · snowplay {__version__}",
        style="dim",
    )
    changed = [f"{key}={value}" for key, value in game.options.items() if value != game.defaults[key]]
    if game.variant:
        changed.insert(0, f"variant {game.rules.variant_name or 'given'}")
    if changed:
        console.print("with " + ", ".join(changed), style="yellow")
    memory = f" · peak memory {facts['peak_rss_bytes'] / 2**20:,.0f} MiB" if facts["peak_rss_bytes"] else ""
    threads = f"{facts['threads']} thread{'s' if facts['threads'] > 1 else ''}"
    console.print(
        Text.assemble(
            (f"{facts['games_per_second']:,.0f} games/s", "bold green"),
            f" on {threads}\n{summary.decisions.total():,} decisions in {facts['seconds']:.1f} s{memory}\n",
        )
    )


def _scores(console: Console, game: Game, summary: Summary) -> None:
    if game.players == 1:
        table = common.grid("Seat", "Score", "95 %", "SD")
        score = summary.score.interval(0)
        table.add_row("0", _mean(score), _plus_minus(score), f"{summary.score.deviation(0):.1f}")
        console.print(table)
        console.print()
        return
    table = common.grid("Seat", "Score", "95 %", "SD", "Wins", "95 % (Wilson)", "Tied first")
    for seat in range(game.players):
        score, win = summary.score.interval(seat), summary.win(seat)
        table.add_row(
            str(seat),
            _mean(score),
            _plus_minus(score),
            f"{summary.score.deviation(seat):.1f}",
            _share(win),
            _range(win),
            f"{100 * summary.shared[seat] / summary.games:.2f} %",
        )
    console.print(table)
    console.print(
        f"Wins are after the tie-break; {summary.ties:,} games ({100 * summary.ties / summary.games:.2f} %) had a "
        "tied top score.\n",
        style="dim",
    )


def _turn_order(console: Console, game: Game, summary: Summary) -> None:
    table = common.grid("First round's turn order", "Score", "95 %", "Wins", "95 % (Wilson)")
    for place in range(game.players):
        score, win = summary.turn_score.interval(place), summary.turn_win(place)
        words = ("first", "second", "third", "fourth", "fifth")[place]
        table.add_row(words, _mean(score), _plus_minus(score), _share(win), _range(win))
    console.print(table)
    console.print()


def _sources(console: Console, game: Game, summary: Summary) -> None:
    table = common.grid("Score by source", *(f"Seat {seat}" for seat in range(game.players)))
    for part, sums in summary.parts.items():
        table.add_row(part, *(_mean(sums.interval(seat)) for seat in range(game.players)))
    table.add_row("all", *(_mean(summary.score.interval(seat)) for seat in range(game.players)), style="bold")
    console.print(table)
    console.print()


def _activities(console: Console, game: Game, summary: Summary) -> None:
    table = common.grid("Mean per game", *(f"Seat {seat}" for seat in range(game.players)))
    for activity, sums in summary.activities:
        table.add_row(activity.label, *(_mean(sums.interval(seat)) for seat in range(game.players)))
    console.print(table)
    console.print()


def _lengths(console: Console, game: Game, summary: Summary) -> None:
    table = common.grid("Length", "Mean", "95 %", "Least", "5 %", "Median", "95 %", "Most")
    entries = [(summary.length_word, summary.length), ("decisions", summary.decisions)]
    if game.players > 1:
        entries.append(("winning margin", summary.margin))
    for words, histogram in entries:
        mean = histogram.interval()
        quantiles = (str(histogram.quantile(share)) for share in (0.0, 0.05, 0.5, 0.95, 1.0))
        table.add_row(words, _mean(mean), _plus_minus(mean), *quantiles)
    console.print(table)
    console.print()


def _ends(console: Console, summary: Summary) -> None:
    table = common.grid("How games ended", "Games", "Share", left=1)
    for _, words, count in summary.end_reasons():
        table.add_row(words, f"{count:,}", f"{100 * count / summary.games:.2f} %")
    console.print(table)
