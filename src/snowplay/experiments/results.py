"""A run on disk, as rows to analyse."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._version import __version__
from ..errors import MissingExtraError, RunError
from ..validation import did_you_mean, listed
from .plan import Arm, arms_of, baseline_of
from .schema import column_names
from .spec import Experiment, load_experiment
from .store import EXPERIMENT, Entry, chunk_path, read_manifest, safe_chunks

if TYPE_CHECKING:
    import polars

__all__ = ["Run", "open_run"]


def open_run(path: str | Path) -> Run:
    """Open a run directory to analyse what is in it; it may still be incomplete.

    Parameters
    ----------
    path : str or Path

    Returns
    -------
    Run

    Raises
    ------
    RunError
        If it is no run, or one of rules that this version of snowplay plays differently.
    """
    folder = Path(path)
    read_manifest(folder)  # says so if this is no run
    experiment = load_experiment(folder / EXPERIMENT)
    return Run(folder, experiment, arms_of(experiment))


class Run:
    """The rows of an experiment, as far as they have been played; made by `run` and `open_run`.

    Chunks count from the first on and without a gap, so that of each arm there are the games from 0 on.

    Attributes
    ----------
    path : Path
        The run directory.
    manifest : dict
        ``manifest.json`` as it was when the run was opened.
    experiment : Experiment
        What was asked.
    arms : list of Arm
        All arms in order.
    baseline : Arm
        The arm that the others are compared with.
    """

    def __init__(self, path: Path, experiment: Experiment, arms: Sequence[Arm]) -> None:
        self.path = path
        self.manifest: dict[str, Any] = read_manifest(path)
        self.experiment = experiment
        self.arms = list(arms)
        self.baseline: Arm = baseline_of(experiment, self.arms)
        self._check_rules()

    def _check_rules(self) -> None:
        hashes = {arm["name"]: arm["rules_hash"] for arm in self.manifest["arms"]}
        for arm in self.arms:
            played = hashes.get(arm.name)
            if played != arm.game.rules_hash:
                raise RunError(
                    f"{self.path}: arm {arm.name} was played by rules {played} of snowplay "
                    f"{self.manifest['package_version']}, which snowplay {__version__} does not have: here they are "
                    f"{arm.game.rules_hash}. Read the run with that version"
                )

    @cached_property
    def _chunks(self) -> dict[str, list[Entry]]:
        """For each arm its chunks, up to the first that is missing."""
        entries = {entry.key: entry for entry in safe_chunks(self.path, self.manifest)}
        chunks: dict[str, list[Entry]] = {}
        for arm in self.arms:
            chunks[arm.name] = []
            while (arm.name, len(chunks[arm.name])) in entries:
                chunks[arm.name].append(entries[arm.name, len(chunks[arm.name])])
        return chunks

    @property
    def complete(self) -> bool:
        """Whether everything that was asked for has been played."""
        return bool(self.manifest["complete"])

    @property
    def stopped(self) -> dict[str, Any] | None:
        """What the sequential test found when the run was complete: verdict, log-likelihood ratio, games."""
        found: dict[str, Any] | None = self.manifest["stopped"]
        return found

    def arm(self, arm: str | Arm) -> Arm:
        """Return the arm of a name.

        Raises
        ------
        ValueError
            If there is none.
        """
        name = arm.name if isinstance(arm, Arm) else arm
        by_name = {one.name: one for one in self.arms}
        if name not in by_name:
            raise ValueError(f"there is no arm {name!r}; there is {listed(by_name)}{did_you_mean(name, by_name)}")
        return by_name[name]

    def games(self, arm: str | Arm) -> int:
        """Return how many games of an arm there are."""
        return sum(entry.games for entry in self._chunks[self.arm(arm).name])

    def files(self, arm: str | Arm) -> list[Path]:
        """Return the Parquet files of an arm, in the order of the games."""
        return [self.path / chunk_path(*entry.key) for entry in self._chunks[self.arm(arm).name]]

    def check(self) -> None:
        """Read every file of rows once and compare it with its checksum.

        Raises
        ------
        RunError
            If a file is gone or is not what was written.
        """
        for entry in (entry for entries in self._chunks.values() for entry in entries):
            path = self.path / chunk_path(*entry.key)
            try:
                with path.open("rb") as file:
                    sound = hashlib.file_digest(file, "sha256").hexdigest() == entry.sha256
                fault = "" if sound else "does not match its checksum"
            except FileNotFoundError:
                fault = "is gone"
            if fault:
                raise RunError(f"{path}: {fault}; `snowplay run` with the same experiment and folder plays it again")

    def scan(self, arm: str | Arm | None = None) -> polars.LazyFrame:
        """Return rows to be queried without loading them whole.

        Parameters
        ----------
        arm : str or Arm, optional
            Of this arm only; by default of all.

        Returns
        -------
        polars.LazyFrame
            One row a game, with the column ``arm``. A column that an arm lacks (it has fewer seats) is null there.
        """
        pl = _polars()
        rows: polars.LazyFrame
        if arm is None:
            # an arm that has not been played yet has no columns to agree with the others
            arms = [one for one in self.arms if self.files(one)] or self.arms[:1]
            rows = pl.concat([self.scan(one) for one in arms], how="diagonal")
            return rows
        chosen = self.arm(arm)
        files = self.files(chosen)
        if files:
            rows = pl.scan_parquet(files, hive_partitioning=False)
        else:
            rows = pl.LazyFrame(schema=dict.fromkeys(column_names(chosen.game, chosen.watch), pl.Int64))
        return rows.with_columns(pl.lit(chosen.name).alias("arm"))

    def frame(self, arm: str | Arm, columns: Sequence[str] | None = None) -> polars.DataFrame:
        """Return the rows of an arm, sorted by ``game``.

        Parameters
        ----------
        arm : str or Arm
        columns : sequence of str, optional
            These only; by default all.
        """
        rows = self.scan(arm)
        return (rows if columns is None else rows.select(columns)).collect()

    def pairs(self, arm_a: str | Arm, arm_b: str | Arm, columns: Sequence[str]) -> polars.DataFrame:
        """Return the games that two arms have in common, side by side.

        Parameters
        ----------
        arm_a, arm_b : str or Arm
        columns : sequence of str
            For each of them the result has one column that ends in ``_a`` and one that ends in ``_b``.

        Returns
        -------
        polars.DataFrame
            With ``deal`` and ``rotation``, by which the games are matched, in the order of arm a.

        Raises
        ------
        RunError
            If the arms were not played on the same seeds.
        """
        first, second = self.arm(arm_a), self.arm(arm_b)
        if first.seed != second.seed:
            raise RunError(f"{self.path}: arms {first.name} and {second.name} have unlike seeds (pairing = false)")
        sides = []
        for arm, suffix in ((first, "_a"), (second, "_b")):
            renamed = [_polars().col(column).alias(column + suffix) for column in columns]
            sides.append(self.scan(arm).select("deal", "rotation", *renamed))
        return sides[0].join(sides[1], on=["deal", "rotation"], how="inner", maintain_order="left").collect()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the rows of all arms, as `scan` has them, as an Arrow stream for any data frame library."""
        return self.scan().collect().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        state = "complete" if self.complete else "incomplete"
        return f"Run({str(self.path)!r}: {len(self.arms)} arms, {state})"


def _polars() -> Any:
    try:
        import polars
    except ImportError:
        raise MissingExtraError("reading the rows of a run", "analysis") from None
    return polars
