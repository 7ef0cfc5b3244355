"""Raids, ambushes and priests (AC-60 to AC-64), and what their victim chooses (AC-83)."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import NATIVES, PRIESTS, SIDES
from .table import Ask, MaybeChoice, Side, Steps, Table, choose, choose_or_stop, without

# AC-83: the victim's order as the online version has it.
_BLOCK_FIRST = ("neutral_natives", "native_americans")
_BLOCK_THEN = ("fortification", "neutral_fortification", "militia", "coureurs_de_bois", "rangers")
_LOSE_FIRST = ("militia", "starting_infantry", "regular_infantry", "siege_artillery")

# --- AC-60 ------------------------------------------------------------------------------------------------


def cost_of(table: Table, kind: str) -> int:
    """AC-60, AC-62: Native Americans cost money."""
    return int(table.rules.actions["native_cost"]) if kind in NATIVES else 0


def distances(table: Table) -> dict[str, int]:
    """AC-60: connections from the nearest own place that is not besieged, around fortified places."""
    far = {place: 0 for place in table.mover.villages | table.mover.towns if not table.besieged(place)}
    edge = list(far)
    while edge:
        place = edge.pop(0)
        if far[place] > 0 and place in table.forts:
            continue
        for other in table.rules.paths[place]:
            if other not in far:
                far[other] = far[place] + 1
                edge.append(other)
    return far


def most_cards(table: Table, cards: Sequence[str], money: int) -> int:
    """How many of these raid cards can be played with this money."""
    dear = [kind for kind in cards if cost_of(table, kind) > 0]
    cost = cost_of(table, dear[0]) if dear else 0
    return len(cards) - len(dear) + min(len(dear), money // cost if cost else 0)


def raid_cards(table: Table, last: str | None, missing: int) -> list[str]:
    """AC-60: the next cards of a raid that still lacks some: one that raids at first, then helpers, too."""
    side, order = table.mover, table.rules.order
    able = {"raid"} if last is None else {"raid", "extend_raid"}
    found = []
    for kind in table.kinds(side.hand):
        card = side.cards[kind]
        cost = cost_of(table, kind)
        if card.abilities.isdisjoint(able) or cost > side.money or (last and order[kind] < order[last]):
            continue
        rest = [
            other
            for other in without(side.hand, kind)
            if order[other] >= order[kind] and not side.cards[other].abilities.isdisjoint({"raid", "extend_raid"})
        ]
        if 1 + most_cards(table, rest, side.money - cost) >= missing:
            found.append(kind)
    return found


def cards_needed(table: Table, distance: int) -> int:
    """AC-60: the first card reaches two connections, each further one reaches one more."""
    return max(1, distance - table.rules.raid_range + 1)


def places_to_raid(table: Table) -> list[str]:
    """AC-60: enemy places in reach, neither fortified nor besieged."""
    side = table.mover
    if not any("raid" in side.cards[kind].abilities for kind in side.hand):
        return []
    return [
        place
        for place, distance in distances(table).items()
        if table.enemy.controls(place)
        and place not in table.forts
        and not table.besieged(place)
        and raid_cards(table, None, cards_needed(table, distance))
    ]


def raid(table: Table, place: str) -> Steps:
    """AC-60, AC-61."""
    side, needed = table.mover, cards_needed(table, distances(table)[place])
    table.count(side, "raids_tried")
    count, last = 0, None
    while True:
        kinds = raid_cards(table, last, needed - count)
        if count < needed:
            kind: str | None = yield from choose(side.number, kinds)
        else:
            kind = yield from choose_or_stop(side.number, kinds)
        if kind is None:
            break
        table.play_card(side, kind)
        pay_natives(table, side, kind)
        count, last = count + 1, kind
        table.hit(f"AC-60:{count}-cards", *(["AC-60:helper"] if kind in PRIESTS else []))
    table.hit("AC-60", f"AC-60:needs-{needed}")
    if table.options["first_edition_raid_range"]:
        table.hit("option:first_edition_raid_range")
    table.discard_played(side)
    blocked = yield from blocks(table, raid_blockers(table, place))
    if blocked:
        table.hit("AC-61:blocked")
        spare_action(table, "blocked_raid_free")
    else:
        table.count(side, "raids_won")
        plunder(table, place)


def pay_natives(table: Table, side: Side, kind: str) -> None:
    """AC-60, AC-62."""
    table.pay(side, cost_of(table, kind))
    if cost_of(table, kind):
        table.hit("AC-60:native-paid")


def plunder(table: Table, place: str) -> None:
    """AC-61, AC-64: a cube is captured; of a captured disc the owner keeps a cube, if one is left."""
    side, victim = table.mover, table.enemy
    if place in victim.villages:
        victim.villages.remove(place)
        side.captured_cubes += 1
        table.hit("AC-61:cube")
    else:
        victim.towns.remove(place)
        side.captured_discs += 1
        table.hit("AC-61:disc")
        if victim.cubes > 0:
            victim.cubes -= 1
            victim.villages.add(place)
        else:
            table.hit("AC-61:no-cube")
    if place in table.rules.capitals[side.number]:
        table.hit("AC-64")
    table.hit("AC-61", f"raided:{SIDES[side.number]}")
    table.board_changed()


def spare_action(table: Table, option: str) -> None:
    """AC-82: what was blocked may take no action."""
    if table.options[option]:
        table.actions_left += 1
        table.hit(f"option:{option}")


# --- AC-61, AC-62: blocking -------------------------------------------------------------------------------


def raid_blockers(table: Table, place: str) -> list[str]:
    """AC-61: the place's own card if it serves, and cards that block raids; from the hand."""
    victim = table.enemy
    return [
        kind
        for kind in table.kinds(victim.hand)
        if (kind == place and table.serves(victim, kind)) or "block_raid" in victim.cards[kind].abilities
    ]


def ambush_blockers(table: Table) -> list[str]:
    """AC-62: from the hand, not the reserve."""
    victim = table.enemy
    return [kind for kind in table.kinds(victim.hand) if "block_ambush" in victim.cards[kind].abilities]


def blocks(table: Table, kinds: Sequence[str]) -> MaybeChoice:
    """AC-61, AC-62, AC-83: the victim may discard a card to block; returns it."""
    victim = table.enemy
    if not kinds:
        return None
    if table.options["victim_choices"] == "automatic":
        places = [kind for kind in kinds if victim.cards[kind].location]
        kind: str | None = next(kind for kind in (*_BLOCK_FIRST, *places, *_BLOCK_THEN) if kind in kinds)
        table.hit("AC-83", "AC-83:block")
    else:
        kind = yield from choose_or_stop(victim.number, kinds)
    if kind is not None:
        victim.hand.remove(kind)
        victim.discard.append(kind)
        table.hit(f"card:{SIDES[victim.number]}:{kind}")
    return kind


# --- AC-62 ------------------------------------------------------------------------------------------------


def ambushers(table: Table) -> list[str]:
    """AC-62: cards that ambush and can be paid."""
    side = table.mover
    return [
        kind
        for kind in table.kinds(side.hand)
        if "ambush" in side.cards[kind].abilities and cost_of(table, kind) <= side.money
    ]


def vulnerable(table: Table) -> dict[str, list[str]]:
    """AC-62: the victim's cards that may be lost, by zone; AC-82: also those in sieges."""
    victim = table.enemy
    zones = {"card": victim.hand, "reserve_card": victim.reserve}
    if table.options["ambush_takes_siege_card"]:
        zones["siege_card"] = [
            kind for siege in table.sieges if siege is not None for kind in siege.cards[victim.number]
        ]
    return {
        zone: [kind for kind in table.kinds(cards) if "vulnerable" in victim.cards[kind].abilities]
        for zone, cards in zones.items()
    }


def ambush(table: Table) -> Steps:
    """AC-62."""
    side = table.mover
    table.count(side, "ambushes_tried")
    kind = yield from choose(side.number, ambushers(table))
    table.play_card(side, kind)
    pay_natives(table, side, kind)
    table.discard_played(side)
    table.hit("AC-62")
    in_reach = vulnerable(table)
    if not any(in_reach.values()):
        table.hit("AC-62:nothing")
        return
    blocked = yield from blocks(table, ambush_blockers(table))
    if blocked:
        table.hit("AC-62:blocked")
        spare_action(table, "blocked_ambush_free")
        return
    yield from lose_card(table, in_reach)
    table.count(side, "ambushes_won")
    table.hit("AC-62:lost")


def lose_card(table: Table, in_reach: dict[str, list[str]]) -> Steps:
    """AC-62, AC-83: one vulnerable card returns to its pile, the victim's choice or the cheapest."""
    victim = table.enemy
    if table.options["victim_choices"] == "automatic":
        zones = [zone for zone in ("reserve_card", "card", "siege_card") if zone in in_reach]  # as most recorded cases
        kind, zone = next((kind, zone) for kind in _LOSE_FIRST for zone in zones if kind in in_reach[zone])
        table.hit("AC-83", "AC-83:lose")
    else:
        answer = yield Ask(victim.number, [f"{zone}:{kind}" for zone, kinds in in_reach.items() for kind in kinds])
        zone, _, kind = answer.partition(":")
    if zone == "card":
        victim.hand.remove(kind)
    elif zone == "reserve_card":
        victim.reserve.remove(kind)
        table.hit("AC-62:reserve")
    else:
        lose_siege_card(table, victim, kind)
    table.return_card(victim, kind)


def lose_siege_card(table: Table, victim: Side, kind: str) -> None:
    """AC-82 `ambush_takes_siege_card`: the siege loses the card's strength; the British siege first."""
    siege = next(siege for siege in table.sieges if siege is not None and kind in siege.cards[victim.number])
    siege.cards[victim.number].remove(kind)
    strength = victim.cards[kind].strength
    siege.strength -= strength if siege.attacker == victim.number else -strength
    table.hit("option:ambush_takes_siege_card")


# --- AC-63 ------------------------------------------------------------------------------------------------


def priests(table: Table) -> list[str]:
    return [kind for kind in table.kinds(table.mover.hand) if kind in PRIESTS]


def convert(table: Table) -> Steps:
    """AC-63, AC-83: a neutral Native American card of the enemy's hand or reserve comes to the own discard pile."""
    side, victim, native = table.mover, table.enemy, "neutral_natives"
    table.play_card(side, priests(table)[0])
    table.discard_played(side)
    zones = [zone for zone, cards in (("card", victim.hand), ("reserve_card", victim.reserve)) if native in cards]
    table.hit("AC-63")
    if zones:
        zone = zones[0]
        if table.options["victim_choices"] == "player":
            answer = yield Ask(victim.number, [f"{zone}:{native}" for zone in zones])
            zone = answer.partition(":")[0]
        elif len(zones) > 1:
            table.hit("AC-83", "AC-83:give")
        (victim.hand if zone == "card" else victim.reserve).remove(native)
        side.discard.append(native)
        table.hit("AC-63:taken", f"AC-63:{zone}")
    else:
        table.hit("AC-63:nothing")
