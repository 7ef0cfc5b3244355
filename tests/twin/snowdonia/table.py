"""What lies on the table, and how pieces move between supplies.

`Table` has no rule of its own beyond bookkeeping: order of the rubble (SN-33), payments (SN-12), markers (SN-05), the
contract deck (SN-45) and what two kinds of question look like.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from .figures import AREAS, CUBES, Cell, Contract, Figures, Train

# While these are drawn, nothing but track cards is on the table yet.
SETTING_UP = ("start", "track", "train")


class Ask(NamedTuple):
    """A decision: what about, whose, and the possible moves in notation."""

    about: str
    seat: int
    moves: Sequence[str]


class Draw(NamedTuple):
    """A chance event: what is drawn and how often each outcome is in the pile."""

    about: str
    weights: dict[str, int]


# A rule that asks and draws: it yields questions and gets answers in notation.
Steps = Generator[Ask | Draw, str, None]


class GameEndsError(Exception):
    """The game is over at once (SN-61)."""


@dataclass
class Player:
    """What one player has."""

    seat: int
    markers: int
    iron: int = 0
    stone: int = 0
    coal: int = 0
    steel: int = 0
    rubble: int = 0
    labourers: int = 0  # still to be placed this round
    at_g: int = 0  # labourers in area G
    surveyor: int = 0
    train: int | None = None
    tracks: set[int] = field(default_factory=set)
    spaces: set[int] = field(default_factory=set)
    contracts: set[int] = field(default_factory=set)
    used: set[int] = field(default_factory=set)  # turned sideways
    effects: list[int] = field(default_factory=list)  # contracts used this round
    deferred: list[int] = field(default_factory=list)  # those that act after their area


@dataclass
class Table:
    """Everything on the table; everybody may look at all of it (SN-80)."""

    figures: Figures
    hits: Counter[str]
    yard: dict[str, int]
    bag: dict[str, int]
    players: list[Player] = field(default_factory=list)
    track_cards: list[int] = field(default_factory=list)  # kinds, in route order
    laid: set[int] = field(default_factory=set)
    rubble: dict[Cell, int] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)  # stations with a No Entry marker
    shed: dict[int, int] = field(default_factory=dict)  # train -> coal on it
    office: list[int | None] = field(default_factory=lambda: [None, None, None])
    deck: set[int] = field(default_factory=set)
    discard: set[int] = field(default_factory=set)
    top_back: str | None = None
    weather: list[str | None] = field(default_factory=lambda: [None, None, None])
    excavation: int = 0  # place of the marker on its track, from 0
    lay: int = 0
    token: int = 0  # seat with the Start Player token
    start_seat: int = 0
    first: int = 0  # who began this round's assignment
    placed: dict[str, int] = field(default_factory=dict)  # place -> seat
    event_cubes: set[int] = field(default_factory=set)
    trains_open: bool = False
    overlay: bool = False
    token_locked: bool = False
    contracts_locked: bool = False
    hired: set[int] = field(default_factory=set)
    built: bool = False
    rounds: int = 0
    last_round: int | None = None
    end_cause: str | None = None

    def hit(self, *names: str) -> None:
        for name in names:
            self.hits[name] += 1

    # ---- seats ----

    def clockwise(self, first: int) -> list[Player]:
        """SN-01: all players, clockwise from one."""
        return self.players[first:] + self.players[:first]

    def train_of(self, player: Player) -> Train | None:
        return None if player.train is None else self.figures.trains[player.train]

    def train_bonus(self, player: Player, op: str) -> int:
        """The figure of the player's train, if it has this effect."""
        train = self.train_of(player)
        if train is None or train.op != op:
            return 0
        self.hit(f"train:{train.number}")
        return train.amount

    def in_effect(self, player: Player, op: str) -> list[Contract]:
        """SN-30: contracts with this effect that the player has used this round."""
        contracts = self.figures.contracts
        return [contracts[card] for card in player.effects if contracts[card].op == op]

    def fog(self) -> bool:
        return self.weather[0] == "fog"

    def contracts_blocked(self) -> bool:
        """SN-42: whether contracts may not excavate or lay track this round."""
        options = self.figures.options
        return self.fog() and options["fog_blocks_contracts"] and not options["thin_fog"]

    # ---- rubble ----

    def holds_rubble(self, cell: Cell) -> bool:
        """Whether there is rubble that counts: that of a closed station does not (SN-54)."""
        if not self.rubble[cell]:
            return False
        return cell[0] == "track" or self.figures.spaces[cell[1]].station not in self.closed

    def next_rubble(self) -> Cell | None:
        """SN-33: the first track card or excavation space with rubble, up the mountain."""
        return next((cell for cell in self.figures.route if self.holds_rubble(cell)), None)

    def clear_tracks(self) -> list[int]:
        """SN-36: track cards without rubble that are not laid, up the mountain."""
        return [n for n in range(self.figures.tracks) if n not in self.laid and not self.rubble["track", n]]

    # ---- markers and pieces ----

    def mark(self, player: Player, kind: str, number: int) -> None:
        """SN-05: put one of the player's markers on a track card or a station space."""
        player.markers -= 1
        (player.tracks if kind == "track" else player.spaces).add(number)

    def taken(self, space: int) -> bool:
        return any(space in player.spaces for player in self.players)

    def check_markers(self) -> None:
        """SN-61: with one or two players the game ends when nobody has a marker left and track is unlaid."""
        if self.figures.players > 2 or len(self.laid) == self.figures.tracks:
            return
        if not any(player.markers for player in self.players):
            self.hit("SN-61")
            self.end_cause = "markers"
            raise GameEndsError

    def pay(self, player: Player, *, to_bag: dict[str, int] | None = None, steel: int = 0, rubble: int = 0) -> None:
        """SN-12: iron, stone and coal go back to the bag, steel and rubble to the general supply."""
        self.hit("SN-12")
        for cube, amount in (to_bag or {}).items():
            setattr(player, cube, getattr(player, cube) - amount)
            self.bag[cube] += amount
        player.steel -= steel
        player.rubble -= rubble

    def steel_left(self) -> int:
        """SN-12: steel bars in the general supply, by the option `steel_limit`."""
        limit: int = self.figures.options["steel_limit"]
        return max(0, limit - sum(player.steel for player in self.players)) if limit else 1000

    def forbidden(self, player: Player, item: str) -> bool:
        """Option `forbid`: what nobody, or not this seat, may take, keep or acquire."""
        forbid = self.figures.options["forbid"]
        return item in forbid or f"{item}@{player.seat}" in forbid

    def return_train(self, player: Player) -> None:
        """SN-38: the train goes back to the shed, filled up with its coal as far as the bag has coal."""
        assert player.train is not None
        train = self.figures.trains[player.train]
        coal = min(train.coal, self.bag["coal"])
        self.bag["coal"] -= coal
        self.shed[train.number] = coal
        player.train = None

    # ---- the contract deck ----

    def reshuffle(self) -> None:
        """SN-45: a deck that has run out is made of the discard pile."""
        if not self.deck and self.discard:
            self.hit("SN-45")
            self.deck, self.discard = self.discard, set()
            self.top_back = None

    def draw_card(self, about: str) -> Generator[Ask | Draw, str, int | None]:
        """Draw the top card; None if there is none. Of its face no more is known than its back (SN-46, SN-80)."""
        self.reshuffle()
        if not self.deck:
            return None
        back = self.figures.back
        cards = [card for card in sorted(self.deck) if self.top_back in (None, back(card))]
        drawn = yield Draw(about, {f"card:{card}": 1 for card in cards})
        card = int(drawn.removeprefix("card:"))
        self.deck.remove(card)
        self.top_back = None
        self.reshuffle()
        return card

    def show_back(self) -> Steps:
        """SN-46, SN-80: everybody sees the back of the top card."""
        self.reshuffle()
        if self.deck and self.top_back is None:
            self.hit("SN-80")
            backs = Counter(f"back:{self.figures.back(card)}" for card in self.deck)
            drawn = yield Draw("back", dict(backs))
            self.top_back = drawn.removeprefix("back:")

    # ---- places ----

    def open_places(self) -> list[str]:
        """SN-06, SN-22, SN-23: empty spaces that are open this round; area G last."""
        found = []
        for area in AREAS[:-1]:
            places = self.figures.places[area]
            if area == "B" and self.overlay:
                places = self.figures.overlay_places
            elif area in "BD" and self.fog():
                places = places[:-1] if self.figures.options["thin_fog"] else []
            found += [place for place in places if place not in self.placed]
        return [*found, "G"]

    # ---- the view ----

    def view(self, about: str) -> dict[str, Any]:
        """Everything on the table by plain names, for the comparison."""
        return {
            "waits_for": about,
            "players": [self._player_view(player) for player in self.players],
            "track_cards": self.track_cards + [0] * (self.figures.tracks - len(self.track_cards)),
            "laid": sorted(self.laid),
            "rubble": {f"{kind} {number}": n for (kind, number), n in self.rubble.items()},
            "closed": sorted(self.closed),
            "shed": {} if about in SETTING_UP else dict(sorted(self.shed.items())),
            "yard": dict(self.yard),
            "bag": {} if about in SETTING_UP else dict(self.bag),
            "office": list(self.office),
            "deck": sorted(self.deck),
            "discard": sorted(self.discard),
            "top_back": self.top_back,
            "weather": list(self.weather),
            "rates": [self.excavation, self.lay],
            "token": self.token,
            "first": self.first,
            "placed": dict(sorted(self.placed.items())),
            "event_cubes": sorted(self.event_cubes),
            "trains_open": self.trains_open,
            "overlay": self.overlay,
            "token_locked": self.token_locked,
            "contracts_locked": self.contracts_locked,
            "hired": sorted(self.hired),
            "built": self.built,
            "rounds": self.rounds,
            "last_round": self.last_round or 0,
        }

    def _player_view(self, player: Player) -> dict[str, Any]:
        return {
            **{name: getattr(player, name) for name in ("markers", "iron", "stone", "coal", "steel", "rubble")},
            "labourers": player.labourers,
            "at_g": player.at_g,
            "surveyor": player.surveyor,
            "train": player.train or 0,
            "tracks": sorted(player.tracks),
            "spaces": sorted(player.spaces),
            "contracts": sorted(player.contracts),
            "used": sorted(player.used),
            "effects": sorted(player.effects),
        }


@cache
def takes(iron: int, stone: int, coal: int, amount: int) -> tuple[str, ...]:
    """All ways to take up to `amount` of so many cubes."""
    return tuple(
        f"take:{i},{s},{c}"
        for i in range(min(iron, amount) + 1)
        for s in range(min(stone, amount - i) + 1)
        for c in range(min(coal, amount - i - s) + 1)
    )


def numbers(move: str) -> list[int]:
    """The numbers behind the colon of a move."""
    return [int(part) for part in move.split(":")[1].split(",")]


def draw_cube(table: Table, about: str, kinds: Iterable[str] = CUBES) -> Generator[Ask | Draw, str, str | None]:
    """Take one cube of these kinds out of the bag; None if there is none."""
    weights = {f"cube:{cube}": table.bag[cube] for cube in kinds if table.bag[cube]}
    if not weights:
        return None
    drawn = yield Draw(about, weights)
    cube = drawn.removeprefix("cube:")
    table.bag[cube] -= 1
    return cube


@cache
def share(part: int, whole: int) -> Fraction:
    """A probability; the same few come up again and again."""
    return Fraction(part, whole)
