"""The set-ups and policies with which Snowdonia's differential games are played.

`setups` samples every option, alone and together, and some edited data files; `POLICIES` pull the games towards what
random play hardly ever does. `steered` are games for the coverage table, each made for a few rare things, and `needed`
is what these games have to come across.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from .data import figures
from .harness import Job, Policy, Setup, jobs

Table = Mapping[str, Any]

OPTIONS: list[dict[str, Any]] = [
    {},
    {"auto_forced": False},
    {"extra_track_cards": True},
    {"extra_track_cards": True, "stations_open": "route", "auto_forced": False},
    {"steel_limit": 3, "auto_forced": False},
    {"thin_fog": True},
    {"fog_blocks_contracts": False, "auto_forced": False},
    {"train_pool": [2, 3, 6, 7], "solo_train": 6},
    {"forced_swap": True, "auto_forced": False, "solo_train": 4},
    {"tie_break": "token", "solo_train": 3},
    {"train_pool": [4, 5, 6], "forced_swap": True, "steel_limit": 9, "solo_train": 2},
    {"thin_fog": True, "extra_track_cards": True, "tie_break": "token", "auto_forced": False, "solo_train": 7},
    {"fog_blocks_contracts": False, "forced_swap": True, "train_pool": [6], "solo_train": 5},
]

# Cheaper trains that come at once and have to be maintained all the time.
RAILWAY: Table = {
    "event_track": {"events": ["trains", "maintenance", *["excavate", "maintenance"] * 4]},
    "trains": {"1": {"steel": 0}, "2": {"hire": 2}, "6": {"steel": 1, "hire": 0}, "7": {"coal": 3}},
    "stock_yard": {"iron": 12, "stone": 9, "coal": 4},
}
# A small deck that runs out in every game.
SMALL_DECK: Table = {
    "contracts": {
        str(n): {"in_deck": False} for n in range(1, 31) if n not in (3, 5, 8, 10, 13, 16, 20, 21, 22, 27, 28, 29)
    }
}
# Few markers, so that the game ends when they are gone (SN-61) and laying stops for lack of them (SN-36).
FEW_MARKERS: Table = {"pieces": {"markers": 2}}
# Prices of stone and steel together, and contracts that pay them otherwise.
PRICES: Table = {
    "stations": {
        "two_viaducts": {"spaces": {"3": {"stone": 2, "steel": 2}, "5": {"stone": 3, "steel": 1}}},
        "hebron": {"spaces": {"2": {"stone": 0, "steel": 3}}},
    },
    "contracts": {
        "6": {"effect": {"amount": 1}},
        "25": {"effect": {"amount": 1}},
        "17": {"effect": {"amount": 1, "times": 3}},
        "9": {"effect": {"amount": 2}},
    },
}
# Other rates, fast weather and many places.
RATES: Table = {
    "work_rates": {
        "excavation": {"values": [1, 2, 4, 9], "start": 2},
        "lay_track": {"values": [1, 2, 3, 5], "start": 3},
    },
    "weather": {"sun": {"excavation": 1, "lay_track": 2}, "fog": {"excavation": -1, "lay_track": 1}},
    "areas": {"B": {"spaces": [3, 3, 4, 5, 5]}, "D": {"spaces": [2, 2, 3, 4, 5]}},
}
# Works and yard that do more, more and fewer cubes.
WORKS: Table = {
    "works": {"iron_per_steel": 2, "rubble_per_stone": 1, "conversions": 5},
    "stock_yard": {"take": 4, "coal_max": 2},
    "restock": {"cubes": [4, 5, 7, 8, 9]},
}
# A route with much clear track: optional cards of 0 rubble in the deck, small stations.
EASY_ROUTE: Table = {
    "track_cards": {"kinds": {"1": {"rubble": 1}, "2": {"copies": 2}, "3": {"copies": 2}, "5": {"copies": 6}}},
}
# Events in another order, with cubes that return early.
EVENTS: Table = {
    "event_track": {
        "events": ["complete_station", "lay_track", "trains", "maintenance", "excavate", "maintenance"]
        + ["complete_station", "excavate", "trains", "maintenance"],
        "returns": {"4": [2, 3], "7": [7], "10": [10]},
    }
}
VARIANTS: list[tuple[str, Table, dict[str, Any]]] = [
    ("railway", RAILWAY, {}),
    ("small deck", SMALL_DECK, {"auto_forced": False}),
    ("few markers", FEW_MARKERS, {}),
    ("prices", PRICES, {}),
    ("rates", RATES, {"thin_fog": True}),
    ("works", WORKS, {"steel_limit": 6, "auto_forced": False}),
    ("easy route", EASY_ROUTE, {"extra_track_cards": True}),
    ("easy route", EASY_ROUTE, {"extra_track_cards": True, "stations_open": "route"}),
    ("events", EVENTS, {"fog_blocks_contracts": False}),
]


def forbidding(players: int) -> list[dict[str, Any]]:
    """Options by which every item is kept from one seat, and one seat from nearly all of them."""
    contracts, trains = [f"contract:{n}" for n in range(1, 31)], [f"train:{n}" for n in range(1, 8)]
    in_turn = [f"{item}@{n % players}" for n, item in enumerate([*contracts, *trains])]
    few = [f"{item}@0" for item in contracts if item not in ("contract:5", "contract:16", "contract:21")]
    return [
        {"forbid": in_turn, "auto_forced": False},
        {"forbid": [*few, "contract:13", "train:1@0", "train:6", "train:7@0"], "forced_swap": True},
    ]


def setups(players: int) -> list[Setup]:
    """Set-ups for a number of players: all options, and edited data files."""
    options_of = [*OPTIONS, *forbidding(players)]
    plain = [Setup("snowdonia", players, options, label=f"options {n}") for n, options in enumerate(options_of)]
    edited = [Setup("snowdonia", players, options, table, label) for label, table, options in VARIANTS]
    return plain + edited


# Weights of kinds of moves; see `twin.harness.Policy`.
_BUSY = {"use": 4, "pass": 0.5, "hire": 5, "perform": 5, "take:0,0,0": 0.05, "place:G": 0.3}
POLICIES = [
    Policy("random"),
    Policy("busy", {**_BUSY, "place:F": 3, "place:E": 2}),
    Policy("points", {**_BUSY, "place:C": 3, "place:E": 3, "place:D": 3}, greedy=0.8),
    Policy("railway", {**_BUSY, "acquire": 20, "place:C": 4, "place:E": 4, "pay_steel": 4, "convert:3": 3}),
    Policy(
        "diggers",
        {**_BUSY, "place:B": 5, "place:D": 5, "place:C": 2, "cube:event": 0.3, "back:sun": 3},
        own_chance=True,
    ),
    Policy("fog", {**_BUSY, "back:fog": 6, "disc:fog": 4, "place:F": 3, "place:B": 3, "place:D": 3}, own_chance=True),
    Policy("long", {**_BUSY, "cube:event": 0.02, "place:F": 4, "place:A": 2}, own_chance=True),
    Policy("loitering", {"place:G": 6, "place:A": 2, "pass": 3}),
]


def many_policies() -> list[Policy]:
    """Random play for half of the games, the others for the rest."""
    return [policy for biased in POLICIES[1:] for policy in (POLICIES[0], biased)]


def sampled(players: int, games: int) -> list[Job]:
    """The games of the test suite for a number of players."""
    return jobs(setups(players), many_policies(), games, first=players * 1_000_000, full_every=20)


# --- coverage ---------------------------------------------------------------------------------------------

# One space an area: who comes late finds nothing but area G.
CROWDED: Table = {"areas": {area: {"spaces": [1, 1, 1, 1, 1]} for area in "ABCDEF"}}
# No event cubes: a game in which nobody lays track does not end by itself.
NO_EVENTS: Table = {"supply_bag": {"event": [0, 0, 0, 0, 0]}}
# Low rubble, much to build with.
RICH: Table = {
    "track_cards": {"kinds": {str(n): {"rubble": 1} for n in range(1, 5)}},
    "stock_yard": {"iron": 20, "stone": 6, "coal": 4},
}


def deck_of(*cards: int) -> Table:
    """Only these contracts are in the deck."""
    return {"contracts": {str(n): {"in_deck": False} for n in range(1, 31) if n not in cards}}


def steered() -> list[Job]:
    """Games that come across what is rare in the others, so that all of `needed` comes up."""
    office = {**_BUSY, "place:F": 20, "hire": 5}
    calm = {**office, "cube:event": 0.2}
    iron = {"take:3": 9, "take:2": 4, "take:4": 9, "place:A": 6, "place:C": 0.1}
    builders = Policy("builders", {**calm, **iron, "place:E": 8, "place:B": 4, "pay:0,0": 0.2}, own_chance=True)
    track = Policy("track", {**calm, "place:D": 9, "place:C": 6, "place:B": 5}, own_chance=True)
    late = Policy("late track", {**calm, "place:D": 0.2, "place:C": 9, "place:B": 6, "convert:3": 5}, own_chance=True)
    fog = Policy("fog", {**office, "back:fog": 20, "disc:fog": 9, "use:3": 9, "use:8": 9}, own_chance=True)
    draws = Policy("draws", {**office, "office:5": 20, "use:5": 20, "cube:event": 0.2}, own_chance=True)
    summit = Policy("summit", {"place": 0, "place:G": 1, "use": 0, "pass": 1})
    found: list[Job] = []
    for players in range(1, 6):
        play = partial(_plan, found, players)
        play(builders, 12, {**RICH, **deck_of(6, 9, 10, 14, 15, 17, 25)})
        play(track, 8, {**RICH, **deck_of(1, 2, 26, 30, 3, 8)})
        play(late, 12, {**RICH, **deck_of(8, 7, 12, 24)})
        play(builders, 4, {**RICH, **EASY_ROUTE}, extra_track_cards=True)
        play(POLICIES[2], 10, EASY_ROUTE, extra_track_cards=True, stations_open="route")
        play(fog, 4, deck_of(3, 8, 7, 10, 26, 30, 4))
        play(POLICIES[1], 4, CROWDED)
        play(draws, 10, deck_of(5, 3, 8, 16, 20, 21), forbid=["contract:3", "contract:8", "contract:20@0"])
        play(draws, 10, deck_of(5, 1, 2, 3, 7, 8, 9, 12), forbid=["contract:1", "contract:2", "contract:3"])
        play(POLICIES[3], 8, {**RAILWAY, **deck_of(16, 21, 20, 12, 24, 5)}, train_pool=[2, 3, 6, 7])
        if players == 1:
            play(summit, 52, NO_EVENTS)
        else:
            play(summit, 8, {}, tie_break="assignment")
            play(summit, 8, {}, tie_break="token")
    return found


def _plan(found: list[Job], players: int, policy: Policy, games: int, table: Table, **options: Any) -> None:
    setup = Setup("snowdonia", players, options, table)
    found += [Job(setup, policy, len(found) + n, n % 10 == 0) for n in range(games)]


def needed(rule_ids: list[str]) -> list[str]:
    """Everything the steered games have to come across."""
    data = figures("snowdonia")
    trains = data["trains"]
    names = [rule for rule in rule_ids if rule.startswith("SN-")]
    for card in data["contracts"]:
        names += [f"taken:{card}", f"contract:{card}", f"acted:{card}", f"scored:{card}"]
    names += [f"acquire:{train}" for train in trains] + [f"hire:{train}" for train in trains]
    names += [f"train:{train}" for train in trains if trains[train]["effect"]["op"] != "none"] + ["swap of trains"]
    events = data["event_track"]["events"]
    names += [f"event:{event}" for event in sorted(set(events))]
    names += [f"event space:{space}" for space in range(1, len(events) + 1)]
    names += [f"track:{kind}" for kind in range(len(data["track_cards"]["kinds"]))]
    names += [f"weather:{kind}" for kind in ("sun", "rain", "fog")]
    names += [f"end:{reason}" for reason in ("player_track", "event_track", "markers", "round_limit")]
    for option in ("extra_track_cards", "thin_fog", "fog_blocks_contracts", "forced_swap", "auto_forced"):
        names += [f"option:{option}=false", f"option:{option}=true"]
    names += [f"option:forbid:{what}" for what in ("office", "office-empty", "keep", "keep-none", "acquire")]
    names += ["SN-37 early", 'option:stations_open="own"', 'option:stations_open="route"']
    names += ['option:tie_break="assignment"', 'option:tie_break="token"']
    names += ["option:steel_limit=0", "option:steel_limit=3", "option:steel_limit=9"]
    names += [f"option:solo_train={train}" for train in range(1, 8)]
    names += ["option:train_pool=[1,2,3,4,5,6,7]", "option:train_pool=[2,3,6,7]", "option:train_pool=[4,5,6]"]
    return names
