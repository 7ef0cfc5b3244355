"""Money, drafting and deck control (AC-12, AC-65 to AC-68), and options about them (AC-82)."""

from __future__ import annotations

from .build import has_icon
from .cards import BRITISH
from .table import Ask, Draw, Side, Steps, Table, choose, choose_or_stop, first_of, without

# --- AC-65 ------------------------------------------------------------------------------------------------


def cards_with_coins(table: Table) -> list[str]:
    """AC-65: Location cards that show money."""
    side = table.mover
    return [kind for kind in table.kinds(table.serving(side)) if side.cards[kind].coins > 0]


def take_money(table: Table) -> Steps:
    """AC-65."""
    side = table.mover
    kind = yield from choose(side.number, cards_with_coins(table))
    table.play_card(side, kind)
    side.money += side.cards[kind].coins
    table.discard_played(side)
    table.hit("AC-65", "AC-65:money")


def merchant_ships(table: Table) -> list[str]:
    """AC-65: ships beside which there is another card with coins."""
    side = table.mover
    return first_of(table.serving(side), [has_icon(side, "ship"), lambda kind: side.cards[kind].coins > 0])


def trade_overseas(table: Table) -> Steps:
    """AC-65 Merchant: a ship, then one or two cards with coins; the ship's own do not count."""
    side, order = table.mover, table.rules.order
    ship = yield from choose(side.number, merchant_ships(table))
    table.play_card(side, ship)
    first = yield from choose(side.number, cards_with_coins(table))
    table.play_card(side, first)
    side.money += side.cards[first].coins
    further = [kind for kind in cards_with_coins(table) if order[kind] >= order[first]]
    second = yield from choose_or_stop(side.number, further)
    if second is not None:
        table.play_card(side, second)
        side.money += side.cards[second].coins
        table.hit("AC-65:two-coins")
    table.discard_played(side)
    table.hit("AC-65", "AC-65:merchant")


def furs(table: Table) -> list[str]:
    """AC-65: Location cards with a fur symbol."""
    side = table.mover
    return [kind for kind in table.kinds(table.serving(side)) if "fur" in side.cards[kind].icons]


def sell_furs(table: Table) -> Steps:
    """AC-65 Trader."""
    side, order = table.mover, table.rules.order
    table.play_card(side, "trader")
    last: str | None = yield from choose(side.number, furs(table))
    while last is not None:
        table.play_card(side, last)
        side.money += table.rules.actions["fur_value"]
        table.hit("AC-65:fur")
        further = [kind for kind in furs(table) if order[kind] >= order[last]]
        last = yield from choose_or_stop(side.number, further)
    table.discard_played(side)
    table.hit("AC-65", "AC-65:trader")


def pirate_ships(table: Table) -> list[str]:
    """AC-65 Piracy: with the card of Louisbourg, another card with a ship symbol; the French only."""
    side, card = table.mover, table.rules.actions["piracy_card"]
    hand = table.serving(side)
    if side.number == BRITISH or card not in hand:
        return []
    return first_of(without(hand, card), [has_icon(side, "ship")])


def rob_ships(table: Table) -> Steps:
    """AC-65 Piracy: 2 money from the British, a shortfall from the bank."""
    side, value = table.mover, table.rules.actions["piracy_value"]
    ships = pirate_ships(table)
    table.play_card(side, table.rules.actions["piracy_card"])
    ship = yield from choose(side.number, ships)
    table.play_card(side, ship)
    side.money += value
    if table.enemy.money < value:
        table.hit("AC-65:shortfall")
    table.enemy.money -= min(value, table.enemy.money)
    table.discard_played(side)
    table.hit("AC-65", "AC-65:piracy")


def sell_one_fur(table: Table) -> Steps:
    """AC-82 `free_fur`: one fur card for 1 money, free."""
    side = table.mover
    kind = yield from choose(side.number, furs(table))
    table.play_card(side, kind)
    side.money += 1
    table.discard_played(side)
    table.hit("option:free_fur")


# --- AC-66, AC-67 -----------------------------------------------------------------------------------------


def drafts(table: Table) -> list[str]:
    """AC-66: Empire cards of the own pile and neutral cards of the display that can be paid and are not forbidden."""
    side = table.mover
    open_cards = [*(kind for kind in side.pile if not side.cards[kind].location), *table.display]
    affordable = [kind for kind in table.kinds(open_cards) if side.cards[kind].cost <= side.money]
    allowed = [kind for kind in affordable if not table.forbidden(side, kind)]
    if len(allowed) < len(affordable):
        table.hit("option:forbid:draft" if allowed else "option:forbid:draft-none")
    return allowed


def draft(table: Table) -> Steps:
    """AC-66."""
    side = table.mover
    kind = yield from choose(side.number, drafts(table))
    (table.display if side.cards[kind].neutral else side.pile).remove(kind)
    side.discard.append(kind)
    table.pay(side, side.cards[kind].cost)
    table.hit("AC-66", f"drafted:{kind}")


def discard(table: Table) -> Steps:
    """AC-67: the first card is free, each further one costs 1 money. AC-82 `free_discard`: none does."""
    side, order = table.mover, table.rules.order
    price = 0 if table.options["free_discard"] else 1
    last: str | None = yield from choose(side.number, table.kinds(side.hand))
    table.hit("AC-67")
    while last is not None:
        side.hand.remove(last)
        side.played.append(last)
        further = [kind for kind in table.kinds(side.hand) if order[kind] >= order[last] and side.money >= price]
        last = yield from choose_or_stop(side.number, further)
        if last is not None:
            table.pay(side, price)
            table.hit("option:free_discard" if price == 0 else "AC-67:paid")
    table.discard_played(side)


# --- AC-68 ------------------------------------------------------------------------------------------------


def reservable(table: Table) -> list[str]:
    """AC-68: cards other than Location cards; AC-82: all of these, or those of places that are lost."""
    side = table.mover
    if len(side.reserve) >= table.rules.turn["reserve"]:
        table.hit("AC-68:full")
        return []

    def allowed(kind: str) -> bool:
        lost = table.options["lost_cards_in_reserve"] and not side.controls(kind)
        return not side.cards[kind].location or table.options["locations_in_reserve"] or lost

    return [kind for kind in table.kinds(side.hand) if allowed(kind)]


def put_into_reserve(table: Table) -> Steps:
    """AC-68."""
    side = table.mover
    kind = yield from choose(side.number, reservable(table))
    side.hand.remove(kind)
    side.reserve.append(kind)
    table.hit("AC-68", "AC-68:reserve")
    if side.cards[kind].location:
        lost = table.options["lost_cards_in_reserve"] and not side.controls(kind)
        table.hit("option:lost_cards_in_reserve" if lost else "option:locations_in_reserve")


def can_retrieve(side: Side) -> bool:
    return 0 < len(side.reserve) <= side.money


def retrieve(table: Table) -> Steps:
    """AC-68: the whole reserve, 1 money a card."""
    side = table.mover
    table.pay(side, len(side.reserve))
    side.hand += side.reserve
    side.reserve = []
    table.hit("AC-68", "AC-68:retrieve")
    yield from ()


def governable(table: Table) -> list[str]:
    """AC-68: other cards of the hand; AC-82: fewer, or at the price of the place."""
    side = table.mover
    hand = without(side.hand, "governor") if "governor" in side.hand else side.hand

    def allowed(kind: str) -> bool:
        card = side.cards[kind]
        if not card.location or not side.controls(kind):
            return True
        if table.options["governor_keeps_starting"] and card.starting:
            table.hit("option:governor_keeps_starting")
            return False
        return not (table.options["governor_loses_location"] and table.besieged(kind))

    return [kind for kind in table.kinds(hand) if allowed(kind)]


def govern(table: Table) -> Steps:
    """AC-68: one or two cards return to where they lie open."""
    side, order = table.mover, table.rules.order
    table.play_card(side, "governor")
    first = yield from choose(side.number, governable(table))
    send_back(table, side, first)
    further = [kind for kind in governable(table) if order[kind] >= order[first]]
    second = yield from choose_or_stop(side.number, further)
    if second is not None:
        send_back(table, side, second)
        table.hit("AC-68:govern-two")
    table.discard_played(side)
    table.hit("AC-68", "AC-68:govern")


def send_back(table: Table, side: Side, kind: str) -> None:
    """AC-68; AC-82 `governor_loses_location`: piece and fortification go back to the supply."""
    side.hand.remove(kind)
    table.return_card(side, kind)
    if not side.cards[kind].location:
        return
    table.hit("AC-68:govern-location")
    if not table.options["governor_loses_location"] or not side.controls(kind):
        return
    if kind in side.villages:
        side.villages.remove(kind)
        side.cubes += 1
    else:
        side.towns.remove(kind)
        side.discs += 1
    if kind in table.forts:
        table.forts.remove(kind)
        table.fort_discs += 1
    table.board_changed()
    table.hit("option:governor_loses_location")


def can_use_intendant(table: Table) -> bool:
    side = table.mover
    return "intendant" in side.hand and bool(side.discard) and side.money >= table.rules.actions["intendant_cost"]


def use_intendant(table: Table) -> Steps:
    """AC-68: pay 2, take a card of the own discard pile."""
    side = table.mover
    table.play_card(side, "intendant")
    table.pay(side, table.rules.actions["intendant_cost"])
    kind = yield from choose(side.number, table.kinds(side.discard))
    side.discard.remove(kind)
    side.hand.append(kind)
    table.discard_played(side)
    table.hit("AC-68", "AC-68:intendant")


def can_use_home_support(table: Table) -> bool:
    """AC-68: not with an empty deck; AC-82: unless the discard pile can be shuffled."""
    side = table.mover
    shuffles = table.options["first_edition_home_support"] and bool(side.discard)
    return "home_support" in side.hand and (bool(side.deck) or shuffles)


def use_home_support(table: Table) -> Steps:
    """AC-68: draw up to three; AC-82 `first_edition_home_support`: with a shuffle."""
    side = table.mover
    table.cards_given = False
    table.play_card(side, "home_support")
    table.discard_played(side)
    for _ in range(table.rules.actions["home_support_cards"]):
        if not side.deck and table.options["first_edition_home_support"] and side.discard:
            table.hit("option:first_edition_home_support")
            yield from shuffle(table, side)
        if not side.deck:
            table.hit("AC-68:support-short")
            break
        yield Draw(side.number)
    table.hit("AC-68", "AC-68:support")


def lost_cards(table: Table) -> list[str]:
    """AC-82 `lost_cards_leave_hand`: Location cards in hand of places that are not controlled."""
    side = table.mover
    return [kind for kind in table.kinds(side.hand) if side.cards[kind].location and not side.controls(kind)]


def drop(table: Table) -> Steps:
    """AC-82 `lost_cards_leave_hand`: one of them goes back to the pile, free."""
    side = table.mover
    kind = yield from choose(side.number, lost_cards(table))
    side.hand.remove(kind)
    table.return_card(side, kind)
    table.hit("option:lost_cards_leave_hand")


# --- AC-12 ------------------------------------------------------------------------------------------------


def refill(table: Table, side: Side) -> Steps:
    """AC-12: up to five cards, shuffling when the deck is empty; AC-82 `late_reshuffle`: only at the very end."""
    late = table.options["late_reshuffle"]
    table.cards_given = False
    while len(side.hand) < table.rules.turn["hand"]:
        if not side.deck and side.discard and not late:
            yield from shuffle(table, side)
        if not side.deck:
            table.hit("AC-12:short")
            break
        yield Draw(side.number)
    if late and not side.deck and side.discard:
        table.hit("option:late_reshuffle")
        yield from shuffle(table, side)
    table.hit("AC-12")


def shuffle(table: Table, side: Side) -> Steps:
    """AC-12: the discard pile becomes the deck; what AC-82 makes the side discard lies on the new discard pile."""
    if table.options["reshuffle_costs"]:
        yield from pay_for_shuffle(table, side)
    side.deck += side.discard
    side.discard = []
    table.discard_played(side)
    table.hit("AC-12:shuffle")


def pay_for_shuffle(table: Table, side: Side) -> Steps:
    """AC-82 `reshuffle_costs`: 1 money, or two cards of the hand, or the one there is."""
    pay = ["pay"] if side.money >= 1 else []
    # Cards that were given come straight back: only once in a refill, or small decks would turn for ever.
    cards = [] if table.cards_given else table.kinds(side.hand)
    if not pay and not cards:
        table.hit("option:reshuffle_costs:nothing")
        return
    answer = yield Ask(side.number, [*pay, *(f"card:{kind}" for kind in cards)])
    table.hit("option:reshuffle_costs")
    if answer == "pay":
        table.pay(side, 1)
        return
    table.cards_given = True
    kind = answer.partition(":")[2]
    side.hand.remove(kind)
    side.played.append(kind)
    if side.hand:
        kind = yield from choose(side.number, table.kinds(side.hand))
        side.hand.remove(kind)
        side.played.append(kind)
        table.hit("AC-82:two-cards")
