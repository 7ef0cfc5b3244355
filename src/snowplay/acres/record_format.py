"""Games recorded online: reading a file, checking it, and cutting it into player-turns.

A file is one JSON document: the state before the first turn, then one record for each submitted move with the whole
state after it, both hands and decks included. Cards are named ``L:place`` (Location), ``E:kind`` (Empire; those of a
starting deck end in ``:start``) and ``N:kind`` (neutral). Nothing here plays a move; that is `record_replay`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, field

from ..errors import RecordError
from .cards import kind_number
from .options import ONLINE_CODES
from .schema import CARD_PLACES, EMPIRE_KINDS, LOCATIONS, SIDE_NAMES

SideName = Literal["british", "french"]
Count = Annotated[int, Meta(ge=0)]
Kinds = Counter[int]

PARTIAL = "partial_turn_before_response"
RESPONSE = "settle_response_to_withdrawal"
COMPLETED = "turn_completed_after_response"
RESIGNATION = "resignation"
_STARTING = {"regular_infantry": "starting_infantry", "trader": "trader"}
_NEUTRAL = {
    "native_americans": "neutral_natives",
    "settlers": "neutral_settlers",
    "fortification": "neutral_fortification",
}
_PIECES = {"v": "village", "vf": "village, fortified", "t": "town", "tf": "town, fortified"}
# What a deed of each kind must name besides its cards.
_NEEDS = {
    **dict.fromkeys(("settle", "develop", "fortify", "besiege", "reinforce", "leader", "raid"), ("location",)),
    **dict.fromkeys(("ambush", "priest"), ("result",)),
    "withdraw": ("location", "siege_of"),
    "winsiege": ("siege_of",),
}
# Fewest cards of each kind of deed; the rest is up to the rules.
_CARDS = {
    **dict.fromkeys(("besiege",), 3),
    **dict.fromkeys(("settle", "develop", "fortify", "merchant", "trade", "piracy", "govern"), 2),
    **dict.fromkeys(("pass", "withdraw", "winsiege"), 0),
}
CARD_ZONES = ("hand", "reserve", "deck", "discard", "siege_cards_british_siege", "siege_cards_french_siege")
NUMBERS = ("money", "captured_cubes", "captured_discs", "vp")


class SideStatus(Struct, forbid_unknown_fields=True):
    """One side's part of a state; cards by name."""

    money: Count
    hand: list[str]
    reserve: list[str]
    deck: list[str]
    discard: list[str]
    siege_cards_british_siege: list[str]
    siege_cards_french_siege: list[str]
    captured_cubes: Count
    captured_discs: Count
    vp: Count


class Status(Struct, forbid_unknown_fields=True):
    """A whole state: pieces by place (such as ``Btf``, British town, fortified), sieges by attacker, and the sides."""

    board: dict[str, str]
    sieges: dict[SideName, str]
    british: SideStatus
    french: SideStatus

    def side(self, side: int) -> SideStatus:
        """Return one side's part."""
        return self.french if side else self.british


class Deed(Struct, forbid_unknown_fields=True):
    """One action of a turn, with the answers of the other side that belong to it."""

    action: Literal[
        "settle", "develop", "fortify", "besiege", "reinforce", "leader", "raid", "ambush", "priest", "money",
        "merchant", "trade", "piracy", "draft", "discard", "reserve", "retrieve", "govern", "intendant", "homesupport",
        "pass", "withdraw", "winsiege",
    ]  # fmt: skip
    location: str | None = None
    cards: list[str] = field(default_factory=list)
    blocked_by: str | None = None
    result: Literal["success", "blocked", "no_target_hand_shown"] | None = None
    target: str | None = None
    target_from: Literal["hand", "reserve"] | None = None
    siege_of: SideName | None = None
    returns: str | None = None
    loser_returns: str | None = None
    captured: Literal["cube", "disc"] | None = None
    settled: bool | None = None

    def __str__(self) -> str:
        told = [self.location, self.siege_of, *self.cards, self.result, self.target]
        told += [f"blocked by {self.blocked_by}"] if self.blocked_by else []
        told += [f"returns {card}" for card in (self.returns, self.loser_returns) if card]
        return " ".join([self.action, *(word for word in told if word)])


class Entry(Struct, forbid_unknown_fields=True):
    """One record of a file."""

    record: int
    side: SideName
    status: Status
    kind: str
    raw_move: str = ""
    actions: list[Deed] = field(default_factory=list)
    location: str | None = None
    card: str | None = None


class Result(Struct, forbid_unknown_fields=True):
    """How the game ended; pieces left are villages and towns."""

    end: Literal["points", "instant_capital", "resignation"]
    winner: SideName
    british_vp: Count
    french_vp: Count
    british_supply_left: tuple[Count, Count]
    french_supply_left: tuple[Count, Count]
    why: list[str] = field(default_factory=list)


class OnlineRecord(Struct, forbid_unknown_fields=True):
    """One recorded game."""

    game: str
    source: str
    players: dict[SideName, str]
    variant_rules: list[int]
    standard_second_edition: bool
    player_turns: Count
    result: Result
    start: Status
    records: list[Entry]

    def options(self) -> dict[str, object]:
        """Return the rule options that the game was played with (AC-82)."""
        return {name: True for name, code in ONLINE_CODES.items() if code in self.variant_rules}


@dataclass(frozen=True)
class Turn:
    """One player-turn.

    Attributes
    ----------
    number : int
        1 for the first.
    entry : Entry
        What was played, and the state after the refill.
    before : Status
        The state before.
    response : Entry or None
        The other side's answer to a surrender, which is about settling the place.
    """

    number: int
    entry: Entry
    before: Status
    response: Entry | None = None

    @property
    def side(self) -> int:
        """Side whose turn it is."""
        return SIDE_NAMES.index(self.entry.side)


def kind_of(card: str, side: int) -> int:
    """Return the kind of a card of one side.

    Raises
    ------
    RecordError
        If the side has no such card.
    """
    group, _, name = card.partition(":")
    if group == "L" and name in CARD_PLACES[side]:
        return kind_number(name)
    if group == "N" and name in _NEUTRAL:
        return kind_number(_NEUTRAL[name])
    if group == "E":
        if name.endswith(":start"):
            name = _STARTING.get(name.removesuffix(":start"), "")
        if name in EMPIRE_KINDS[side]:
            return kind_number(name)
    raise RecordError(f"the {SIDE_NAMES[side]} have no card {card!r}")


def kinds_of(cards: list[str], side: int) -> Kinds:
    """Return how many cards of each kind there are."""
    return Counter(kind_of(card, side) for card in cards)


# --- reading --------------------------------------------------------------------------------------------


def loads(text: bytes, name: str = "record") -> OnlineRecord:
    """Read a recorded game from JSON text.

    Raises
    ------
    RecordError
        If it is none; the message names the place.
    """
    try:
        document = json.loads(text.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError(f"{name}: not a recorded game (it is no UTF-8 text)") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"{name}: {place}: not a complete JSON document ({error.msg})") from None
    except RecursionError:
        raise RecordError(f"{name}: not a recorded game (it is nested too deep)") from None
    except ValueError:
        raise RecordError(f"{name}: not a recorded game (a number in it has too many digits)") from None
    if not isinstance(document, Mapping) or not {"variant_rules", "start", "records"} <= document.keys():
        raise RecordError(f"{name}: not a recorded game (it has no entries variant_rules, start and records)")
    try:
        record = msgspec.convert(document, OnlineRecord)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$.")
        raise RecordError(f"{name}: {place.rstrip('`') + ': ' if place else ''}{message}") from None
    for place, problem in _problems(record):
        raise RecordError(f"{name}: {place}: {problem}")
    return record


def read_online_record(path: str | Path) -> OnlineRecord:
    """Read a recorded game from a file.

    Raises
    ------
    RecordError
        If it is none; the message names file and place.
    OSError
        If the file cannot be read.
    """
    return loads(Path(path).read_bytes(), str(path))


def _problems(record: OnlineRecord) -> Iterator[tuple[str, str]]:
    """Place and words of what the types cannot say, the first one first."""
    for i, code in enumerate(record.variant_rules):
        if code not in ONLINE_CODES.values():
            yield f"variant_rules[{i}]", f"there is no rule {code}; codes are 0 to {len(ONLINE_CODES) - 1}"
    yield from _status_problems("start", record.start)
    for i, entry in enumerate(record.records):
        place = f"records[{i}]"
        if entry.record != i:
            yield f"{place}.record", f"found {entry.record}, expected {i}"
        yield from _status_problems(f"{place}.status", entry.status)
        side = SIDE_NAMES.index(entry.side)
        for j, deed in enumerate(entry.actions):
            if deed.action == "winsiege" and any(earlier.action != "winsiege" for earlier in entry.actions[:j]):
                yield f"{place}.actions[{j}]", "winsiege comes before the actions of a turn"
            yield from _deed_problems(f"{place}.actions[{j}]", deed, side)
    try:
        number = len(turns(record))
    except RecordError as error:
        place, _, problem = str(error).partition(": ")
        yield place, problem
    else:
        if number != record.player_turns:
            yield "player_turns", f"found {record.player_turns}, but the records hold {number}"


def _status_problems(place: str, status: Status) -> Iterator[tuple[str, str]]:
    for name, piece in status.board.items():
        if name not in LOCATIONS:
            yield f"{place}.board", f"there is no location {name!r}"
        elif piece[:1] not in ("B", "F") or piece[1:] not in _PIECES:
            yield f"{place}.board.{name}", f"{piece!r} is no piece such as Bv, Btf or Ft"
    for name, at in status.sieges.items():
        if at not in LOCATIONS:
            yield f"{place}.sieges.{name}", f"there is no location {at!r}"
    for side, name in enumerate(SIDE_NAMES):
        for zone in CARD_ZONES:
            for i, card in enumerate(getattr(status.side(side), zone)):
                yield from _card_problem(f"{place}.{name}.{zone}[{i}]", card, side)


def _card_problem(place: str, card: str, side: int) -> Iterator[tuple[str, str]]:
    try:
        kind_of(card, side)
    except RecordError as error:
        yield place, str(error)


def _deed_problems(place: str, deed: Deed, side: int) -> Iterator[tuple[str, str]]:
    for name in _NEEDS.get(deed.action, ()):
        if getattr(deed, name) is None:
            yield place, f"{deed.action} without the entry {name!r}"
    if deed.location is not None and deed.location not in LOCATIONS:
        yield f"{place}.location", f"there is no location {deed.location!r}"
    fewest = _CARDS.get(deed.action, 1)
    if len(deed.cards) < fewest:
        yield f"{place}.cards", f"{deed.action} takes at least {fewest} card{'s' if fewest > 1 else ''}"
    for i, card in enumerate(deed.cards):
        yield from _card_problem(f"{place}.cards[{i}]", card, side)
    for name, whose in (("blocked_by", 1 - side), ("target", 1 - side), ("returns", side), ("loser_returns", 1 - side)):
        if getattr(deed, name) is not None:
            yield from _card_problem(f"{place}.{name}", getattr(deed, name), whose)


# --- turns ----------------------------------------------------------------------------------------------


def turns(record: OnlineRecord) -> list[Turn]:
    """Cut the records into player-turns; a turn that waited for an answer is three records, and one turn.

    Raises
    ------
    RecordError
        If the records are no sequence of turns, the British first.
    """
    found: list[Turn] = []
    before = record.start
    partial: Entry | None = None
    response: Entry | None = None
    for i, entry in enumerate(record.records):
        place, kind = f"records[{i}]", entry.kind.split(" ")[0]
        if kind == RESIGNATION:
            if i + 1 < len(record.records):
                raise RecordError(f"{place}.kind: there are records after a resignation")
            break
        wanted = (RESPONSE,) if partial and not response else (COMPLETED,) if response else ("turn", PARTIAL)
        if kind not in wanted:
            raise RecordError(f"{place}.kind: found {entry.kind!r}, expected {' or '.join(wanted)}")
        # an answer stands under the side whose turn it is
        if entry.side != SIDE_NAMES[len(found) % 2]:
            raise RecordError(f"{place}.side: found {entry.side}, but the sides take turns and the British begin")
        if kind == PARTIAL:
            partial = entry
            continue
        if kind == RESPONSE:
            response = entry
            continue
        if partial and entry.actions[: len(partial.actions)] != partial.actions:
            raise RecordError(f"{place}.actions: they do not repeat those of records[{partial.record}]")
        found.append(Turn(len(found) + 1, entry, before, response))
        before, partial, response = entry.status, None, None
    if partial:
        raise RecordError(f"records[{partial.record}].kind: the turn is never completed")
    return found
