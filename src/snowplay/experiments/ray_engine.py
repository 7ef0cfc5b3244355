"""Playing chunks on a Ray cluster. Ray is imported only when it is asked for.

A task plays one chunk on one processor and returns the bytes of its file; only the process that was started by the
user writes the run directory. A lost worker or node costs time: Ray starts its tasks again elsewhere.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .._version import __version__
from ..batch import Report
from ..errors import MissingExtraError, RunFailedError
from ..export import pyarrow_modules
from .plan import Arm, Chunk, arms_of
from .play import play_chunk
from .schema import Encoder
from .spec import Experiment, load_experiment

if TYPE_CHECKING:
    from .runner import Sink

__all__ = ["play_on_ray"]

_TASKS_PER_CPU = 2
_RETRIES = 20


def play_on_ray(
    chunks: Sequence[Chunk], experiment: Experiment, sink: Sink, report: Report, address: str | None
) -> None:
    """Play chunks on a cluster; they come back in any order.

    Parameters
    ----------
    chunks : sequence of Chunk
    experiment : Experiment
    sink : callable
        Takes a chunk and its bytes; says if more are wanted.
    report : callable
        Called with how many more games are done.
    address : str or None
        Of the cluster; None: a cluster on this machine, if Ray is not connected to one already.

    Raises
    ------
    MissingExtraError
        If Ray is not installed.
    RunFailedError
        If the cluster cannot be reached, or its nodes have other versions.
    """
    ray = _ray()
    ours = not ray.is_initialized()
    if ours:
        try:
            ray.init(address=address, log_to_driver=False, include_dashboard=False, logging_level="ERROR")
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise RunFailedError(f"Ray cluster {address or 'on this machine'}: {error}") from None
    try:
        _play(ray, chunks, experiment, sink, report)
    finally:
        if ours:
            ray.shutdown()


def _play(ray: Any, chunks: Sequence[Chunk], experiment: Experiment, sink: Sink, report: Report) -> None:
    task = ray.remote(num_cpus=1, max_retries=_RETRIES)(play_remotely)
    text = ray.put(experiment.to_toml())
    waiting = list(reversed(chunks))
    flying: dict[Any, Chunk] = {}
    try:
        while waiting or flying:
            # Asked anew each time: nodes come and go.
            limit = max(1, int(_TASKS_PER_CPU * ray.cluster_resources().get("CPU", 1)))
            while waiting and len(flying) < limit:
                chunk = waiting.pop()
                flying[task.remote(text, chunk.arm.name, chunk.index)] = chunk
            done, _ = ray.wait(list(flying), num_returns=1)
            for reference in done:
                chunk = flying.pop(reference)
                versions, data = _result(ray, reference)
                if versions != _versions():
                    raise RunFailedError(
                        f"a Ray worker has {_words(versions)}, but this process has {_words(_versions())}: "
                        "install the same on all nodes"
                    )
                report(chunk.games)
                if not sink(chunk, data):
                    return
    finally:
        for reference in flying:
            ray.cancel(reference)


def _result(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayError as error:
        first = str(error).strip().splitlines()[-1:]
        raise RunFailedError(f"a Ray task failed: {' '.join(first)}") from error


def play_remotely(text: str, arm_name: str, index: int) -> tuple[tuple[str, ...], bytes]:
    """Play one chunk; runs in a worker.

    Parameters
    ----------
    text : str
        The experiment as TOML.
    arm_name : str
    index : int
        Number of the chunk.

    Returns
    -------
    versions : tuple of str
        Of what the bytes depend on.
    data : bytes
        The Parquet file.
    """
    arm = _arms(text)[arm_name]
    first = index * arm.chunk
    chunk = Chunk(arm, index, first, min(arm.chunk, arm.games - first))
    return _versions(), Encoder().encode(chunk, *play_chunk(chunk, threads=1)).to_pybytes()


@lru_cache(maxsize=4)
def _arms(text: str) -> dict[str, Arm]:
    """Return the arms of an experiment; tasks on the same worker share them."""
    return {arm.name: arm for arm in arms_of(load_experiment(tomllib.loads(text)))}


def _versions() -> tuple[str, ...]:
    return __version__, pyarrow_modules()[0].__version__


def _words(versions: tuple[str, ...]) -> str:
    return f"snowplay {versions[0]} and pyarrow {versions[1]}"


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise MissingExtraError("the engine 'ray'", "ray") from None
    return ray
