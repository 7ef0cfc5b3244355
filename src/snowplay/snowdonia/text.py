"""The board as text, readable at a glance in 80 columns.

Everything on the table is public (SN-80), so every seat sees the same board; only which seat looks is told.

Notation of the route: what lies on or pays for a place, then ``>`` and the points it scores.
``3R>3`` rubble lies there, ``4S>9`` costs stone, ``1B>7`` costs bars of steel, ``@0>9`` has seat 0's marker.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from .._core.snowdonia.game import PHASES
from .cards import AREAS, WEATHER, area_of, bits, cards_of, effect_words, score_words

if TYPE_CHECKING:
    from .front import Names

WIDTH = 80

# What the game waits for, by phase: words for the header of the board, and the rule that asks for it.
PHASE_WORDS = {
    "HIRE": ("hire the temporary labourer or not", "SN-21"),
    "PLACE": ("place a labourer", "SN-20"),
    "WINDOW": ("use a contract of area {area} or pass", "SN-30"),
    "DISC": ("choose the new middle disc (contract {source})", "SN-91"),
    "LIFT": ("choose the labourer to move (contract {source})", "SN-91"),
    "MOVE": ("choose where the labourer goes (contract {source})", "SN-91"),
    "KEEP": ("keep one of three contracts (contract {source})", "SN-88"),
    "TAKE": ("take up to {amount} cubes from the yard, {coal} coal at most", "SN-32"),
    "CONVERT": ("convert up to {amount} times", "SN-35"),
    "BUILD": ("build a station space or acquire a train", "SN-37"),
    "PAY": ("choose how to pay", "SN-85"),
    "OFFICE": ("take a contract of the Site Office", "SN-39"),
    "DEFERRED": ("take the effect of contract {source} or pass", "SN-92"),
    "MAINTENANCE": ("pay for the train's maintenance", "SN-55"),
    "CHANCE_START": ("the first Start Player", "SN-01"),
    "CHANCE_TRACK": ("the next track card", "SN-03"),
    "CHANCE_TRAIN": ("the train that is left out", "SN-10"),
    "CHANCE_OFFICE": ("a contract for the Site Office", "SN-45"),
    "CHANCE_LOOK": ("a contract to look at", "SN-88"),
    "CHANCE_BACK": ("the back of the deck's top card", "SN-46"),
    "CHANCE_CUBE": ("a cube for the Stock Yard", "SN-47"),
    "CHANCE_CONTRACT_CUBE": ("a cube for contract {source}", "SN-90"),
    "CHANCE_SOLO_CUBE": ("a cube for the first Stock Yard", "SN-70"),
    "OVER": ("nothing: the game is over", "SN-60"),
}
_PHASE_NAMES = {number: name for name, number in PHASES.items()}


def phase_name(state: np.void) -> str:
    """Return the name of the phase, a key of `PHASE_WORDS`."""
    return _PHASE_NAMES[int(state["phase"])]


def phase_words(state: np.void) -> str:
    """Say what the game waits for."""
    words, _ = PHASE_WORDS[phase_name(state)]
    area = int(state["area"])
    return words.format(
        area=AREAS[area] if area < len(AREAS) else "-",
        source=int(state["source"]),
        amount=int(state["amount"]),
        coal=int(state["coal_max"]),
    )


def board(state: np.void, names: Names, scores: list[int], actor: int, ending: str) -> str:
    """Return the whole board.

    Parameters
    ----------
    state : numpy.void
        A state under `STATE_DTYPE`.
    names : Names
        Names and tables of the game.
    scores : list of int
        Points of each seat, as they would be scored now.
    actor : int
        Seat to move, or a sentinel.
    ending : str
        Why the game is over; empty while it runs.
    """
    parts = [
        *_header(state, names, actor, ending),
        *_route(state, names),
        "",
        *_table(state, names),
        "",
        *_office(state, names),
        "",
        *_seats(state, names, scores, actor),
    ]
    return "\n".join(line.rstrip() for line in parts)


def _header(state: np.void, names: Names, actor: int, ending: str) -> list[str]:
    game = f"Snowdonia, {names.players} player{'s' if names.players > 1 else ''}"
    if ending:
        return [f"{game} · over after {moment(state)}", f"{ending[:1].upper()}{ending[1:]}"]
    who = f"seat {actor} to" if actor >= 0 else "chance draws"
    last = " (the last)" if state["last_round"] and state["rounds"] >= state["last_round"] else ""
    return textwrap.wrap(f"{game} · {moment(state)}{last} · {who} {phase_words(state)}", WIDTH)


def moment(state: np.void) -> str:
    """Say when in the game this is."""
    return f"round {state['rounds']}" if state["rounds"] else "set-up"


def _owner(markers: np.ndarray, bit: int) -> str:
    for seat, mask in enumerate(markers):
        if int(mask) >> bit & 1:
            return f"@{seat}"
    return ""


def is_laid_out(state: np.void) -> bool:
    """Whether the route is dealt and has its rubble (SN-03, SN-04)."""
    return phase_name(state) not in ("CHANCE_START", "CHANCE_TRACK")


def _track_token(state: np.void, tables: np.void, track: int) -> str:
    kind = int(state["track_card"][track])
    points = int(tables["kind_vp"][kind])
    if int(state["tracks_laid"]) >> track & 1:
        owner = _owner(state["track_markers"], track)
        return f"{owner}>{points}" if owner else "===="
    if is_laid_out(state):
        rubble = int(state["cell_rubble"][int(tables["track_cell"][track])])
    elif phase_name(state) == "CHANCE_TRACK" and track < int(state["amount"]):
        rubble = int(tables["kind_rubble"][kind])
    else:
        return " ?"
    return f"{rubble}R>{points}" if rubble else f" .>{points}"


def _dig_token(state: np.void, tables: np.void, cell: int) -> str:
    space = int(tables["cell_space"][cell])
    points = int(tables["space_vp"][space])
    owner = _owner(state["station_markers"], space)
    if owner:
        return f"{owner}>{points}"
    rubble = int(state["cell_rubble"][cell] if is_laid_out(state) else tables["cell_rubble"][cell])
    return f"{rubble}R>{points}" if rubble else " --"


def _build_token(state: np.void, tables: np.void, space: int) -> str:
    points = int(tables["space_vp"][space])
    owner = _owner(state["station_markers"], space)
    if owner:
        return f"{owner}>{points}"
    stone, steel = int(tables["space_stone"][space]), int(tables["space_steel"][space])
    return (f"{stone}S" if stone else "") + (f"{steel}B" if steel else "") + f">{points}"


def _route(state: np.void, names: Names) -> list[str]:
    tables = names.tables
    lines = [f"{'Station':<19} {'Track before it':<16} {'Dig':<10} {'Build':<23} Surveyor"]
    cells = range(int(tables["n_cells"]))
    next_track = 0
    for station, name in enumerate(names.stations):
        spaces = bits(int(tables["station_spaces"][station]))
        digs = [c for c in cells if int(tables["station_cells"][station]) >> c & 1]
        tracks = range(next_track, next_track + names.track_cards[station])
        next_track = tracks.stop
        dug = {int(tables["cell_space"][c]) for c in digs}
        mark = "#" if int(state["stations_closed"]) >> station & 1 else " "
        columns = (
            f"{names.station_numbers[station]}{mark}{name}".ljust(19),
            "  ".join(f"{_track_token(state, tables, t):<4}" for t in tracks).ljust(16),
            "  ".join(f"{_dig_token(state, tables, c):<4}" for c in digs).ljust(10),
            " ".join(f"{_build_token(state, tables, s):<5}" for s in spaces if s not in dug).ljust(23),
            "".join(str(seat) for seat in range(names.players) if int(state["surveyor"][seat]) == station),
        )
        lines.append(" ".join(columns))
    lines.append("  R rubble  S stone  B bar of steel  @0 seat 0's  >4 points  ==== by an event")
    if int(state["stations_closed"]):
        lines.append("  # closed by a No Entry marker")
    return lines


def closed_by_fog(state: np.void, tables: np.void, area: int, place: int) -> bool:
    """Whether fog keeps labourers off the place (SN-22)."""
    if state["weather"][0] != WEATHER.index("fog") or area not in (1, 3) or (area == 1 and state["overlay"]):
        return False
    last = bits(int(tables["area_places"][area]))[-1]
    return place == last if tables["thin_fog"] else True


def _area_line(state: np.void, names: Names, area: int) -> str:
    tables = names.tables
    if area == len(AREAS) - 1:
        waiting = "".join(
            str(seat) for seat in range(names.players) for _ in range(int(state["surveyors_waiting"][seat]))
        )
        return f"{AREAS[area]} {names.areas[area]:<16} {waiting}"
    spaces = []
    for place in bits(int(tables["area_places"][area])):
        if int(state["occupied"]) >> place & 1:
            spaces.append(f"[{state['occupant'][place]}]")
        else:
            spaces.append("[~]" if closed_by_fog(state, tables, area, place) else "[ ]")
    if area == 1 and state["overlay"]:
        spaces = spaces[:1]
    name = "Build (was dig)" if area == 1 and state["overlay"] else names.areas[area]
    return f"{AREAS[area]} {name:<16} {' '.join(spaces)}"


def _cubes(counts: np.ndarray) -> str:
    return ", ".join(f"{n} {kind}" for n, kind in zip(counts, ("iron", "stone", "coal", "event"), strict=False))


def _table(state: np.void, names: Names) -> list[str]:
    tables = names.tables
    discs = [WEATHER[int(w)] for w in state["weather"]]
    deck = f"{int(state['deck']).bit_count()} cards"
    if int(state["top_back"]) < 3:
        deck += f", back {WEATHER[int(state['top_back'])]}"
    shed = ", ".join(f"{t} {names.trains[t]}" for t in bits(int(state["shed"]))) or "empty"
    n_events = int(tables["n_events"])
    events = "".join("x" if int(state["event_cubes"]) >> space & 1 else "." for space in range(1, n_events + 1))
    fields = [
        f"Weather {discs[0]} now; next {discs[1]}, {discs[2]}",
        f"Rates   dig {tables['excavation_values'][state['excavation_rate']]}, "
        f"lay {tables['lay_values'][state['lay_rate']]}",
        f"Yard    {_cubes(state['yard'])}",
        f"Bag     {_cubes(state['bag'])}",
        f"Events  {events}",
        f"Deck    {deck}; {int(state['discard']).bit_count()} discarded",
        f"Start   seat {state['start_player']}",
    ]
    lines = [f"{_area_line(state, names, area):<35}{field}" for area, field in enumerate(fields)]
    if names.players > 1:
        opened = "" if state["trains_open"] else " (closed until the trains event)"
        lines += textwrap.wrap(f"Engine Shed{opened}: {shed}", WIDTH, subsequent_indent="  ")
    return lines


def _office(state: np.void, names: Names) -> list[str]:
    lines = ["Site Office"]
    for space, card in enumerate(state["office"], start=1):
        lines.append(f"  {space}  {names.contract(int(card))}" if card else f"  {space}  -")
    return lines


def _seats(state: np.void, names: Names, scores: list[int], actor: int) -> list[str]:
    lines = ["Seat  Score  Iron  Stone  Coal  Steel  Rubble  Labourers  Markers  Train"]
    used = int(state["contracts_used"])
    for seat in range(names.players):
        train = int(state["train"][seat])
        mark = ">" if seat == actor else " "
        token = "*" if seat == int(state["start_player"]) and names.players > 1 else " "
        lines.append(
            f"{mark}{seat}{token}{scores[seat]:>8}{state['iron'][seat]:>6}{state['stone'][seat]:>7}"
            f"{state['coal'][seat]:>6}{state['steel'][seat]:>7}{state['rubble'][seat]:>8}"
            f"{state['labourers'][seat]:>11}{state['markers'][seat]:>9}  "
            + (f"{train} {names.trains[train]}" if train else "-")
        )
        held = cards_of(int(state["contracts"][seat]))
        lines += [f"  {'used ' if used >> (card - 1) & 1 else '     '}{names.contract(card)}" for card in held]
    return lines


def contract_line(tables: np.void, card: int, station_names: Sequence[str]) -> str:
    """One contract in a line: number, area, what it scores, what it does."""
    return (
        f"{card:>2} {area_of(tables, card)} {score_words(tables, card, station_names):<27} {effect_words(tables, card)}"
    )
