"""Figures and options of Snowdonia as the core's tables: one record of `TABLES_DTYPE`.

Its fields are described in ``tables.pxd``. The data has passed ``checks``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from .._core.snowdonia.game import EVENTS, LIMITS, OPS, SCORES, TABLES_DTYPE, TRAIN_OPS, WEATHER
from .items import allowed_numbers
from .schema import (
    EFFECTS,
    TRAIN_EFFECTS,
    CoalScore,
    Contract,
    SetScore,
    Snowdonia,
    SurveyorSetScore,
    TierScore,
)

AREAS = "ABCDEFG"
NONE = 255
_EVENTS = {
    "excavate": "EXCAVATE",
    "trains": "TRAINS",
    "lay_track": "LAY",
    "complete_station": "STATION",
    "maintenance": "MAINTENANCE",
}


def build_tables(data: Snowdonia, players: int, options: Mapping[str, Any]) -> bytes:
    """Return the bytes of the tables record."""
    t = np.zeros((), TABLES_DTYPE)
    t["n_seats"] = players
    _fill_route(t, data, players)
    _fill_spaces(t, data, players)
    _fill_track_cards(t, data, options)
    _fill_action_masks(t)
    _fill_areas(t, data, players)
    _fill_contracts(t, data, players)
    _fill_trains(t, data, options)
    _fill_rates(t, data)
    _fill_supplies(t, data, players, options)
    _fill_options(t, players, options)
    return t.tobytes()


def _mask(bits: Iterable[int]) -> int:
    word = 0
    for bit in bits:
        word |= 1 << bit
    return word


def _fill_route(t: Any, data: Snowdonia, players: int) -> None:
    """Stations, tracks and cells in route order (SN-02, SN-03, SN-33)."""
    first_space = {}
    n = 0
    for station in data.all_stations():
        first_space[station.number] = n
        n += len(station.spaces)
    t["cell_track"] = NONE
    t["cell_space"] = NONE
    t["space_station"] = NONE
    cell = track = 0
    for index, station in enumerate(data.route(players)):
        t["surveyor_vp"][index] = station.surveyor_vp
        t["leading_cells"][index] = _mask(range(cell, cell + station.track_cards))
        for _ in range(station.track_cards):
            t["cell_track"][cell] = track
            t["track_cell"][track] = cell
            cell += 1
            track += 1
        spaces = range(first_space[station.number], first_space[station.number] + len(station.spaces))
        own_cells = []
        for space, figures in zip(spaces, station.spaces, strict=True):
            t["space_station"][space] = index
            if figures.rubble:
                t["cell_space"][cell] = space
                t["cell_rubble"][cell] = figures.rubble
                own_cells.append(cell)
                cell += 1
        t["station_spaces"][index] = _mask(spaces)
        t["station_cells"][index] = _mask(own_cells)
    t["n_stations"] = index + 1
    t["n_tracks"] = track
    t["n_cells"] = cell
    t["track_cells"] = _mask(c for c in range(cell) if t["cell_track"][c] != NONE)
    for c in range(LIMITS["CELLS"] + 1):
        t["tracks_before"][c] = _mask(k for k in range(track) if t["track_cell"][k] < c)


def _fill_spaces(t: Any, data: Snowdonia, players: int) -> None:
    """Station spaces by id (SN-37, SN-62)."""
    building = []
    for space, (station, figures) in enumerate(data.spaces()):
        t["space_vp"][space] = figures.vp
        t["space_stone"][space] = figures.stone
        t["space_steel"][space] = figures.steel
        if not figures.rubble and station.players[0] <= players <= station.players[1]:
            building.append(space)
    t["building_spaces"] = _mask(building)
    for n in range(LIMITS["LEVELS"]):
        t["stone_ok"][n] = _mask(space for space in building if t["space_stone"][space] <= n)
        t["steel_ok"][n] = _mask(space for space in building if t["space_steel"][space] <= n)
    # a station is open while the first track card with rubble lies beyond the cards that lead up to it
    leading = np.cumsum([station.track_cards for station in data.route(players)])
    for cell in range(LIMITS["CELLS"] + 1):
        clear = int(t["tracks_before"][cell]).bit_count()
        t["reachable"][cell] = _mask(space for space in building if leading[t["space_station"][space]] <= clear)


def _fill_track_cards(t: Any, data: Snowdonia, options: Mapping[str, Any]) -> None:
    """Fill in the track deck (SN-03, SN-04)."""
    kinds = data.track_cards.kinds
    t["n_kinds"] = len(kinds)
    for i, kind in enumerate(kinds):
        copies = kind.copies if options["extra_track_cards"] or not kind.optional else 0
        t["kind_rubble"][i] = kind.rubble
        t["kind_vp"][i] = kind.vp
        t["kind_copies"][i] = copies
        if copies and kind.rubble == 0:
            t["zero_kinds"] = 1
    # elsewhere cards become clear in order, and all below a station's own are clear before they are
    always_clear = any(not t["leading_cells"][i] and t["station_spaces"][i] for i in range(t["n_stations"]))
    t["early_stations"] = options["stations_open"] == "own" and (t["zero_kinds"] or always_clear)


def take_list() -> list[tuple[int, int, int]]:
    """Return the (iron, stone, coal) of every take, in the order of the action ids."""
    most = LIMITS["TAKE_MAX"]
    return [(i, s, c) for i in range(most + 1) for s in range(most + 1 - i) for c in range(most + 1 - i - s)]


def _fill_action_masks(t: Any) -> None:
    """Which takes and conversions are possible with at most n of something."""
    takes = take_list()
    conversions = [(steel, stone) for steel in range(6) for stone in range(6)]
    for n in range(8):
        for field, amounts in (
            ("take_iron", [take[0] for take in takes]),
            ("take_stone", [take[1] for take in takes]),
            ("take_coal", [take[2] for take in takes]),
            ("take_total", [sum(take) for take in takes]),
        ):
            word = _mask(i for i, amount in enumerate(amounts) if amount <= n)
            t[field][n] = word & (2**64 - 1), word >> 64
        t["convert_steel"][n] = _mask(i for i, (steel, _) in enumerate(conversions) if steel <= n)
        t["convert_stone"][n] = _mask(i for i, (_, stone) in enumerate(conversions) if stone <= n)
        t["convert_total"][n] = _mask(i for i, pair in enumerate(conversions) if 1 <= sum(pair) <= n)


def _fill_areas(t: Any, data: Snowdonia, players: int) -> None:
    """Places of the action areas (SN-06)."""
    for area in range(LIMITS["AREAS"] - 1):
        first = area * LIMITS["AREA_SPACES"]
        spaces = getattr(data.areas, AREAS[area]).spaces[players - 1]
        t["area_places"][area] = _mask(range(first, first + spaces))
    t["area_places"][LIMITS["AREAS"] - 1] = 1 << LIMITS["PLACE_G"]
    t["places"] = np.bitwise_or.reduce(t["area_places"])


def _fill_contracts(t: Any, data: Snowdonia, players: int) -> None:
    """Fill in the deck (SN-08), what its cards do (SN-44) and what they score (SN-63)."""
    deck = data.deck(players)
    numbers = [station.number for station in data.route(players)]
    t["card_area"] = NONE
    t["card_back"] = WEATHER["NONE"]
    t["all_cards"] = _mask(card - 1 for card in deck)
    for card, contract in deck.items():
        spec, effect = EFFECTS[contract.effect.op], contract.effect
        bit = 1 << (card - 1)
        t["card_op"][card] = OPS[spec.op]
        t["card_amount"][card] = effect.amount or 0
        # for a take from the yard the second figure is the coal it allows
        t["card_times"][card] = effect.times or effect.coal_max or 0
        t["op_cards"][OPS[spec.op]] |= bit
        back = WEATHER[contract.back.upper()]
        t["card_back"][card] = back
        t["back_cards"][back] |= bit
        if contract.area != "none":
            t["card_area"][card] = AREAS.index(contract.area)
            t["area_cards"][AREAS.index(contract.area)] |= bit
        _fill_score(t, card, contract, numbers)


def _fill_score(t: Any, card: int, contract: Contract, numbers: Sequence[float]) -> None:
    score = contract.score
    if isinstance(score, CoalScore):
        t["card_score"][card] = SCORES["COAL"]
        t["card_vp"][card] = score.vp_each
    elif isinstance(score, TierScore):
        t["card_score"][card] = SCORES["SURVEYOR"]
        for index, number in enumerate(numbers):
            reached = [tier for tier in score.tiers if tier.station <= number]
            if reached:
                t["tier_vp"][index] = max(reached, key=lambda tier: tier.station).vp
    else:
        _fill_set(t, card, score, numbers)


def _fill_set(t: Any, card: int, score: SetScore | SurveyorSetScore, numbers: Sequence[float]) -> None:
    t["card_score"][card] = SCORES["SET"]
    t["card_vp"][card] = score.vp
    t["card_build"][card] = score.build_markers
    t["card_track"][card] = score.track_markers
    t["card_rubble"][card] = score.rubble
    if isinstance(score, SurveyorSetScore):
        t["card_score"][card] = SCORES["SURVEYOR_SET"]
        # a station that this route leaves out is passed on the way to the next one
        reached = [index for index, number in enumerate(numbers) if number >= score.station]
        t["card_station"][card] = reached[0] if reached else NONE


def _fill_trains(t: Any, data: Snowdonia, options: Mapping[str, Any]) -> None:
    """Trains, and the order of their names (SN-10, SN-38, SN-55)."""
    for key, train in data.trains.items():
        number, spec = int(key), TRAIN_EFFECTS[train.effect.op]
        t["train_cost"][number] = train.steel
        t["train_coal"][number] = train.coal
        t["train_hire"][number] = train.hire
        t["train_op"][number] = TRAIN_OPS[spec.op]
        t["train_amount"][number] = train.effect.amount or 0
    order = sorted(data.trains, key=lambda key: (data.trains[key].name.casefold(), int(key)))
    t["n_trains"] = len(order)
    t["train_order"][: len(order)] = [int(key) for key in order]
    for n in range(LIMITS["LEVELS"]):
        t["trains_ok"][n] = _mask(int(key) for key, train in data.trains.items() if train.steel <= n)
    t["train_pool"] = _mask(options["train_pool"])
    t["shed_size"] = min(data.engine_shed.size, len(options["train_pool"]))


def _fill_rates(t: Any, data: Snowdonia) -> None:
    """Work rates, weather and events (SN-07, SN-46, SN-50)."""
    rates = data.work_rates
    for prefix, rate in (("excavation", rates.excavation), ("lay", rates.lay_track)):
        t[f"{prefix}_values"][: len(rate.values)] = rate.values
        t[f"n_{prefix}"] = len(rate.values)
        t[f"{prefix}_start"] = rate.start - 1
    for name in ("sun", "rain", "fog"):
        steps = getattr(data.weather, name)
        t["excavation_step"][WEATHER[name.upper()]] = steps.excavation
        t["lay_step"][WEATHER[name.upper()]] = steps.lay_track
    events = data.event_track
    t["n_events"] = len(events.events)
    for space, event in enumerate(events.events, start=1):
        t["event_kind"][space] = EVENTS[_EVENTS[event]]
        t["event_returns"][space] = _mask(events.returns.get(str(space), []))


def _fill_supplies(t: Any, data: Snowdonia, players: int, options: Mapping[str, Any]) -> None:
    """Pieces and cubes (SN-05, SN-11, SN-32, SN-35, SN-47, SN-70)."""
    solo = players == 1
    bag, yard = data.supply_bag, data.stock_yard
    coal = data.coal.solo if solo else data.coal.total - yard.coal
    t["bag_start"] = [bag.iron[players - 1], bag.stone[players - 1], coal, bag.event[players - 1]]
    t["yard_start"] = [0, 0, 0] if solo else [yard.iron, yard.stone, yard.coal]
    t["solo_yard"] = data.solo.yard_cubes if solo else 0
    t["restock"] = data.restock.cubes[players - 1]
    t["n_markers"] = data.pieces.markers
    t["n_labourers"] = data.pieces.labourers
    t["take_amount"] = yard.take
    t["take_coal_max"] = yard.coal_max
    t["iron_per_steel"] = data.works.iron_per_steel
    t["rubble_per_stone"] = data.works.rubble_per_stone
    t["works_max"] = data.works.conversions


def _fill_options(t: Any, players: int, options: Mapping[str, Any]) -> None:
    t["solo"] = players == 1
    t["solo_train"] = options["solo_train"] if players == 1 else 0
    t["tie_by_token"] = options["tie_break"] == "token"
    for name in ("thin_fog", "steel_limit", "fog_blocks_contracts", "auto_forced", "forced_swap"):
        t[name] = options[name]
    for seat in range(players):
        cards = allowed_numbers("contract", LIMITS["CARDS"] - 1, seat, options["forbid"])
        t["may_take"][seat] = _mask(card - 1 for card in cards)
        t["may_acquire"][seat] = _mask(allowed_numbers("train", LIMITS["TRAINS"] - 1, seat, options["forbid"]))
