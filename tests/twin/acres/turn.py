"""The course of the game: set-up, turns, the end (AC-03, AC-04, AC-10, AC-11, AC-70 to AC-73), and the `Twin`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any

from . import build, deck, raid, siege
from .cards import BRITISH, FRENCH, SIDES, Rules
from .table import Ask, Draw, GameOver, Steps, Table, choose

Menu = dict[str, Callable[[], Steps]]

# --- AC-01 to AC-04 ---------------------------------------------------------------------------------------


def lay_out(table: Table) -> None:
    """AC-01 to AC-03, with the options about the set-up (AC-82)."""
    options = table.options
    for place, figures in table.rules.places.items():
        if figures.start != "neutral":
            name, piece = figures.start.split()
            side = table.sides[SIDES.index(name)]
            (side.villages if piece == "village" else side.towns).add(place)
    for side in table.sides:
        side.cubes -= len(side.villages)
        side.discs -= len(side.towns)
        for kind, card in side.cards.items():
            if not card.neutral:
                side.deck += [kind] * card.starting
                side.pile += [kind] * (card.count - card.starting)
        if options["no_governor"]:
            side.deck = [kind for kind in side.deck if kind != "governor"]
            side.pile = [kind for kind in side.pile if kind != "governor"]
    for kind, card in table.rules.neutral.items():
        table.display += [kind] * card.count
    british, french = table.sides
    if options["fewer_british_infantry"]:
        for _ in range(table.rules.optional["infantry_removed"]):
            british.pile.remove("regular_infantry")
    if options["british_bateaux_in_deck"]:
        british.pile.remove("bateaux")
        british.deck.append("bateaux")
    if options["french_bateaux"]:
        french.pile.append("bateaux")
    if options["first_edition_bateaux"]:
        french.deck.append("bateaux")
    for option, place in (("louisbourg_fortified", "louisbourg"), ("quebec_fortified", "quebec")):
        if options[option]:
            table.forts.add(place)
            table.fort_discs -= 1
    table.board_changed()
    table.hit("AC-01", "AC-02", "AC-03")


def set_up(table: Table) -> Steps:
    """AC-03, AC-04: perhaps an extra French card, then five cards each."""
    lay_out(table)
    french = table.sides[FRENCH]
    if table.options["french_extra_card"]:
        cards = table.kinds(kind for kind in french.pile if not french.cards[kind].location)
        allowed = [kind for kind in cards if not table.forbidden(french, kind)]
        if len(allowed) < len(cards):
            table.hit("option:forbid:start-card")
        kind = yield from choose(FRENCH, allowed)
        french.pile.remove(kind)
        french.deck.append(kind)
        table.hit("option:french_extra_card")
    for side in table.sides:
        while len(side.hand) < table.rules.turn["hand"] and side.deck:
            yield Draw(side.number)
    table.hit("AC-04")


# --- AC-10, AC-11 -----------------------------------------------------------------------------------------


def play(table: Table) -> Steps:
    """The whole game; it ends by `GameOver`."""
    yield from set_up(table)
    while True:
        if table.turns == table.options["max_turns"]:  # AC-73
            table.hit("AC-73")
            raise GameOver("truncated")
        yield from take_turn(table)
        table.turn = 1 - table.turn


def take_turn(table: Table) -> Steps:
    """AC-10 to AC-12: sieges, the end test, the actions, the refill."""
    table.turns += 1
    table.actions_left = table.rules.turn["first_actions" if table.turns <= 2 else "actions"]
    sieges = any(table.sieges)
    yield from siege.win_sieges(table)
    if sieges:
        table.hit("AC-70:siege-in-progress")
    else:
        end_test(table)
    table.hit("AC-10", "AC-11")
    while (yield from take_step(table)):
        pass
    table.actions_left = 0
    yield from deck.refill(table, table.mover)


def take_step(table: Table):  # type: ignore[no-untyped-def]
    """One action or free action; False when the turn is over (AC-11)."""
    options = menu(table)
    answer = yield Ask(table.turn, list(options))
    if answer == "end":
        return False
    yield from options[answer]()
    return True


def menu(table: Table) -> Menu:
    """AC-11: actions while there are some left, and free actions; only then the end."""
    menu = free_actions(table)
    if table.actions_left == 0:
        menu["end"] = lambda: iter(())  # type: ignore[assignment, return-value]
        return menu
    for name, steps in actions(table).items():
        menu[name] = partial(_take_action, table, steps)
    return menu


def _take_action(table: Table, steps: Callable[[], Steps]) -> Steps:
    yield from steps()
    table.actions_left -= 1


def actions(table: Table) -> Menu:
    """What takes an action."""
    side = table.mover
    menu: Menu = {"pass": partial(pass_turn, table)}
    for name, places, steps in (
        ("settle", build.places_to_settle, build.settle),
        ("develop", build.places_to_develop, build.develop),
        ("fortify", build.places_to_fortify, build.fortify),
        ("besiege", siege.places_to_besiege, siege.besiege),
        ("raid", raid.places_to_raid, raid.raid),
    ):
        for place in places(table):
            menu[f"{name}:{place}"] = partial(steps, table, place)
    for fight in table.sieges:
        if fight is not None and siege.reinforcements(table, fight):
            menu[f"reinforce:{SIDES[fight.attacker]}"] = partial(siege.reinforce, table, fight)
    for name, possible, action in (
        ("ambush", raid.ambushers(table), raid.ambush),
        ("priest", raid.priests(table), raid.convert),
        ("money", deck.cards_with_coins(table), deck.take_money),
        ("merchant", deck.merchant_ships(table), deck.trade_overseas),
        ("trader", "trader" in side.hand and deck.furs(table), deck.sell_furs),
        ("piracy", deck.pirate_ships(table), deck.rob_ships),
        ("draft", deck.drafts(table), deck.draft),
        ("discard", side.hand, deck.discard),
        ("reserve", deck.reservable(table), deck.put_into_reserve),
        ("governor", "governor" in side.hand and deck.governable(table), deck.govern),
        ("intendant", deck.can_use_intendant(table), deck.use_intendant),
    ):
        if possible:
            menu[name] = partial(action, table)
    return menu


def free_actions(table: Table) -> Menu:
    """What takes no action."""
    side = table.mover
    menu: Menu = {}
    for fight in table.sieges:
        if fight is not None:
            name = SIDES[fight.attacker]
            menu[f"withdraw:{name}"] = partial(siege.withdraw, table, fight)
            if "military_leader" in side.hand:
                menu[f"leader:{name}"] = partial(siege.lead, table, fight)
    for name, possible, action in (
        ("retrieve", deck.can_retrieve(side), deck.retrieve),
        ("home_support", deck.can_use_home_support(table), deck.use_home_support),
        ("free_fur", table.options["free_fur"] and deck.furs(table), deck.sell_one_fur),
        ("drop", table.options["lost_cards_leave_hand"] and deck.lost_cards(table), deck.drop),
    ):
        if possible:
            menu[name] = partial(action, table)
    return menu


def pass_turn(table: Table) -> Steps:
    """AC-68: nothing."""
    table.hit("AC-68", "AC-68:pass")
    yield from ()


# --- AC-70 to AC-72 ---------------------------------------------------------------------------------------


def end_test(table: Table) -> None:
    """AC-70: no cube left, no disc left, or 12 points of captured pieces; for the side to move."""
    side = table.mover
    for reason, reached in (
        ("cubes", side.cubes == 0),
        ("discs", side.discs == 0),
        ("captures", table.captured_points(side) >= table.rules.end["capture_limit"]),
    ):
        if reached:
            table.hit("AC-70", f"AC-70:{reason}:{SIDES[side.number]}")
            raise GameOver(reason)


@cache
def _rules(key: str) -> Rules:
    return Rules(*json.loads(key))


class Twin:
    """The game as a series of decisions and draws, for `twin.harness`."""

    def __init__(self, players: int, options: Mapping[str, Any], variant: Mapping[str, Any] | None = None) -> None:
        assert players == 2  # AC-01
        self.table = Table(_rules(json.dumps([options, variant], sort_keys=True)))
        self.hits: Counter[str] = self.table.hits
        self._steps = play(self.table)
        self._pending: Ask | Draw | None = None
        self._over: GameOver | None = None
        self._go_on(None)

    def _go_on(self, answer: str | None) -> None:
        try:
            self._pending = next(self._steps) if answer is None else self._steps.send(answer)
            while (
                self.table.options["auto_forced"] and isinstance(self._pending, Ask) and len(self._pending.options) == 1
            ):
                self._pending = self._steps.send(self._pending.options[0])
        except GameOver as over:
            self._pending, self._over = None, over
            self.table.hit("AC-72")

    def actor(self) -> int:
        """Seat to decide, -1 for chance, -4 when the game is over."""
        if self._pending is None:
            return -4
        return self._pending.seat if isinstance(self._pending, Ask) else -1

    def legal(self) -> list[str]:
        """Notations of the pending decision."""
        return list(self._pending.options) if isinstance(self._pending, Ask) else []

    def chances(self) -> dict[str, Fraction]:
        """AC-12: each card of the deck is as likely as the others."""
        if not isinstance(self._pending, Draw):
            return {}
        cards = self.table.sides[self._pending.side].deck
        return {f"card:{kind}": Fraction(number, len(cards)) for kind, number in Counter(cards).items()}

    def apply(self, notation: str) -> None:
        """Play a move, or let a card be drawn."""
        if isinstance(self._pending, Draw):
            side, kind = self.table.sides[self._pending.side], notation.removeprefix("card:")
            side.deck.remove(kind)
            side.hand.append(kind)
        elif notation not in self.legal():
            raise ValueError(f"{notation} is not legal")
        self._go_on(notation)

    def view(self) -> dict[str, Any]:
        """Everything on the table."""
        return self.table.view()

    def scores(self) -> list[int]:
        """AC-72."""
        return [sum(parts.values()) for parts in self.table.parts()]

    def parts(self) -> list[dict[str, int]]:
        """AC-72, by source."""
        return self.table.parts()

    def outcome(self) -> dict[str, Any] | None:
        """AC-71, AC-72: who has won; a tie goes to the French."""
        if self._over is None:
            return None
        british, french = self.scores()
        winner = self._over.winner
        if winner is None:
            winner = BRITISH if british > french else FRENCH
        returns = [1.0 if seat == winner else -1.0 for seat in (BRITISH, FRENCH)]
        return {"reason": self._over.reason, "winner": winner, "returns": returns}
