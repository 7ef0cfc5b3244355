"""The games, numbers of players and rule options that the contract suite is run over, and the property tests too.

**A new game joins here**: at least one case for each number of players, and every option with another value than its
default. `contract/test_cases.py` fails when one is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import snowplay as sp


@dataclass(frozen=True)
class Case:
    """One set of rules."""

    game: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    variant: Mapping[str, Any] | None = None
    label: str = ""  # instead of a long list of options

    def __str__(self) -> str:
        changed = [self.label] if self.label else [f"{name}={value}" for name, value in self.options.items()]
        changed += ["variant"] if self.variant else []
        return "-".join([self.game, f"{self.players}p", *changed]).replace(" ", "")

    def load(self, **options: Any) -> sp.Game:
        """The game; `options` replace those of the case."""
        return sp.load_game(self.game, self.players, variant=self.variant, **{**self.options, **options})


def on(*names: str) -> dict[str, bool]:
    """Options that are on."""
    return dict.fromkeys(names, True)


# Options of A Few Acres of Snow that may be on together, in groups that act on the same things. What contradicts each
# other (AC-82) is in different groups.
_FIRST_EDITION = on("first_edition_bateaux", "first_edition_home_support", "first_edition_raid_range")
_SHUFFLES = on("reshuffle_costs", "late_reshuffle")
_FRENCH_HELP = on(
    *("french_swap", "french_extra_card", "french_bateaux", "duquesne_wins", "louisbourg_fortified", "quebec_fortified")
)
_BRITISH_BRAKES = {
    **on("british_siege_delay", "fewer_british_infantry", "british_bateaux_in_deck"),
    "leader_besieges": False,
}
_VICTIMS = on("ambush_takes_siege_card", "blocked_ambush_free", "blocked_raid_free", "natives_in_sieges")
_CARDS = on("locations_in_reserve", "governor_loses_location", "free_fur", "free_discard", "lost_cards_leave_hand")
_LOST_CARDS = on("governor_keeps_starting", "lost_cards_in_reserve", "reshuffle_costs")

CASES = [
    Case("acres", 2),
    Case("acres", 2, {"auto_forced": False}),
    Case("acres", 2, {"victim_choices": "automatic"}),
    Case("acres", 2, {**_FIRST_EDITION, "reshuffle_costs": True}, label="first-edition"),
    Case("acres", 2, {**_SHUFFLES, "auto_forced": False}),
    Case("acres", 2, _FRENCH_HELP, label="french-help"),
    Case("acres", 2, _BRITISH_BRAKES, label="british-brakes"),
    Case("acres", 2, _VICTIMS, label="victims"),
    Case("acres", 2, {**_CARDS, "fort_st_john": "graph"}, label="cards"),
    Case("acres", 2, _LOST_CARDS, label="lost-cards"),
    Case("acres", 2, {"no_governor": True, "ships_in_siege": "online", "max_turns": 60}),
    Case(
        "acres",
        2,
        {**_SHUFFLES, **_FRENCH_HELP, **_BRITISH_BRAKES, **_VICTIMS, **_CARDS, **_LOST_CARDS, "max_turns": 300},
        label="all-together",
    ),
    Case("acres", 2, {"forbid": ["card:militia", "card:ships@0", "card:trader@1"], "french_extra_card": True}),
    Case("acres", 2, variant={"turn": {"hand": 7, "actions": 3}, "actions": {"raid_range": 1, "native_cost": 2}}),
    *(Case("snowdonia", players) for players in range(1, 6)),
    Case("snowdonia", 1, {"solo_train": 6}),
    Case("snowdonia", 1, {"solo_train": 2, "auto_forced": False, "extra_track_cards": True}),
    Case("snowdonia", 2, {"auto_forced": False}),
    Case("snowdonia", 2, {"forced_swap": True}),
    Case("snowdonia", 3, {"extra_track_cards": True, "stations_open": "route"}),
    Case("snowdonia", 3, {"thin_fog": True, "extra_track_cards": True}),
    Case("snowdonia", 3, {"fog_blocks_contracts": False}),
    Case("snowdonia", 4, {"steel_limit": 2, "train_pool": [6]}),
    Case("snowdonia", 5, {"tie_break": "token"}),
    Case("snowdonia", 5, {"thin_fog": True, "steel_limit": 9, "forced_swap": True, "auto_forced": False}),
    Case("snowdonia", 2, {"forbid": [f"contract:{n}@0" for n in range(6, 31)] + ["train:6"]}, label="forbid"),
    Case("snowdonia", 3, variant={"contracts": {"20": {"score": {"vp": 35}}}, "trains": {"1": {"steel": 1}}}),
]


@cache
def games() -> dict[str, sp.Game]:
    """Every case's game, by the name of the case."""
    return {str(case): case.load() for case in CASES}
