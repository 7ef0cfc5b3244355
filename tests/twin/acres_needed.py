"""What the games of A Few Acres of Snow have to come across."""

from __future__ import annotations

from .acres.cards import SIDES
from .acres_games import CHOICES, SWITCHES
from .data import figures

# Not counted: AC-82 is the list of options, each of them counted by itself; AC-90 is about what a seat may see.
ELSEWHERE = ("AC-82", "AC-90")
ENDS = ("captures", "cubes", "discs", "truncated", "capital")
# What a rule holds apart from the usual case.
CASES = {
    "AC-12": "short shuffle",
    "AC-20": "no-home",
    "AC-30": "regain settler",
    "AC-33": "fortified",
    "AC-41": "fortified",
    "AC-42": "attacker defender cut-off fee ship",
    "AC-44": "lift surrender settled",
    "AC-50": "attacker defender",
    "AC-51": "cube disc fortification settled settler declined in-turn",
    "AC-52": "returned",
    "AC-60": "1-cards 2-cards 3-cards helper native-paid needs-1 needs-2 needs-3",
    "AC-61": "blocked cube disc no-cube",
    "AC-62": "blocked lost nothing reserve",
    "AC-63": "taken nothing card reserve_card",
    "AC-65": "money merchant two-coins trader fur piracy shortfall",
    "AC-67": "paid",
    "AC-68": "pass reserve full retrieve govern govern-two govern-location intendant support support-short",
    "AC-70": "siege-in-progress cubes:british cubes:french discs:british discs:french captures:british captures:french",
    "AC-71": "settled:quebec settled:boston settled:new_york settled:fort_duquesne "
    "taken:quebec taken:boston taken:new_york taken:fort_duquesne",
    "AC-80": "cards graph",
    "AC-82": "two-cards",
    "AC-83": "block lose give",
}
# Options that come into play move by move, and not only by the set-up or in other cases.
OPTIONS_AT_WORK = (
    *("ambush_takes_siege_card", "blocked_ambush_free", "blocked_raid_free", "british_siege_delay", "duquesne_wins"),
    *("first_edition_home_support", "first_edition_raid_range", "free_discard", "free_fur", "french_extra_card"),
    *("french_swap", "governor_keeps_starting", "governor_loses_location", "late_reshuffle", "leader_besieges"),
    *("locations_in_reserve", "lost_cards_in_reserve", "lost_cards_leave_hand", "natives_in_sieges"),
    *("reshuffle_costs", "reshuffle_costs:nothing", "forbid:draft", "forbid:draft-none", "forbid:start-card"),
)


def needed(rule_ids: list[str]) -> list[str]:
    """Rules, cards, options and ends."""
    names = [rule for rule in rule_ids if rule.startswith("AC-") and rule not in ELSEWHERE]
    names += [f"{rule}:{case}" for rule, cases in CASES.items() for case in cases.split()]
    names += [f"card:{side}:{kind}" for side in SIDES for kind in cards(side)]
    names += [f"drafted:{kind}" for kind in drafts()]
    names += [f"end:{reason}" for reason in ENDS]
    for name, values in {**dict.fromkeys(SWITCHES, (False, True)), **CHOICES}.items():
        names += [f"option:{name}={value(choice)}" for choice in values]
    return names + [f"option:{name}" for name in OPTIONS_AT_WORK]


def value(choice: object) -> str:
    """The value of an option as the harness counts it."""
    return str(choice).lower() if isinstance(choice, bool) else f'"{choice}"'


def drafts() -> list[str]:
    """Kinds of cards that can be drafted."""
    cards = figures("acres")["empire_cards"]
    sides = (cards[side] for side in ("british", "french", "neutral"))
    return sorted({kind for side in sides for kind, card in side.items() if not card.get("set_aside", False)})


def cards(side: str) -> list[str]:
    """Kinds of cards that a side can come to hold."""
    tables = figures("acres")
    return [*tables["location_cards"][side], *tables["empire_cards"][side], *tables["empire_cards"]["neutral"]]
