"""What the entries of Snowdonia's data file must be together, and the capacities of the core they must fit.

The core trusts its tables: whatever it relies on that the types of ``schema`` do not say is checked here. Each
group of checks yields faults: the path of an entry, what was found, and what is allowed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from .._core.snowdonia.game import ACTIONS, LIMITS
from ..errors import RulesError
from ..figures import provenance_faults
from ..items import seat_faults, split_item
from ..validation import listed
from .schema import (
    EFFECTS,
    TRAIN_EFFECTS,
    Effect,
    EffectSpec,
    Snowdonia,
    SurveyorSetScore,
    TierScore,
    TrainEffect,
    WorkRate,
)

_Fault = tuple[str, str, str]


def check(data: Snowdonia, players: int, options: Mapping[str, Any], where: str) -> None:
    """Raise RulesError for the first entry that does not fit the others or the core's capacities."""
    for path, found, allowed in _faults(data, players, options):
        table, _, option = path.partition(".")
        if table == "options":
            raise RulesError.of("option", option, found, allowed)
        raise RulesError.of(where, path, found, allowed)


def _faults(data: Snowdonia, players: int, options: Mapping[str, Any]) -> Iterator[_Fault]:
    yield from provenance_faults(data, data.sources)
    yield from _rate_faults(data)
    yield from _event_faults(data)
    yield from _station_faults(data, players)
    yield from _track_faults(data, players, options)
    yield from _contract_faults(data, players)
    yield from _train_faults(data, options)
    yield from _forbid_faults(data, players, options)
    yield from _cube_faults(data, players)
    yield from _coal_faults(data, players, options)


def _rate_faults(data: Snowdonia) -> Iterator[_Fault]:
    for name in ("excavation", "lay_track"):
        rate: WorkRate = getattr(data.work_rates, name)
        if rate.start > len(rate.values):
            yield (
                f"work_rates.{name}.start",
                str(rate.start),
                f"a space of the track, from 1 to {len(rate.values)}",
            )


def _event_faults(data: Snowdonia) -> Iterator[_Fault]:
    last = len(data.event_track.events)
    for key, spaces in data.event_track.returns.items():
        path = f"event_track.returns.{key}"
        if int(key) > last:
            yield path, "an unknown key", f"spaces of the Event Track from 1 to {last}"
        for space in spaces:
            if space > int(key):
                yield path, str(space), f"spaces that are filled by then, from 1 to {key}"
    if last not in data.event_track.returns.get(str(last), []):
        yield (
            f"event_track.returns.{last}",
            "no return of the last space",
            f"a list that has {last} in it (SN-50)",
        )


def _station_faults(data: Snowdonia, players: int) -> Iterator[_Fault]:
    numbers: dict[float, str] = {}
    for key, station in data.stations.items():
        path = f"stations.{key}"
        if station.players[0] > station.players[1]:
            yield f"{path}.players", listed(station.players), "fewest players, then most"
        if station.number in numbers:
            yield (
                f"{path}.number",
                f"{station.number:g}, as in {numbers[station.number]}",
                "a number of its own",
            )
        numbers[station.number] = path
        for i, space in enumerate(station.spaces, start=1):
            kinds = bool(space.rubble) + bool(space.stone or space.steel)
            if kinds != 1:
                found = "rubble and a price" if kinds else "neither rubble nor a price"
                yield f"{path}.spaces.{i}", found, "rubble to excavate, or a price in stone, steel or both"
    route = data.route(players)
    room = LIMITS["STATIONS"]
    if not 2 <= len(route) <= room:
        yield "stations", f"{len(route)} with {players} players", f"2 to {room} (see their players)"
    # the ids of spaces lie between those of building and of acquiring
    room = ACTIONS["ACQUIRE"] - ACTIONS["BUILD"]
    if len(data.spaces()) > room:
        yield "stations", f"{len(data.spaces())} spaces in all", f"at most {room}"


def _track_faults(data: Snowdonia, players: int, options: Mapping[str, Any]) -> Iterator[_Fault]:
    route = data.route(players)
    tracks = sum(station.track_cards for station in route)
    if not 1 <= tracks <= LIMITS["TRACKS"]:
        yield "stations", f"{tracks} track cards on the route", f"1 to {LIMITS['TRACKS']}"
    digs = [space.rubble for station in route for space in station.spaces if space.rubble]
    if tracks + len(digs) > LIMITS["CELLS"]:
        found = f"{tracks} track cards and {len(digs)} excavation spaces on the route"
        yield "stations", found, f"together at most {LIMITS['CELLS']}"
    kinds = [kind for kind in data.track_cards.kinds if options["extra_track_cards"] or not kind.optional]
    copies = sorted((kind.rubble for kind in kinds for _ in range(kind.copies)), reverse=True)
    if len(copies) < tracks:
        yield (
            "track_cards.kinds",
            f"{len(copies)} cards",
            f"at least {tracks}: so many lead to the stations in use",
        )
    if len(copies) > 200:
        yield "track_cards.kinds", f"{len(copies)} cards", "at most 200"
    # one player's rubble is a byte
    rubble = sum(copies[:tracks]) + sum(digs)
    if rubble > 250:
        yield (
            "track_cards.kinds",
            f"up to {rubble} rubble on the route with that of the stations",
            "at most 250",
        )


def _contract_faults(data: Snowdonia, players: int) -> Iterator[_Fault]:
    numbers = [station.number for station in data.all_stations()]
    tiers: tuple[str, object] = ("", None)
    for key, contract in data.contracts.items():
        path = f"contracts.{key}"
        if contract.players[0] > contract.players[1]:
            yield f"{path}.players", listed(contract.players), "fewest players, then most"
        spec = EFFECTS[contract.effect.op]
        yield from _figure_faults(f"{path}.effect", contract.effect, spec)
        if contract.area not in (spec.areas or ["none"]):
            allowed = "one of " + listed(map(repr, spec.areas)) if len(spec.areas) > 1 else repr(spec.areas or "none")
            yield f"{path}.area", repr(contract.area), f"{allowed} with the effect {contract.effect.op}"
        score = contract.score
        if isinstance(score, SurveyorSetScore) and score.station not in numbers:
            yield f"{path}.score.station", f"{score.station:g}", "numbers of stations: " + _numbers(numbers)
        if isinstance(score, TierScore):
            for i, tier in enumerate(score.tiers, start=1):
                if tier.station not in numbers:
                    yield (
                        f"{path}.score.tiers.{i}.station",
                        f"{tier.station:g}",
                        f"one of {_numbers(numbers)}",
                    )
            if tiers[1] is not None and tiers[1] != score.tiers:
                yield (
                    f"{path}.score.tiers",
                    f"other tiers than in {tiers[0]}",
                    "the same tiers on all such contracts",
                )
            tiers = (path, score.tiers)
    deck = data.deck(players)
    # SN-87: the core has one price of rubble for stone
    prices = {c.effect.amount for c in deck.values() if c.effect.op == "rubble_for_stone"}
    if len(prices) > 1:
        found = f"effects rubble_for_stone with amounts {listed(sorted(map(str, prices)))}"
        yield "contracts", found, "the same amount on all such contracts"
    factors = [c.effect.amount or 1 for c in deck.values() if c.effect.op == "multiply_excavation"]
    if math.prod(factors) > 1000:
        yield (
            "contracts",
            f"effects that together multiply the excavation by {math.prod(factors)}",
            "at most 1000",
        )
    if len(deck) < data.site_office.spaces:
        found = f"{len(deck)} in the deck of {players} players"
        yield "contracts", found, f"at least {data.site_office.spaces}, for the Site Office"


def _numbers(numbers: list[float]) -> str:
    return listed(f"{number:g}" for number in numbers)


def _figure_faults(path: str, effect: Effect | TrainEffect, spec: EffectSpec) -> Iterator[_Fault]:
    """Check the figures an effect must have, and that it has no others."""
    for name in effect.__struct_fields__[1:]:
        value, bounds = getattr(effect, name), getattr(spec, name)
        if bounds is None and value is not None:
            yield f"{path}.{name}", str(value), f"nothing: {effect.op} has no {name}"
        elif bounds is not None and (value is None or not bounds[0] <= value <= bounds[1]):
            found = "nothing (the key is missing)" if value is None else str(value)
            yield f"{path}.{name}", found, f"a whole number from {bounds[0]} to {bounds[1]}"


def _train_faults(data: Snowdonia, options: Mapping[str, Any]) -> Iterator[_Fault]:
    for key, train in data.trains.items():
        yield from _figure_faults(f"trains.{key}.effect", train.effect, TRAIN_EFFECTS[train.effect.op])
    known = listed(sorted(data.trains))
    pool = options["train_pool"]
    for train in pool:
        if str(train) not in data.trains:
            yield "options.train_pool", str(train), f"the trains there are: {known}"
    if str(options["solo_train"]) not in data.trains:
        yield "options.solo_train", str(options["solo_train"]), f"the trains there are: {known}"
    # the chance table names trains 1 to 7 only
    if 8 in pool and len(pool) > data.engine_shed.size:
        found = f"8 in a pool of {len(pool)}"
        yield (
            "options.train_pool",
            found,
            f"train 8 only if no train is left out of the {data.engine_shed.size} in the shed",
        )


def _forbid_faults(data: Snowdonia, players: int, options: Mapping[str, Any]) -> Iterator[_Fault]:
    for entry in options["forbid"]:
        family, _, number = split_item(entry)[0].partition(":")
        known = data.contracts if family == "contract" else data.trains
        if number not in known:
            yield "options.forbid", repr(entry), f"the {family}s there are: {listed(sorted(map(int, known)))}"
    yield from seat_faults(options["forbid"], players)


def _cube_faults(data: Snowdonia, players: int) -> Iterator[_Fault]:
    bonus = sum(c.effect.amount or 0 for c in data.deck(players).values() if c.effect.op == "extra_cubes")
    bonus += max((t.effect.amount or 0 for t in data.trains.values() if t.effect.op == "extra_cubes"), default=0)
    room = LIMITS["TAKE_MAX"]
    if data.stock_yard.take + bonus > room:
        found = f"{data.stock_yard.take}, and {bonus} extra cubes of contracts and a train"
        yield "stock_yard.take", found, f"together at most {room}"
    # all cubes of a kind may end up with one player, whose supply is a byte
    for kind in ("iron", "stone", "event"):
        in_bag = getattr(data.supply_bag, kind)[players - 1]
        in_yard = 0 if kind == "event" or players == 1 else getattr(data.stock_yard, kind)
        if in_bag + in_yard > 250:
            yield f"supply_bag.{kind}.{players}", f"{in_bag}, with the yard {in_bag + in_yard}", "at most 250"


def _coal_faults(data: Snowdonia, players: int, options: Mapping[str, Any]) -> Iterator[_Fault]:
    if players == 1:
        train = options["solo_train"]
        left = data.coal.solo - data.trains[str(train)].coal
        if left < 0:
            yield (
                "coal.solo",
                str(data.coal.solo),
                f"at least the {data.trains[str(train)].coal} on train {train}",
            )
        cubes = data.supply_bag.iron[0] + data.supply_bag.stone[0] + left
        if cubes < data.solo.yard_cubes:
            yield (
                "solo.yard_cubes",
                str(data.solo.yard_cubes),
                f"at most the {cubes} resource cubes in the bag",
            )
        return
    on_trains = sorted((data.trains[str(train)].coal for train in options["train_pool"]), reverse=True)
    needed = data.stock_yard.coal + sum(on_trains[: data.engine_shed.size])
    if data.coal.total < needed:
        found = str(data.coal.total)
        yield "coal.total", found, f"at least {needed}: the yard's and what may be on the trains in the shed"
