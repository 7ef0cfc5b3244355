"""The figures of the data file for one number of players and one set of options."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from twin.data import figures as read_figures

AREAS = "ABCDEFG"
WEATHER = ("sun", "rain", "fog")
CUBES = ("iron", "stone", "coal", "event")

# What can hold rubble: ("track", place on the route) or ("space", id of a station space).
Cell = tuple[str, int]


@dataclass(frozen=True)
class Space:
    """A station space; it has rubble to excavate, or a price."""

    id: int
    station: int
    rubble: int
    stone: int
    steel: int
    vp: int


@dataclass(frozen=True)
class Station:
    """A station of this route, by its place on the route; `tracks` are the track cards that lead up to it."""

    index: int
    number: float
    tracks: tuple[int, ...]
    spaces: tuple[Space, ...]
    surveyor_vp: int

    @property
    def digs(self) -> list[Space]:
        return [space for space in self.spaces if space.rubble]

    @property
    def buildings(self) -> list[Space]:
        return [space for space in self.spaces if not space.rubble]


@dataclass(frozen=True)
class Contract:
    """A contract card."""

    number: int
    area: str
    back: str
    op: str
    amount: int
    times: int
    coal_max: int
    score: Mapping[str, Any]


@dataclass(frozen=True)
class Train:
    """A train card."""

    number: int
    name: str
    steel: int
    coal: int
    hire: int
    op: str
    amount: int


@dataclass(frozen=True)
class Rate:
    """A work-rate track (SN-07): its values, and the place of the marker at the start, from 0."""

    values: tuple[int, ...]
    start: int


class Figures:
    """Everything the rules look up."""

    def __init__(self, players: int, options: Mapping[str, Any], data: Mapping[str, Any]) -> None:
        self.players = players
        self.solo = players == 1
        self.options = dict(options)
        seat = players - 1
        # SN-05, SN-06
        self.markers: int = data["pieces"]["markers"]
        self.labourers: int = data["pieces"]["labourers"]
        self.places = {
            area: [f"{area}{n}" for n in range(1, data["areas"][area]["spaces"][seat] + 1)] for area in AREAS[:-1]
        }
        self.overlay_places = [f"B{n}" for n in range(1, data["overlay"]["spaces"] + 1)]
        self._read_cubes(data, seat)
        self._read_route(data)
        # SN-07, SN-46
        rates = data["work_rates"]
        self.excavation = Rate(tuple(rates["excavation"]["values"]), rates["excavation"]["start"] - 1)
        self.lay = Rate(tuple(rates["lay_track"]["values"]), rates["lay_track"]["start"] - 1)
        self.steps = {
            kind: (data["weather"][kind]["excavation"], data["weather"][kind]["lay_track"]) for kind in WEATHER
        }
        # SN-50
        track = data["event_track"]
        self.events: list[str] = track["events"]
        self.returns = {int(space): set(spaces) for space, spaces in track["returns"].items()}
        self._read_cards(data)

    def _read_cubes(self, data: Mapping[str, Any], seat: int) -> None:
        """SN-11, SN-32, SN-35, SN-47, SN-70."""
        bag, yard = data["supply_bag"], data["stock_yard"]
        self.bag = {"iron": bag["iron"][seat], "stone": bag["stone"][seat], "coal": 0, "event": bag["event"][seat]}
        self.yard = dict.fromkeys(CUBES[:3], 0) if self.solo else {cube: yard[cube] for cube in CUBES[:3]}
        self.all_coal: int = data["coal"]["solo" if self.solo else "total"]
        self.solo_cubes: int = data["solo"]["yard_cubes"]
        self.take, self.take_coal = yard["take"], yard["coal_max"]
        works = data["works"]
        self.iron_per_steel, self.rubble_per_stone = works["iron_per_steel"], works["rubble_per_stone"]
        self.conversions: int = works["conversions"]
        self.restock: int = data["restock"]["cubes"][seat]

    def _read_route(self, data: Mapping[str, Any]) -> None:
        """SN-02 to SN-04: stations in the order of their numbers; the ids of spaces count over all stations."""
        self.stations: list[Station] = []
        self.route: list[Cell] = []
        self.spaces: dict[int, Space] = {}
        tracks = first_id = 0
        for entry in sorted(data["stations"].values(), key=lambda entry: entry["number"]):
            ids = range(first_id, first_id + len(entry["spaces"]))
            first_id = ids.stop
            if not entry["players"][0] <= self.players <= entry["players"][1]:
                continue
            index = len(self.stations)
            spaces = tuple(
                Space(n, index, e.get("rubble", 0), e.get("stone", 0), e.get("steel", 0), e["vp"])
                for n, e in zip(ids, entry["spaces"], strict=True)
            )
            leading = tuple(range(tracks, tracks + entry["track_cards"]))
            tracks += len(leading)
            station = Station(index, entry["number"], leading, spaces, entry["surveyor_vp"])
            self.stations.append(station)
            self.spaces |= {space.id: space for space in spaces}
            # SN-33: the track cards before a station, then its excavation spaces
            self.route += [("track", track) for track in leading] + [("space", space.id) for space in station.digs]
        self.tracks = tracks
        self.track_kinds: list[Mapping[str, Any]] = data["track_cards"]["kinds"]
        extra = self.options["extra_track_cards"]
        self.track_deck = {
            kind: entry["copies"]
            for kind, entry in enumerate(self.track_kinds)
            if entry["copies"] and (extra or not entry.get("optional", False))
        }

    def _read_cards(self, data: Mapping[str, Any]) -> None:
        """SN-08, SN-10."""
        self.contracts: dict[int, Contract] = {}
        for key, entry in data["contracts"].items():
            fewest, most = entry.get("players", (1, 5))
            if not entry.get("in_deck", True) or not fewest <= self.players <= most:
                continue
            effect = entry["effect"]
            self.contracts[int(key)] = Contract(
                int(key),
                entry["area"],
                entry["back"],
                effect["op"],
                effect.get("amount", 0),
                effect.get("times", 0),
                effect.get("coal_max", 0),
                entry["score"],
            )
        self.trains: dict[int, Train] = {}
        for key, entry in data["trains"].items():
            effect = entry["effect"]
            figures = entry["name"], entry["steel"], entry["coal"], entry["hire"]
            self.trains[int(key)] = Train(int(key), *figures, effect["op"], effect.get("amount", 0))
        self.train_names = sorted(self.trains, key=lambda n: (self.trains[n].name.casefold(), n))
        self.shed_size: int = data["engine_shed"]["size"]

    def back(self, card: int) -> str:
        return self.contracts[card].back


def figures_for(players: int, options: Mapping[str, Any], variant: Mapping[str, Any] | None) -> Figures:
    """The figures of a set-up, read once for each."""
    return _figures(json.dumps([players, options, variant], sort_keys=True))


@cache
def _figures(key: str) -> Figures:
    players, options, variant = json.loads(key)
    return Figures(players, options, read_figures("snowdonia", variant))
