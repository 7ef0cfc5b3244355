"""Settling, developing and fortifying (AC-30 to AC-33)."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import FORTIFICATIONS, SIDES
from .table import GameOver, Side, Steps, Table, Wanted, can_fill, choose, first_of, without


def has_icon(side: Side, *icons: str) -> Wanted:
    """Cards with one of the icons."""
    return lambda kind: not side.cards[kind].icons.isdisjoint(icons)


# --- AC-30 ------------------------------------------------------------------------------------------------


def launches(table: Table, side: Side, place: str, third: Sequence[Wanted]) -> list[str]:
    """AC-30, AC-40: Location cards that lead to a place, where transport and what is third are there as well."""
    hand = table.serving(side)
    return [
        kind
        for kind in dict.fromkeys(hand)
        if (ways := side.cards[kind].ways.get(place)) and can_fill(without(hand, kind), [has_icon(side, *ways), *third])
    ]


def launch_from(table: Table, side: Side, card: str) -> None:
    """AC-80, AC-81: the places that the card itself lists count."""
    table.play_card(side, card)
    table.hit("AC-81")
    if card == "fort_st_john":
        table.hit("AC-80", f"AC-80:{table.options['fort_st_john']}")


def settlers_needed(table: Table, side: Side, place: str) -> list[Wanted]:
    """AC-30: a card with a settler symbol, if the place has one."""
    return [has_icon(side, "settler")] if table.rules.places[place].settler else []


def places_to_settle(table: Table) -> list[str]:
    """AC-30: neutral places, and own ones whose card lies in the pile."""
    side = table.mover
    found = []
    for place in {place for kind in table.serving(side) for place in side.cards[kind].ways}:
        owner = table.owner(place)
        neutral = owner is None and side.cubes > 0
        regain = owner == side.number and place in side.pile
        if (neutral or regain) and launches(table, side, place, settlers_needed(table, side, place)):
            found.append(place)
    return found


def settle(table: Table, place: str) -> Steps:
    """AC-30."""
    side, third = table.mover, settlers_needed(table, table.mover, place)
    launch = yield from choose(side.number, launches(table, side, place, third))
    launch_from(table, side, launch)
    ways = side.cards[launch].ways[place]
    transport = yield from choose(side.number, first_of(table.serving(side), [has_icon(side, *ways), *third]))
    table.play_card(side, transport)
    if third:
        settler = yield from choose(side.number, first_of(table.serving(side), third))
        table.play_card(side, settler)
        table.hit("AC-30:settler")
    table.discard_played(side)
    table.hit("AC-30")
    if table.owner(place) is None:
        put_village(table, side, place)
    else:
        table.gain_location_card(side, place)
        table.hit("AC-30:regain")


def put_village(table: Table, side: Side, place: str) -> None:
    """AC-30, AC-51, AC-71: a cube onto the board, the card gained; a capital wins at once."""
    side.cubes -= 1
    side.villages.add(place)
    table.gain_location_card(side, place)
    table.board_changed()
    table.count(side, "settled")
    table.hit(f"settled:{SIDES[side.number]}:{place}")
    if place in table.rules.capitals[side.number]:
        table.hit("AC-71", f"AC-71:settled:{place}")
        if place == "fort_duquesne":
            table.hit("option:duquesne_wins")
        raise GameOver("capital", side.number)


# --- AC-31, AC-32 -----------------------------------------------------------------------------------------


def places_to_develop(table: Table) -> list[str]:
    """AC-31: own villages with points whose card serves, with a settler beside it and a town left to place."""
    side, hand = table.mover, table.serving(table.mover)
    return [
        place
        for place in dict.fromkeys(hand)
        if place in side.villages
        and table.rules.places[place].vp > 0
        and side.discs > 0
        and can_fill(without(hand, place), [has_icon(side, "settler")])
    ]


def develop(table: Table, place: str) -> Steps:
    """AC-31, AC-33: the cube returns to the supply; a fortification stays."""
    side = table.mover
    table.play_card(side, place)
    settler = yield from choose(side.number, first_of(table.serving(side), [has_icon(side, "settler")]))
    table.play_card(side, settler)
    table.discard_played(side)
    side.villages.remove(place)
    side.towns.add(place)
    side.cubes += 1
    side.discs -= 1
    table.hit("AC-31", "AC-33")
    if place in table.forts:
        table.hit("AC-33:fortified")


def is_fortification(kind: str) -> bool:
    return kind in FORTIFICATIONS


def places_to_fortify(table: Table) -> list[str]:
    """AC-32: own places without a fortification whose card serves, with a Fortification card and the money."""
    side, hand = table.mover, table.serving(table.mover)
    if side.money < table.rules.actions["fortify_cost"] or table.fort_discs == 0:
        return []
    if not any(is_fortification(kind) for kind in hand):
        return []
    return [place for place in dict.fromkeys(hand) if side.cards[place].location and place not in table.forts]


def fortify(table: Table, place: str) -> Steps:
    """AC-32."""
    side = table.mover
    table.play_card(side, place)
    fortification = yield from choose(side.number, first_of(side.hand, [is_fortification]))
    table.play_card(side, fortification)
    table.pay(side, table.rules.actions["fortify_cost"])
    table.discard_played(side)
    table.forts.add(place)
    table.fort_discs -= 1
    table.hit("AC-32")
