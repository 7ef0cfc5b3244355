"""The run directory: what is on disk, and that it is right whenever the process ends.

    experiment.toml                     the experiment as asked for
    manifest.json                       arms, versions and, when the run is complete, every chunk with its checksum
    progress.jsonl                      while the run goes on: one line for every chunk that is safe
    rows/arm=NAME/part-000000.parquet   the chunks
    .lock                               held by the process that runs

A chunk is safe once its line is in the ledger (progress.jsonl), and the line is written after the file is. What has no
line, or another checksum than its line says, is played again; it comes out as the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .._version import __version__
from ..errors import RunError
from ..export import pyarrow_modules
from ..files import replacing
from ..generator import GENERATOR
from ..rules import read_tables
from .lock import Lock
from .plan import Arm, Chunk, chunks_of
from .schema import FORMAT, SCHEMA_VERSION
from .spec import Experiment

__all__ = ["Entry", "Store", "chunk_path", "read_manifest", "safe_chunks"]

EXPERIMENT, MANIFEST, LEDGER = "experiment.toml", "manifest.json", "progress.jsonl"
_PART = re.compile(r"part-\d{6,}\.parquet")
_SHOWN_DIFFERENCES = 4


class Entry(NamedTuple):
    """A chunk that is safe on disk."""

    arm: str
    chunk: int
    first: int
    games: int
    sha256: str
    bytes: int

    @property
    def key(self) -> tuple[str, int]:
        """Arm and number of the chunk."""
        return self.arm, self.chunk


def chunk_path(arm: str, index: int) -> Path:
    """Return where a chunk lies in the run directory."""
    return Path("rows") / f"arm={arm}" / f"part-{index:06}.parquet"


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a run.

    Raises
    ------
    RunError
        If the folder is none of a run, or of a version that cannot be read.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if manifest["format"] != FORMAT:
            raise ValueError
    except FileNotFoundError:
        raise RunError(f"{folder}: is no run of an experiment (there is no {MANIFEST})") from None
    except (ValueError, KeyError, TypeError):
        raise RunError(f"{folder / MANIFEST}: is not the manifest of a run") from None
    if manifest.get("version") != SCHEMA_VERSION:
        raise RunError(
            f"{folder / MANIFEST}: version {manifest.get('version')} of the format; "
            f"snowplay {__version__} reads version {SCHEMA_VERSION}"
        )
    return dict(manifest)


def safe_chunks(folder: Path, manifest: Mapping[str, Any]) -> list[Entry]:
    """Return the chunks that are on disk according to the manifest or, while the run goes on, to the ledger."""
    if manifest["complete"]:
        return [Entry(**record) for record in manifest["chunks"]]
    try:
        lines = (folder / LEDGER).read_bytes().split(b"\n")
    except FileNotFoundError:
        # the run may have been finished since the manifest was read
        manifest = read_manifest(folder)
        return safe_chunks(folder, manifest) if manifest["complete"] else []
    entries = {}
    for line in lines[:-1]:  # a line that was not written to its end does not count
        try:
            entry = Entry(**json.loads(line))
        except (ValueError, TypeError):
            continue
        entries[entry.key] = entry
    return list(entries.values())


class Store:
    """A run directory, opened for playing by one process.

    Parameters
    ----------
    folder : Path
        Made if it does not exist.
    experiment : Experiment
    arms : sequence of Arm

    Raises
    ------
    RunError
        If the folder holds something else: another experiment, or one played by other versions.
    RunFailedError
        If another process is running it.
    """

    def __init__(self, folder: Path, experiment: Experiment, arms: Sequence[Arm]) -> None:
        self.folder = folder
        self.notes: list[str] = []
        self.corrupt = 0
        self._plan = {(chunk.arm.name, chunk.index): chunk for chunk in chunks_of(arms)}
        self._manifest = _manifest(experiment, arms)
        self._entries: dict[tuple[str, int], Entry] = {}
        self.complete = False
        if folder.is_dir() and not (folder / EXPERIMENT).exists():
            foreign = [entry.name for entry in folder.iterdir() if not entry.name.startswith(".")]
            if foreign:
                raise RunError(f"{folder}: is there already and is no run of an experiment; choose another --out")
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = Lock(folder / ".lock")
        try:
            self._open(experiment)
        except BaseException:
            self._lock.release()
            raise

    def _open(self, experiment: Experiment) -> None:
        if (self.folder / EXPERIMENT).exists():
            self._compare(
                "asks for", read_tables(self.folder / EXPERIMENT, str(self.folder / EXPERIMENT)), experiment.as_dict()
            )
        if (self.folder / MANIFEST).exists():
            manifest = read_manifest(self.folder)
            fixed = {key: value for key, value in manifest.items() if key in self._manifest}
            self._compare("was played with", fixed, self._manifest)
        else:
            _write_safely(self.folder / EXPERIMENT, experiment.to_toml().encode())
            manifest = self._manifest | {"complete": False, "stopped": None, "chunks": []}
            _write_safely(self.folder / MANIFEST, _document(manifest))
        for arm in self._manifest["arms"]:
            (self.folder / chunk_path(arm["name"], 0)).parent.mkdir(parents=True, exist_ok=True)
        self._resume(manifest)

    def _compare(self, words: str, there: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
        found = list(_differences(there, asked, ""))
        if not found:
            return
        shown = "; ".join(
            f"{path} is {_words(old)} there, {_words(new)} now" for path, old, new in found[:_SHOWN_DIFFERENCES]
        )
        more = f"; and {len(found) - _SHOWN_DIFFERENCES} more" if len(found) > _SHOWN_DIFFERENCES else ""
        advice = "ask for the same" if words == "asks for" else "use those versions"
        raise RunError(
            f"{self.folder} holds a run that {words} something else: {shown}{more}. Nothing was touched: choose "
            f"another --out, or {advice} to resume it"
        )

    def _resume(self, manifest: dict[str, Any]) -> None:
        """Find out which chunks are safe, and clear away what a killed process left."""
        listed = safe_chunks(self.folder, manifest)
        good = [entry for entry in listed if self._is_sound(entry)]
        self._entries = {entry.key: entry for entry in good}
        self.complete = bool(manifest["complete"]) and len(good) == len(listed)
        if self.complete:
            (self.folder / LEDGER).unlink(missing_ok=True)
        else:
            _write_safely(self.folder / LEDGER, b"".join(map(_line, good)))
            if manifest["complete"]:
                _write_safely(self.folder / MANIFEST, _document(manifest | {"complete": False, "chunks": []}))
        safe = {self.folder / chunk_path(*key) for key in self._entries}
        for folder in [self.folder, *(arm for arm in (self.folder / "rows").iterdir() if arm.is_dir())]:
            for path in folder.iterdir():
                if path.name.endswith(".part") or (_PART.fullmatch(path.name) and path not in safe):
                    path.unlink()

    def _is_sound(self, entry: Entry) -> bool:
        """Whether the file of a chunk is what its line says; one that is not is moved aside."""
        chunk = self._plan.get(entry.key)
        if chunk is None or (chunk.first, chunk.games) != (entry.first, entry.games):
            return False
        path = self.folder / chunk_path(*entry.key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            self.notes.append(f"{path}: is gone and will be played again")
            return False
        if hashlib.sha256(data).hexdigest() == entry.sha256:
            return True
        aside = path.with_name(path.name + ".corrupt")
        os.replace(path, aside)
        self.corrupt += 1
        self.notes.append(f"{path}: does not match its checksum; moved to {aside.name}, will be played again")
        return False

    # ---- what is there ----

    def __contains__(self, chunk: Chunk) -> bool:
        return (chunk.arm.name, chunk.index) in self._entries

    @property
    def safe(self) -> int:
        """Number of chunks that are safe."""
        return len(self._entries)

    @property
    def planned(self) -> int:
        """Number of chunks that the experiment has."""
        return len(self._plan)

    def path(self, chunk: Chunk) -> Path:
        """Return where a chunk lies."""
        return self.folder / chunk_path(chunk.arm.name, chunk.index)

    # ---- writing ----

    def put(self, chunk: Chunk, data: Any) -> None:
        """Store a chunk; when this returns it is safe.

        Parameters
        ----------
        chunk : Chunk
        data : bytes-like
            The Parquet file.

        Raises
        ------
        OSError
            If it cannot be written; nothing of it is left then.
        """
        # The folder is not synchronised: should the name be lost with the power, the chunk is played again.
        _write_safely(self.path(chunk), data, folder=False)
        view = memoryview(data)
        digest = hashlib.sha256(view).hexdigest()
        entry = Entry(chunk.arm.name, chunk.index, chunk.first, chunk.games, digest, view.nbytes)
        with (self.folder / LEDGER).open("ab") as ledger:
            ledger.write(_line(entry))
            ledger.flush()
            os.fsync(ledger.fileno())
        self._entries[entry.key] = entry

    def finish(self, stopped: dict[str, Any] | None) -> None:
        """Write the last manifest: the run is complete.

        Parameters
        ----------
        stopped : dict or None
            What a sequential test found; ``stopped["chunks"]`` chunks of every arm are kept.
        """
        if stopped is not None:
            for key in [key for key in self._entries if key[1] >= stopped["chunks"]]:
                (self.folder / chunk_path(*key)).unlink()
                del self._entries[key]
        order = {arm["name"]: number for number, arm in enumerate(self._manifest["arms"])}
        entries = sorted(self._entries.values(), key=lambda entry: (order[entry.arm], entry.chunk))
        whole = {"complete": True, "stopped": stopped, "chunks": [entry._asdict() for entry in entries]}
        _write_safely(self.folder / MANIFEST, _document(self._manifest | whole))
        (self.folder / LEDGER).unlink()
        self.complete = True

    def close(self) -> None:
        """Let another process run it."""
        self._lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


# ---- files ----


def _write_safely(path: Path, data: Any, folder: bool = True) -> None:
    """Write a file that is on the disk when this returns, whole and, if `folder`, under its name."""
    with replacing(path) as temporary, temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if folder and os.name == "posix":  # elsewhere a folder cannot be opened
        number = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _line(entry: Entry) -> bytes:
    return json.dumps(entry._asdict(), separators=(",", ":")).encode() + b"\n"


def _document(manifest: Mapping[str, Any]) -> bytes:
    return (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()


def _manifest(experiment: Experiment, arms: Sequence[Arm]) -> dict[str, Any]:
    """Return the part of the manifest that is known before the first game and must never change."""
    return {
        "format": FORMAT,
        "version": SCHEMA_VERSION,
        "experiment": experiment.name,
        "package_version": __version__,
        "pyarrow_version": pyarrow_modules()[0].__version__,
        "generator": GENERATOR,
        "arms": [
            {
                "name": arm.name,
                "game": arm.game.name,
                "players": arm.players,
                "rules_hash": arm.game.rules_hash,
                "seed": arm.seed,
                "agents": list(arm.agents),
                "games": arm.games,
                "chunk": arm.chunk,
            }
            for arm in arms
        ],
    }


# ---- telling two trees apart ----


def _differences(there: Any, asked: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield the entries in which two trees differ; None stands for one that is missing."""
    if _are_named(there) and _are_named(asked):
        names, wanted = ([entry["name"] for entry in entries] for entries in (there, asked))
        if names != wanted and sorted(names) == sorted(wanted):  # the first arm may be the baseline
            yield f"order of {path}", names, wanted
    there, asked = _by_name(there), _by_name(asked)
    if isinstance(there, Mapping) and isinstance(asked, Mapping):
        for key in [*there, *(key for key in asked if key not in there)]:
            yield from _differences(there.get(key), asked.get(key), f"{path}.{key}" if path else str(key))
    elif there != asked or isinstance(there, bool) != isinstance(asked, bool):
        yield path, there, asked


def _by_name(value: Any) -> Any:
    """Return a list of tables with names as a table."""
    if _are_named(value):
        return {entry["name"]: entry for entry in value}
    return value


def _are_named(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(e, Mapping) and "name" in e for e in value)


def _words(value: object) -> str:
    if value is None:
        return "missing"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
