"""The shape of Snowdonia's data file, ``data/snowdonia.toml``.

The types say what one entry may be; their bounds are those of the core's fields or a little inside them. What
entries must be together is in ``checks``.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from ..figures import Table

MAX_PLAYERS = 5
REFERENCE = ("box",)

AreaName = Literal["A", "B", "C", "D", "E", "F", "G", "none"]
Weather = Literal["sun", "rain", "fog"]
EventName = Literal["excavate", "trains", "lay_track", "complete_station", "maintenance"]
Points = Annotated[int, Meta(ge=0, le=200)]
Cubes = Annotated[int, Meta(ge=0, le=200)]
Rubble = Annotated[int, Meta(ge=0, le=30)]
Cost = Annotated[int, Meta(ge=0, le=7)]
Coal = Annotated[int, Meta(ge=0, le=20)]
Need = Annotated[int, Meta(ge=0, le=60)]
RubbleNeed = Annotated[int, Meta(ge=0, le=200)]
AreaSpaces = Annotated[int, Meta(ge=1, le=5)]
Step = Annotated[int, Meta(ge=-15, le=15)]
Rate = Annotated[int, Meta(ge=1, le=30)]
EventSpace = Annotated[int, Meta(ge=1, le=15)]
StationNumber = Annotated[float, Meta(ge=0, le=99)]
Seats = Annotated[int, Meta(ge=1, le=MAX_PLAYERS)]
PlayerRange = tuple[Seats, Seats]
CubesByPlayers = Annotated[list[Cubes], Meta(min_length=MAX_PLAYERS, max_length=MAX_PLAYERS)]
ContractKey = Annotated[
    str, Meta(pattern="^([1-9]|[12][0-9]|3[0-2])$", description="numbers of contracts from 1 to 32")
]
TrainKey = Annotated[str, Meta(pattern="^[1-8]$", description="numbers of trains from 1 to 8")]
EventKey = Annotated[str, Meta(pattern="^([1-9]|1[0-5])$", description="spaces of the Event Track from 1 to 15")]
StationKey = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$", description="names of small letters, digits and _")]


class Box(Table):
    """What the box holds; for reference only."""

    iron: int
    stone: int
    coal: int
    event_cubes: int
    rubble: int
    steel_bars: int
    sun_discs: int
    rain_discs: int
    fog_discs: int
    game_markers: int
    contracts: int
    trains: int
    station_cards: int
    track_cards: int
    action_overlays: int
    reference_cards: int


class Pieces(Table):
    """SN-05. With the temporary labourer a player has at most three."""

    markers: Annotated[int, Meta(ge=1, le=60)]
    labourers: Annotated[int, Meta(ge=1, le=2)]


class Area(Table):
    """SN-06: an action area with numbered spaces."""

    name: str
    spaces: Annotated[list[AreaSpaces], Meta(min_length=MAX_PLAYERS, max_length=MAX_PLAYERS)]


class OpenArea(Table):
    """Area G, which always has room (SN-23)."""

    name: str
    spaces: Literal["unlimited"]


class Areas(Struct, forbid_unknown_fields=True):
    """SN-06, SN-30."""

    A: Area
    B: Area
    C: Area
    D: Area
    E: Area
    F: Area
    G: OpenArea


class Overlay(Table):
    """SN-34."""

    spaces: Literal[1]


class SupplyBag(Table):
    """SN-11, by players; the first entry is the solo game's (SN-70)."""

    iron: CubesByPlayers
    stone: CubesByPlayers
    event: CubesByPlayers


class CoalSupply(Table):
    """SN-11, SN-70."""

    total: Cubes
    solo: Cubes


class StockYard(Table):
    """SN-11, SN-32."""

    iron: Cubes
    stone: Cubes
    coal: Cubes
    take: Annotated[int, Meta(ge=1, le=7)]
    coal_max: Annotated[int, Meta(ge=0, le=7)]


class Works(Table):
    """SN-35."""

    iron_per_steel: Annotated[int, Meta(ge=1, le=20)]
    rubble_per_stone: Annotated[int, Meta(ge=1, le=20)]
    conversions: Annotated[int, Meta(ge=1, le=5)]


class Restock(Table):
    """SN-47, by players."""

    cubes: Annotated[list[Annotated[int, Meta(ge=1, le=60)]], Meta(min_length=MAX_PLAYERS, max_length=MAX_PLAYERS)]


class Solo(Table):
    """SN-70."""

    yard_cubes: Annotated[int, Meta(ge=0, le=60)]


class WorkRate(Struct, forbid_unknown_fields=True):
    """SN-07: the spaces of a track, and the one (from 1) on which the marker starts."""

    values: Annotated[list[Rate], Meta(min_length=1, max_length=16)]
    start: Annotated[int, Meta(ge=1, le=16)]


class WorkRates(Table):
    """SN-07."""

    excavation: WorkRate
    lay_track: WorkRate


class Steps(Struct, forbid_unknown_fields=True):
    """How far one kind of weather moves the two markers."""

    excavation: Step
    lay_track: Step


class WeatherSteps(Table):
    """SN-46."""

    sun: Steps
    rain: Steps
    fog: Steps


class EventTrack(Table):
    """SN-50."""

    events: Annotated[list[EventName], Meta(min_length=1, max_length=15)]
    returns: dict[EventKey, list[EventSpace]]


class TrackKind(Struct, forbid_unknown_fields=True):
    """SN-03, SN-04."""

    rubble: Rubble
    vp: Points
    copies: Annotated[int, Meta(ge=0, le=30)]
    optional: bool = False


class TrackCards(Table):
    """SN-03: the kinds of track cards."""

    kinds: Annotated[list[TrackKind], Meta(min_length=1, max_length=8)]


class Space(Struct, forbid_unknown_fields=True):
    """A space of a station: excavated if it has rubble, built otherwise."""

    vp: Points
    rubble: Rubble = 0
    stone: Cost = 0
    steel: Cost = 0

    @property
    def words(self) -> str:
        """Return its cost, as in ``stone 3``."""
        parts = [(self.rubble, "rubble"), (self.stone, "stone"), (self.steel, "steel")]
        return " ".join(f"{name} {n}" for n, name in parts if n)


class Station(Table):
    """SN-02, SN-03, SN-62."""

    number: StationNumber
    name: str
    players: PlayerRange
    track_cards: Annotated[int, Meta(ge=0, le=16)]
    surveyor_vp: Points
    spaces: list[Space]


class EngineShed(Table):
    """SN-10."""

    size: Annotated[int, Meta(ge=0, le=8)]


class TrainEffect(Struct, forbid_unknown_fields=True):
    """What a train does; which figures go with an `op` is in TRAIN_EFFECTS."""

    op: Literal["none", "excavate_bonus", "works_iron", "extra_cubes", "end_points", "extra_build", "lay_track_bonus"]
    amount: int | None = None


class Train(Table):
    """SN-10, SN-21, SN-38."""

    name: str
    steel: Cost
    coal: Coal
    hire: Coal
    effect: TrainEffect


class SiteOffice(Table):
    """SN-09."""

    spaces: Literal[3]


class Effect(Struct, forbid_unknown_fields=True):
    """What a contract does; which figures go with an `op` is in EFFECTS."""

    op: Literal[
        "none",
        "lay_track_bonus",
        "clear_next_space",
        "swap_weather_disc",
        "draw_contracts",
        "iron_for_steel",
        "extra_cubes",
        "extra_lay_track",
        "stone_discount",
        "extra_build",
        "convert_rubble",
        "convert_iron",
        "lock_contracts",
        "maintenance_waiver",
        "rubble_for_stone",
        "draw_from_bag",
        "take_from_yard",
        "take_start_player",
        "multiply_excavation",
        "move_surveyor",
        "relocate_labourer",
        "ignore_coal_limit",
    ]
    amount: int | None = None
    times: int | None = None
    coal_max: int | None = None


class SetScore(Struct, forbid_unknown_fields=True, tag_field="kind", tag="set"):
    """SN-63: points for a full set."""

    vp: Points
    build_markers: Need = 0
    track_markers: Need = 0
    rubble: RubbleNeed = 0


class CoalScore(Struct, forbid_unknown_fields=True, tag_field="kind", tag="per_coal"):
    """Points for each coal."""

    vp_each: Annotated[int, Meta(ge=0, le=20)]


class SurveyorSetScore(Struct, forbid_unknown_fields=True, tag_field="kind", tag="surveyor_and_set"):
    """Points for a full set, if the surveyor has come to the station."""

    vp: Points
    station: StationNumber
    build_markers: Need = 0
    track_markers: Need = 0
    rubble: RubbleNeed = 0


class Tier(Struct, forbid_unknown_fields=True):
    """Points for a surveyor at this station or beyond."""

    station: StationNumber
    vp: Points


class TierScore(Struct, forbid_unknown_fields=True, tag_field="kind", tag="surveyor_tiers"):
    """The points of the highest tier reached."""

    tiers: Annotated[list[Tier], Meta(min_length=1, max_length=9)]


class Contract(Table):
    """SN-08, SN-30, SN-44, SN-63."""

    area: AreaName
    back: Weather
    effect: Effect
    score: SetScore | CoalScore | SurveyorSetScore | TierScore
    players: PlayerRange = (1, MAX_PLAYERS)
    in_deck: bool = True

    def is_used(self, players: int) -> bool:
        """Say if it is in the deck of a game with so many players."""
        return self.in_deck and self.players[0] <= players <= self.players[1]


class Snowdonia(Struct, forbid_unknown_fields=True):
    """The whole data file."""

    game: Literal["snowdonia"]
    scenario: str
    sources: dict[str, str]
    box: Box
    pieces: Pieces
    areas: Areas
    overlay: Overlay
    supply_bag: SupplyBag
    coal: CoalSupply
    stock_yard: StockYard
    works: Works
    restock: Restock
    solo: Solo
    work_rates: WorkRates
    weather: WeatherSteps
    event_track: EventTrack
    track_cards: TrackCards
    stations: dict[StationKey, Station]
    engine_shed: EngineShed
    trains: dict[TrainKey, Train]
    site_office: SiteOffice
    contracts: dict[ContractKey, Contract]

    def all_stations(self) -> list[Station]:
        """Return all stations in the order of the mountain, used or not."""
        return sorted(self.stations.values(), key=lambda station: station.number)

    def route(self, players: int) -> list[Station]:
        """Return the stations of a game with so many players (SN-02)."""
        return [s for s in self.all_stations() if s.players[0] <= players <= s.players[1]]

    def spaces(self) -> list[tuple[Station, Space]]:
        """Return all station spaces; the index is the space's id, the same for every number of players."""
        return [(station, space) for station in self.all_stations() for space in station.spaces]

    def deck(self, players: int) -> dict[int, Contract]:
        """Return the contracts of a game with so many players, by number (SN-08)."""
        return {
            int(k): self.contracts[k] for k in sorted(self.contracts, key=int) if self.contracts[k].is_used(players)
        }


class EffectSpec(NamedTuple):
    """The core's name of an effect, the range of each of its figures, and the areas it may name."""

    op: str
    amount: tuple[int, int] | None = None
    times: tuple[int, int] | None = None
    coal_max: tuple[int, int] | None = None
    areas: str = "ABCDEFG"


EFFECTS = {
    "none": EffectSpec("NONE", areas=""),
    "lay_track_bonus": EffectSpec("LAY_BONUS", (1, 16)),
    "clear_next_space": EffectSpec("CLEAR", areas="B"),
    "swap_weather_disc": EffectSpec("DISC"),
    "draw_contracts": EffectSpec("DRAW", (1, 2)),
    "iron_for_steel": EffectSpec("IRON_FOR_STEEL", (1, 20)),
    "extra_cubes": EffectSpec("EXTRA_CUBES", (1, 6)),
    "extra_lay_track": EffectSpec("EXTRA_LAY", areas="D"),
    "stone_discount": EffectSpec("STONE_DISCOUNT", (1, 7)),
    "extra_build": EffectSpec("EXTRA_BUILD", areas="E"),
    "convert_rubble": EffectSpec("CONVERT_RUBBLE", (1, 20), (1, 5)),
    "convert_iron": EffectSpec("CONVERT_IRON", (1, 20), (1, 5)),
    "lock_contracts": EffectSpec("LOCK"),
    "maintenance_waiver": EffectSpec("MAINTENANCE", areas=""),
    "rubble_for_stone": EffectSpec("RUBBLE_FOR_STONE", (1, 20), (1, 7)),
    "draw_from_bag": EffectSpec("BAG", (1, 20)),
    "take_from_yard": EffectSpec("YARD", (1, 7), coal_max=(0, 7)),
    "take_start_player": EffectSpec("START"),
    "multiply_excavation": EffectSpec("DOUBLE", (1, 5)),
    "move_surveyor": EffectSpec("SURVEYOR", (1, 8)),
    # later than area A a moved labourer could land where nothing resolves any more
    "relocate_labourer": EffectSpec("RELOCATE", areas="A"),
    "ignore_coal_limit": EffectSpec("COAL"),
}

TRAIN_EFFECTS = {
    "none": EffectSpec("NONE"),
    "excavate_bonus": EffectSpec("EXCAVATE", (1, 30)),
    "works_iron": EffectSpec("WORKS", (1, 20)),
    "extra_cubes": EffectSpec("CUBES", (1, 6)),
    "end_points": EffectSpec("POINTS", (0, 200)),
    "extra_build": EffectSpec("BUILD"),
    "lay_track_bonus": EffectSpec("LAY", (1, 16)),
}
