"""Sieges (AC-40 to AC-52)."""

from __future__ import annotations

from .build import has_icon, launch_from, launches, put_village, settlers_needed
from .cards import BRITISH, FORTIFICATIONS, FRENCH, NATIVES, SIDES
from .table import Ask, Draw, GameOver, Side, Siege, Steps, Table, Wanted, choose, choose_or_stop, first_of

# --- AC-40, AC-41 -----------------------------------------------------------------------------------------


def openers(table: Table, side: Side, place: str) -> list[Wanted]:
    """AC-40, AC-42: cards with a military symbol, or with a ship at a port, whose fee can be paid."""

    def opens(kind: str) -> bool:
        card = side.cards[kind]
        if kind == "military_leader" and not table.options["leader_besieges"]:
            return False
        ship = "ship" in card.icons and table.rules.places[place].siege_port
        return ("military" in card.icons or ship) and card.fee <= side.money

    return [opens]


def may_besiege(table: Table, side: Side) -> bool:
    """AC-40: one siege of each side at a time. AC-82: the British may have to wait."""
    if table.sieges[side.number] is not None:
        return False
    if table.options["british_siege_delay"] and side.number == BRITISH and not table.french_besieged:
        points = sum(table.parts()[BRITISH].values())
        table.hit("option:british_siege_delay")
        return points >= table.rules.optional["siege_delay_vp"]
    return True


def places_to_besiege(table: Table) -> list[str]:
    """AC-40: enemy places that are not besieged."""
    side = table.mover
    if not may_besiege(table, side):
        return []
    return [
        place
        for place in {place for kind in table.serving(side) for place in side.cards[kind].ways}
        if table.enemy.controls(place)
        and not table.besieged(place)
        and launches(table, side, place, openers(table, side, place))
    ]


def besiege(table: Table, place: str) -> Steps:
    """AC-40, AC-41."""
    side = table.mover
    opener = openers(table, side, place)
    launch = yield from choose(side.number, launches(table, side, place, opener))
    launch_from(table, side, launch)
    ways = side.cards[launch].ways[place]
    transport = yield from choose(side.number, first_of(table.serving(side), [has_icon(side, *ways), *opener]))
    table.play_card(side, transport)
    card = yield from choose(side.number, first_of(table.serving(side), opener))
    start = -1 - table.rules.places[place].defence
    if place in table.forts:
        start -= table.rules.siege["fortification"]
        table.hit("AC-41:fortified")
    siege = table.sieges[side.number] = Siege(side.number, place, start)
    if side.number == FRENCH:
        table.french_besieged = True
    send(table, side, siege, card)
    table.discard_played(side)
    table.count(side, "sieges_started")
    table.hit("AC-40", "AC-41", f"besieged:{SIDES[side.number]}:{place}")


def send(table: Table, side: Side, siege: Siege, kind: str) -> None:
    """AC-41, AC-42: a card from the hand into the siege."""
    side.hand.remove(kind)
    siege.cards[side.number].append(kind)
    table.pay(side, side.cards[kind].fee)
    strength = strength_in(table, side, siege, kind)
    siege.strength += strength if side.number == siege.attacker else -strength
    table.hit(f"card:{SIDES[side.number]}:{kind}")
    if side.cards[kind].fee:
        table.hit("AC-42:fee")
    if kind in NATIVES:
        table.hit("option:natives_in_sieges")


# --- AC-42, AC-43 -----------------------------------------------------------------------------------------


def strength_in(table: Table, side: Side, siege: Siege, kind: str) -> int:
    """AC-42: what a card adds: military symbols, ships at ports, Fortifications for the defender."""
    card = side.cards[kind]
    if kind in FORTIFICATIONS:
        return card.strength if side.number != siege.attacker else 0
    if "military" in card.icons:
        return card.strength
    if "ship" in card.icons and table.rules.places[siege.place].siege_port:
        return table.rules.siege["ship"]
    return 0


def reaches_siege(table: Table, side: Side, siege: Siege) -> bool:
    """AC-42: the defender's place is in supply; the attacker has a supplied place next to it."""
    supplied = table.supplied[side.number]
    if side.number != siege.attacker:
        return siege.place in supplied
    return any(place in supplied for place in table.joined(siege.place))


def reinforcements(table: Table, siege: Siege) -> list[str]:
    """AC-42: cards that may be sent."""
    side = table.mover
    if not reaches_siege(table, side, siege):
        table.hit("AC-42:cut-off")
        return []
    return [
        kind
        for kind in table.kinds(table.serving(side))
        if strength_in(table, side, siege, kind) > 0
        and side.cards[kind].fee <= side.money
        and (kind != "military_leader" or table.options["leader_besieges"])
    ]


def reinforce(table: Table, siege: Siege) -> Steps:
    """AC-42."""
    side = table.mover
    kind = yield from choose(side.number, reinforcements(table, siege))
    send(table, side, siege, kind)
    if kind == "military_leader":
        table.hit("option:leader_besieges")
    table.hit("AC-42", "AC-42:defender" if side.number != siege.attacker else "AC-42:attacker")
    if "military" not in side.cards[kind].icons and kind not in FORTIFICATIONS:
        table.hit("AC-42:ship")


def lead(table: Table, siege: Siege) -> Steps:
    """AC-43: the Military Leader joins for free."""
    send(table, table.mover, siege, "military_leader")
    table.hit("AC-43")
    yield from ()


# --- AC-44, AC-50 to AC-52 --------------------------------------------------------------------------------


def withdraw(table: Table, siege: Siege) -> Steps:
    """AC-44: the side to move loses a siege at once, its own or the enemy's."""
    table.hit("AC-44", "AC-44:surrender" if siege.attacker != table.turn else "AC-44:lift")
    yield from end_siege(table, siege, 1 - table.turn)


def win_sieges(table: Table) -> Steps:
    """AC-50: the side to move wins the sieges in which it leads, the own one first."""
    limits = table.rules.siege
    for attacker in (table.turn, 1 - table.turn):
        siege = table.sieges[attacker]
        if siege is None:
            continue
        if attacker == table.turn:
            won = siege.strength >= limits["attacker_wins_at"]
        else:
            won = -siege.strength >= limits["defender_wins_at"]
        if won:
            table.hit("AC-50", "AC-50:attacker" if attacker == table.turn else "AC-50:defender")
            yield from end_siege(table, siege, table.turn)


def end_siege(table: Table, siege: Siege, winner: int) -> Steps:
    """AC-51, AC-52: what the winner gets, then the cards."""
    loser = table.sides[1 - winner]
    if winner == siege.attacker:
        table.count(table.sides[winner], "sieges_won_attacking")
        capture(table, siege)
        table.sieges[siege.attacker] = None
        if siege.place in table.rules.capitals[winner]:
            table.hit("AC-71", f"AC-71:taken:{siege.place}")
            if siege.place == "fort_duquesne":
                table.hit("option:duquesne_wins")
            raise GameOver("capital", winner)
        yield from occupy(table, siege)
    else:
        table.count(table.sides[winner], "sieges_won_defending")
        table.sieges[siege.attacker] = None
    table.sides[winner].discard += siege.cards[winner]
    cards = siege.cards[loser.number]
    back = [kind for kind in table.kinds(cards) if not loser.cards[kind].location]
    if back:
        kind = yield from choose(loser.number, back, "siege_card")
        cards.remove(kind)
        table.return_card(loser, kind)
        table.hit("AC-52:returned")
    loser.discard += cards
    table.hit("AC-52")
    yield from french_swap(table)


def capture(table: Table, siege: Siege) -> None:
    """AC-51: the piece is kept, the fortification goes back to the supply, the place is neutral."""
    attacker, loser, place = table.sides[siege.attacker], table.sides[1 - siege.attacker], siege.place
    if place in loser.villages:
        loser.villages.remove(place)
        attacker.captured_cubes += 1
        table.hit("AC-51:cube")
    else:
        loser.towns.remove(place)
        attacker.captured_discs += 1
        table.hit("AC-51:disc")
    if place in table.forts:
        table.forts.remove(place)
        table.fort_discs += 1
        table.hit("AC-51:fortification")
    table.board_changed()
    table.hit("AC-51")


def occupy(table: Table, siege: Siege) -> Steps:
    """AC-51: the attacker may settle, with a settler card of the hand if the place needs one."""
    attacker = table.sides[siege.attacker]
    if attacker.cubes == 0:
        return
    needed = settlers_needed(table, attacker, siege.place)
    if needed:
        settlers = first_of(table.serving(attacker), needed)
        if not settlers:
            return
        kind = yield from choose_or_stop(attacker.number, table.kinds(settlers))
        if kind is None:
            table.hit("AC-51:declined")
            return
        table.play_card(attacker, kind)
        table.discard_played(attacker)
        table.hit("AC-51:settler")
    elif (yield Ask(attacker.number, ["yes", "stop"])) == "stop":
        table.hit("AC-51:declined")
        return
    table.hit("AC-51:settled", "AC-44:settled" if table.turn != siege.attacker else "AC-51:in-turn")
    put_village(table, attacker, siege.place)


def french_swap(table: Table) -> Steps:
    """AC-82 `french_swap`: when a siege ends the French may exchange one card of the hand."""
    french = table.sides[FRENCH]
    if not table.options["french_swap"] or not french.hand or not french.deck:
        return
    kind = yield from choose_or_stop(FRENCH, table.kinds(french.hand))
    if kind is not None:
        french.hand.remove(kind)
        french.discard.append(kind)
        yield Draw(FRENCH)
        table.hit("option:french_swap")
