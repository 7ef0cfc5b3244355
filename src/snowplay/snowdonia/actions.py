"""Snowdonia's actions and chance outcomes in their four forms.

========== ======================================= ==================================================
form       example                                 for
========== ======================================= ==================================================
id         ``162``                                 the core, batches, learning
structured ``Action("place", ("A", 3))``           programs that look into a move
notation   ``"place:A3"``                          records, the command line; short and stable
words      ``"place labourer: A3 Stock Yard"``     people; in the names of this game's data
========== ======================================= ==================================================

The ids are the core's (``state.pxd``). Ids between two blocks stand for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .._core.snowdonia.game import ACTIONS, CHANCES, LIMITS
from ..notation import IdTable
from .schema import Snowdonia
from .tables import AREAS, take_list

Argument = int | str
_WEATHER = ("sun", "rain", "fog")
_CUBES = ("iron", "stone", "coal", "event")

ACTION_RULES = {
    "pass": "SN-30",
    "hire": "SN-21",
    "perform": "SN-92",
    "pay_steel": "SN-55",
    "return_train": "SN-55",
    "disc": "SN-91",
    "use": "SN-30",
    "build": "SN-37",
    "acquire": "SN-38",
    "office": "SN-39",
    "keep": "SN-88",
    "place": "SN-20",
    "lift": "SN-91",
    "convert": "SN-35",
    "pay": "SN-85",
    "take": "SN-32",
}
CHANCE_RULES = {
    "start": "SN-01",
    "track": "SN-03",
    "train": "SN-10",
    "card": "SN-08",
    "back": "SN-46",
    "cube": "SN-47",
}
_FORMS = {
    "disc": "disc:sun, disc:rain or disc:fog",
    "use": "use:CONTRACT",
    "build": "build:SPACE, by the number of the station space",
    "acquire": "acquire:TRAIN",
    "office": "office:CONTRACT",
    "keep": "keep:CONTRACT",
    "place": "place:AREA and number such as place:A1, or place:G",
    "lift": "lift:AREA and number such as lift:B2, or lift:G",
    "convert": "convert:STEEL,STONE made, each 0 to 5 and not both 0",
    "pay": "pay:STEEL,STONE that iron and rubble stand for, each 0 to 7",
    "take": "take:IRON,STONE,COAL, together at most 7",
    "start": "start:SEAT",
    "track": "track:KIND, by its place in the list of kinds, from 0",
    "train": "train:NUMBER of the train left out, 1 to 7",
    "card": "card:CONTRACT",
    "back": "back:sun, back:rain or back:fog",
    "cube": "cube:iron, cube:stone, cube:coal or cube:event",
}


class Action(NamedTuple):
    """An action or a chance outcome as kind and arguments, as in its notation."""

    kind: str
    args: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        separator = "" if self.kind in ("place", "lift") else ","
        return self.kind + (":" + separator.join(map(str, self.args)) if self.args else "")


# kind, first id, and for each id its distance from the first and its arguments
_Block = tuple[str, int, Sequence[tuple[int, tuple[Argument, ...]]]]


def _entries(blocks: Iterable[_Block]) -> Iterator[tuple[int, Action]]:
    for kind, base, entries in blocks:
        for number, args in entries:
            yield base + number, Action(kind, args)


def _numbers(low: int, high: int) -> list[tuple[int, tuple[int]]]:
    return [(n, (n,)) for n in range(low, high)]


def _names(names: Iterable[str]) -> list[tuple[int, tuple[str]]]:
    return [(n, (name,)) for n, name in enumerate(names)]


def _pairs(width: int, most: int) -> list[tuple[int, tuple[int, int]]]:
    return [(width * a + b, (a, b)) for a in range(most + 1) for b in range(most + 1)]


def _places() -> list[tuple[int, tuple[Argument, ...]]]:
    size = LIMITS["AREA_SPACES"]
    places: list[tuple[int, tuple[Argument, ...]]] = [
        (n, (AREAS[n // size], n % size + 1)) for n in range(LIMITS["PLACE_G"])
    ]
    return [*places, (LIMITS["PLACE_G"], ("G",))]


_NOTHING: list[tuple[int, tuple[()]]] = [(0, ())]
_CARDS = _numbers(1, LIMITS["CARDS"])
_ACTIONS = IdTable(
    "action",
    LIMITS["N_ACTIONS"],
    _entries(
        [
            ("pass", ACTIONS["PASS"], _NOTHING),
            ("hire", ACTIONS["HIRE"], _NOTHING),
            ("perform", ACTIONS["PERFORM"], _NOTHING),
            ("pay_steel", ACTIONS["PAY_STEEL"], _NOTHING),
            ("return_train", ACTIONS["RETURN_TRAIN"], _NOTHING),
            ("disc", ACTIONS["DISC"], _names(_WEATHER)),
            ("use", ACTIONS["USE"], _CARDS),
            ("build", ACTIONS["BUILD"], _numbers(0, ACTIONS["ACQUIRE"] - ACTIONS["BUILD"])),
            ("acquire", ACTIONS["ACQUIRE"], _numbers(1, LIMITS["TRAINS"])),
            ("office", ACTIONS["OFFICE"], _CARDS),
            ("keep", ACTIONS["KEEP"], _CARDS),
            ("place", ACTIONS["PLACE"], _places()),
            ("lift", ACTIONS["LIFT"], _places()),
            ("convert", ACTIONS["CONVERT"], _pairs(6, 5)[1:]),
            ("pay", ACTIONS["PAY"], _pairs(8, 7)),
            ("take", ACTIONS["TAKE"], list(enumerate(take_list()))),
        ]
    ),
    _FORMS,
)
_CHANCES = IdTable(
    "chance outcome",
    LIMITS["N_CHANCE"],
    _entries(
        [
            ("start", CHANCES["START"], _numbers(0, LIMITS["SEATS"])),
            ("track", CHANCES["TRACK"], _numbers(0, LIMITS["KINDS"])),
            ("train", CHANCES["TRAIN"], _numbers(1, CHANCES["CARD"] - CHANCES["TRAIN"] + 1)),
            ("card", CHANCES["CARD"], _CARDS),
            ("back", CHANCES["BACK"], _names(_WEATHER)),
            ("cube", CHANCES["CUBE"], _names(_CUBES)),
        ]
    ),
    _FORMS,
)

# --- actions --------------------------------------------------------------------------------------------


def action_ids() -> list[int]:
    """Return the ids that stand for an action, ascending."""
    return sorted(_ACTIONS.ids.values())


def decode(action: int) -> Action:
    """Return the structured form of an id; NotationError if it stands for nothing."""
    return _ACTIONS.decode(action)


def encode(action: Action) -> int:
    """Return the id of a structured action; NotationError if there is no such action."""
    return _ACTIONS.encode(action)


def notation(action: int) -> str:
    """Return the short notation of an id."""
    return str(decode(action))


def parse(text: str, data: Snowdonia | None = None) -> int:
    """Return the id of an action in notation or, if the game's `data` is given, in words.

    Raises
    ------
    NotationError
        If the text stands for no action at all; the message says how to write one.
    """
    return _ACTIONS.parse(text, None if data is None else lambda action: describe(action, data))


def rule_of(kind: str) -> str:
    """Return the ID of the rule that gives this kind of action or chance outcome."""
    return ACTION_RULES[kind] if kind in ACTION_RULES else CHANCE_RULES[kind]


def describe(action: int, data: Snowdonia) -> str:
    """Return an action in words; an id that stands for nothing is an ``unused action``."""
    entry = _ACTIONS.by_id[action]
    if entry is None:
        return f"unused action {action}"
    kind, args = entry
    if kind in _PLAIN:
        return _PLAIN[kind].format(*args)
    if kind == "use":
        return _use_words(int(args[0]), data)
    if kind == "build":
        return _build_words(int(args[0]), data)
    if kind == "acquire":
        return f"acquire train {_train_words(int(args[0]), data)}"
    if kind in ("place", "lift"):
        area = str(args[0])
        return f"{kind} labourer: {''.join(map(str, args))} {getattr(data.areas, area).name}"
    if kind == "convert":
        return "convert into " + _amounts(args, ("steel", "stone"))
    if kind == "pay":
        return "pay " + (_amounts(args, ("steel with iron", "stone with rubble")) or "without substitutes")
    return "take " + (_amounts(args, _CUBES) or "nothing")


_PLAIN = {
    "pass": "pass",
    "hire": "hire the temporary labourer",
    "perform": "take the deferred effect",
    "pay_steel": "pay 1 steel for maintenance",
    "return_train": "return the train",
    "disc": "middle disc: {}",
    "office": "take contract {}",
    "keep": "keep contract {}",
}


def _amounts(args: Iterable[Argument], names: Iterable[str]) -> str:
    return ", ".join(f"{n} {name}" for n, name in zip(args, names, strict=False) if n)


def _use_words(card: int, data: Snowdonia) -> str:
    contract = data.contracts.get(str(card))
    if contract is not None and contract.effect.op == "maintenance_waiver":
        return f"discard contract {card} for maintenance"
    return f"use contract {card}"


def _build_words(space: int, data: Snowdonia) -> str:
    spaces = data.spaces()
    if space >= len(spaces):
        return f"build space {space}, which this game does not have"
    station, figures = spaces[space]
    words = f"build {station.name} {figures.words} ({figures.vp} VP)"
    twins = [i for i, (other, twin) in enumerate(spaces) if other is station and twin == figures]
    return words if len(twins) == 1 else f"{words} no. {twins.index(space) + 1}"


def _train_words(train: int, data: Snowdonia) -> str:
    return f"{train} {data.trains[str(train)].name}" if str(train) in data.trains else str(train)


# --- chance ---------------------------------------------------------------------------------------------


def chance_ids() -> list[int]:
    """Return the ids that stand for a chance outcome, ascending."""
    return sorted(_CHANCES.ids.values())


def decode_chance(outcome: int) -> Action:
    """Return the structured form of a chance outcome; NotationError if the id stands for nothing."""
    return _CHANCES.decode(outcome)


def encode_chance(outcome: Action) -> int:
    """Return the id of a structured chance outcome; NotationError if there is none such."""
    return _CHANCES.encode(outcome)


def chance_notation(outcome: int) -> str:
    """Return the short notation of a chance outcome."""
    return str(decode_chance(outcome))


def parse_chance(text: str, data: Snowdonia | None = None) -> int:
    """Return the id of a chance outcome in notation or, if the game's `data` is given, in words."""
    return _CHANCES.parse(text, None if data is None else lambda outcome: describe_chance(outcome, data))


def describe_chance(outcome: int, data: Snowdonia) -> str:
    """Return a chance outcome in words; an id that stands for nothing is an ``unused outcome``."""
    entry = _CHANCES.by_id[outcome]
    if entry is None:
        return f"unused outcome {outcome}"
    kind, (value,) = entry
    if kind == "start":
        return f"seat {value} starts"
    if kind == "track":
        return _track_words(int(value), data)
    if kind == "train":
        return f"train {_train_words(int(value), data)} is left out"
    if kind == "card":
        return f"draw contract {value}"
    if kind == "back":
        return f"back of the top card: {value}"
    return f"draw {value} cube"


def _track_words(kind: int, data: Snowdonia) -> str:
    kinds = data.track_cards.kinds
    if kind >= len(kinds):
        return f"track card of kind {kind}, which this game does not have"
    words = f"track card with {kinds[kind].rubble} rubble ({kinds[kind].vp} VP)"
    twins = [i for i, twin in enumerate(kinds) if (twin.rubble, twin.vp) == (kinds[kind].rubble, kinds[kind].vp)]
    return words if len(twins) == 1 else f"{words} no. {twins.index(kind) + 1}"
