"""What contracts and trains do and score, in words (SN-44, SN-62, SN-63).

The figures are those of a game's tables, so a variant's words are its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .._core.snowdonia.game import OPS, SCORES, TRAIN_OPS

AREAS = "ABCDEFG"
WEATHER = ("sun", "rain", "fog", "none")

# {a}: amount, {t}: times.
_OP_WORDS = {
    "LAY_BONUS": "{a} more track per lay action this round",
    "CLEAR": "after B: clears the next space whole",
    "DISC": "swaps the middle weather disc",
    "DRAW": "draws two, keeps one of three",
    "IRON_FOR_STEEL": "{a} iron pay 1 steel this round",
    "EXTRA_CUBES": "{a} more cubes per yard action this round",
    "EXTRA_LAY": "after D: a lay track action",
    "STONE_DISCOUNT": "{a} stone less per space this round",
    "EXTRA_BUILD": "after E: a build action",
    "CONVERT_RUBBLE": "{a} rubble make 1 stone, up to {t} times",
    "CONVERT_IRON": "{a} iron make 1 steel, up to {t} times",
    "LOCK": "locks all contracts for the round",
    "MAINTENANCE": "discard it to pay maintenance",
    "RUBBLE_FOR_STONE": "{a} rubble pay 1 stone, up to {t} times",
    "BAG": "draws {a} cubes from the bag",
    "YARD": "takes up to {a} cubes from the yard",
    "START": "takes the start token and locks it",
    "DOUBLE": "excavation rate times {a} this round",
    "SURVEYOR": "moves the surveyor by {a}",
    "RELOCATE": "moves one own labourer",
    "COAL": "no coal limit in the yard this round",
}
_TRAIN_WORDS = {
    "EXCAVATE": "digs {a} more rubble",
    "WORKS": "{a} iron make 1 steel",
    "CUBES": "{a} more cubes per yard action",
    "POINTS": "{a} points at the end",
    "BUILD": "an extra build a round",
    "LAY": "lays {a} more track",
}
_OPS = {number: name for name, number in OPS.items()}
_SCORES = {number: name for name, number in SCORES.items()}
_TRAIN_OPS = {number: name for name, number in TRAIN_OPS.items()}


def bits(mask: int) -> list[int]:
    """Return the set bits of a word, lowest first."""
    mask = int(mask)
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def cards_of(mask: int) -> list[int]:
    """Return the contract numbers of a word in which contract c is bit c - 1."""
    return [bit + 1 for bit in bits(mask)]


def area_of(tables: np.void, card: int) -> str:
    """Return the letter of the area that a contract names, or ``"-"``."""
    area = int(tables["card_area"][card])
    return AREAS[area] if area < len(AREAS) else "-"


def effect_words(tables: np.void, card: int) -> str:
    """Say what a contract does when it is used."""
    words = _OP_WORDS.get(_OPS[int(tables["card_op"][card])], "nothing")
    return words.format(a=int(tables["card_amount"][card]), t=int(tables["card_times"][card]))


def score_words(tables: np.void, card: int, station_names: Sequence[str]) -> str:
    """Say what a contract scores and for what."""
    points = int(tables["card_vp"][card])
    kind = _SCORES[int(tables["card_score"][card])]
    if kind == "COAL":
        return f"{points} a coal"
    if kind == "SURVEYOR":
        tiers = dict.fromkeys(int(vp) for vp in tables["tier_vp"][: int(tables["n_stations"])] if vp)
        return f"surveyor: {'/'.join(map(str, tiers))}"
    parts = [
        f"{int(tables[field][card])} {word}"
        for field, word in (("card_build", "station"), ("card_track", "track"), ("card_rubble", "rubble"))
        if tables[field][card]
    ]
    if kind == "SURVEYOR_SET":
        station = int(tables["card_station"][card])
        parts.append(f"surveyor {station_names[station]}" if station < len(station_names) else "out of reach")
    return f"{points} for {', '.join(parts) or 'nothing'}"


def train_words(tables: np.void, train: int) -> str:
    """Say what a train does; empty for one without an ability."""
    words = _TRAIN_WORDS.get(_TRAIN_OPS[int(tables["train_op"][train])], "")
    return words.format(a=int(tables["train_amount"][train]))
