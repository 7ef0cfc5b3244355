"""Habits of play: what search and heuristic players expect a side to do in A Few Acres of Snow.

No rule depends on them. Habits (``habits.toml``) are worths in points, by the names of the data file; they shape the
first visits of a search and its playouts (``worth.pxd``). The weights of the evaluation (``evaluation.npy``) tell from
a position how likely the British are to win (``features.pxd``). ``tools/tune_habits.py`` and
``tools/train_evaluation.py`` make both.
"""

from __future__ import annotations

import io
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib import resources
from typing import Any

import numpy as np

from .._core.acres.game import HABIT_NAMES, NETWORK_DTYPE, load_network
from .cards import KIND_NAMES, SIDES
from .schema import LOCATIONS, SIDE_NAMES

#: Worth of a place that is not to be besieged or fortified.
NEVER = -1000.0


@dataclass(frozen=True)
class Habits:
    """What a side thinks its options are worth, in points where nothing else is said."""

    #: Settling a place, its points left out; `settle_other` of all others.
    settle: Mapping[str, float] = field(default_factory=dict)
    settle_other: float = 1.0
    #: Besieging and fortifying a place; other places are not.
    besiege: Mapping[str, float] = field(default_factory=dict)
    fortify: Mapping[str, float] = field(default_factory=dict)
    #: A card in the hand, by kind; below 0: better out of the deck.
    keep: Mapping[str, float] = field(default_factory=dict)
    keep_other: float = 1.0
    #: By kind: how many of the card are wanted at most, and what drafting one is worth.
    draft: Mapping[str, tuple[int, float]] = field(default_factory=dict)
    #: A point on the board; developing beyond its points.
    point: float = 1.0
    develop: float = 1.0
    #: Fortifying the place that supply comes from, and drafting what it takes, once the enemy owns raiders.
    guard: float = 20.0
    guard_draft: float = 6.0
    #: Strength a siege must have after the turn it is begun in, that all own cards together would give it, up to
    #: which it is reinforced, and down to which the enemy's is fought.
    begin_at: float = 1.0
    army: float = 4.0
    safe_at: float = 5.0
    fight_to: float = -3.0
    #: Drafting a point of strength while a siege is open.
    levy: float = 1.2
    #: A point captured in a raid; the place the enemy's supply comes from on top; an ambush that finds a card; taking
    #: a native.
    raid_point: float = 2.0
    raid_home: float = 4.0
    ambush: float = 4.0
    priest: float = 2.0
    #: Money it wants whatever it costs to draft, and a coin that is missing.
    purse: float = 4.0
    coin: float = 0.8
    #: Each card that the Governor returns, and that is discarded.
    purge: float = 2.0
    throw: float = 0.4
    #: How sure it is: a point of worth makes an option e to the power of so much more likely.
    heat: float = 2.0


def read_habits(text: str) -> dict[int, Habits]:
    """Read the habits of both sides from TOML.

    Raises
    ------
    ValueError
        If a name is not one of a place, a kind of card or a habit.
    """
    data = tomllib.loads(text)
    return {side: _habits(name, data.get(name, {})) for side, name in zip(SIDES, SIDE_NAMES, strict=True)}


def _habits(side: str, data: Mapping[str, Any]) -> Habits:
    known = {one.name for one in fields(Habits)}
    names = {"settle": LOCATIONS, "besiege": LOCATIONS, "fortify": LOCATIONS, "keep": KIND_NAMES, "draft": KIND_NAMES}
    for key, value in data.items():
        if key not in known:
            raise ValueError(f"{side}: there is no habit {key!r}")
        for name in value if key in names else ():
            if name not in names[key]:
                raise ValueError(f"{side}.{key}: there is no {name!r}")
    draft = {kind: (int(copies), float(worth)) for kind, (copies, worth) in data.get("draft", {}).items()}
    return Habits(**{**data, "draft": draft})


def write_habits(habits: Mapping[int, Habits]) -> str:
    """Write habits of both sides as TOML, in hundredths."""
    lines: list[str] = []
    for side, name in zip(SIDES, SIDE_NAMES, strict=True):
        own = {one.name: getattr(habits[side], one.name) for one in fields(Habits)}
        tables = {key: value for key, value in own.items() if isinstance(value, Mapping)}
        lines += [f"[{name}]", *(f"{key} = {value:.4g}" for key, value in own.items() if key not in tables)]
        for key, table in tables.items():
            lines += ["", f"[{name}.{key}]"]
            for item, value in table.items():
                told = f"[{value[0]}, {value[1]:.4g}]" if key == "draft" else f"{value:.4g}"
                lines.append(f"{item} = {told}")
        lines.append("")
    return "\n".join(lines)


def fill_habits(t: Any, habits: Mapping[int, Habits]) -> None:
    """Write the habits of both sides into a tables record."""
    for side in SIDES:
        own = habits[side]
        for number, name in enumerate(KIND_NAMES):
            t["keep_worth"][side][number] = own.keep.get(name, own.keep_other)
            t["draft_copies"][side][number], t["draft_worth"][side][number] = own.draft.get(name, (0, 0.0))
        for number, name in enumerate(LOCATIONS):
            t["settle_worth"][side][number] = own.settle.get(name, own.settle_other)
            t["besiege_worth"][side][number] = own.besiege.get(name, NEVER)
            t["fortify_worth"][side][number] = own.fortify.get(name, NEVER)
        for name, number in HABIT_NAMES.items():
            t["habits"][number][side] = getattr(own, name.lower())


def _stored(name: str) -> bytes:
    return (resources.files("snowplay.acres") / name).read_bytes()


HABITS = read_habits(_stored("habits.toml").decode())
_weights = np.load(io.BytesIO(_stored("evaluation.npy")))
if _weights.dtype != NETWORK_DTYPE:
    raise AssertionError("evaluation.npy was made for another network: see tools/train_evaluation.py")
load_network(_weights.tobytes())
