"""Plays a compiled game and its plain twin side by side and stops at the first difference.

Both engines get the same moves and the same chance outcomes, in notation. After every step they are compared:

=============== ===================================== =====================================================
what            how often                             how
=============== ===================================== =====================================================
actor           always                                seat, -1 chance, -4 over
legal moves     always                                as sets of notations; the fast ones sorted and unique
chance          always                                outcomes and exact probabilities
scores          in games compared in full; at the end points of every seat
view            in games compared in full; at the end everything on the table, by plain names
score parts     at the end                            points by source
outcome         at the end                            reason, winner, returns
=============== ===================================== =====================================================

A twin is a class ``Twin(players, options, variant)`` in ``twin.<game>`` with the methods of `Twin` below; the compiled
game's state is put into the same words by ``view(state)`` in ``twin.view_<game>``. On a difference `DifferenceError` is
raised: it names the set-up, seed and step, what differs, and a script that `shrink` has made short and that can be
pasted into a test as ``replay(Setup(...), [...])``.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import pairwise
from multiprocessing import get_context
from random import Random
from typing import Any, Protocol

import snowplay as sp
from snowplay.batch import default_threads

CHANCE = -1
OVER = -4


class Twin(Protocol):
    """What a twin can do. `hits` counts what its rules have carried out, by rule ID and ``kind:name``."""

    hits: Counter[str]

    def actor(self) -> int: ...

    def legal(self) -> list[str]: ...

    def chances(self) -> dict[str, Fraction]: ...

    def apply(self, notation: str) -> None: ...

    def view(self) -> dict[str, Any]: ...

    def scores(self) -> list[int]: ...

    def parts(self) -> list[dict[str, int]]: ...

    def outcome(self) -> dict[str, Any] | None: ...


# --- set-ups ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setup:
    """One game with its options and variant; the label is only for reading."""

    game: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    variant: Mapping[str, Any] | None = None
    label: str = ""

    def __repr__(self) -> str:
        parts = [repr(self.game), str(self.players), repr(dict(self.options))]
        return f"Setup({', '.join([*parts, repr(self.variant)] if self.variant else parts)})"

    def key(self) -> str:
        return json.dumps([self.game, self.players, self.options, self.variant], sort_keys=True)

    def fast(self) -> sp.Game:
        return _fast_game(self.key())

    def twin(self) -> Twin:
        twin: Twin = _module(self.game).Twin(self.players, dict(self.fast().options), self.variant)
        return twin


@cache
def _fast_game(key: str) -> sp.Game:
    game, players, options, variant = json.loads(key)
    return sp.load_game(game, players, variant=variant, **options)


@cache
def _module(game: str) -> Any:
    return import_module(f"twin.{game}")


@cache
def _view(game: str) -> Callable[[sp.State], dict[str, Any]]:
    view: Callable[[sp.State], dict[str, Any]] = import_module(f"twin.view_{game}").view
    return view


# --- policies ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Policy:
    """How moves are chosen.

    Attributes
    ----------
    weights
        Weight of a move or chance outcome by the longest prefix of its notation that is listed, such as ``use`` or
        ``place:D``; 1 if none is.
    greedy
        Share of the decisions that take the move with the most points for the seat (ties by weight).
    own_chance
        Whether chance outcomes are drawn by weight, all others being equal, instead of by their probabilities.
    opening
        Moves and outcomes that are played first; one that is not possible is skipped.
    """

    name: str
    weights: Mapping[str, float] = field(default_factory=dict)
    greedy: float = 0.0
    own_chance: bool = False
    opening: Sequence[str] = ()

    def weight(self, move: str) -> float:
        if not self.weights:
            return 1.0
        for end in range(len(move), 0, -1):
            if move[:end] in self.weights:
                return self.weights[move[:end]]
        return 1.0


@dataclass
class Chooser:
    """A policy in one game."""

    policy: Policy
    random: Random
    opening: list[str] = field(default_factory=list)
    known: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.opening = list(self.policy.opening)

    def _pick(self, moves: Sequence[str]) -> str:
        if not self.policy.weights:
            return moves[int(self.random.random() * len(moves))]
        known = self.known
        weights = []
        for move in moves:
            if move not in known:
                known[move] = self.policy.weight(move)
            weights.append(known[move])
        return self.random.choices(moves, weights)[0] if any(weights) else self.random.choice(moves)

    def outcome(self, chances: Mapping[str, float]) -> str:
        for place, move in enumerate(self.opening):
            if move in chances:
                return self.opening.pop(place)
        names = list(chances)
        if self.policy.own_chance:
            return self._pick(names)
        return self.random.choices(names, list(chances.values()))[0]

    def move(self, pair: Pair, legal: Sequence[str]) -> str:
        for place, move in enumerate(self.opening):
            if move in legal:
                return self.opening.pop(place)
        if len(legal) > 1 and self.policy.greedy and self.random.random() < self.policy.greedy:
            legal = pair.best(legal)
        return self._pick(legal)


# --- the pair ---------------------------------------------------------------------------------------------


class DifferenceError(AssertionError):
    """The two engines differ; `what` maps what was compared to (fast, twin)."""

    def __init__(self, what: Mapping[str, tuple[Any, Any]], step: int = 0, words: str = "") -> None:
        self.what = dict(what)
        self.step = step
        super().__init__(words or self.text())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.what, self.step, str(self))

    def text(self) -> str:
        lines = [f"after step {self.step} the engines differ:"]
        for name, (fast, twin) in self.what.items():
            lines += [f"  {name}", f"    fast: {fast}", f"    twin: {twin}"]
        return "\n".join(lines)


class Pair:
    """The two engines of one set-up."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.fast()
        self.state = self.game.new_initial_state(seed=0, explicit_chance=True)
        self.twin = setup.twin()
        self.moves: list[str] = []
        self.ids: dict[str, int] = {}
        self._names = _names(setup.key(), False)
        self._chance_names = _names(setup.key(), True)
        self._view = _view(setup.game)

    def _differ(self, **what: tuple[Any, Any]) -> None:
        raise DifferenceError(what, len(self.moves))

    def over(self) -> bool:
        return self.state.is_terminal()

    def compare(self, full: bool) -> tuple[int, list[str] | dict[str, float]]:
        """Compare the two; returns the actor with the legal moves or the chance outcomes."""
        state, twin = self.state, self.twin
        actor = state.current_player()
        if actor != twin.actor():
            self._differ(actor=(actor, twin.actor()), pending=(self._pending(), self._twin_pending()))
        if full or actor == OVER:
            self.compare_views()
        if actor == OVER:
            self._compare_ends()
            return actor, []
        if actor == CHANCE:
            pairs = state.chance_outcomes()
            names = self._chance_names
            self.ids = {names[outcome]: outcome for outcome, _ in pairs}
            fast = {names[outcome]: p for outcome, p in pairs}
            slow = twin.chances()
            if fast.keys() != slow.keys() or any(
                p != slow[name].numerator / slow[name].denominator for name, p in fast.items()
            ):
                self._differ(chances=(fast, slow))
            return actor, fast
        actions = state.legal_actions()
        names = self._names
        self.ids = {names[action]: action for action in actions}
        legal = list(self.ids)
        slow_legal = twin.legal()
        if len(slow_legal) != len(legal) or self.ids.keys() != set(slow_legal):
            self._differ(legal=(legal, sorted(slow_legal)), only_fast=_only(legal, slow_legal))
        if not legal or any(a >= b for a, b in pairwise(actions)):
            self._differ(order=(actions, "ascending, unique, at least one"))
        return actor, legal

    def compare_views(self) -> None:
        fast, slow = self._view(self.state), self.twin.view()
        if fast != slow:
            self._differ(**_differing("view", fast, slow))
        if self.state.scores() != self.twin.scores():
            self._differ(
                scores=(self.state.scores(), self.twin.scores()), parts=(self.state.score_parts(), self.twin.parts())
            )

    def _compare_ends(self) -> None:
        outcome = self.state.outcome()
        assert outcome is not None
        fast = {"reason": outcome.reason, "winner": outcome.winner, "returns": list(outcome.returns)}
        slow = self.twin.outcome()
        if fast != slow:
            self._differ(outcome=(fast, slow))
        if self.state.score_parts() != self.twin.parts():
            self._differ(parts=(self.state.score_parts(), self.twin.parts()))
        if self.twin.legal() or self.twin.chances() or self.state.legal_actions():
            self._differ(moves_after_the_end=(self.state.legal_actions(), self.twin.legal()))

    def apply(self, move: str) -> None:
        """Play a move (or outcome) that `compare` has found possible."""
        self.moves.append(move)
        self.state.apply_action(self.ids[move])
        self.twin.apply(move)

    def best(self, legal: Sequence[str]) -> list[str]:
        """The moves that leave the seat with the most points."""
        seat = self.state.current_player()
        points = []
        for move in legal:
            after = self.state.clone()
            after.apply_action(self.ids[move])
            points.append(after.scores()[seat])
        top = max(points)
        return [move for move, score in zip(legal, points, strict=True) if score == top]

    def _pending(self) -> list[str]:
        names = self._chance_names if self.state.is_chance_node() else self._names
        return [names[action] for action in self.state.legal_actions()]

    def _twin_pending(self) -> list[str]:
        return sorted(self.twin.chances()) if self.twin.actor() == CHANCE else sorted(self.twin.legal())


@cache
def _names(key: str, chance: bool) -> dict[int, str]:
    """Notations by id."""
    front = _fast_game(key).front
    say = front.chance_notation if chance else front.notation
    return _Names(say)


class _Names(dict[int, str]):
    def __init__(self, say: Callable[[int], str]) -> None:
        super().__init__()
        self.say = say

    def __missing__(self, action: int) -> str:
        self[action] = name = self.say(action)
        return name


def _only(fast: Iterable[str], twin: Iterable[str]) -> tuple[list[str], list[str]]:
    return sorted(set(fast) - set(twin)), sorted(set(twin) - set(fast))


def _differing(path: str, fast: Any, twin: Any) -> dict[str, tuple[Any, Any]]:
    """The parts of two views that differ, by path."""
    if fast == twin:
        return {}
    if isinstance(fast, dict) and isinstance(twin, dict):
        found: dict[str, tuple[Any, Any]] = {}
        for key in [*fast, *(key for key in twin if key not in fast)]:
            found |= _differing(f"{path}.{key}", fast.get(key, "nothing"), twin.get(key, "nothing"))
        return found
    if isinstance(fast, list) and isinstance(twin, list) and len(fast) == len(twin):
        return _differing(path, dict(enumerate(fast)), dict(enumerate(twin)))
    return {path: (fast, twin)}


# --- games ------------------------------------------------------------------------------------------------


@dataclass
class Played:
    """What a series of games did, in so many seconds of processor time."""

    games: int = 0
    steps: int = 0
    seconds: float = 0.0
    hits: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Played) -> Played:
        return Played(
            self.games + other.games,
            self.steps + other.steps,
            self.seconds + other.seconds,
            self.hits + other.hits,
        )


def _play(pair: Pair, chooser: Chooser, full: bool) -> None:
    while True:
        actor, possible = pair.compare(full)
        if actor == OVER:
            return
        if actor == CHANCE:
            assert isinstance(possible, dict)
            move = chooser.outcome(possible)
        else:
            assert isinstance(possible, list)
            move = chooser.move(pair, possible)
        pair.apply(move)


def play(setup: Setup, policy: Policy, seed: int, *, full: bool = True, shrinking: float = 20.0) -> Played:
    """Play one game with both engines; DifferenceError if they are not alike, after so many seconds of `shrink`."""
    start = time.process_time()
    pair = Pair(setup)
    try:
        _play(pair, Chooser(policy, Random(seed)), full)
    except Exception as error:
        raise _explained(setup, pair.moves, error, f"policy {policy.name!r}, seed {seed}", shrinking) from error
    hits = Counter(pair.twin.hits)
    for name, value in pair.game.options.items():
        hits[f"option:{name}={_short(value)}"] += 1
    outcome = pair.twin.outcome()
    assert outcome is not None
    hits[f"end:{outcome['reason']}"] += 1
    return Played(1, len(pair.moves), time.process_time() - start, hits)


def _short(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else json.dumps(value).replace(" ", "")


@dataclass(frozen=True)
class Job:
    """One game to play."""

    setup: Setup
    policy: Policy
    seed: int
    full: bool = False


def jobs(
    setups: Sequence[Setup], policies: Sequence[Policy], games: int, *, first: int = 0, full_every: int = 10
) -> list[Job]:
    """Games first, first + 1, ...: set-ups go round, policies are drawn, every so-manieth is compared in full."""
    return [
        Job(
            setups[number % len(setups)],
            Random(f"policy {number}").choice(policies),
            number,
            number % full_every == 0,
        )
        for number in range(first, first + games)
    ]


def play_jobs(games: Iterable[Job]) -> Played:
    """Play games one after the other."""
    total = Played()
    for job in games:
        played = play(job.setup, job.policy, job.seed, full=job.full)
        total.games += played.games
        total.steps += played.steps
        total.seconds += played.seconds
        total.hits.update(played.hits)
    return total


def play_shared(games: Sequence[Job], workers: int | None = None) -> Iterator[Played]:
    """Play games in as many processes as there are processors; yields what each part of them did."""
    workers = workers or default_threads()
    if workers == 1:
        yield play_jobs(games)
        return
    parts = [games[n :: 4 * workers] for n in range(4 * workers)]
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for future in as_completed([pool.submit(play_jobs, part) for part in parts if part]):
            yield future.result()


def total(parts: Iterable[Played]) -> Played:
    """The sum of several series."""
    whole = Played()
    for part in parts:
        whole = whole + part
    return whole


# --- scripts ----------------------------------------------------------------------------------------------


def replay(setup: Setup, script: Iterable[str]) -> Pair:
    """Play a script, comparing in full before and after every step; returns the pair where it ends."""
    pair = Pair(setup)
    for move in script:
        _, possible = pair.compare(True)
        assert move in possible, f"step {len(pair.moves)}: {move} is not possible: {sorted(possible)}"
        pair.apply(move)
    pair.compare(True)
    return pair


def _attempt(setup: Setup, script: Sequence[str], most: int) -> tuple[list[str], Exception | None]:
    """Play a script as far as it is possible, up to the first difference; what is missing is filled in simply."""
    pair = Pair(setup)
    place = 0
    try:
        while place < len(script) and len(pair.moves) < most:
            actor, possible = pair.compare(True)
            if actor == OVER:
                break
            ahead = range(place, min(len(script), place + LOOK_AHEAD))
            found = next((n for n in ahead if script[n] in possible), None)
            if found is not None:
                place = found + 1
            pair.apply(_filler(possible) if found is None else script[found])
        pair.compare(True)
    except Exception as error:
        return pair.moves, error
    return pair.moves, None


# How far a shortened script is searched for a move that is possible.
LOOK_AHEAD = 8


def _filler(possible: Iterable[str]) -> str:
    """A move that does little: to pass, else the first."""
    moves = list(possible)
    return next((move for move in moves if move in ("pass", "end", "stop")), moves[0])


def _kind(error: Exception | None) -> tuple[object, ...]:
    """What must stay the same while a script is shortened."""
    if isinstance(error, DifferenceError):
        return tuple(sorted(name.split(".")[-1] for name in error.what))
    return (type(error),)


def shrink(setup: Setup, script: Sequence[str], seconds: float = 20.0) -> tuple[list[str], Exception | None]:
    """Take moves out of a script for as long as the engines still differ alike at its end."""
    best, error = _attempt(setup, script, len(script))
    until = time.monotonic() + seconds
    size = max(1, len(best) // 2)
    while error is not None and size and time.monotonic() < until:
        place = len(best) - size
        shorter = False
        while place > -size and time.monotonic() < until:
            candidate = best[: max(0, place)] + best[place + size :]
            moves, found = _attempt(setup, candidate, len(best) - 1)
            if found is not None and _kind(found) == _kind(error):
                best, error, shorter = moves, found, True
            place -= max(1, size // 2)
        if not shorter:
            size //= 2
    return best, error


def _explained(setup: Setup, script: Sequence[str], error: Exception, origin: str, shrinking: float) -> DifferenceError:
    """The difference with a shrunk script, ready to become a test."""
    short, still = shrink(setup, script, shrinking)
    shown = still or error
    what = shown.what if isinstance(shown, DifferenceError) else {}
    reason = shown.text() if isinstance(shown, DifferenceError) else f"{type(shown).__name__}: {shown}"
    lines = [f"{setup!r}, {origin}, step {len(script)} (script of {len(short)} steps below): {reason}"]
    if still is None:
        lines.append("the script alone does not show it:")
        short = list(script)
    lines += ["", "def test_differed() -> None:", f"    setup = {setup!r}"]
    lines += ["    script = " + json.dumps(" ".join(short)), "    replay(setup, script.split())"]
    return DifferenceError(what, len(script), "\n".join(lines))
