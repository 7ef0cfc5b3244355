"""A Few Acres of Snow by a plan: what a scripted side does at each kind of decision.

A plan (`AcresPlan`) is a list of figures: what it settles, drafts, besieges and raids, what it keeps in the hand and
what it would rather be without. This module turns them into moves. It looks at the own cards, the board and what the
enemy owns in all, which lies open, never at how that is split between the enemy's hand and deck (AC-90).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from .._core.acres.game import ACTIONS, KIND_NAMES, LIMITS, OTHERS, PHASES, STATE_DTYPE
from ..acres.cards import KIND_NAMES as NAMES
from ..acres.cards import kind_number
from .acres_figures import KINDS, PLACES, each, figures_of
from .plan_agent import PlanAgent, offsets, word_reader

if TYPE_CHECKING:
    from ..games import Game

WORDS, WORD = word_reader(STATE_DTYPE, "money")
BYTE = offsets(STATE_DTYPE)
# Places of the fields within the words, for the British; the French one stands behind it.
HAND, DECK, DISCARD, RESERVE, PILE, SIEGE_CARDS = (
    WORD[name] for name in ("hand", "deck", "discard", "reserve", "pile", "siege_cards")
)
VILLAGES, TOWNS, SUPPLIED, DISPLAY, FORTS = (
    WORD[name] for name in ("villages", "towns", "supplied", "display", "forts")
)
MONEY, SIEGE_AT, STRENGTH, CUBES, DISCS, CUBES_TAKEN, DISCS_TAKEN = (
    BYTE[name] for name in ("money", "siege_at", "siege_strength", "cubes", "discs", "captured_cubes", "captured_discs")
)
ACTIONS_LEFT, PHASE, COUNT, TARGET, SIEGE = (
    BYTE[name] for name in ("actions_left", "phase", "count", "target", "siege")
)
DEVELOP, FORTIFY, BESIEGE, RAID, OTHER, CARD = (
    ACTIONS[name] for name in ("DEVELOP", "FORTIFY", "BESIEGE", "RAID", "OTHER", "CARD")
)
STOP, YES, PAY = (OTHER + OTHERS[name] for name in ("STOP", "YES", "PAY"))
NOWHERE = LIMITS["NOWHERE"]
LEADER, ARTILLERY = KIND_NAMES["MILITARY_LEADER"], KIND_NAMES["SIEGE_ARTILLERY"]

#: Below everything that may be done, and above it.
NEVER = -1000.0
AT_ONCE = 1000.0
#: Ending the game as the winner, saving a place whose loss ends it, sending the Military Leader.
ENDING = 40.0
SAVING = 200.0
LEADING = 30.0


class AcresPlan(PlanAgent):
    """Plays a side of A Few Acres of Snow by the figures of its class.

    At the menu each action gets a worth, in points it may bring, and the best is taken:

    - settling, developing, raiding: by the figures of the plan, and by points;
    - a siege: begun if the hand makes it stand the enemy's next turn, reinforced until it is safe;
    - drafting: the card of the plan's list that is worth most of those that can be paid and are not owned often enough;
    - the Governor and discarding: for cards that the plan would rather be without;
    - money: by what is missing for the next card of the list;
    - Home Support at once; withdrawing only from a siege that stands still, passing never.

    Cards for an action are those with the least worth in `keep`; a victim blocks if it can; a place that was won is
    settled if it can be.
    """

    plays: ClassVar[str] = "acres"
    only_seat: ClassVar[int]

    #: Worth of settling a place, beyond its points; `settle_other` of all others.
    settle: ClassVar[Mapping[str, float]] = {}
    settle_other: ClassVar[float] = 1.0
    #: Worth of a point on the board, of developing beyond it, and of a fortification by place.
    point: ClassVar[float] = 1.0
    develop: ClassVar[float] = 1.0
    fortify: ClassVar[Mapping[str, float]] = {}
    #: Worth of fortifying the place that supply comes from, and of drafting what it takes, once the enemy owns raiders:
    #: without it no Location card serves (AC-20).
    guard: ClassVar[float] = 20.0
    guard_draft: ClassVar[float] = 6.0
    #: Kind, most copies of it, worth of drafting it.
    draft: ClassVar[Sequence[tuple[str, int, float]]] = ()
    #: Worth of besieging a place; the others are not besieged.
    besiege: ClassVar[Mapping[str, float]] = {}
    #: Strength that a siege must have after the turn it is begun in, that all own cards together would give it, and up
    #: to which it is reinforced.
    begin_at: ClassVar[float] = 1
    army: ClassVar[float] = 4
    safe_at: ClassVar[float] = 5
    #: Strength of the enemy's siege down to which it is fought.
    fight_to: ClassVar[float] = -3
    #: Worth of drafting a point of strength while a siege is open.
    levy: ClassVar[float] = 1.2
    #: Worth of a point captured in a raid, of the place that the enemy's supply comes from on top, of an ambush that
    #: finds a card, of a Native American taken.
    raid_point: ClassVar[float] = 2.0
    raid_home: ClassVar[float] = 4.0
    ambush: ClassVar[float] = 4.0
    priest: ClassVar[float] = 2.0
    #: Worth of a card in the hand, by kind; others have `keep_other`. Below 0: better out of the deck.
    keep: ClassVar[Mapping[str, float]] = {}
    keep_other: ClassVar[float] = 1.0
    #: Money it wants whatever it costs to draft, and the worth of a coin that is missing.
    purse: ClassVar[int] = 4
    coin: ClassVar[float] = 0.8
    #: Worth of each card that the Governor returns, and that is discarded.
    purge: ClassVar[float] = 2.0
    throw: ClassVar[float] = 0.4

    def _learn(self, game: Game) -> None:
        self._f = figures_of(game.core.table_data, self.only_seat)
        self._keep = [self.keep.get(NAMES[kind], self.keep_other) for kind in range(KINDS)]
        self._wanted = [(kind_number(name), most, worth) for name, most, worth in self.draft]
        self._soldiers = [(kind, 9, self.levy * strength) for kind, strength in self._f.soldiers]
        self._settle = [
            self.settle.get(name, self.settle_other) + self.point * vp
            for name, vp in zip(NAMES, self._f.vp, strict=False)
        ]
        self._besiege = [self.besiege.get(name, NEVER) for name in NAMES[:PLACES]]
        self._fortify = [self.fortify.get(name, NEVER) for name in NAMES[:PLACES]]
        own, enemy = self.only_seat, 1 - self.only_seat
        others: dict[str, Callable[[], float]] = {
            "PASS": lambda: -50.0,
            "END": lambda: 0.0,
            "AMBUSH": self._worth_ambush,
            "PRIEST": self._worth_priest,
            "MONEY": self._worth_money,
            "MERCHANT": self._worth_merchant,
            "TRADER": self._worth_trader,
            "PIRACY": lambda: self._worth_coins(2) - 0.2,
            "DRAFT": lambda: self._wish[0],
            "DISCARD": self._worth_discard,
            "RESERVE": self._worth_reserve,
            "RETRIEVE": self._worth_retrieve,
            "GOVERNOR": self._worth_governor,
            "INTENDANT": lambda: -20.0,
            "HOME_SUPPORT": lambda: 500.0 if self._raw[ACTIONS_LEFT] else -1.0,
            "FUR": lambda: -1.0,
            "DROP": lambda: 1.0,
        }
        self._menu = {OTHER + OTHERS[name]: worth for name, worth in others.items()}
        for name, worth in (("REINFORCE", self._worth_reinforcing), ("LEADER", self._worth_leader)):
            self._menu[OTHER + OTHERS[name] + own] = lambda worth=worth: worth(own)  # type: ignore[misc]
            self._menu[OTHER + OTHERS[name] + enemy] = lambda worth=worth: worth(enemy)  # type: ignore[misc]
        self._menu[OTHER + OTHERS["WITHDRAW"] + own] = self._worth_withdrawing
        self._menu[OTHER + OTHERS["WITHDRAW"] + enemy] = lambda: NEVER
        answers: dict[str, Callable[[Sequence[int]], int]] = {
            "MILITARY": self._answer_military,
            "COINS": self._answer_coins,
            "COIN": self._answer_coin,
            "FUR": lambda actions: actions[1] if actions[0] == STOP else actions[0],
            "DRAFT": self._answer_draft,
            "START_CARD": self._answer_draft,
            "DISCARD": self._answer_junk,
            "GOVERN": self._answer_junk,
            "RAIDER": lambda actions: STOP if actions[0] == STOP else self._cheapest(actions),
            "RESERVE": self._answer_dearest,
            "INTENDANT": self._answer_dearest,
            "SWAP": lambda actions: STOP,
            "RESHUFFLE": lambda actions: PAY if PAY in actions else self._cheapest(actions),
        }
        self._answers = {PHASES[name]: answer for name, answer in answers.items()}

    # ---- reading ----

    def _decide(self, raw: bytes, seat: int, actions: Sequence[int]) -> int:
        self._raw = raw
        self._side = seat
        w: tuple[int, ...] = WORDS.unpack_from(raw)
        self._w = w
        self._hand = w[HAND + seat]
        self._held = w[VILLAGES + seat] | w[TOWNS + seat]
        self._cash = raw[MONEY + 2 * seat] | raw[MONEY + 2 * seat + 1] << 8
        phase = raw[PHASE]
        if phase:
            return self._answers.get(phase, self._cheapest)(actions)
        self._guarding = self._must_guard()
        self._wish = self._next_wish()
        return self._best(actions, self._worth)

    def _own(self) -> int:
        """All cards of the side, wherever they are but in its pile."""
        w, side = self._w, self._side
        at = SIEGE_CARDS + 2 * side
        return w[HAND + side] | w[DECK + side] | w[DISCARD + side] | w[RESERVE + side] | w[at] | w[at + 1]

    def _must_guard(self) -> bool:
        """Whether the place that supply comes from is held, has no fortification, and may be raided."""
        w, f, enemy = self._w, self._f, 1 - self._side
        if not self._held & ~w[FORTS] & f.home_place:
            return False
        raiders = w[HAND + enemy] | w[DECK + enemy] | w[DISCARD + enemy] | w[RESERVE + enemy]
        return bool(raiders & f.enemy_raiders)

    def _unseen(self) -> tuple[int, float]:
        """The enemy's cards of hand and deck, and the chance that one of them is in the hand."""
        w, enemy = self._w, 1 - self._side
        hand, unseen = w[HAND + enemy], w[HAND + enemy] | w[DECK + enemy]
        return unseen, hand.bit_count() / max(1, unseen.bit_count())

    def _usable(self) -> int:
        """Cards of the hand that serve an action (AC-14)."""
        f = self._f
        places = self._w[SUPPLIED + self._side]
        for siege in (0, 1):
            place = self._raw[SIEGE_AT + siege]
            if place != NOWHERE:
                places &= ~(1 << place)
        cards = self._hand & f.location_cards
        usable = self._hand ^ cards
        for card in each(cards):
            if places >> f.kind_of[card] & 1:
                usable |= card
        return usable

    def _worth_card(self, kind: int) -> float:
        """Worth of a card in the hand; a Location card of a place that is not held is none."""
        if kind < PLACES and not self._held >> kind & 1:
            return -1.0
        return self._keep[kind]

    def _lead(self) -> int:
        """Points more than the enemy has."""
        w, raw, f, side = self._w, self._raw, self._f, self._side
        points = [0, 0]
        for seat in (0, 1):
            for place in each(w[VILLAGES + seat]):
                points[seat] += f.vp[place.bit_length() - 1]
            for place in each(w[TOWNS + seat]):
                points[seat] += 2 * f.vp[place.bit_length() - 1]
            points[seat] += f.points[0] * raw[CUBES_TAKEN + seat] + f.points[1] * raw[DISCS_TAKEN + seat]
        return points[side] - points[1 - side]

    # ---- the menu ----

    def _worth(self, action: int) -> float:
        if action >= OTHER:
            return self._menu[action]()
        if action < DEVELOP:
            return self._worth_settling(action)
        if action < FORTIFY:
            return self._worth_developing(action - DEVELOP)
        if action < BESIEGE:
            place = action - FORTIFY
            return self.guard if self._guarding and place == self._f.home else self._fortify[place]
        if action < RAID:
            return self._worth_besieging(action - BESIEGE)
        return self._worth_raiding(action - RAID)

    def _worth_settling(self, place: int) -> float:
        if self._f.settle_wins >> place & 1:
            return AT_ONCE
        if self._held >> place & 1:
            return -1.0  # only to get its card back
        worth = self._settle[place]
        return worth + self._ending(self._f.vp[place]) if self._raw[CUBES + self._side] == 1 else worth

    def _worth_developing(self, place: int) -> float:
        worth = self.develop + self.point * self._f.vp[place]
        return worth + self._ending(self._f.vp[place]) if self._raw[DISCS + self._side] == 1 else worth

    def _ending(self, more: int) -> float:
        """What ending the game with so many points more is worth (AC-70)."""
        return ENDING if self._lead() + more > 0 else -ENDING

    def _strengths(self, cards: int, place: int) -> list[int]:
        """Strengths of cards in a siege of a place, greatest first; cards without one left out (AC-42)."""
        f = self._f
        strength = f.port_strength if f.siege_ports >> place & 1 else f.strength
        if self._cash < f.fee:
            cards &= ~f.cards_of[ARTILLERY]
        return sorted((strength[card] for card in each(cards) if card in strength), reverse=True)

    def _start(self, place: int) -> int:
        """Strength a siege of the place begins with, before any card (AC-41)."""
        f = self._f
        return -1 - f.defence[place] - (f.fort_strength if self._w[FORTS] >> place & 1 else 0)

    def _worth_besieging(self, place: int) -> float:
        worth = self._besiege[place]
        if worth <= NEVER:
            return worth
        f = self._f
        usable = self._usable()
        if self._start(place) + sum(self._strengths(self._own(), place)) < self.army:
            return -1.0
        leader = f.cards_of[LEADER]
        left = self._raw[ACTIONS_LEFT]
        most = -100
        for start in each(usable & f.launch_any[place]):
            for way, from_cards in zip(f.transports, f.launch[place], strict=True):
                if not from_cards & start:
                    continue
                for by in each(usable & way & ~start):
                    strengths = self._strengths(usable & ~(start | by | leader), place)
                    total = sum(strengths[:left])
                    if usable & leader:
                        total += 1  # he comes for free
                    if strengths:
                        most = max(most, total)
        if self._start(place) + most < self.begin_at:
            return -1.0
        return worth

    def _strength_of(self, siege: int) -> int:
        strength = self._raw[STRENGTH + siege]
        return strength - 256 if strength > 127 else strength

    def _worth_reinforcing(self, siege: int) -> float:
        place = self._raw[SIEGE_AT + siege]
        strength = self._strength_of(siege)
        usable = self._usable()
        cards = self._strengths(usable & ~self._f.cards_of[LEADER], place)
        if siege != self._side:
            cards += [1] * (usable & self._f.fortifications).bit_count()
        most = sum(sorted(cards, reverse=True)[: self._raw[ACTIONS_LEFT]])
        if self._hand & self._f.cards_of[LEADER]:
            most += 1
        if siege == self._side:
            if strength + most < 0 or strength >= self.safe_at:
                return -1.0
            return 0.6 * max(self._besiege[place], 10.0) + 8.0
        stake = SAVING if self._f.siege_losses >> place & 1 else 6.0 + 2.0 * self._f.vp[place]
        if strength - most >= self._f.wins_at or strength <= self.fight_to:
            return -1.0
        return stake

    def _worth_leader(self, siege: int) -> float:
        if siege == self._side:
            return LEADING if -1 <= self._strength_of(siege) < self.safe_at else -1.0
        return LEADING if self.fight_to < self._strength_of(siege) <= self._f.wins_at else -1.0

    def _worth_raiding(self, place: int) -> float:
        f, w = self._f, self._w
        enemy = 1 - self._side
        town = w[TOWNS + enemy] >> place & 1
        unseen, chance = self._unseen()
        blockers = (unseen & (f.enemy_raid_blockers | f.enemy_place_cards[place])).bit_count()
        success = (1.0 - chance) ** blockers
        points = f.points[town]
        worth = success * (self.raid_point * points + self.point * f.vp[place])
        if place == f.enemy_home:
            worth += success * self.raid_home
        taken = f.points[0] * self._raw[CUBES_TAKEN + self._side] + f.points[1] * self._raw[DISCS_TAKEN + self._side]
        if taken + points >= f.capture_limit:
            worth += success * self._ending(points)
        return worth - 0.5

    def _worth_ambush(self) -> float:
        f = self._f
        unseen, chance = self._unseen()
        vulnerable = (unseen & f.enemy_vulnerable).bit_count()
        found = 1.0 if self._w[RESERVE + 1 - self._side] & f.enemy_vulnerable else 1.0 - (1.0 - chance) ** vulnerable
        success = (1.0 - chance) ** (unseen & f.enemy_ambush_blockers).bit_count()
        return self.ambush * found * success - 0.5

    def _worth_priest(self) -> float:
        unseen, chance = self._unseen()
        natives = (unseen & self._f.neutral_natives).bit_count()
        return self.priest * (1.0 - (1.0 - chance) ** natives) - 0.5

    # ---- money and cards ----

    def _next_wish(self) -> tuple[float, int, int]:
        """Worth and kind of the card to draft, and money that the best card of the list still lacks."""
        f, w, raw, side = self._f, self._w, self._raw, self._side
        own = self._own()
        open_cards = w[PILE + side] | w[DISPLAY]
        best, kind_wanted, most, missing = -1.0, -1, 0.0, 0
        if self._guarding:
            missing = f.fort_cost
            if not own & f.fortifications:
                for card in each(open_cards & f.fortifications):
                    if f.cost_of[f.kind_of[card]] <= self._cash:
                        best, kind_wanted = self.guard_draft, f.kind_of[card]
                        break
        wanted = self._wanted
        if raw[SIEGE_AT] != NOWHERE or raw[SIEGE_AT + 1] != NOWHERE:
            wanted = wanted + self._levies()
        for kind, copies, worth in wanted:
            cards = f.cards_of[kind]
            if not open_cards & cards or (own & cards).bit_count() >= copies:
                continue
            cost = f.cost_of[kind]
            if cost <= self._cash and worth > best:
                best, kind_wanted = worth, kind
            if worth > most:
                most, missing = worth, cost
        return best, kind_wanted, max(0, max(missing, self.purse) - self._cash)

    def _levies(self) -> list[tuple[int, int, float]]:
        """Soldiers to draft, as the sieges are not decided."""
        raw, side = self._raw, self._side
        own_open = raw[SIEGE_AT + side] != NOWHERE and self._strength_of(side) < self.safe_at
        other_open = raw[SIEGE_AT + 1 - side] != NOWHERE and self._strength_of(1 - side) > self.fight_to
        return self._soldiers if own_open or other_open else []

    def _worth_withdrawing(self) -> float:
        """From a siege that stands still: nothing is left that could decide it, nor money or a way to it."""
        w, f, side = self._w, self._f, self._side
        cards = w[HAND + side] | w[DECK + side] | w[DISCARD + side] | w[RESERVE + side]
        return NEVER if cards & f.decisive or self._wish[1] >= 0 else 1.0

    def _worth_coins(self, coins: int) -> float:
        return self.coin * min(coins, self._wish[2]) + 0.1 * coins

    def _coin_cards(self) -> list[tuple[int, float]]:
        """Coins and worth of each card that brings money, most coins first."""
        f = self._f
        kinds = [f.kind_of[card] for card in each(self._usable() & f.coin_cards)]
        return sorted(((f.coins_of[kind], -self._worth_card(kind)) for kind in kinds), reverse=True)

    def _worth_money(self) -> float:
        coins, minus = self._coin_cards()[0]
        return self._worth_coins(coins) + 0.15 * minus

    def _worth_merchant(self) -> float:
        f = self._f
        usable = self._usable()
        ship = min(
            each(usable & f.ships), key=lambda card: (f.coins_of[f.kind_of[card]], self._worth_card(f.kind_of[card]))
        )
        cards = sorted((f.coins_of[f.kind_of[card]] for card in each(usable & f.coin_cards & ~ship)), reverse=True)[:2]
        return self._worth_coins(sum(cards)) - 0.15 * (len(cards) + 1)

    def _worth_trader(self) -> float:
        furs = (self._usable() & self._f.furs).bit_count()
        return self._worth_coins(self._f.fur_value * furs) - 0.15 * furs

    def _junk(self) -> int:
        """How many cards of the hand are better not there."""
        return sum(self._worth_card(self._f.kind_of[card]) < 0 for card in each(self._hand))

    def _worth_discard(self) -> float:
        junk = self._junk()
        return self.throw * min(junk, 1 + self._cash // 2) - 0.2

    def _worth_governor(self) -> float:
        return self.purge * min(2, self._junk()) - 0.3

    def _worth_reserve(self) -> float:
        return -5.0

    def _worth_retrieve(self) -> float:
        return -1.0

    # ---- the cards of an action ----

    def _cheapest(self, actions: Sequence[int]) -> int:
        """The card of least worth; a block or a settling rather than none."""
        if actions[0] == STOP:
            actions = actions[1:]
        if actions[0] < CARD:
            return actions[0]
        return self._best(actions, lambda action: -self._worth_card(action & 63))

    def _answer_dearest(self, actions: Sequence[int]) -> int:
        return self._best(actions, lambda action: self._worth_card(action & 63))

    def _answer_military(self, actions: Sequence[int]) -> int:
        """The strongest card, of equals the one of least worth."""
        f = self._f
        place = self._raw[TARGET]
        if place == NOWHERE:
            place = self._raw[SIEGE_AT + self._raw[SIEGE]]
        strength = f.port_strength if f.siege_ports >> place & 1 else f.strength

        def worth(action: int) -> float:
            card = f.cards_of[action & 63] & self._hand
            return strength.get(card & -card, 1) - 0.05 * self._worth_card(action & 63)

        return self._best(actions, worth)

    def _answer_coins(self, actions: Sequence[int]) -> int:
        return self._best(actions, lambda a: self._f.coins_of[a & 63] - 0.3 * self._worth_card(a & 63))

    def _answer_coin(self, actions: Sequence[int]) -> int:
        """The two richest cards; they are asked for in the order of their kinds."""
        cards = [action for action in actions if action != STOP]
        if len(cards) < len(actions):
            return self._answer_coins(cards)
        rich = sorted(cards, key=lambda action: -self._f.coins_of[action & 63])[:2]
        return min(rich)

    def _answer_draft(self, actions: Sequence[int]) -> int:
        self._guarding = self._must_guard()
        kind = self._next_wish()[1]
        return CARD + kind if CARD + kind in actions else self._answer_dearest(actions)

    def _answer_junk(self, actions: Sequence[int]) -> int:
        """The next card that is better not there, or the least worth if one must go."""
        for action in actions:
            if action != STOP and self._worth_card(action & 63) < 0:
                return action
        return STOP if actions[0] == STOP else self._cheapest(actions)
