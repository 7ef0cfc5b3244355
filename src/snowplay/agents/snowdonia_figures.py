"""The figures of Snowdonia that a scripted seat asks for, looked up once for a game."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from .._core.snowdonia.game import LIMITS, TABLES_DTYPE
from ..snowdonia.tables import take_list

AREAS = LIMITS["AREAS"]


class Figures:
    """What the spaces, the contracts and the trains of a game cost and bring.

    Parameters
    ----------
    tables : bytes
        A record of ``TABLES_DTYPE``.

    Attributes
    ----------
    cells : list of tuple of int
        By cell of the route: points of the excavation space, 0 for a track card.
    contracts : list of tuple of int
        By card: points, station markers, track markers, rubble, kind of score, station of the surveyor.
    may_take, may_acquire : list of int
        By seat: the contracts (bit *card* - 1) and the trains (bit *train*) that the option ``forbid`` leaves it.
    takes : list of tuple of int
        By index of the block ``TAKE``: iron, stone, coal.
    """

    def __init__(self, tables: bytes) -> None:
        t = np.frombuffer(tables, TABLES_DTYPE)[0]
        self.seats = int(t["n_seats"])
        self.last_station = int(t["n_stations"]) - 1
        self.tracks = int(t["n_tracks"])
        self.space_vp = [int(vp) for vp in t["space_vp"]]
        self.space_stone = [int(n) for n in t["space_stone"]]
        self.space_steel = [int(n) for n in t["space_steel"]]
        self.cells = [
            0 if space == 255 else int(t["space_vp"][space]) for space in t["cell_space"][: int(t["n_cells"])].tolist()
        ]
        self.track_cells = int(t["track_cells"])
        self.track_of = [int(track) for track in t["cell_track"]]
        self.building_spaces = int(t["building_spaces"])
        self.reachable = [int(word) for word in t["reachable"]]
        self.tracks_before = [int(word) for word in t["tracks_before"]]
        self.no_cell = LIMITS["CELLS"]
        self.kind_vp = [int(vp) for vp in t["kind_vp"]]
        self.surveyor_vp = [int(vp) for vp in t["surveyor_vp"]]
        self.tier_vp = [int(vp) for vp in t["tier_vp"]]
        self.contracts = [
            tuple(
                int(t[name][card])
                for name in ("card_vp", "card_build", "card_track", "card_rubble", "card_score", "card_station")
            )
            for card in range(LIMITS["CARDS"])
        ]
        self.may_take = [int(cards) for cards in t["may_take"]]
        self.may_acquire = [int(trains) for trains in t["may_acquire"]]
        self.op = [int(op) for op in t["card_op"]]
        self.op_amount = [int(n) for n in t["card_amount"]]
        self.train_cost = [int(n) for n in t["train_cost"]]
        self.train_op = [int(op) for op in t["train_op"]]
        self.train_amount = [int(n) for n in t["train_amount"]]
        self.train_hire = [int(n) for n in t["train_hire"]]
        self.excavation = [int(n) for n in t["excavation_values"]]
        self.lay = [int(n) for n in t["lay_values"]]
        self.take_amount = int(t["take_amount"])
        self.iron_per_steel, self.rubble_per_stone = int(t["iron_per_steel"]), int(t["rubble_per_stone"])
        self.works = int(t["works_max"])
        self.area_places = [int(places) for places in t["area_places"]]
        self.takes = take_list()


@lru_cache(maxsize=32)
def figures_of(tables: bytes) -> Figures:
    """Return the figures of a game; the agents of all games share them."""
    return Figures(tables)
