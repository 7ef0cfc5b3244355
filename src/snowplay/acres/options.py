"""The rule options of A Few Acres of Snow.

Most are the optional rules of the online version (AC-82); `ONLINE_CODES` has its numbers for them.
"""

from __future__ import annotations

from typing import NamedTuple

from ..options import Option
from .items import ITEM_NAMES


class _Online(NamedTuple):
    name: str
    rules: tuple[str, ...]
    help: str


_ONLINE = (
    _Online("reshuffle_costs", ("AC-12",), "who shuffles the discard pile pays 1 money or discards two cards"),
    _Online("louisbourg_fortified", ("AC-02", "AC-41"), "Louisbourg starts with a fortification"),
    _Online("duquesne_wins", ("AC-71",), "the French also win at once by taking Fort Duquesne"),
    _Online("ambush_takes_siege_card", ("AC-62",), "an ambush may also take a vulnerable card out of a siege"),
    _Online("fewer_british_infantry", ("AC-03",), "three British Regular Infantry are left out"),
    _Online("french_swap", ("AC-52",), "the French may exchange one hand card when a siege ends"),
    _Online("locations_in_reserve", ("AC-68",), "Location cards may be put into the reserve"),
    _Online("british_bateaux_in_deck", ("AC-03",), "the British Bateaux is in the starting deck"),
    _Online("blocked_ambush_free", ("AC-11", "AC-62"), "an ambush that is blocked takes no action"),
    _Online("blocked_raid_free", ("AC-11", "AC-61"), "a raid that is blocked takes no action"),
    _Online("quebec_fortified", ("AC-02", "AC-41"), "Quebec starts with a fortification"),
    _Online("free_fur", ("AC-65",), "a fur card may be played for 1 money as a free action"),
    _Online("free_discard", ("AC-67",), "discarding costs no money"),
    _Online("french_extra_card", ("AC-03",), "the French add an Empire card of their choice to the starting deck"),
    _Online("governor_loses_location", ("AC-68",), "returning a Location card with the Governor gives up the place"),
    _Online("natives_in_sieges", ("AC-42",), "Native Americans have a strength of 1 in sieges"),
    _Online("british_siege_delay", ("AC-40",), "no British siege before a French one or 25 British points"),
    _Online("lost_cards_leave_hand", ("AC-51",), "a Location card of a lost place may leave the hand as a free action"),
    _Online(
        "governor_keeps_starting",
        ("AC-68",),
        "the Governor may not return a starting Location card while its place is held",
    ),
    _Online("no_governor", ("AC-03", "AC-68"), "there are no Governors"),
    _Online("lost_cards_in_reserve", ("AC-68",), "Location cards of lost places may be put into the reserve"),
    _Online("french_bateaux", ("AC-03",), "the French Bateaux lies in the French pile"),
    _Online("first_edition_bateaux", ("AC-03",), "the French Bateaux is in the starting deck, as in the first edition"),
    _Online("first_edition_home_support", ("AC-68",), "Home Support shuffles the discard pile if the deck runs out"),
    _Online("first_edition_raid_range", ("AC-60",), "every card of a raid reaches one connection, the first one too"),
    _Online("late_reshuffle", ("AC-12",), "the discard pile is shuffled only at the very end of a turn"),
)

#: The online version's number of each of its optional rules.
ONLINE_CODES = {rule.name: code for code, rule in enumerate(_ONLINE)}

OPTIONS = (
    *(Option(rule.name, "bool", False, ("AC-82", *rule.rules), rule.help) for rule in _ONLINE),
    Option(
        "ships_in_siege",
        "choice",
        "all",
        ("AC-42",),
        "ports where ship symbols count in a siege: all, or without the two where they do not online",
        choices=("all", "online"),
    ),
    Option(
        "fort_st_john",
        "choice",
        "cards",
        ("AC-80",),
        "where the Fort St. John cards lead: Quebec and Ticonderoga, or Montreal, Trois Rivieres and Ticonderoga",
        choices=("cards", "graph"),
    ),
    Option(
        "leader_besieges",
        "bool",
        True,
        ("AC-40", "AC-42", "AC-43"),
        "the Military Leader's symbol may also open a siege or reinforce one as an action",
    ),
    Option(
        "victim_choices",
        "choice",
        "player",
        ("AC-83",),
        "who chooses for the victim of a raid, ambush or priest: the player, or fixed rules as online",
        choices=("player", "automatic"),
    ),
    Option(
        "max_turns",
        "int",
        1000,
        ("AC-73",),
        "player-turns after which a game is scored as it stands",
        low=1,
        high=60000,
    ),
    Option(
        "forbid",
        "items",
        [],
        ("AC-66",),
        "kinds of cards that a side may not draft, nor add to its starting deck (french_extra_card)",
        choices=ITEM_NAMES,
    ),
    Option("auto_forced", "bool", True, (), "decisions with a single option are played by the engine"),
)

#: Pairs of options that cannot both be on, and why.
CONTRADICTIONS = (
    ("first_edition_bateaux", "french_bateaux", "the one Bateaux card cannot lie in both the deck and the pile"),
    ("first_edition_home_support", "late_reshuffle", "Home Support shuffles in mid-turn by one, never by the other"),
    ("governor_loses_location", "no_governor", "without a Governor there is nothing for it to change"),
    ("governor_keeps_starting", "no_governor", "without a Governor there is nothing for it to change"),
)
