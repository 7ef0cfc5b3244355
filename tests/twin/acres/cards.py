"""Figures of cards, places and options (AC-01 to AC-03, AC-80 to AC-82)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..data import figures

BRITISH, FRENCH = 0, 1
SIDES = ("british", "french")

# Cards are named by kind; several cards of one action go up in this order, places first.
_EMPIRE_ORDER = (
    *("military_leader", "regular_infantry", "starting_infantry", "siege_artillery", "militia", "rangers"),
    *("coureurs_de_bois", "native_americans", "neutral_natives", "priest", "indian_leader", "home_support", "trader"),
    *("bateaux", "ships", "settlers", "neutral_settlers", "fortification", "neutral_fortification", "governor"),
    "intendant",
)
NATIVES = ("native_americans", "neutral_natives")
FORTIFICATIONS = ("fortification", "neutral_fortification")
PRIESTS = ("priest", "indian_leader")


@dataclass(frozen=True)
class Card:
    """What one kind of card of a side says."""

    kind: str
    location: bool = False
    neutral: bool = False
    icons: frozenset[str] = frozenset()
    abilities: frozenset[str] = frozenset()
    ways: Mapping[str, frozenset[str]] = field(default_factory=dict)  # place -> transports that lead there
    coins: int = 0
    cost: int = 0
    strength: int = 0
    fee: int = 0
    starting: int = 0
    count: int = 1


@dataclass(frozen=True)
class Place:
    """A place of the board."""

    name: str
    vp: int = 0
    settler: bool = False
    port: bool = False
    siege_port: bool = False
    defence: int = 0
    start: str = "neutral"


class Rules:
    """All figures of one game, with its options worked in."""

    def __init__(self, options: Mapping[str, Any], variant: Mapping[str, Any] | None) -> None:
        data = figures("acres", variant)
        self.options = dict(options)
        self.money: list[int] = _by_side(data["money"])
        self.cubes: list[int] = _by_side(data["pieces"]["cubes"])
        self.discs: list[int] = _by_side(data["pieces"]["discs"])
        self.fortifications: int = data["pieces"]["fortifications"]
        self.turn: dict[str, int] = data["turn"]
        self.home: list[str] = _by_side(data["home"])
        self.actions: dict[str, Any] = data["actions"]
        self.siege: dict[str, int] = data["siege"]
        self.end: dict[str, Any] = data["end"]
        self.optional: dict[str, Any] = data["optional"]
        self.places = {name: self._place(name, table) for name, table in data["board"]["locations"].items()}
        self.order = {kind: number for number, kind in enumerate((*self.places, *_EMPIRE_ORDER))}
        self.roads = _neighbours(self.places, data["board"]["edges"], "supply")
        self.paths = _neighbours(self.places, data["board"]["edges"], "raid")
        self.neutral = {
            kind: self._empire_card(kind, table, neutral=True)
            for kind, table in data["empire_cards"]["neutral"].items()
        }
        self.cards = [self._cards_of(side, data) for side in (BRITISH, FRENCH)]
        self.raid_range: int = self.actions["raid_range"]
        if self.options["first_edition_raid_range"]:  # AC-82
            self.raid_range = self.optional["first_edition_raid_range"]
        self.capitals: list[list[str]] = _by_side(self.end["capitals"])
        if self.options["duquesne_wins"]:  # AC-82
            self.capitals[FRENCH] = [*self.capitals[FRENCH], "fort_duquesne"]

    def _place(self, name: str, table: Mapping[str, Any]) -> Place:
        port = bool(table.get("port", False))
        online = self.options["ships_in_siege"] == "online"  # AC-42
        return Place(
            name=name,
            vp=table.get("vp", 0),
            settler=bool(table.get("settler", False)),
            port=port,
            siege_port=port and (not online or bool(table.get("online_siege_port", True))),
            defence=table.get("defence", 0),
            start=table.get("start", "neutral"),
        )

    def _cards_of(self, side: int, data: Mapping[str, Any]) -> dict[str, Card]:
        """AC-03: the kinds of cards that a side may come to hold."""
        cards = {
            place: self._location_card(place, table) for place, table in data["location_cards"][SIDES[side]].items()
        }
        for kind, table in data["empire_cards"][SIDES[side]].items():
            cards[kind] = self._empire_card(kind, table, neutral=False)
        return cards | self.neutral

    def _location_card(self, place: str, table: Mapping[str, Any]) -> Card:
        lists = {way: table.get(f"by_{way}", []) for way in ("bateaux", "ship", "wagon")}
        if place == "fort_st_john" and self.options["fort_st_john"] == "graph":  # AC-80
            lists["bateaux"] = self.optional["fort_st_john_by_bateaux"]
        targets = {target for names in lists.values() for target in names}
        return Card(
            kind=place,
            location=True,
            icons=frozenset(table.get("icons", [])),
            ways={target: frozenset(way for way, names in lists.items() if target in names) for target in targets},
            coins=table.get("coins", 0),
            strength=self.siege["location"] if "military" in table.get("icons", []) else 0,
            starting=int(table.get("starting_deck", False)),
        )

    def _empire_card(self, kind: str, table: Mapping[str, Any], *, neutral: bool) -> Card:
        icons, strength = set(table.get("icons", [])), table.get("strength", 0)
        if kind in NATIVES and self.options["natives_in_sieges"]:  # AC-82
            icons.add("military")
            strength = self.optional["native_strength"]
        return Card(
            kind=kind,
            neutral=neutral,
            icons=frozenset(icons),
            abilities=frozenset(table.get("abilities", [])),
            cost=table.get("cost", 0),
            strength=strength,
            fee=table.get("fee", 0),
            starting=int(table.get("starting_deck", 0)),
            count=0 if table.get("set_aside", False) else table["count"],
        )


def _by_side(table: Mapping[str, Any]) -> list[Any]:
    return [table[name] for name in SIDES]


def _neighbours(places: Mapping[str, Place], edges: Mapping[str, Any], use: str) -> dict[str, list[str]]:
    """The other ends of the lines of each place that serve supply (AC-20) or raids (AC-60)."""
    ends: dict[str, list[str]] = {place: [] for place in places}
    for name, table in edges.items():
        one, other = name.split("-")
        if table[use]:
            ends[one].append(other)
            ends[other].append(one)
    return ends
