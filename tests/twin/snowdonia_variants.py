"""Data files edited at random: figures that no box has, by which a table that is filled in wrongly shows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from .data import figures
from .harness import Setup

Changes = dict[str, Any]


def random_setup(random: Random) -> Setup:
    """Any number of players, options and edited figures."""
    parts: list[Callable[[Random], Changes]] = [_contracts, _trains, _stations, _rates, _supplies, _board]
    variant: Changes = {}
    players = random.randint(1, 5)
    for part in parts:
        if random.random() < 0.5:
            variant |= part(random)
    return Setup("snowdonia", players, _options(random, players), variant, "random")


def _options(random: Random, players: int) -> Changes:
    pool = sorted(random.sample(range(1, 8), random.randint(1, 7)))
    return {
        **{name: random.random() < 0.4 for name in ("thin_fog", "forced_swap", "extra_track_cards", "auto_forced")},
        "fog_blocks_contracts": random.random() < 0.5,
        "steel_limit": random.choice([0, 0, 1, 4, 12]),
        "tie_break": random.choice(["token", "assignment"]),
        "solo_train": random.randint(1, 7),
        "train_pool": pool,
        "forbid": _forbidden(random, players),
    }


def _forbidden(random: Random, players: int) -> list[str]:
    """Contracts and trains that a seat, or nobody, may take; mostly none."""
    names = [*(f"contract:{n}" for n in range(1, 31)), *(f"train:{n}" for n in range(1, 8))]
    chosen = random.sample(names, random.choice([0, 0, 0, 5, 20]))
    return [name + random.choice(["", *(f"@{seat}" for seat in range(players))]) for name in chosen]


def _contracts(random: Random) -> Changes:
    """Backs, amounts and scores; some cards are missing."""
    found: Changes = {}
    for number, card in figures("snowdonia")["contracts"].items():
        change: Changes = {}
        op = card["effect"]["op"]
        if random.random() < 0.2:
            change["in_deck"] = False
        if random.random() < 0.3 and "amount" in card["effect"] and op != "draw_contracts":
            change["effect"] = {"amount": random.randint(1, 3)}
        if random.random() < 0.3:
            change["back"] = random.choice(["sun", "rain", "fog"])
        if random.random() < 0.3 and card["score"]["kind"] == "set":
            needs = {name: random.randint(0, 3) for name in ("track_markers", "build_markers")}
            change["score"] = {"vp": random.randint(0, 30), "rubble": random.randint(0, 9), **needs}
        found[number] = change
    return {"contracts": found}


def _trains(random: Random) -> Changes:
    """Costs, coal and effects."""
    ops = ("excavate_bonus", "works_iron", "lay_track_bonus", "end_points", "extra_cubes")
    found: Changes = {}
    for number in figures("snowdonia")["trains"]:
        train = {"steel": random.randint(0, 3), "coal": random.randint(0, 1), "hire": random.randint(0, 2)}
        amount = random.randint(1, 2)
        effects = [{"op": "extra_build"}, {"op": "none"}, *({"op": op, "amount": amount} for op in ops)]
        found[number] = train | ({"effect": random.choice(effects)} if random.random() < 0.4 else {})
    return {"trains": found}


def _stations(random: Random) -> Changes:
    """Prices in stone and steel at once, other rubble, other points."""
    found: Changes = {}
    for key, station in figures("snowdonia")["stations"].items():
        spaces: Changes = {}
        for number, space in enumerate(station["spaces"], 1):
            if random.random() < 0.4:
                price = {"stone": random.randint(0, 4), "steel": random.randint(1, 2)}
                spaces[str(number)] = {"rubble": random.randint(1, 3)} if "rubble" in space else price
        found[key] = {"surveyor_vp": random.randint(0, 9)} | ({"spaces": spaces} if spaces else {})
    kinds = {str(n): {"rubble": random.randint(0, 6), "vp": random.randint(0, 6)} for n in range(1, 8)}
    return {"stations": found, "track_cards": {"kinds": kinds}}


def _rates(random: Random) -> Changes:
    """Work rates and what the weather does to them."""
    return {
        "work_rates": {
            "excavation": {"values": sorted(random.choices(range(1, 9), k=4)), "start": random.randint(1, 4)},
            "lay_track": {"values": sorted(random.choices(range(1, 5), k=3)), "start": random.randint(1, 3)},
        },
        "weather": {
            kind: {"excavation": random.randint(-2, 3), "lay_track": random.randint(-1, 2)}
            for kind in ("sun", "rain", "fog")
        },
    }


def _supplies(random: Random) -> Changes:
    """Markers, yard, works and what is restocked."""
    return {
        "pieces": {"markers": random.randint(1, 9)},
        "stock_yard": {
            "iron": random.randint(0, 15),
            "stone": random.randint(0, 9),
            "coal": random.randint(0, 3),
            "take": random.randint(1, 3),
            "coal_max": random.randint(0, 2),
        },
        "works": {
            "iron_per_steel": random.randint(1, 4),
            "rubble_per_stone": random.randint(1, 3),
            "conversions": random.randint(1, 5),
        },
        "restock": {"cubes": [random.randint(1, 14) for _ in range(5)]},
    }


def _board(random: Random) -> Changes:
    """Places of the areas and the order of events."""
    kinds = ["excavate", "trains", "lay_track", "complete_station", "maintenance"]
    return {
        "areas": {area: {"spaces": [random.randint(1, 5) for _ in range(5)]} for area in "ABCDEF"},
        "event_track": {"events": random.choices(kinds, k=10)},
    }
