"""What lies on the table, and what follows from it: supply, serving cards, points (AC-14, AC-20, AC-72)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .cards import BRITISH, FRENCH, SIDES, Card, Rules


@dataclass(frozen=True)
class Ask:
    """A decision of a side."""

    seat: int
    options: Sequence[str]


@dataclass(frozen=True)
class Draw:
    """A card comes off a side's deck."""

    side: int


Steps = Generator[Ask | Draw, str, None]
Choice = Generator[Ask | Draw, str, str]
MaybeChoice = Generator[Ask | Draw, str, str | None]
Wanted = Callable[[str], bool]


class GameOver(Exception):  # noqa: N818 (no error: it ends the game wherever it is)
    """The game is over; `winner` if somebody has won at once."""

    def __init__(self, reason: str, winner: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.winner = winner


@dataclass
class Side:
    """What one side has. Cards are named by kind; decks have no order."""

    number: int
    cards: Mapping[str, Card]
    money: int
    cubes: int
    discs: int
    hand: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    reserve: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)  # in the action under way
    villages: set[str] = field(default_factory=set)
    towns: set[str] = field(default_factory=set)
    captured_cubes: int = 0
    captured_discs: int = 0

    def controls(self, place: str) -> bool:
        return place in self.villages or place in self.towns


@dataclass
class Siege:
    """A siege in progress; the strength is the attacker's, the cards are by side (AC-41)."""

    attacker: int
    place: str
    strength: int
    cards: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))


class Table:
    """The whole game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.options = rules.options
        self.sides = [
            Side(side, rules.cards[side], rules.money[side], rules.cubes[side], rules.discs[side])
            for side in (BRITISH, FRENCH)
        ]
        self.sieges: list[Siege | None] = [None, None]  # by attacker
        self.display: list[str] = []
        self.forts: set[str] = set()
        self.fort_discs = rules.fortifications
        self.turn = BRITISH
        self.turns = 0
        self.actions_left = 0
        self.french_besieged = False
        self.cards_given = False  # for a shuffle in the refill under way (AC-82 `reshuffle_costs`)
        self.supplied: list[set[str]] = [set(), set()]
        self.counts: Counter[str] = Counter()
        self.hits: Counter[str] = Counter()

    # ---- who is who ----

    @property
    def mover(self) -> Side:
        return self.sides[self.turn]

    @property
    def enemy(self) -> Side:
        return self.sides[1 - self.turn]

    def owner(self, place: str) -> int | None:
        return next((side.number for side in self.sides if side.controls(place)), None)

    def besieged(self, place: str) -> bool:
        one, other = self.sieges
        return (one is not None and one.place == place) or (other is not None and other.place == place)

    def hit(self, *names: str) -> None:
        for name in names:
            self.hits[name] += 1

    # ---- AC-20 ----

    def board_changed(self) -> None:
        """Work supply out anew."""
        self.supplied = [self._supply(side) for side in self.sides]

    def _supply(self, side: Side) -> set[str]:
        """AC-20: places joined to the home by own places, over rivers, lakes, roads and between ports."""
        home = self.rules.home[side.number]
        if not side.controls(home):
            self.hit("AC-20:no-home")
            return set()
        own = side.villages | side.towns
        reached, fresh = {home}, [home]
        while fresh:
            for place in self.joined(fresh.pop()):
                if place in own and place not in reached:
                    reached.add(place)
                    fresh.append(place)
        if reached != own:
            self.hit("AC-20")
        return reached

    def joined(self, place: str) -> list[str]:
        """Places next to a place by river, lake, road or sea."""
        places = self.rules.places
        sea = [port for port in places if places[port].port and port != place] if places[place].port else []
        return [*self.rules.roads[place], *sea]

    # ---- AC-14 ----

    def serves(self, side: Side, kind: str) -> bool:
        """AC-14: a Location card serves while its place is controlled, in supply and not under siege."""
        if kind not in self.rules.places:
            return True
        return kind in self.supplied[side.number] and not self.besieged(kind)

    def serving(self, side: Side) -> list[str]:
        """The cards in hand that may serve an action."""
        supplied, places = self.supplied[side.number], self.rules.places
        besieged = [siege.place for siege in self.sieges if siege is not None]
        return [kind for kind in side.hand if kind not in places or (kind in supplied and kind not in besieged)]

    def kinds(self, cards: Iterable[str]) -> list[str]:
        """Kinds of cards, each once, in their order."""
        return sorted(set(cards), key=self.rules.order.__getitem__)

    # ---- moving cards and pieces ----

    def play_card(self, side: Side, kind: str) -> None:
        """AC-13: out of the hand; it goes to the discard pile when the action is done."""
        side.hand.remove(kind)
        side.played.append(kind)
        self.hit(f"card:{SIDES[side.number]}:{kind}")
        if side.cards[kind].location:
            self.hit("AC-14")

    def discard_played(self, side: Side) -> None:
        """AC-13."""
        if side.played:
            self.hit("AC-13")
        side.discard += side.played
        side.played = []

    def return_card(self, side: Side, kind: str) -> None:
        """Back to where it lies open: the own pile, or the neutral display."""
        (self.display if side.cards[kind].neutral else side.pile).append(kind)

    def gain_location_card(self, side: Side, place: str) -> None:
        """AC-30: the Location card of a settled place, if there is one in the pile."""
        if place in side.pile:
            side.pile.remove(place)
            side.discard.append(place)

    def forbidden(self, side: Side, kind: str) -> bool:
        """Option `forbid`: kinds that no side, or not this one, may draft or begin with by its own choice."""
        forbid = self.options["forbid"]
        return f"card:{kind}" in forbid or f"card:{kind}@{side.number}" in forbid

    def pay(self, side: Side, money: int) -> None:
        assert side.money >= money
        side.money -= money

    # ---- AC-33, AC-72 ----

    def parts(self) -> list[dict[str, int]]:
        """AC-72: points of villages, of towns (doubled) and of captured pieces."""
        places = self.rules.places
        return [
            {
                "villages_points": sum(places[place].vp for place in side.villages),
                "towns_points": sum(2 * places[place].vp for place in side.towns),
                "captured_points": self.captured_points(side),
            }
            for side in self.sides
        ]

    def captured_points(self, side: Side) -> int:
        end = self.rules.end
        return int(end["cube_points"] * side.captured_cubes + end["disc_points"] * side.captured_discs)

    def view(self) -> dict[str, Any]:
        """Everything on the table."""
        view: dict[str, Any] = {
            "turn": self.turn,
            "turns": self.turns,
            "actions_left": self.actions_left,
            "forts": sorted(self.forts),
            "fort_discs": self.fort_discs,
            "display": sorted(self.display),
            "french_besieged": self.french_besieged,
        }
        for name, side, supplied in zip(SIDES, self.sides, self.supplied, strict=True):
            siege = self.sieges[side.number]
            view[name] = {
                "hand": sorted(side.hand),
                "deck": sorted(side.deck),
                "discard": sorted(side.discard),
                "reserve": sorted(side.reserve),
                "pile": sorted(side.pile),
                "played": sorted(side.played),
                "villages": sorted(side.villages),
                "towns": sorted(side.towns),
                "supplied": sorted(supplied),
                "money": side.money,
                "cubes": side.cubes,
                "discs": side.discs,
                "captured_cubes": side.captured_cubes,
                "captured_discs": side.captured_discs,
                "siege": siege and [siege.place, siege.strength, *map(sorted, siege.cards)],
                "counts": {name: self.counts[f"{SIDES[side.number]}:{name}"] for name in COUNTS},
            }
        return view

    def count(self, side: Side, name: str) -> None:
        """Statistics that the rows of playouts report."""
        self.counts[f"{SIDES[side.number]}:{name}"] += 1


COUNTS = (
    *("sieges_started", "sieges_won_attacking", "sieges_won_defending"),
    *("raids_tried", "raids_won", "ambushes_tried", "ambushes_won", "settled"),
)


# --- choosing cards ---------------------------------------------------------------------------------------


def without(cards: Sequence[str], kind: str) -> list[str]:
    """The cards but one of that kind."""
    rest = list(cards)
    rest.remove(kind)
    return rest


def can_fill(cards: Sequence[str], wanted: Sequence[Wanted]) -> bool:
    """Whether the cards hold a different one for each that is wanted."""
    if not wanted:
        return True
    return any(wanted[0](kind) and can_fill(without(cards, kind), wanted[1:]) for kind in dict.fromkeys(cards))


def first_of(cards: Sequence[str], wanted: Sequence[Wanted]) -> list[str]:
    """The kinds that may be the first wanted card so that the others can follow."""
    return [kind for kind in dict.fromkeys(cards) if wanted[0](kind) and can_fill(without(cards, kind), wanted[1:])]


def choose(seat: int, kinds: Iterable[str], zone: str = "card") -> Choice:
    """A side names one kind of card."""
    answer = yield Ask(seat, [f"{zone}:{kind}" for kind in kinds])
    return answer.partition(":")[2]


def choose_or_stop(seat: int, kinds: Iterable[str]) -> MaybeChoice:
    """A side names one kind of card, or stops."""
    answer = yield Ask(seat, [*(f"card:{kind}" for kind in kinds), "stop"])
    return None if answer == "stop" else answer.partition(":")[2]
