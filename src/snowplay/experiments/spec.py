"""The experiment file: what is asked, checked entry by entry, and its one canonical form.

An experiment is a set of arms (rules with players) that are played on the same seeds. What its entries may be
together with the games' own data is in ``plan``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ..agents import AgentError, check_agent
from ..errors import RulesError
from ..rules import game_names, game_options, merge, player_numbers, read_tables
from ..validation import convert, did_you_mean, found, join, listed
from .toml import dumps

__all__ = ["ARM_NAME", "ArmTable", "Experiment", "Generate", "Settings", "Stop", "Sweep", "load_experiment"]

MAX_GAMES = 2**32 - 1
#: What the name of an arm may be. Readers of Parquet take it from the name of a folder, ``arm=NAME``.
ARM_NAME = "^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}\\Z"

Count = Annotated[int, Meta(ge=1, le=MAX_GAMES)]
# TOML's integers have 63 bits and a sign.
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Chunk = Annotated[int, Meta(ge=1, le=1_000_000)]
Slug = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,99}$", description="a name of small letters, digits and -")]
ArmName = Annotated[str, Meta(pattern=ARM_NAME, description="a name of letters, digits, '_', '-' and, inside, '.'")]
PlayerCount = Annotated[int, Meta(ge=1, le=20)]
Seat = Annotated[int, Meta(ge=0, le=19)]
Agents = Annotated[list[str], Meta(min_length=1, max_length=20)]
Risk = Annotated[float, Meta(ge=0.0001, le=0.5)]
Difference = Annotated[float, Meta(ge=-0.99, le=0.99)]


class _Table(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table that has no other keys."""


class Settings(_Table, kw_only=True):
    """The table [experiment]."""

    name: Slug
    title: str = ""
    question: str = ""
    game: str
    players: PlayerCount | None = None
    games: Count
    seed: Seed = 0
    chunk: Chunk = 50_000
    pairing: bool = True
    rotate: Literal["none", "cycle", "paired"] = "none"
    watch: bool = False
    baseline: str = ""
    agents: Agents = msgspec.field(default_factory=lambda: ["random"])
    options: dict[str, Any] = {}
    variant: str | dict[str, Any] = {}


class ArmTable(_Table, kw_only=True):
    """One table of [[arm]]; what it leaves out is as in [experiment]."""

    name: ArmName
    options: dict[str, Any] = {}
    variant: str | dict[str, Any] = {}
    agents: Agents | None = None
    players: PlayerCount | None = None


class Sweep(_Table, kw_only=True):
    """The table [generate.sweep]."""

    option: str = ""
    figure: str = ""
    values: Annotated[list[Any], Meta(min_length=1, max_length=1000)]


class Generate(_Table):
    """The table [generate]: arms made by rule."""

    each_option: list[str] = []
    forbid: list[str] = []
    forbid_all: list[str] = []
    forbid_seat: Seat = 0
    players: list[PlayerCount] = []
    sweep: Sweep | None = None


class Stop(_Table, kw_only=True):
    """The table [stop]: a sequential test that may end the run early."""

    test: Literal["gsprt"]
    arms: list[str] = []
    agents: list[int] = []
    seat: Seat = 0
    h0: Difference
    h1: Difference
    alpha: Risk = 0.05
    beta: Risk = 0.05


class _Document(_Table):
    experiment: Settings
    arm: list[ArmTable] = []
    generate: Generate = msgspec.field(default_factory=Generate)
    stop: Stop | None = None


class Experiment(Struct, frozen=True, kw_only=True):
    """An experiment as it was asked for; made by `load_experiment`.

    Attributes
    ----------
    settings : Settings
        The table [experiment], with variants read from their files.
    arms : list of ArmTable
        The arms that were written out; see ``plan.arms_of`` for all of them.
    generate : Generate
        Arms made by rule.
    stop : Stop or None
        The sequential test.
    where : str
        The file, for messages.
    """

    settings: Settings
    arms: list[ArmTable]
    generate: Generate
    stop: Stop | None
    where: str = "experiment"

    @property
    def name(self) -> str:
        """Name of the experiment."""
        return self.settings.name

    @property
    def title(self) -> str:
        """Title for people; the name if none was given."""
        return self.settings.title or self.settings.name

    @property
    def question(self) -> str:
        """The question in a sentence, or an empty text."""
        return self.settings.question

    @property
    def game(self) -> str:
        """Name of the game."""
        return self.settings.game

    @property
    def games(self) -> int:
        """Games per arm that were asked for."""
        return self.settings.games

    @property
    def seed(self) -> int:
        """Master seed."""
        return self.settings.seed

    @property
    def pairing(self) -> bool:
        """Whether all arms are played on the same seeds."""
        return self.settings.pairing

    @property
    def rotate(self) -> str:
        """How agents change seats: ``"none"``, ``"cycle"`` or ``"paired"``."""
        return self.settings.rotate

    @property
    def watch(self) -> bool:
        """Whether the course of the games is measured as well."""
        return self.settings.watch

    def as_dict(self) -> dict[str, Any]:
        """Return the canonical form: plain tables with every entry of [experiment], without what stands nowhere."""
        tree: dict[str, Any] = {"experiment": _given(self.settings)}
        if self.arms:
            tree["arm"] = [_given(arm, defaults=False) for arm in self.arms]
        generate = _given(self.generate, defaults=False)
        if generate:
            tree["generate"] = generate
        if self.stop:
            tree["stop"] = _given(self.stop)
        return tree

    def to_toml(self) -> str:
        """Return the canonical form as TOML; equal experiments have equal text."""
        return dumps(self.as_dict())

    def replace(self, *, games: int | None = None, seed: int | None = None) -> Experiment:
        """Return the experiment with another number of games or another seed."""
        tree = self.as_dict()
        tree["experiment"] |= {k: v for k, v in (("games", games), ("seed", seed)) if v is not None}
        return _experiment(tree, self.where, Path())


def _given(table: Struct, defaults: bool = True) -> dict[str, Any]:
    """Return the entries of a table; None, which TOML does not have, means that an entry is missing."""
    blank = {
        field.name: msgspec.NODEFAULT if field.required else _default(field) for field in msgspec.structs.fields(table)
    }
    tree = {}
    for name, value in msgspec.structs.asdict(table).items():
        if value is None or (not defaults and value == blank[name]):
            continue
        tree[name] = _given(value, defaults) if isinstance(value, Struct) else value
    return tree


def _default(field: msgspec.structs.FieldInfo) -> Any:
    made = field.default_factory
    return field.default if made is msgspec.NODEFAULT else made()


def load_experiment(source: str | Path | Mapping[str, Any] | Experiment) -> Experiment:
    """Read and check an experiment.

    Parameters
    ----------
    source : str, Path, mapping or Experiment
        A TOML file, or its content. Files of variants are looked for beside it.

    Returns
    -------
    Experiment

    Raises
    ------
    RulesError
        For the first wrong entry, with the file, the entry, what stands there and what may stand there.

    Examples
    --------
    >>> import snowplay as sp
    >>> e = sp.load_experiment({"experiment": {"name": "try", "game": "acres", "games": 100}})
    >>> e.games, e.settings.chunk
    (100, 50000)
    """
    if isinstance(source, Experiment):
        return source
    if isinstance(source, Mapping):
        return _experiment(read_tables(source, "experiment"), "experiment", Path())
    if not isinstance(source, (str, Path)):
        raise RulesError.of("experiment", "", found(source), "a TOML file, a mapping or an Experiment")
    path = Path(source)
    return _experiment(read_tables(path, str(path)), str(path), path.parent)


def _experiment(tree: Mapping[str, Any], where: str, folder: Path) -> Experiment:
    document = convert(tree, _Document, where)
    settings = document.experiment
    settings.variant = _variant(settings.variant, folder, where, "experiment.variant")
    for number, arm in enumerate(document.arm, start=1):
        arm.variant = _variant(arm.variant, folder, where, f"arm.{number}.variant")
    experiment = Experiment(
        settings=settings, arms=document.arm, generate=document.generate, stop=document.stop, where=where
    )
    _check_game(experiment)
    _check_generate(experiment)
    _check_stop(experiment)
    return experiment


def _variant(variant: str | dict[str, Any], folder: Path, where: str, path: str) -> dict[str, Any]:
    """Return a variant as tables; a file is read."""
    return (
        variant if isinstance(variant, dict) else read_tables(folder / variant, f"{where}: {path} {folder / variant}")
    )


def _known(word: str, known: list[str], where: str, path: str, what: str = "") -> None:
    if word not in known:
        hint = did_you_mean(word, known)
        raise RulesError.of(where, path, what or repr(word), "one of " + listed(map(repr, known)) + hint)


def _check_game(experiment: Experiment) -> None:
    settings, where = experiment.settings, experiment.where
    _known(settings.game, game_names(), where, "experiment.game")
    numbers = player_numbers(settings.game)
    allowed = f"a whole number from {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
    counts = [("experiment.players", settings.players)]
    counts += [(f"arm.{number}.players", arm.players) for number, arm in enumerate(experiment.arms, start=1)]
    counts += [(f"generate.players.{i}", count) for i, count in enumerate(experiment.generate.players, start=1)]
    for path, count in counts:
        if count is not None and count not in numbers:
            raise RulesError.of(where, path, found(count), allowed)
    agents = [("experiment.agents", settings.agents)]
    agents += [(f"arm.{number}.agents", arm.agents or []) for number, arm in enumerate(experiment.arms, start=1)]
    for path, names in agents:
        for seat, name in enumerate(names, start=1):
            try:
                check_agent(name, settings.game)
            except AgentError as error:
                raise RulesError(f"{where}: {join(path, seat)}: {error}", where=where, path=join(path, seat)) from None
    names = [arm.name for arm in experiment.arms]
    for number, name in enumerate(names, start=1):
        if name in names[: number - 1]:
            raise RulesError.of(where, f"arm.{number}.name", f"{name!r} once more", "a name of its own for each arm")


def _check_generate(experiment: Experiment) -> None:
    where, sweep = experiment.where, experiment.generate.sweep
    if sweep is None:
        return
    if experiment.generate.players:
        raise RulesError.of(where, "generate", "both players and sweep", "one of them: each is a sweep of its own")
    if bool(sweep.option) == bool(sweep.figure):
        what = "both option and figure" if sweep.option else "neither option nor figure"
        raise RulesError.of(where, "generate.sweep", what, "exactly one of them")
    if sweep.option:
        known = [option.name for option in game_options(experiment.game)]
        _known(sweep.option, known, where, "generate.sweep.option")
    elif not re.fullmatch(r"[^.\s]+(\.[^.\s]+)*", sweep.figure):
        raise RulesError.of(where, "generate.sweep.figure", repr(sweep.figure), "a path such as 'money.french'")
    for number, value in enumerate(sweep.values, start=1):
        if isinstance(value, dict) or (sweep.figure and isinstance(value, list)):
            raise RulesError.of(where, f"generate.sweep.values.{number}", found(value), "a number, text, true or false")


def _check_stop(experiment: Experiment) -> None:
    stop, where = experiment.stop, experiment.where
    if stop is None:
        return
    if bool(stop.arms) == bool(stop.agents):
        what = "both arms and agents" if stop.arms else "neither arms nor agents"
        raise RulesError.of(where, "stop", what, "exactly one of them: two arms or two agents to compare")
    for name, pair in (("arms", stop.arms), ("agents", stop.agents)):
        if pair and (len(pair) != 2 or pair[0] == pair[1]):
            raise RulesError.of(where, f"stop.{name}", f"[{listed(map(repr, pair))}]", "two different entries")
    if stop.agents and experiment.settings.rotate == "none":
        raise RulesError.of(
            where,
            "stop.agents",
            "agents that keep their seats",
            "agents that change them: rotate = 'cycle' or 'paired'",
        )
    if stop.arms and not experiment.settings.pairing:
        raise RulesError.of(where, "stop.arms", "arms with unlike seeds", "arms with the same: pairing = true")
    if stop.h0 >= stop.h1:
        raise RulesError.of(where, "stop.h1", found(stop.h1), f"a number above h0, which is {stop.h0:g}")
    if stop.alpha + stop.beta >= 1:
        raise RulesError.of(where, "stop.beta", found(stop.beta), "alpha and beta must be below 1 together")


def lay_over(base: Mapping[str, Any], over: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the variant `base` with the variant `over` on top."""
    merged: dict[str, Any] = merge(dict(base), dict(over), "", where)
    return merged
