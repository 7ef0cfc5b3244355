"""A small table to set up positions of A Few Acres of Snow on, for the rule tests.

An `Acres` holds one game with explicit chance, standing at a side's menu. Boards, zones and sieges are written in
words; moves in the notation of records, which this file translates by itself. Every helper keeps the number of cards
and pieces: what leaves a zone goes back to its pile, what leaves the board to the supply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from acres_cards import (
    DEFENCE,
    KINDS,
    LOCATION_CARDS,
    PLACES,
    PORTS,
    SIDES,
    STRENGTH,
    card_kinds,
    supplied,
    symbols,
    words,
)

from snowplay import load_game
from snowplay._core.acres.game import ACTIONS, OTHERS, PHASES

NOWHERE = 255
HOME = {"british": "boston", "french": "quebec"}
START = {
    "british": "boston* new_york* new_haven norfolk pemaquid philadelphia st_marys",
    "french": "quebec* gaspe louisbourg port_royal tadoussac trois_rivieres montreal",
}
CUBES, DISCS, FORTS = 18, {"british": 12, "french": 9}, 12
ZONES = ("hand", "deck", "discard", "reserve", "pile")
BITS = {side: card_kinds(side) for side in SIDES}
_PLACE_MOVES = ("settle", "develop", "fortify", "besiege", "raid")
_CARD_MOVES = ("card", "reserve_card", "siege_card")
_SIEGE_MOVES = ("reinforce", "leader", "withdraw")
_WORDS = {"free_fur": "FUR"}


def action_id(text: str) -> int:
    """The id of a move in the action table."""
    name, _, rest = text.partition(":")
    if name in _PLACE_MOVES:
        return ACTIONS[name.upper()] + PLACES.index(rest)
    if name in _CARD_MOVES:
        return ACTIONS[name.upper()] + KINDS.index(rest)
    if name in _SIEGE_MOVES:
        return ACTIONS["OTHER"] + OTHERS[name.upper()] + SIDES.index(rest)
    return ACTIONS["OTHER"] + OTHERS[_WORDS.get(name, name.upper())]


ALL_MOVES = (
    *(f"{name}:{place}" for name in _PLACE_MOVES for place in PLACES),
    *(f"{name}:{kind}" for name in _CARD_MOVES for kind in KINDS),
    *(f"{name}:{side}" for name in _SIEGE_MOVES for side in SIDES),
    *words(
        "pass end stop ambush priest money merchant trader piracy draft discard reserve retrieve governor intendant "
        "home_support yes free_fur drop pay"
    ),
)
_TEXTS = {action_id(text): text for text in ALL_MOVES}


@cache
def rules_of(**options: Any) -> Any:
    """The game with these options, loaded once."""
    return load_game("acres", **options)


def bits(numbers: Iterable[int]) -> int:
    """A set of small numbers as a word."""
    word = 0
    for number in numbers:
        word |= 1 << number
    return word


def members(word: Any) -> list[int]:
    """The numbers in a word, ascending."""
    value = int(word)
    return [i for i in range(value.bit_length()) if value >> i & 1]


def places(word: Any) -> set[str]:
    """The places in a word."""
    return {PLACES[number] for number in members(word)}


def place_word(names: Iterable[str]) -> int:
    """Places as a word."""
    return bits(PLACES.index(name) for name in names)


def strength_of(kind: str, side: str, place: str) -> int:
    """What a card adds in a siege of a place (AC-42)."""
    if "fortification" in kind:
        return 1
    if kind in STRENGTH:
        return STRENGTH[kind]
    if (side, kind) in LOCATION_CARDS and "military" in symbols(side, kind):
        return 1
    ship = kind == "ships" or ((side, kind) in LOCATION_CARDS and "ship" in symbols(side, kind))
    return int(ship and place in PORTS)


class Acres:
    """One game, by default at the menu of a side in the middle of its turn, on the starting board.

    Parameters
    ----------
    hand, other
        Kinds in the hand of the side to move and of its enemy, separated by blanks. The rest of a starting deck is the
        deck.
    side
        The side to move.
    actions
        Actions it has left.
    money
        Money of the British and of the French.
    british, french
        Places of a side, a town marked by ``*``; by default those of the set-up.
    forts
        Fortified places; by default those of the set-up.
    deal
        Leave the game at its very first chance event instead.
    options
        Rule options; decisions with a single option are shown unless ``auto_forced=True`` is given.
    """

    def __init__(
        self,
        hand: str = "",
        other: str = "",
        *,
        side: str = "british",
        actions: int = 2,
        money: tuple[int, int] = (12, 5),
        british: str | None = None,
        french: str | None = None,
        forts: str | None = None,
        deal: bool = False,
        **options: Any,
    ) -> None:
        options.setdefault("auto_forced", False)
        self.game = rules_of(**options)
        self.state = self.game.new_initial_state(seed=0, explicit_chance=True)
        self._queue: list[str] = []
        self.drawn: list[str] = []
        if deal:
            return
        self.settle()
        while self.phase != "MENU":
            self.state.apply_action(self.state.legal_actions()[0])
            self.settle()
        self.drawn.clear()
        seat, enemy = SIDES.index(side), SIDES[1 - SIDES.index(side)]
        self.set(turn=seat, seat=seat, actions_left=actions, begun=3, turns=10, money=money)
        with self.edit() as record:
            for number in range(2):
                record["deck"][number] = int(record["deck"][number]) | int(record["hand"][number])
                record["hand"][number] = 0
        self.zones(side, hand=hand)
        self.zones(enemy, hand=other)
        self.board(british, french, forts)

    # ---- looking ----

    @property
    def s(self) -> Any:
        """A copy of the state's fields by name."""
        return self.state.data()

    @property
    def phase(self) -> str:
        """What the state waits for, by the name of its phase."""
        number = int(self.s["phase"])
        return next(name for name, value in PHASES.items() if value == number)

    @property
    def side(self) -> str:
        """The side to decide."""
        return SIDES[self.state.current_player()]

    @property
    def turn(self) -> str:
        """The side whose turn it is."""
        return SIDES[int(self.s["turn"])]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.is_terminal())

    @property
    def reason(self) -> str:
        """Why the game ended."""
        outcome = self.state.outcome()
        return "" if outcome is None else outcome.reason

    @property
    def actions_left(self) -> int:
        """Actions the side to move has left."""
        return int(self.s["actions_left"])

    @property
    def money(self) -> tuple[int, int]:
        """Money of both sides."""
        british, french = self.s["money"]
        return int(british), int(french)

    def value(self, field: str, side: str) -> int:
        """A side's entry of a field."""
        return int(self.s[field][SIDES.index(side)])

    def cards(self, side: str, zone: str) -> list[str]:
        """The kinds in a zone, one a card, in the order of kinds."""
        kinds = [BITS[side][bit] for bit in members(self.s[zone][SIDES.index(side)])]
        return sorted(kinds, key=KINDS.index)

    def siege_cards(self, side: str, attacker: str) -> list[str]:
        """A side's cards in a siege."""
        word = self.s["siege_cards"][SIDES.index(side)][SIDES.index(attacker)]
        return sorted((BITS[side][bit] for bit in members(word)), key=KINDS.index)

    def display(self) -> Counter[str]:
        """The neutral cards that lie open."""
        return Counter(BITS["british"][bit] for bit in members(self.s["display"]))

    def played(self) -> list[str]:
        """The cards played in the action under way."""
        side = SIDES[int(self.s["turn"])]
        return sorted((BITS[side][bit] for bit in members(self.s["played"])), key=KINDS.index)

    def villages(self, side: str) -> set[str]:
        """The places of a side's villages."""
        return places(self.s["villages"][SIDES.index(side)])

    def towns(self, side: str) -> set[str]:
        """The places of a side's towns."""
        return places(self.s["towns"][SIDES.index(side)])

    def forts(self) -> set[str]:
        """The fortified places."""
        return places(self.s["forts"])

    def siege_at(self, attacker: str) -> str | None:
        """The place a side besieges."""
        number = self.value("siege_at", attacker)
        return None if number == NOWHERE else PLACES[number]

    def strength(self, attacker: str) -> int:
        """Strength of a siege, for the attacker positive."""
        return self.value("siege_strength", attacker)

    def legal(self, *prefixes: str) -> list[str]:
        """The legal moves in notation, all or those of some kinds, in the order of the action table."""
        assert not self.state.is_chance_node(), f"a chance event is pending: {self.chance()}"
        texts = [_TEXTS[action] for action in self.state.legal_actions()]
        return [text for text in texts if not prefixes or text.partition(":")[0] in prefixes]

    def can(self, move: str) -> bool:
        """Whether a move is legal."""
        return move in self.legal()

    def choices(self) -> list[str]:
        """The legal moves with the word ``card:`` left out: what a card step offers."""
        return [text.removeprefix("card:") for text in self.legal()]

    def chance(self) -> dict[str, float]:
        """The kinds the pending chance event can draw, with their probabilities."""
        assert self.state.is_chance_node(), "no chance event is pending"
        return {KINDS[outcome]: p for outcome, p in self.state.chance_outcomes()}

    # ---- playing ----

    def draw(self, kinds: str) -> Acres:
        """Queue the next draws; without a queue the lowest kind is drawn."""
        self._queue += kinds.split()
        return self

    def settle(self) -> Acres:
        """Resolve chance events until a side decides or the game is over; `drawn` lists what came."""
        while self.state.is_chance_node():
            possible = self.chance()
            kind = self._queue.pop(0) if self._queue else next(iter(possible))
            assert kind in possible, f"{kind} cannot be drawn; possible: {possible}"
            self.drawn.append(kind)
            self.state.apply_action(KINDS.index(kind))
        return self

    def play(self, *moves: str) -> Acres:
        """Play moves, each a word or several separated by blanks; chance events in between are settled."""
        for move in " ".join(moves).split():
            self.settle()
            assert not self.over, f"{move}: the game is over"
            assert move in self.legal(), f"{move} is illegal for the {self.side} ({self.phase}): {self.legal()}"
            self.state.apply_action(action_id(move))
        return self

    def go(self, move: str, kinds: str) -> Acres:
        """Play a menu choice and then cards by their kinds; ``stop`` and ``yes`` stand for themselves."""
        words = kinds.split()
        return self.play(move, *(word if word in ("stop", "yes") else f"card:{word}" for word in words))

    def end_turn(self) -> Acres:
        """Pass until the turn is over, and settle the refill."""
        side, turns = self.turn, int(self.s["turns"])
        while not self.over and int(self.s["turns"]) == turns:
            assert self.side == side, f"the {self.side} has to decide: {self.legal()}"
            self.play("pass" if self.actions_left else "end").settle()
        return self

    def start_turn(self, side: str) -> Acres:
        """Let the enemy's turn come to its end without doing anything, so that this side's turn begins."""
        enemy = 1 - SIDES.index(side)
        self.set(turn=enemy, seat=enemy, actions_left=1)
        return self.end_turn()

    # ---- setting up ----

    @contextmanager
    def edit(self) -> Iterator[Any]:
        """Change fields of the state by name; the result has to pass the engine's own check."""
        record = np.array(self.state.data())
        yield record
        for seat, side in enumerate(SIDES):
            own = int(record["villages"][seat]) | int(record["towns"][seat])
            record["supplied"][seat] = place_word(supplied(places(own), HOME[side]))
            record["known"][seat] = int(record["known"][seat]) & int(record["hand"][seat])
        self.state.load_raw(record.tobytes(), None)
        fault = self.state.check()
        assert fault == 0, f"the position breaks invariant {fault}"

    def set(self, **fields: Any) -> Acres:
        """Set whole fields by name."""
        with self.edit() as record:
            for name, value in fields.items():
                record[name] = value
        return self

    def _homeless(self, record: Any, seat: int, word: int) -> None:
        """Put cards back where they lie open."""
        neutral = bits(range(54, 63))
        record["pile"][seat] = int(record["pile"][seat]) | (word & ~neutral)
        record["display"] = int(record["display"]) | (word & neutral)

    def _take(self, record: Any, side: str, kind: str) -> int:
        """Take a card out of its pile or, failing that, a zone of the side; returns its bit as a word."""
        seat = SIDES.index(side)
        wanted = bits(bit for bit, name in BITS[side].items() if name == kind)
        assert wanted, f"the {side} have no {kind}"
        for field in ("pile", "display", "deck", "discard", "hand", "reserve"):
            word = int(record[field] if field == "display" else record[field][seat])
            if word & wanted:
                card = (word & wanted) & -(word & wanted)
                if field == "display":
                    record[field] = word & ~card
                else:
                    record[field][seat] = word & ~card
                return card
        raise AssertionError(f"no {kind} is free for the {side}")

    def zones(self, side: str, **zones: str) -> Acres:
        """Make zones of a side hold exactly these kinds; what lay there goes back to its pile.

        Zones: hand, deck, discard, reserve. With ``known`` (kinds of the hand) the enemy has seen these cards.
        """
        seat = SIDES.index(side)
        known = zones.pop("known", "").split()
        with self.edit() as record:
            for zone in zones:
                self._homeless(record, seat, int(record[zone][seat]))
                record[zone][seat] = 0
            taken = {zone: [self._take(record, side, kind) for kind in kinds.split()] for zone, kinds in zones.items()}
            for zone, cards in taken.items():
                record[zone][seat] = sum(cards)
            if "hand" in zones:
                record["known"][seat] = 0
            for kind in known:
                left = int(record["hand"][seat]) & ~int(record["known"][seat])
                bit = next(bit for bit in members(left) if BITS[side][bit] == kind)
                record["known"][seat] = int(record["known"][seat]) | 1 << bit
        return self

    def board(self, british: str | None = None, french: str | None = None, forts: str | None = None) -> Acres:
        """Make the board hold exactly these pieces; what is left out stays as it is.

        A place that one side gets is taken from the other. Captured pieces stay captured.
        """
        with self.edit() as record:
            for side, words in zip(SIDES, (british, french), strict=True):
                if words is None:
                    continue
                seat = SIDES.index(side)
                towns = place_word(word[:-1] for word in words.split() if word.endswith("*"))
                villages = place_word(word for word in words.split() if not word.endswith("*"))
                record["towns"][seat], record["villages"][seat] = towns, villages
                for field in ("towns", "villages"):
                    record[field][1 - seat] = int(record[field][1 - seat]) & ~(towns | villages)
            if forts is not None:
                record["forts"] = place_word(forts.split())
            self._count(record)
        return self

    def _count(self, record: Any) -> None:
        for seat, side in enumerate(SIDES):
            villages, towns = len(members(record["villages"][seat])), len(members(record["towns"][seat]))
            record["cubes"][seat] = CUBES - villages - int(record["captured_cubes"][1 - seat])
            record["discs"][seat] = DISCS[side] - towns - int(record["captured_discs"][1 - seat])
        record["fort_discs"] = FORTS - len(members(record["forts"]))

    def captured(self, side: str, cubes: int = 0, discs: int = 0) -> Acres:
        """Let a side have captured these pieces; they come out of the enemy's supply."""
        with self.edit() as record:
            record["captured_cubes"][SIDES.index(side)] = cubes
            record["captured_discs"][SIDES.index(side)] = discs
            self._count(record)
        return self

    def siege(self, attacker: str, place: str, own: str = "militia", other: str = "", shift: int = 0) -> Acres:
        """Begin a siege with these cards of the attacker and of the defender; `shift` moves its strength.

        The strength is the one of AC-41 and AC-42: -1, the defence modifier, 2 for a fortification, the cards.
        """
        seat = SIDES.index(attacker)
        defender = SIDES[1 - seat]
        with self.edit() as record:
            owned = int(record["villages"][1 - seat]) | int(record["towns"][1 - seat])
            assert place in places(owned), f"{place} is not {defender}"
            fort = 2 * (place in places(record["forts"]))
            strength = shift - 1 - DEFENCE.get(place, 0) - fort
            for side, kinds, sign in ((attacker, own, 1), (defender, other, -1)):
                word = sum(self._take(record, side, kind) for kind in kinds.split())
                record["siege_cards"][SIDES.index(side)][seat] = word
                strength += sign * sum(strength_of(kind, side, place) for kind in kinds.split())
            record["siege_at"][seat] = PLACES.index(place)
            record["siege_strength"][seat] = strength
            record["checked"] = int(record["checked"]) | 1 << seat
            record["siege_at_start"] = 1
            record["sieges_started"][seat] += 1
            if attacker == "french":
                record["french_besieged"] = 1
        return self
