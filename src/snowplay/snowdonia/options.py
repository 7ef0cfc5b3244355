"""The rule options of Snowdonia."""

from __future__ import annotations

from ..options import Option
from .items import ITEM_NAMES

OPTIONS = (
    Option(
        "extra_track_cards",
        "bool",
        False,
        ("SN-03",),
        "shuffle the optional track cards (0, 6 and 7 rubble) in",
    ),
    Option(
        "train_pool",
        "ints",
        [1, 2, 3, 4, 5, 6, 7],
        ("SN-10",),
        "trains from which the Engine Shed is filled",
        low=1,
        high=8,
    ),
    Option("steel_limit", "int", 0, ("SN-12",), "most steel all players may hold together; 0: no limit", high=200),
    Option("thin_fog", "bool", False, ("SN-22",), "fog closes only the last space of Excavation and of Lay Track"),
    Option(
        "fog_blocks_contracts",
        "bool",
        True,
        ("SN-42",),
        "in fog contracts do not excavate or lay track either; no effect under thin_fog",
    ),
    Option(
        "forced_swap",
        "bool",
        False,
        ("SN-31", "SN-38"),
        "a train owner who can do nothing else in a Build action must swap trains",
    ),
    Option(
        "stations_open",
        "choice",
        "own",
        ("SN-37",),
        "track cards that must be clear before a station is built at: those between it and the station before, or all "
        "of the route up to it; differs only where cards without rubble are in the deck",
        choices=("own", "route"),
    ),
    Option(
        "tie_break",
        "choice",
        "assignment",
        ("SN-64",),
        "turn order that breaks ties: of the last round's assignment, or as the token stands at the end",
        choices=("assignment", "token"),
    ),
    Option("solo_train", "int", 1, ("SN-70",), "train of the solo game", low=1, high=8),
    Option(
        "forbid",
        "items",
        [],
        ("SN-38", "SN-39", "SN-88"),
        "contracts that a seat may not take or keep, and trains that it may not acquire",
        choices=ITEM_NAMES,
    ),
    Option("auto_forced", "bool", True, (), "decisions with a single option are played by the engine"),
)
