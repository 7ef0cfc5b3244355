"""Figures and options of A Few Acres of Snow as the core's tables: one record of `TABLES_DTYPE`.

Its fields are described in ``tables.pxd``. The data has passed ``checks``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from .._core.acres.game import LIMITS, SYMBOL_NAMES, TABLES_DTYPE
from ..items import forbidden_to
from .cards import BRITISH, FRENCH, SIDES, card_bits, kind_number, mask_of
from .habits import HABITS, fill_habits
from .schema import LOCATIONS, SIDE_NAMES, Acres, EmpireCard, LocationCard

NONE = 255
_TRANSPORTS = ("bateaux", "wagon", "ship")
_FORTIFICATIONS = ("fortification", "neutral_fortification")
_NATIVES = ("native_americans", "neutral_natives")
# Word of the tables by the ability that puts a card into it.
_ABILITIES = {
    "raid": "raiders",
    "extend_raid": "extenders",
    "ambush": "ambushers",
    "block_raid": "raid_blockers",
    "block_ambush": "ambush_blockers",
    "vulnerable": "vulnerable",
}
# Options that are a flag of the same name for the core.
_FLAGS = (
    "auto_forced",
    "leader_besieges",
    "reshuffle_costs",
    "ambush_takes_siege_card",
    "french_swap",
    "locations_in_reserve",
    "blocked_ambush_free",
    "blocked_raid_free",
    "free_fur",
    "free_discard",
    "french_extra_card",
    "governor_loses_location",
    "british_siege_delay",
    "lost_cards_leave_hand",
    "governor_keeps_starting",
    "lost_cards_in_reserve",
    "first_edition_home_support",
    "late_reshuffle",
)


def build_tables(data: Acres, players: int, options: Mapping[str, Any]) -> bytes:
    """Return the bytes of the tables record."""
    del players  # always two
    t = np.zeros((), TABLES_DTYPE)
    t["card_kind"] = NONE
    _fill_board(t, data, options)
    for side in SIDES:
        cards = card_bits(data, side)
        for kind, numbers in cards.items():
            t["kind_cards"][side][kind_number(kind)] = mask_of(numbers)
            t["card_kind"][side][numbers] = kind_number(kind)
        for place, card in data.location_cards_of(side).items():
            _fill_location_card(t, data, options, side, place, card, cards[place][0])
        for kind, figures in {**data.empire_cards_of(side), **data.neutral_cards()}.items():
            _fill_empire_card(t, data, options, side, kind, figures, mask_of(cards[kind]))
        _fill_starting_cards(t, data, options, side, cards)
    _fill_actions(t, data, options)
    for name in _FLAGS:
        t[name] = options[name]
    t["automatic_victim"] = options["victim_choices"] == "automatic"
    t["max_turns"] = options["max_turns"]
    fill_habits(t, HABITS)
    return t.tobytes()


def starting_forts(options: Mapping[str, Any]) -> list[str]:
    """Return the places that an option fortifies at the start."""
    return [place for place in ("louisbourg", "quebec") if options[f"{place}_fortified"]]


def is_in_game(side: int, kind: str, card: EmpireCard, options: Mapping[str, Any]) -> bool:
    """Say if an Empire card of a side is in the deck or the pile, and not left out of the game."""
    if kind == "governor" and options["no_governor"]:
        return False
    if side == FRENCH and kind == "bateaux" and (options["french_bateaux"] or options["first_edition_bateaux"]):
        return True
    return not card.set_aside


def _places(names: Iterable[str]) -> int:
    return mask_of([LOCATIONS.index(name) for name in names])


def _fill_board(t: Any, data: Acres, options: Mapping[str, Any]) -> None:
    """Places, lines and pieces (AC-02, AC-20, AC-30, AC-31, AC-41, AC-60, AC-71)."""
    places = data.places()
    t["vp"] = [place.vp for place in places.values()]
    t["defence"] = [place.defence for place in places.values()]
    t["developable"] = _places(name for name, place in places.items() if place.vp)
    t["settler_places"] = _places(name for name, place in places.items() if place.settler)
    ports = [name for name, place in places.items() if place.port]
    everywhere = options["ships_in_siege"] == "all"
    t["ports"] = _places(ports)
    t["siege_ports"] = _places(name for name in ports if everywhere or places[name].online_siege_port)
    for key, edge in data.board.edges.items():
        a, b = map(LOCATIONS.index, key.split("-"))
        for word, joined in (("supply_edges", edge.supply), ("raid_edges", edge.raid)):
            if joined:
                t[word][a] |= np.uint64(1 << b)
                t[word][b] |= np.uint64(1 << a)
    forts = starting_forts(options)
    t["start_forts"] = _places(forts)
    t["start_fort_discs"] = data.pieces.fortifications - len(forts)
    for side, name in enumerate(SIDE_NAMES):
        villages, towns = data.starting(side, "village"), data.starting(side, "town")
        t["start_villages"][side] = _places(villages)
        t["start_towns"][side] = _places(towns)
        t["start_cubes"][side] = getattr(data.pieces.cubes, name) - len(villages)
        t["start_discs"][side] = getattr(data.pieces.discs, name) - len(towns)
        t["start_money"][side] = getattr(data.money, name)
        t["home"][side] = LOCATIONS.index(getattr(data.home, name))
        capitals = set(getattr(data.end.capitals, name))
        if side == FRENCH and options["duquesne_wins"]:
            capitals.add("fort_duquesne")
        t["settle_wins"][side] = t["siege_wins"][side] = _places(capitals)


def _add(t: Any, field: str, side: int, cards: int) -> None:
    t[field][side] |= np.uint64(cards)


def _fill_location_card(
    t: Any, data: Acres, options: Mapping[str, Any], side: int, place: str, card: LocationCard, bit: int
) -> None:
    """One Location card (AC-30, AC-40, AC-42, AC-65)."""
    number = LOCATIONS.index(place)
    _add(t, "location_cards", side, 1 << bit)
    t["card_coins"][side][bit] = card.coins
    if card.coins:
        t["symbols"][SYMBOL_NAMES["COIN"]][side] |= np.uint64(1 << bit)
    for icon in card.icons:
        t["symbols"][SYMBOL_NAMES[icon.upper()]][side] |= np.uint64(1 << bit)
    if "military" in card.icons:
        t["kind_strength"][side][number] = data.siege.location
    for transport in _TRANSPORTS:
        targets = card.targets(transport)
        if place == "fort_st_john" and transport == "bateaux" and options["fort_st_john"] == "graph":
            targets = [*data.optional.fort_st_john_by_bateaux]
        t["connections"][side][SYMBOL_NAMES[transport.upper()]][number] = _places(targets)
        t["linked"][number][side] |= np.uint64(_places(targets))


def _fill_empire_card(
    t: Any, data: Acres, options: Mapping[str, Any], side: int, kind: str, card: EmpireCard, cards: int
) -> None:
    """All cards of one kind of Empire or neutral card (AC-42, AC-60 to AC-63, AC-66)."""
    number = kind_number(kind)
    t["kind_cost"][side][number] = card.cost
    if f"card:{kind}" not in forbidden_to(side, options["forbid"]):
        t["affordable"][card.cost :, side] |= np.uint64(cards)
    t["kind_strength"][side][number] = card.strength
    t["kind_fee"][side][number] = card.fee
    icons = [
        icon for icon in card.icons if kind != "military_leader" or icon != "military" or options["leader_besieges"]
    ]
    if kind in _NATIVES:
        _add(t, "natives", side, cards)
        if options["natives_in_sieges"]:
            t["kind_strength"][side][number] = data.optional.native_strength
            icons.append("military")
    for icon in icons:
        t["symbols"][SYMBOL_NAMES[icon.upper()]][side] |= np.uint64(cards)
    for ability in card.abilities:
        _add(t, _ABILITIES[ability], side, cards)
    if kind in _FORTIFICATIONS:
        _add(t, "fortifications", side, cards)
    if kind == "neutral_natives":
        t["neutral_natives"] = cards


def _fill_starting_cards(
    t: Any, data: Acres, options: Mapping[str, Any], side: int, cards: Mapping[str, list[int]]
) -> None:
    """Decks and piles at the start (AC-03)."""
    deck: list[int] = []
    pile: list[int] = []
    for place, location_card in data.location_cards_of(side).items():
        (deck if location_card.starting_deck else pile).extend(cards[place])
    t["starting_locations"][side] = mask_of(deck)
    for kind, card in data.empire_cards_of(side).items():
        if not is_in_game(side, kind, card, options):
            continue
        numbers, first = cards[kind], card.starting_deck
        if kind == "bateaux" and options["british_bateaux_in_deck" if side == BRITISH else "first_edition_bateaux"]:
            first = len(numbers)
        deck += numbers[:first]
        pile += numbers[first:]
        if side == BRITISH and kind == "regular_infantry" and options["fewer_british_infantry"]:
            left_out = min(data.optional.infantry_removed, len(numbers) - first)
            pile = pile[: len(pile) - left_out]
    t["start_deck"][side] = mask_of(deck)
    t["start_pile"][side] = mask_of(pile)
    neutral = data.neutral_cards()
    t["neutral_cards"] = mask_of([bit for kind in neutral for bit in cards[kind]])
    t["start_display"] = mask_of([bit for kind, card in neutral.items() if not card.set_aside for bit in cards[kind]])


def _fill_actions(t: Any, data: Acres, options: Mapping[str, Any]) -> None:
    """Costs, yields and limits."""
    actions, siege, end, turn = data.actions, data.siege, data.end, data.turn
    t["ship_strength"] = siege.ship
    t["fort_strength"] = siege.fortification
    t["attacker_wins_at"] = siege.attacker_wins_at
    t["defender_wins_at"] = siege.defender_wins_at
    t["fort_cost"] = actions.fortify_cost
    t["native_cost"] = actions.native_cost
    t["intendant_cost"] = actions.intendant_cost
    t["fur_value"] = actions.fur_value
    t["piracy_value"] = actions.piracy_value
    t["piracy_place"] = LOCATIONS.index(actions.piracy_card)
    t["support_cards"] = actions.home_support_cards
    first_edition = options["first_edition_raid_range"]
    t["raid_range"] = data.optional.first_edition_raid_range if first_edition else actions.raid_range
    t["hand_size"] = turn.hand
    t["reserve_limit"] = turn.reserve
    t["actions"] = turn.actions
    t["first_actions"] = turn.first_actions
    t["capture_limit"] = end.capture_limit
    t["cube_points"] = end.cube_points
    t["disc_points"] = end.disc_points
    t["siege_delay_vp"] = data.optional.siege_delay_vp


if LIMITS["LOCATIONS"] != len(LOCATIONS):
    raise AssertionError(f"the core has {LIMITS['LOCATIONS']} places, the schema {len(LOCATIONS)}")
