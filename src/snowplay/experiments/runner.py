"""Running an experiment: what is missing in the run directory is played and stored, chunk by chunk."""

from __future__ import annotations

import errno
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..batch import Report, Rows, bar, default_threads, whole
from ..errors import RunFailedError
from .plan import Arm, Chunk, arms_of, chunks_of
from .play import play_chunk
from .ray_engine import play_on_ray
from .results import Run
from .schema import Encoder, blank
from .spec import Experiment, load_experiment
from .store import Store

if TYPE_CHECKING:
    from .stopping import StopTest

__all__ = ["ENGINES", "Outcome", "Sink", "execute", "run"]

ENGINES = ("local", "ray")
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

#: Takes a chunk and its bytes; says if more are wanted.
Sink = Callable[[Chunk, Any], bool]


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C during a run; the message says how much is safe."""


class Outcome(NamedTuple):
    """What a call of `execute` did.

    Attributes
    ----------
    run : Run
        What is on disk now.
    played, kept : int
        Chunks that were played, and that were there already.
    games : int
        Games that were played.
    seconds : float
        How long it took.
    notes : list of str
        What had to be told: files that were damaged or missing.
    """

    run: Run
    played: int
    kept: int
    games: int
    seconds: float
    notes: list[str]


def run(
    experiment: str | Path | Mapping[str, Any] | Experiment,
    out: str | Path | None = None,
    *,
    threads: int | None = None,
    engine: str = "local",
    address: str | None = None,
    progress: bool = False,
) -> Run:
    """Play an experiment into a run directory, or what is missing there.

    Parameters
    ----------
    experiment : str, Path, mapping or Experiment
        A TOML file, or its content.
    out : str or Path, optional
        The run directory; by default ``runs/NAME``. If it holds this experiment already, the run is resumed.
    threads : int, optional
        Threads to play on; by default one for each processor. The rows do not depend on it.
    engine : str
        ``"local"``, or ``"ray"`` to play on a Ray cluster (extra ``ray``). The rows do not depend on it.
    address : str, optional
        Address of the cluster; without one Ray runs on this machine.
    progress : bool
        Show a progress bar on standard error, if that is a terminal.

    Returns
    -------
    Run

    Raises
    ------
    RulesError
        If the experiment is wrong.
    RunError
        If the directory holds something else.
    RunFailedError
        If the disk is full or another process runs it; what has been played is safe, and the same call resumes.
    MissingExtraError
        If a package is not installed.

    Warns
    -----
    RuntimeWarning
        If a file was damaged or missing and had to be played again.

    Examples
    --------
    >>> import snowplay as sp
    >>> asked = {"experiment": {"name": "try", "game": "acres", "games": 100}}
    >>> done = sp.run(asked, "/tmp/snowplay-doctest/try")  # doctest: +SKIP
    >>> done.games("standard")  # doctest: +SKIP
    100
    """
    outcome = execute(experiment, out, threads=threads, engine=engine, address=address, progress=progress)
    for note in outcome.notes:
        warnings.warn(note, RuntimeWarning, stacklevel=2)
    return outcome.run


def execute(
    experiment: str | Path | Mapping[str, Any] | Experiment,
    out: str | Path | None = None,
    *,
    threads: int | None = None,
    engine: str = "local",
    address: str | None = None,
    progress: bool = False,
) -> Outcome:
    """Do what `run` does and tell how it went; parameters and errors are those of `run`."""
    if engine not in ENGINES:
        raise ValueError(f"unknown engine {engine!r}; there is {', '.join(ENGINES)}")
    if address is not None and engine != "ray":
        raise ValueError("an address is that of a Ray cluster: it needs engine='ray'")
    asked = load_experiment(experiment)
    arms = arms_of(asked)
    threads = default_threads() if threads is None else whole("threads", threads, 1, 4096)
    folder = Path("runs") / asked.name if out is None else Path(out)
    began = time.perf_counter()
    test = _stop_test(asked, arms)
    with _opened(folder, asked, arms) as store:
        kept = store.safe
        played = games = 0
        if not store.complete:
            played, games = _fill(store, asked, test, list(chunks_of(arms)), threads, engine, address, progress)
        return Outcome(
            Run(folder, asked, arms),
            played,
            kept,
            games,
            time.perf_counter() - began,
            store.notes,
        )


def _opened(folder: Path, experiment: Experiment, arms: Sequence[Arm]) -> Store:
    try:
        return Store(folder, experiment, arms)
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        raise RunFailedError(f"{folder}: cannot be written: {error.strerror}") from None


def _fill(
    store: Store,
    experiment: Experiment,
    test: StopTest | None,
    chunks: Sequence[Chunk],
    threads: int,
    engine: str,
    address: str | None,
    progress: bool,
) -> tuple[int, int]:
    """Play and store what is missing; returns the number of chunks and of games."""
    played = games = 0

    def decided() -> bool:
        if test:
            test.advance(store.__contains__, store.path)
        return test is not None and test.decided

    def sink(chunk: Chunk, data: Any) -> bool:
        nonlocal played, games
        store.put(chunk, data)
        played += 1
        games += chunk.games
        return not decided()

    try:
        missing = [] if decided() else [chunk for chunk in chunks if chunk not in store]
        with bar(sum(chunk.games for chunk in missing), "games") if progress else nullcontext(_silent) as report:
            if engine == "ray" and missing:
                play_on_ray(missing, experiment, sink, report, address)
            else:
                play_here(missing, threads, sink, report)
        store.finish(test.result if test else None)
    except KeyboardInterrupt:
        raise RunInterrupted(f"interrupted: {_safe(store)}") from None
    except OSError as error:
        what = f"{error.strerror or error}" + (f" ({error.filename})" if error.filename else "")
        raise RunFailedError(f"{store.folder}: cannot be written: {what}. {_safe(store)}") from None
    return played, games


def _safe(store: Store) -> str:
    return f"{store.safe:,} of {store.planned:,} chunks are safe in {store.folder}; the same command resumes the run"


def _stop_test(experiment: Experiment, arms: Sequence[Arm]) -> StopTest | None:
    if experiment.stop is None:
        return None
    from .stopping import StopTest  # brings statistics along that few runs need

    return StopTest(experiment, arms)


def _silent(done: int) -> None:
    del done


def play_here(chunks: Sequence[Chunk], threads: int, sink: Sink, report: Report) -> None:
    """Play chunks in order, on threads of this process.

    While one chunk is played the one before it is encoded and written, so two are in memory.
    """
    rooms: list[Any] = [None, None]
    written: Future[bool] | None = None
    encoder = Encoder()
    with ThreadPoolExecutor(1) as writer:
        for number, chunk in enumerate(chunks):
            if rooms[number % 2] is None or len(rooms[number % 2][0]) < chunk.games:
                rooms[number % 2] = blank(chunk.arm, chunk.games)
            rows, watch = play_chunk(chunk, threads=threads, report=report, room=rooms[number % 2])
            if written is not None and not written.result():
                return  # the test was decided by the chunk before; this one is not wanted any more
            written = writer.submit(_write, sink, encoder, chunk, rows, watch)
        if written is not None:
            written.result()


def _write(sink: Sink, encoder: Encoder, chunk: Chunk, rows: Rows, watch: Rows | None) -> bool:
    return sink(chunk, encoder.encode(chunk, rows, watch))
