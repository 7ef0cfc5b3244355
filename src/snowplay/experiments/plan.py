"""From an experiment to its arms and chunks: what exactly is played, all of it checked before the first game."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from ..agents import AGENTS
from ..errors import RulesError
from ..games import Game, load_game
from ..items import join_item
from ..rules import game_options
from ..validation import did_you_mean, listed
from .spec import ARM_NAME, Experiment, lay_over

__all__ = ["Arm", "Chunk", "arms_of", "baseline_of", "chunks_of", "derived_seed"]

STANDARD = "standard"


@dataclass(frozen=True)
class Arm:
    """Rules with players, and which games of them are played.

    Attributes
    ----------
    name : str
    game : Game
        The rules.
    agents : tuple of str
        One name for each seat; in game g seat s has ``agents[(s + rotation) % players]``.
    seed : int
        Master seed of its games.
    games : int
        How many are played, unless a sequential test stops the run.
    chunk : int
        Games in every chunk but the last.
    rotate : str
        ``"none"``, ``"cycle"`` or ``"paired"``.
    watch : bool
        Whether the course of the games is measured as well.
    options, variant : dict
        What differs from the game's file: the experiment's entries with those of the arm on top.
    item : str or None
        The item that a seat may not take, in an arm made by ``generate.forbid``.
    seat : int or None
        That seat.
    sweep_value : object
        The value of a swept option or figure, or of ``generate.players``; else None.
    """

    name: str
    game: Game
    agents: tuple[str, ...]
    seed: int
    games: int
    chunk: int
    rotate: str
    watch: bool
    options: dict[str, Any] = field(default_factory=dict)
    variant: dict[str, Any] = field(default_factory=dict)
    item: str | None = None
    seat: int | None = None
    sweep_value: Any = None

    @property
    def players(self) -> int:
        """Number of players."""
        return self.game.players

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return -(-self.games // self.chunk)


@dataclass(frozen=True)
class Chunk:
    """A piece of work: games first to first + games - 1 of an arm."""

    arm: Arm
    index: int
    first: int
    games: int


class _Draft(NamedTuple):
    """An arm before its rules are loaded."""

    name: str
    options: Mapping[str, Any]
    variant: Mapping[str, Any]
    agents: Sequence[str] | None = None
    players: int | None = None
    item: str | None = None
    seat: int | None = None
    sweep_value: Any = None
    made_by: str = ""


def arms_of(experiment: Experiment) -> tuple[Arm, ...]:
    """Return all arms in order: those written out, then those made by rule.

    Raises
    ------
    RulesError
        If rules, agents or names do not fit; the message names the arm and the entry.
    """
    drafts = list(_written(experiment))
    drafts += _each_option(experiment)
    drafts += _forbidden(experiment)
    drafts += _player_numbers(experiment)
    drafts += _sweep(experiment)
    seen: dict[str, str] = {}
    for draft in drafts:
        if not re.search(ARM_NAME, draft.name):
            raise RulesError.of(
                experiment.where, draft.made_by, f"an arm {draft.name!r}", "what makes a name of at most 100 letters"
            )
        folder = draft.name.casefold()  # some systems take a and A for the same
        if folder in seen:
            raise RulesError.of(
                experiment.where,
                draft.made_by,
                f"an arm {draft.name!r}, which {seen[folder] or 'is there already'}",
                "a name of its own for each arm",
            )
        seen[folder] = f"{draft.made_by} makes too" if draft.made_by else "[[arm]] has too"
    arms = tuple(_load(experiment, draft, number) for number, draft in enumerate(drafts))
    baseline_of(experiment, arms)
    _check_stop(experiment, arms)
    return arms


def baseline_of(experiment: Experiment, arms: Sequence[Arm]) -> Arm:
    """Return the arm that the others are compared with."""
    return _named(experiment, arms, "experiment.baseline", experiment.settings.baseline or arms[0].name)


def chunks_of(arms: Sequence[Arm]) -> Iterator[Chunk]:
    """Yield all chunks in the order of play: the first chunk of every arm, then the second, and so on.

    So whatever has been played when a run stops can be compared between arms.
    """
    for index in range(max(arm.chunks for arm in arms)):
        for arm in arms:
            first = index * arm.chunk
            if first < arm.games:
                yield Chunk(arm, index, first, min(arm.chunk, arm.games - first))


def derived_seed(seed: int, number: int) -> int:
    """Return the master seed of arm `number` in an experiment without pairing."""
    return int.from_bytes(hashlib.sha256(f"snowplay arm {number} of seed {seed}".encode()).digest()[:8], "big")


# ---- arms made by rule ----


def _written(experiment: Experiment) -> Iterator[_Draft]:
    generate = experiment.generate
    against = generate.each_option or generate.forbid or generate.forbid_all
    made = against or generate.players or generate.sweep
    if not experiment.arms and (against or not made):
        # Arms that switch or forbid something have to be compared with the rules as they are.
        yield _Draft(STANDARD, {}, {})
    for arm in experiment.arms:
        variant = arm.variant if isinstance(arm.variant, dict) else {}
        yield _Draft(arm.name, arm.options, variant, arm.agents, arm.players)


def _matching(experiment: Experiment, path: str, patterns: Sequence[str], known: Sequence[str], what: str) -> list[str]:
    """Return the known names that any of the patterns fits, in their order."""
    for number, pattern in enumerate(patterns, start=1):
        if not any(fnmatchcase(name, pattern) for name in known):
            hint = did_you_mean(pattern, known)
            raise RulesError.of(experiment.where, f"{path}.{number}", f"{pattern!r}, which fits nothing", what + hint)
    return [name for name in known if any(fnmatchcase(name, pattern) for pattern in patterns)]


def _each_option(experiment: Experiment) -> Iterator[_Draft]:
    path = "generate.each_option"
    patterns = experiment.generate.each_option
    switches = {option.name: option for option in game_options(experiment.game) if option.kind == "bool"}
    # An option that changes no rule says how the engine works; it is an arm only if it is named.
    known = [name for name, option in switches.items() if option.rules or name in patterns]
    names = _matching(experiment, path, patterns, known, "on/off options, '*' for a part: " + listed(known))
    variant = experiment.settings.variant
    given = {**(variant.get("options", {}) if isinstance(variant, dict) else {}), **experiment.settings.options}
    for name in names:
        on = given.get(name, switches[name].default)
        yield _Draft(f"{name}-off" if on else name, {name: not on}, {}, made_by=path)


def _forbidden(experiment: Experiment) -> Iterator[_Draft]:
    generate = experiment.generate
    if not (generate.forbid or generate.forbid_all):
        return
    game = _load(experiment, _Draft(STANDARD, {}, {}), 0).game
    if generate.forbid_seat >= game.players:
        raise RulesError.of(
            experiment.where, "generate.forbid_seat", str(generate.forbid_seat), f"a seat from 0 to {game.players - 1}"
        )
    seat = generate.forbid_seat
    known = [name for name, item in game.front.items().items() if item.columns[seat]]  # what the seat can take at all
    words = f"what seat {seat} can take in {game.name}, '*' for a part: {listed(known[:4])}, ..., {known[-1]}"
    asked = list(experiment.settings.options.get("forbid", []))
    for item in _matching(experiment, "generate.forbid", generate.forbid, known, words):
        options = {"forbid": [*asked, join_item(item, seat)]}
        yield _Draft(_without(item), options, {}, item=item, seat=seat, made_by="generate.forbid")
    path = "generate.forbid_all"
    _matching(experiment, path, generate.forbid_all, known, words)  # each of them fits something
    for pattern in generate.forbid_all:
        fits = [item for item in known if fnmatchcase(item, pattern)]
        options = {"forbid": [*asked, *(join_item(item, seat) for item in fits)]}
        yield _Draft(_without(pattern), options, {}, made_by=path)


def _without(items: str) -> str:
    """Return the name of an arm without an item, or without all that a pattern fits: ``no-train`` for ``train:*``."""
    return "no-" + (re.sub(r"[^A-Za-z0-9_.-]+", "-", items).strip("-") or "items")


def _player_numbers(experiment: Experiment) -> Iterator[_Draft]:
    for players in experiment.generate.players:
        yield _Draft(f"players-{players}", {}, {}, players=players, sweep_value=players, made_by="generate.players")


def _sweep(experiment: Experiment) -> Iterator[_Draft]:
    sweep = experiment.generate.sweep
    if sweep is None:
        return
    for value in sweep.values:
        word = str(value).lower() if isinstance(value, bool) else str(value)
        name = re.sub(r"[^A-Za-z0-9_.-]+", "-", f"{sweep.option or sweep.figure}-{word}")
        options = {sweep.option: value} if sweep.option else {}
        variant: Any = {} if sweep.option else value
        for key in reversed(sweep.figure.split(".") if sweep.figure else []):
            variant = {key: variant}
        yield _Draft(name, options, variant, sweep_value=value, made_by="generate.sweep")


# ---- loading ----


def _load(experiment: Experiment, draft: _Draft, number: int) -> Arm:
    settings = experiment.settings
    where = f"{experiment.where}: arm {draft.name}"
    options = {**settings.options, **draft.options}
    base = settings.variant if isinstance(settings.variant, dict) else {}
    try:
        variant = lay_over(base, draft.variant, "variant")
        game = load_game(settings.game, draft.players or settings.players, variant=variant or None, **options)
    except RulesError as error:
        raise RulesError(
            f"{where}: {error}", where=where, path=error.path, found=error.found, allowed=error.allowed
        ) from None
    agents = tuple(draft.agents or settings.agents)
    if len(agents) not in (1, game.players):
        allowed = f"one for all seats or one for each of the {game.players}" if game.players > 1 else "one"
        raise RulesError.of(where, "agents", f"{len(agents)} agents", allowed)
    for seat, agent in enumerate(agents if len(agents) == game.players else agents * game.players):
        only = AGENTS[agent.partition(":")[0].strip()].seat
        if only is not None and (settings.rotate != "none" or only != seat):
            what = f"{agent!r} in seat {seat}" + (f" with rotate = {settings.rotate!r}" if only == seat else "")
            raise RulesError.of(
                where, "agents", what, f"it in seat {only}, and rotate = 'none': it plays that side only"
            )
    group = game.players if settings.rotate == "paired" else 1
    return Arm(
        name=draft.name,
        game=game,
        agents=agents if len(agents) == game.players else agents * game.players,
        seed=settings.seed if settings.pairing else derived_seed(settings.seed, number),
        games=-(-settings.games // group) * group,
        chunk=-(-settings.chunk // group) * group,
        rotate=settings.rotate,
        watch=settings.watch,
        options=options,
        variant=variant,
        item=draft.item,
        seat=draft.seat,
        sweep_value=draft.sweep_value,
    )


def _named(experiment: Experiment, arms: Sequence[Arm], path: str, name: str) -> Arm:
    names = [arm.name for arm in arms]
    if name not in names:
        shown = listed(map(repr, names[:6])) + (", ..." if len(names) > 6 else "")
        raise RulesError.of(experiment.where, path, repr(name), "an arm: " + shown + did_you_mean(name, names))
    return arms[names.index(name)]


def _check_stop(experiment: Experiment, arms: Sequence[Arm]) -> None:
    stop = experiment.stop
    if stop is None:
        return
    if stop.arms:
        tested = [_named(experiment, arms, "stop.arms", name) for name in stop.arms]
        if tested[0].players != tested[1].players:
            raise RulesError.of(
                experiment.where, "stop.arms", "arms with unlike numbers of players", "two arms with as many players"
            )
    else:
        tested = [baseline_of(experiment, arms)]
    players = tested[0].players
    for path, seats in (("stop.agents", stop.agents), ("stop.seat", [stop.seat])):
        for seat in seats:
            if not 0 <= seat < players:
                raise RulesError.of(experiment.where, path, str(seat), f"a seat from 0 to {players - 1}")
    if players == 1:
        raise RulesError.of(experiment.where, "stop", "a solo game", "a game of two players or more")
    if tested[0].rotate == "paired" and players != 2:
        raise RulesError.of(
            experiment.where, "stop", f"rotate = 'paired' with {players} players", "2 players, or rotate = 'cycle'"
        )
