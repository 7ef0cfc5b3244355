"""The compiled game's state in the words of the twin's view."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import snowplay as sp
from snowplay._core.snowdonia.game import LIMITS, PHASES, STATE_DTYPE

from .snowdonia.figures import AREAS, CUBES, WEATHER, Figures, figures_for
from .snowdonia.table import SETTING_UP

PHASE_NAMES = {number: name.lower().removeprefix("chance_") for name, number in PHASES.items()}
PLACES = [f"{AREAS[n // LIMITS['AREA_SPACES']]}{n % LIMITS['AREA_SPACES'] + 1}" for n in range(LIMITS["PLACE_G"])]

FIELDS = [name for name in STATE_DTYPE.names if name not in ("spare", "actions", "events_fired")]


@cache
def _figures(game: sp.Game) -> Figures:
    return figures_for(game.players, game.options, game.variant)


@lru_cache(1 << 16)
def bits(word: int, first: int = 0) -> tuple[int, ...]:
    """The numbers of the bits of a word, counted from `first`."""
    return tuple(n + first for n in range(word.bit_length()) if word >> n & 1)


def view(state: sp.State) -> dict[str, Any]:
    """Everything on the table by plain names; see ``twin.snowdonia.table``."""
    game = state.game
    figures = _figures(game)
    record = state.data()
    s = {name: record[name].tolist() for name in FIELDS}
    about = PHASE_NAMES[s["phase"]]
    seats = range(game.players)
    used = set(bits(s["contracts_used"], 1))
    effects = set(bits(s["effects"], 1))

    def weather(kind: int) -> str | None:
        return WEATHER[kind] if kind < len(WEATHER) else None

    def player(seat: int) -> dict[str, Any]:
        held = bits(s["contracts"][seat], 1)
        return {
            **{name: s[name][seat] for name in ("markers", "iron", "stone", "coal", "steel", "rubble")},
            "labourers": s["labourers"][seat],
            "at_g": s["surveyors_waiting"][seat],
            "surveyor": s["surveyor"][seat],
            "train": s["train"][seat],
            "tracks": list(bits(s["track_markers"][seat])),
            "spaces": list(bits(s["station_markers"][seat])),
            "contracts": list(held),
            "used": [card for card in held if card in used],
            "effects": [card for card in held if card in effects],
        }

    return {
        "waits_for": about,
        "players": [player(seat) for seat in seats],
        "track_cards": list(s["track_card"][: figures.tracks]),
        "laid": list(bits(s["tracks_laid"])),
        "rubble": {f"{cell[0]} {cell[1]}": s["cell_rubble"][n] for n, cell in enumerate(figures.route)},
        "closed": list(bits(s["stations_closed"])),
        "shed": {} if about in SETTING_UP else {train: s["train_coal"][train] for train in bits(s["shed"])},
        "yard": dict(zip(CUBES[:3], s["yard"], strict=True)),
        "bag": {} if about in SETTING_UP else dict(zip(CUBES, s["bag"], strict=True)),
        "office": [card or None for card in s["office"]],
        "deck": list(bits(s["deck"], 1)),
        "discard": list(bits(s["discard"], 1)),
        "top_back": weather(s["top_back"]),
        "weather": [weather(kind) for kind in s["weather"]],
        "rates": [s["excavation_rate"], s["lay_rate"]],
        "token": s["start_player"],
        "first": s["first_player"],
        "placed": {PLACES[n]: s["occupant"][n] for n in bits(s["occupied"])},
        "event_cubes": list(bits(s["event_cubes"])),
        "trains_open": bool(s["trains_open"]),
        "overlay": bool(s["overlay"]),
        "token_locked": bool(s["start_locked"]),
        "contracts_locked": bool(s["contracts_locked"]),
        "hired": list(bits(s["hired"])),
        "built": bool(s["built_this_round"]),
        "rounds": s["rounds"],
        "last_round": s["last_round"],
    }
