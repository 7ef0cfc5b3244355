"""Better habits of play for A Few Acres of Snow, found by trying (src/snowplay/acres/habits.toml).

    python tools/tune_habits.py --steps 2000 --seed 1 --out FILE
    python tools/tune_habits.py --show

The sides take turns. A step changes one to three figures of a side a little and plays the changed habits and the old
ones through the same games (`policy="heuristic"`) against the other side's present habits and against the scripted
plans of that side; a change that wins clearly more, twice, is kept. `--show` prints how the habits fare against the
plans. Steps are a function of (habits, steps, seed).
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np

import snowplay as sp
from snowplay._core.acres.game import TABLES_DTYPE
from snowplay._core.playout import POLICIES, run
from snowplay._core.position import CoreGame
from snowplay.acres.cards import BRITISH, FRENCH, KIND_NAMES
from snowplay.acres.habits import HABITS, Habits, fill_habits, read_habits, write_habits
from snowplay.acres.schema import LOCATIONS
from snowplay.agents import acres_plans
from snowplay.files import replacing

EMPIRE = KIND_NAMES[len(LOCATIONS) :]
FORTIFIED = ("boston", "new_york", "quebec", "louisbourg", "montreal", "port_royal", "halifax")
PLANS = {
    BRITISH: (acres_plans.HalifaxHammer, acres_plans.BritishTowns),
    FRENCH: (acres_plans.FrenchRaider, acres_plans.FrenchFurAndTowns),
}
#: How sure plans and habits are while they are tuned.
PLAN_HEAT, HEAT = 8.0, 6.0
#: Steps after which the other side has its turn.
TURN = 100
#: Gain in the share of games won that a step must show at once, and over two series of games.
GAIN, GAIN_TWICE = 0.008, 0.014

_GAME = sp.load_game("acres")


def habits_of_plan(plan: Any) -> Habits:
    """Return the figures of a scripted plan as habits."""
    found: dict[str, Any] = {}
    for one in fields(Habits):
        value = getattr(plan, one.name, None)
        if one.name == "draft":
            found["draft"] = {kind: (copies, worth) for kind, copies, worth in plan.draft}
        elif isinstance(value, Mapping):
            found[one.name] = dict(value)
        elif value is not None:
            found[one.name] = value
    return Habits(**{**found, "heat": PLAN_HEAT})


def core_with(habits: Mapping[int, Habits]) -> CoreGame:
    """Return the game with these habits."""
    tables = np.frombuffer(_GAME.core.table_data, TABLES_DTYPE)[0].copy()
    fill_habits(tables, habits)
    return CoreGame("acres", 2, tables.tobytes())


def british_share(habits: Mapping[int, Habits], games: int, seed: int) -> float:
    """Return the share of games that the British win."""
    rows = np.zeros(games, _GAME.row_dtype)
    run(core_with(habits), rows, seed, 0, POLICIES["heuristic"])
    return float((rows["winner"] == BRITISH).mean())


def value(side: int, own: Habits, rivals: Sequence[Habits], games: int, seed: int) -> float:
    """Return the mean share of games that a side wins against each of the rivals."""
    shares = [british_share({side: own, 1 - side: rival}, games, seed) for rival in rivals]
    mean = sum(shares) / len(shares)
    return mean if side == BRITISH else 1 - mean


def changed(habits: Habits, draw: random.Random) -> Habits:
    """Return habits of which one to three figures are a little different."""
    for _ in range(draw.choice((1, 1, 2, 3))):
        habits = draw.choices(_CHANGES, weights=[35, 25, 15, 12, 7, 6])[0](habits, draw)
    return habits


def _change_number(habits: Habits, draw: random.Random) -> Habits:
    name = draw.choice([one.name for one in fields(Habits) if one.type == "float" and one.name != "heat"])
    old = getattr(habits, name)
    return replace(habits, **{name: old + draw.gauss(0, 1) * max(0.4, 0.25 * abs(old))})


def _change_draft(habits: Habits, draw: random.Random) -> Habits:
    kind = draw.choice(EMPIRE)
    copies, worth = habits.draft.get(kind, (0, 0.0))
    copies = max(0, min(5, copies + draw.choice((0, 0, 1, 1, -1))))
    return replace(habits, draft={**habits.draft, kind: (copies, max(0.05, worth + draw.gauss(0, 1.5)))})


def _changer(
    field: str, names: Sequence[str], start: str | float, by: float, least: float
) -> Callable[[Habits, random.Random], Habits]:
    def change(habits: Habits, draw: random.Random) -> Habits:
        name = draw.choice(names)
        table = getattr(habits, field)
        old = table.get(name, getattr(habits, start) if isinstance(start, str) else start)
        changes: dict[str, Any] = {field: {**table, name: max(least, old + draw.gauss(0, by))}}
        return replace(habits, **changes)

    return change


_CHANGES = [
    _change_number,
    _change_draft,
    _changer("settle", LOCATIONS, "settle_other", 2.0, -100.0),
    _changer("keep", KIND_NAMES, "keep_other", 1.0, -100.0),
    _changer("besiege", LOCATIONS, 3.0, 4.0, 0.1),
    _changer("fortify", FORTIFIED, 0.0, 4.0, 0.1),
]


def tune(habits: dict[int, Habits], steps: int, seed: int, games: int) -> dict[int, Habits]:
    """Return habits after so many steps."""
    draw = random.Random(seed)
    series = seed << 32
    side = FRENCH
    for step in range(1, steps + 1):
        rivals = [habits[1 - side], *map(habits_of_plan, PLANS[1 - side])]
        new = changed(habits[side], draw)
        first, second = series + 1, series + 2
        series += 2
        gain = value(side, new, rivals, games, first) - value(side, habits[side], rivals, games, first)
        if gain > GAIN:
            again = value(side, new, rivals, games, second) - value(side, habits[side], rivals, games, second)
            if again > 0 and gain + again > GAIN_TWICE:
                habits = {**habits, side: new}
                print(f"step {step}, side {side}: {gain:+.3f} {again:+.3f}", file=sys.stderr)
        if step % TURN == 0:
            side = 1 - side
    return habits


def show(habits: Mapping[int, Habits], games: int, seed: int) -> None:
    """Print the share of games that the British win, habits and plans of each side against each other."""
    for own in (habits[BRITISH], *map(habits_of_plan, PLANS[BRITISH])):
        rivals = (habits[FRENCH], *map(habits_of_plan, PLANS[FRENCH]))
        print("  ".join(f"{british_share({BRITISH: own, FRENCH: rival}, games, seed):.3f}" for rival in rivals))


def main() -> None:
    """Tune habits, or show how they fare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--habits", type=Path, help="habits to begin with; those of the package if left out")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--games", type=int, default=1500, help="games a step and rival (1500)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--heat", type=float, help="what to write as heat; unchanged if left out")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    stored = read_habits(args.habits.read_text()) if args.habits else dict(HABITS)
    if args.show:
        show(stored, args.games, args.seed)
        return
    if args.out is None:
        parser.error("--out FILE is missing")
    tuned = tune({side: replace(own, heat=HEAT) for side, own in stored.items()}, args.steps, args.seed, args.games)
    final = {side: replace(own, heat=args.heat or stored[side].heat) for side, own in tuned.items()}
    with replacing(args.out) as part:
        part.write_text(write_habits(final))


if __name__ == "__main__":
    main()
