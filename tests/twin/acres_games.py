"""Which games of A Few Acres of Snow the two engines play beside each other: set-ups and policies."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from .data import figures
from .harness import Played, Policy, Setup, jobs, play_shared, total

GAMES = int(os.environ.get("SNOWPLAY_TWIN_GAMES", "2000"))

SWITCHES = (
    *("reshuffle_costs", "louisbourg_fortified", "duquesne_wins", "ambush_takes_siege_card", "fewer_british_infantry"),
    *("french_swap", "locations_in_reserve", "british_bateaux_in_deck", "blocked_ambush_free", "blocked_raid_free"),
    *("quebec_fortified", "free_fur", "free_discard", "french_extra_card", "governor_loses_location"),
    *("natives_in_sieges", "british_siege_delay", "lost_cards_leave_hand", "governor_keeps_starting", "no_governor"),
    *("lost_cards_in_reserve", "french_bateaux", "first_edition_bateaux", "first_edition_home_support"),
    *("first_edition_raid_range", "late_reshuffle"),
)
CHOICES: Mapping[str, tuple[Any, ...]] = {
    "ships_in_siege": ("all", "online"),
    "fort_st_john": ("cards", "graph"),
    "leader_besieges": (True, False),
    "victim_choices": ("player", "automatic"),
    "auto_forced": (True, False),
}
CONTRADICTIONS = (
    {"french_bateaux", "first_edition_bateaux"},
    {"governor_loses_location", "no_governor"},
    {"governor_keeps_starting", "no_governor"},
    {"first_edition_home_support", "late_reshuffle"},
)


def _starting(side: str, kinds: str) -> dict[str, Any]:
    """Cards of a side that start in its deck, ``kind`` or ``kind*number``."""
    cards = [word.partition("*")[::2] for word in kinds.split()]
    return {"empire_cards": {side: {kind: {"starting_deck": int(number or 1)} for kind, number in cards}}}


def _holding(side: str, places: str) -> dict[str, Any]:
    """Places where a side has a village at the start, with its card in the deck; ``place*`` is a town."""
    names = places.split()
    return {
        "board": {
            "locations": {
                name.rstrip("*"): {"start": f"{side} {'town' if name.endswith('*') else 'village'}"} for name in names
            }
        },
        "location_cards": {side: {name.rstrip("*"): {"starting_deck": True} for name in names}},
    }


def _together(*parts: Mapping[str, Any]) -> dict[str, Any]:
    """Several variants in one."""
    whole: dict[str, Any] = {}
    for part in parts:
        for key, value in part.items():
            both = isinstance(value, Mapping) and isinstance(whole.get(key), Mapping)
            whole[key] = _together(whole[key], value) if both else value
    return whole


def _neutral(*places: str) -> dict[str, Any]:
    return {"board": {"locations": {place: {"start": "neutral"} for place in places}}}


def _without_card(side: str, *places: str) -> dict[str, Any]:
    return {"location_cards": {side: {place: {"starting_deck": False} for place in places}}}


_RICH = {"money": {"british": 60, "french": 60}}
_SOLDIERS = _together(
    _starting("british", "military_leader regular_infantry*2 siege_artillery ships fortification"),
    _starting("french", "military_leader siege_artillery regular_infantry fortification"),
)
_RAIDERS = _together(
    _starting("british", "rangers indian_leader"),
    _starting("french", "coureurs_de_bois native_americans priest*2 militia"),
)
_NORTH = "louisbourg tadoussac trois_rivieres gaspe halifax canso"
_BRITISH_NORTH = _together(_holding("british", _NORTH), _without_card("french", *_NORTH.split()[:4]))
_FRENCH_SOUTH = _together(
    _holding("french", "pemaquid albany fort_william_henry ticonderoga fort_st_john"),
    _without_card("british", "pemaquid"),
)
_BRITISH_WEST = _holding(
    "british",
    "albany fort_stanwix oswego fort_niagara fort_frontenac detroit fort_presquisle fort_venango fort_duquesne "
    "cumberland",
)
_FRENCH_WEST = _holding(
    "french",
    "fort_frontenac fort_niagara detroit michillimackinac fort_presquisle fort_venango fort_duquesne oswego "
    "fort_stanwix",
)

# Boards and boxes that bring the rare about; the rules are the same.
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "few cubes": {"pieces": {"cubes": {"british": 9, "french": 9}}},
    "few discs": {"pieces": {"discs": {"british": 4, "french": 3}}},
    "few fortifications": {"pieces": {"fortifications": 2}, "actions": {"fortify_cost": 1}},
    "poor": {"money": {"british": 1, "french": 0}},
    "rich": _RICH,
    "quick captures": {"end": {"capture_limit": 4}},
    "large hands": {"turn": {"hand": 8, "reserve": 2, "actions": 3}},
    "natives for 2": {"actions": {"native_cost": 2, "raid_range": 3}, "money": {"french": 20}},
    "raiders": _together(_RAIDERS, _holding("french", "kennebec"), _holding("british", "deerfield*")),
    "long marches": _together(
        *(_RAIDERS, _RICH, _holding("french", "kennebec"), _holding("british", "deerfield*")),
        {"actions": {"raid_range": 1}, "turn": {"hand": 9, "actions": 3}},
    ),
    "raids for the last cubes": _together(
        *(_RAIDERS, _holding("french", "fort_halifax* fort_william_henry*"), _holding("british", "deerfield* albany*")),
        {"pieces": {"cubes": {"british": 6, "french": 7}}, "turn": {"hand": 8}},
    ),
    "soldiers": _SOLDIERS,
    "soldiers and raiders": _together(_SOLDIERS, _RAIDERS, _RICH),
    "clerks": _together(
        _starting("british", "home_support governor trader settlers"),
        _starting("french", "home_support governor intendant ships"),
    ),
    "dear support": {"actions": {"home_support_cards": 5, "intendant_cost": 1, "fur_value": 3, "piracy_value": 4}},
    "no way home": {"board": {"locations": {"quebec": {"start": "neutral"}, "boston": {"start": "british village"}}}},
    "british north": _BRITISH_NORTH,
    "british north, soldiers": _together(_BRITISH_NORTH, _SOLDIERS, _RICH),
    "british north, open": _together(_BRITISH_NORTH, _neutral("quebec"), _without_card("french", "quebec"), _RICH),
    "french south": _FRENCH_SOUTH,
    "french south, soldiers": _together(_FRENCH_SOUTH, _SOLDIERS, _RICH),
    "french south, open": _together(
        _FRENCH_SOUTH, _neutral("new_york", "boston"), _without_card("british", "new_york", "boston"), _RICH
    ),
    "british west": _BRITISH_WEST,
    "french west": _together(_FRENCH_WEST, {"pieces": {"cubes": {"french": 24}}}),
    "both west": _together(_BRITISH_WEST, _holding("french", "fort_niagara detroit fort_duquesne"), _SOLDIERS),
    "british woods": _holding(
        "british", "fort_halifax kennebec albany fort_william_henry ticonderoga fort_st_john fort_beausejour"
    ),
}
# Pairs of what is rare without the other.
_AIMED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"ambush_takes_siege_card": True}, "soldiers and raiders"),
    ({"ambush_takes_siege_card": True, "victim_choices": "automatic"}, "soldiers and raiders"),
    ({"blocked_ambush_free": True, "natives_in_sieges": True}, "soldiers and raiders"),
    ({"blocked_ambush_free": True, "victim_choices": "automatic"}, "soldiers and raiders"),
    ({"louisbourg_fortified": True, "quebec_fortified": True}, "soldiers"),
    ({"quebec_fortified": True}, "british north, soldiers"),
    ({"louisbourg_fortified": True}, "soldiers and raiders"),
    ({"duquesne_wins": True}, "both west"),
    ({"duquesne_wins": True, "french_swap": True}, "french west"),
    ({"french_swap": True}, "soldiers and raiders"),
    ({"victim_choices": "automatic"}, "raiders"),
    ({"victim_choices": "automatic"}, "long marches"),
    ({"first_edition_raid_range": True}, "long marches"),
    ({"first_edition_home_support": True}, "clerks"),
    ({"first_edition_home_support": True, "reshuffle_costs": True}, "clerks"),
    ({"governor_loses_location": True, "lost_cards_leave_hand": True}, "clerks"),
    ({"governor_keeps_starting": True, "lost_cards_in_reserve": True}, "clerks"),
    ({"fort_st_john": "graph"}, "french south, soldiers"),
    ({"fort_st_john": "graph"}, "british woods"),
    ({"ships_in_siege": "online"}, "british woods"),
    ({"ships_in_siege": "online"}, "french south, soldiers"),
    ({"leader_besieges": False}, "soldiers"),
    ({"late_reshuffle": True, "reshuffle_costs": True}, "poor"),
)


def _drafts(side: int) -> list[str]:
    """Kinds of cards that a side may come to draft."""
    cards = figures("acres")["empire_cards"]
    return [*cards[("british", "french")[side]], *cards["neutral"]]


def _forbidden(random: Random, number: int) -> list[str]:
    """So many kinds of cards for each side that it may not draft; a kind both have now and then for both at once."""
    kinds = [random.sample(_drafts(side), number) for side in (0, 1)]
    both = {kind for kind in kinds[0] if kind in _drafts(1) and random.random() < 0.3}
    return [
        *(f"card:{kind}" for kind in sorted(both)),
        *(f"card:{kind}@{side}" for side in (0, 1) for kind in kinds[side] if kind not in both),
    ]


def _allowed(options: Mapping[str, Any]) -> bool:
    return not any(all(options.get(name) for name in pair) for pair in CONTRADICTIONS)


def _fits(options: Mapping[str, Any], name: str) -> bool:
    """An empty place has no fortification."""
    return "quebec_fortified" not in options or name not in ("no way home", "british north, open")


def _random_options(random: Random, switches: int) -> dict[str, Any]:
    while True:
        options: dict[str, Any] = dict.fromkeys(random.sample(SWITCHES, switches), True)
        if _allowed(options):
            return options | {name: random.choice(values) for name, values in CHOICES.items()}


def setups(number: int = 200, turns: tuple[int, ...] = (30, 50, 70, 100)) -> list[Setup]:
    """Standard rules, each option by itself, most at once, then options and variants by chance."""
    return [
        Setup("acres", 2, {"max_turns": turns[place % len(turns)], **options}, variant, label)
        for place, (options, variant, label) in zip(range(number), _series(Random(1759)), strict=False)
    ]


def _series(random: Random) -> Iterator[tuple[dict[str, Any], Mapping[str, Any] | None, str]]:
    yield {}, None, "standard"
    yield {"auto_forced": False}, None, "every decision"
    yield {"victim_choices": "automatic"}, None, "automatic"
    for name in SWITCHES:
        yield {name: True, "auto_forced": random.random() < 0.5}, None, name
    for name, variant in VARIANTS.items():
        yield {"auto_forced": random.random() < 0.5}, variant, name
    for options, name in _AIMED:
        yield {"auto_forced": random.random() < 0.5, **options}, VARIANTS[name], name
    forbidding = Random(1763)
    for number, name in ((3, ""), (8, "rich"), (14, "poor"), (11, "soldiers")):
        chosen = {"forbid": _forbidden(forbidding, number), "french_extra_card": True}
        yield {"auto_forced": random.random() < 0.5, **chosen}, VARIANTS.get(name), "forbidden"
    for out in ("french_bateaux", "first_edition_bateaux"):
        for without in (
            ("no_governor", "late_reshuffle"),
            ("governor_loses_location", "governor_keeps_starting", "first_edition_home_support"),
        ):
            yield {name: True for name in SWITCHES if name != out and name not in without}, None, "most"
    while True:
        options = _random_options(random, random.choice((1, 2, 3, 5, 9, 14)))
        name = random.choice([*VARIANTS, ""])
        if _fits(options, name):
            if forbidding.random() < 0.2:
                options["forbid"] = _forbidden(forbidding, forbidding.choice((1, 4, 9)))
            yield options, VARIANTS.get(name), name


def _weights(text: str) -> dict[str, float]:
    """Weights of moves: ``raid=3 card:priest|militia=5``."""
    weights = {}
    for word in text.split():
        moves, _, weight = word.partition("=")
        head, colon, names = moves.rpartition(":")
        weights.update({head + colon + name: float(weight) for name in names.split("|")})
    return weights


_DRAFT_SOLDIERS = (
    "card:regular_infantry|siege_artillery|militia|military_leader|ships=6 pass=0.1 discard=0.3 stop=0.5 withdraw=0.02 "
)
_DRAFT_RAIDERS = "card:neutral_natives|native_americans|rangers|coureurs_de_bois|priest|indian_leader=7 pass=0.1 "

POLICIES = (
    Policy("random"),
    Policy("settler", _weights("settle=8 develop=8 pass=0.1 discard=0.4 card:settlers=5 withdraw=0.1")),
    Policy("soldier", _weights(_DRAFT_SOLDIERS + "besiege=20 reinforce=12 leader=9 yes=5")),
    Policy("sieger that gives up", _weights("besiege=20 reinforce=4 leader=5 withdraw=2 yes=3 pass=0.1")),
    Policy(
        "to the capitals",
        _weights(
            _DRAFT_SOLDIERS + "besiege:quebec|boston|new_york=60 "
            "settle:quebec|boston|new_york=60 settle:halifax|louisbourg|tadoussac|fort_duquesne|gaspe=12 "
            "besiege:louisbourg|tadoussac|pemaquid|fort_duquesne=30 besiege=5 reinforce=20 leader=9"
        ),
    ),
    Policy(
        "raider",
        _weights(_DRAFT_RAIDERS + "raid=12 ambush=8 priest=12 stop=0.4 discard=0.3 settle=2 card:militia=3"),
    ),
    Policy(
        "marcher",
        _weights(_DRAFT_RAIDERS + "raid=15 draft=3 stop=0.05 priest=0.2 ambush=0.2 discard=0.2 settle=3 reserve=3"),
    ),
    Policy(
        "ambusher",
        _weights(
            _DRAFT_SOLDIERS + "ambush=30 besiege=20 reinforce=15 leader=5 siege_card=4 reserve=3 retrieve=0.1 priest=5"
        ),
    ),
    Policy(
        "defender",
        _weights(
            "fortify=12 develop=3 besiege=6 reinforce=12 withdraw=0.02 raid=3 pass=0.1 stop=0.3 "
            "card:fortification|neutral_fortification=9 card:militia=3"
        ),
    ),
    Policy(
        "clerk",
        _weights(
            "governor=12 intendant=9 home_support=5 reserve=4 retrieve=0.3 drop=5 pay=0.5 piracy=9 trader=6 merchant=3 "
            "free_fur=2 pass=0.2 raid=2 stop=0.3 settle=2 card:governor|intendant|home_support=9 card:trader=3"
        ),
    ),
    Policy("spendthrift", _weights("draft=9 discard=3 raid=4 ambush=6 pass=0.1 stop=0.1 money=0.2")),
    Policy("greedy", _weights("pass=0.1 withdraw=0.3"), greedy=0.5),
    Policy("hoarder", _weights("reserve=9 retrieve=0.1 draft=5 ambush=9 priest=9 raid=3 card:militia=5")),
)

_BRITISH_ARMY = _starting("british", "military_leader regular_infantry*5 siege_artillery ships*2 bateaux settlers")
_FRENCH_ARMY = _starting("french", "military_leader regular_infantry*3 siege_artillery ships militia*3")
_BIG = {"turn": {"hand": 9, "actions": 3}}
_TAKE = _DRAFT_SOLDIERS + "besiege=0.2 withdraw=0.001 reinforce=0.2 card:fort_st_john=5 "
_BRITISH_TAKE = _TAKE + "reinforce:british=40 leader:british=20 "
_FRENCH_TAKE = _TAKE + "reinforce:french=40 leader:french=20 "


def steered() -> list[tuple[int, Setup, Policy]]:
    """Games for the coverage table, each made for a few rare things, and how many of each."""
    return [
        (number, Setup("acres", 2, {"max_turns": turns, **options}, variant, name), Policy(name, _weights(weights)))
        for name, number, turns, options, variant, weights in (
            (
                *("the British take Quebec", 80, 40, {}),
                _together(_BRITISH_NORTH, _BRITISH_ARMY, _RICH, _BIG),
                _BRITISH_TAKE + "besiege:quebec=90",
            ),
            (
                *("the British take Quebec, fortified", 110, 40, {"quebec_fortified": True}),
                _together(_BRITISH_NORTH, _BRITISH_ARMY, _RICH, _BIG),
                _BRITISH_TAKE + "besiege:quebec=90",
            ),
            (
                *("the British settle in Quebec", 60, 30, {}),
                VARIANTS["british north, open"],
                "settle:quebec=90 pass=0.1",
            ),
            (
                *("the French take Boston", 110, 40, {}),
                _together(_FRENCH_SOUTH, _FRENCH_ARMY, _RICH, _BIG),
                _FRENCH_TAKE + "besiege:boston=90 besiege:new_york=1",
            ),
            (
                *("the French take New York", 70, 40, {}),
                _together(_FRENCH_SOUTH, _FRENCH_ARMY, _RICH, _BIG),
                _FRENCH_TAKE + "besiege:new_york=90 besiege:boston=1",
            ),
            (
                *("the French settle in New York", 140, 40, {}),
                VARIANTS["french south, open"],
                "settle:new_york=90 settle=0.5 card:albany=9 pass=0.1 draft=0.1 reserve=0.1",
            ),
            (
                *("the French settle in Boston", 110, 30, {}),
                _together(VARIANTS["french south, open"], _starting("french", "ships"), _BIG),
                "settle:boston=90 settle:new_york=0.01 card:pemaquid=9 pass=0.1",
            ),
            (
                *("the French take Fort Duquesne", 60, 40, {"duquesne_wins": True}),
                _together(
                    _holding("french", "fort_frontenac fort_niagara fort_presquisle fort_venango"),
                    *(_holding("british", "fort_duquesne cumberland"), _FRENCH_ARMY, _RICH, _BIG),
                ),
                _FRENCH_TAKE + "besiege:fort_duquesne=90",
            ),
            (
                *("the French settle in Fort Duquesne", 60, 40, {"duquesne_wins": True}),
                _holding("french", "fort_frontenac fort_niagara fort_presquisle fort_venango"),
                "settle:fort_duquesne=90 pass=0.1",
            ),
            (
                *("Fort St. John", 30, 60, {"fort_st_john": "graph"}),
                _together(_holding("british", "albany fort_william_henry ticonderoga fort_st_john"), _RICH, _SOLDIERS),
                "settle=4 besiege=9 card:fort_st_john=30 besiege:montreal|trois_rivieres=60 pass=0.1 reinforce=0.5",
            ),
            (
                *("long raids", 80, 60, {}),
                _together(
                    _neutral("gaspe", "louisbourg", "port_royal", "tadoussac", "trois_rivieres", "montreal"),
                    *(_RAIDERS, _RICH, _BIG, {"actions": {"raid_range": 1}}),
                ),
                _DRAFT_RAIDERS + "raid:boston|new_haven|albany=200 raid=0.2 ambush=0.01 priest=0.01 discard=0.2 "
                "draft=9 reserve=0.1 stop=0.02 merchant=0.2",
            ),
            (
                *("raids when there is no cube", 100, 40, {}),
                _together(
                    *(_starting("french", "coureurs_de_bois native_americans priest*2"), _RICH),
                    *(_holding("french", "fort_halifax fort_william_henry"), _holding("british", "deerfield* albany*")),
                    {"pieces": {"cubes": {"british": 6}}, "turn": {"hand": 13, "first_actions": 2}},
                ),
                "settle=90 raid:deerfield|albany=900 stop=90 pass=0.1",
            ),
            (
                *("ambushes of sieges", 40, 80, {"ambush_takes_siege_card": True}),
                VARIANTS["soldiers and raiders"],
                _DRAFT_SOLDIERS + "ambush=60 besiege=30 reinforce=15 siege_card=9 retrieve=0.1 reserve=0.2",
            ),
            (
                *("a choice of natives", 30, 80, {"victim_choices": "automatic"}),
                _together(_RAIDERS, _RICH, _BIG),
                "priest=30 card:neutral_natives=20 draft=5 reserve=3 retrieve=0.05 ambush=0.01 "
                "raid=0.01 discard=0.05 pass=0.1",
            ),
            (
                *("furs of the west", 40, 60, {"free_fur": True}),
                VARIANTS["french west"],
                "free_fur=30 settle=5 card:michillimackinac|fort_duquesne|detroit=30 pass=0.1 discard=0.1",
            ),
            (
                *("furs of the British west", 25, 60, {"free_fur": True}),
                VARIANTS["british west"],
                "free_fur=30 settle=5 card:fort_presquisle|fort_venango|detroit|fort_niagara=30 pass=0.1 discard=0.1",
            ),
            (
                *("French woods", 40, 60, {}),
                _together(
                    _holding("french", "kennebec fort_halifax"),
                    _starting("french", "fortification"),
                    *(_SOLDIERS, _RICH, _BIG),
                ),
                _DRAFT_SOLDIERS
                + "fortify:kennebec|fort_halifax=90 besiege:pemaquid=50 card:fort_halifax|kennebec=30 withdraw=0.5",
            ),
            (
                *("British woods", 30, 60, {}),
                _together(VARIANTS["british woods"], _SOLDIERS, _RICH, _BIG),
                "fortify:kennebec|fort_halifax=90 card:fort_halifax|kennebec|ticonderoga=30 pass=0.1",
            ),
            (
                *("the last French town", 60, 60, {}),
                _together(_RICH, _BIG, {"pieces": {"discs": {"french": 3, "british": 9}}}),
                "develop=30 pass=0.1 withdraw=0.1",
            ),
            (
                *("captured pieces", 60, 80, {"victim_choices": "automatic"}),
                _together(_RAIDERS, _RICH, {"end": {"capture_limit": 6}}),
                _DRAFT_RAIDERS + "raid=30",
            ),
            (
                *("small decks without money", 30, 60, {"reshuffle_costs": True}),
                _together({"money": {"british": 0, "french": 0}}, _starting("british", "governor"), _BIG),
                "governor=90 discard=0.1 draft=0.01 money=0.01 merchant=0.01 trader=0.01 pass=5 pay=3",
            ),
            (
                *("a French card to begin with, not any", 60, 6),
                {"french_extra_card": True, "forbid": ["card:priest", "card:intendant@1", "card:militia@0"]},
                *(None, "draft=3"),
            ),
        )
    ]


@cache
def sampled() -> Played:
    """`GAMES` games with all set-ups and policies, played once."""
    return total(play_shared(jobs(setups(), POLICIES, GAMES)))
