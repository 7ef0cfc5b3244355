"""The route of Snowdonia, from the foot of the mountain to the top.

It winds: the first half of the stations stands below, left to right, the other half above, right to left.
"""

from __future__ import annotations

from typing import NamedTuple

from ...snowdonia.cards import bits
from ...snowdonia.text import is_laid_out, phase_name
from ..scene import Scene
from ..svg import INK, PAPER, RULE, SOFT, WIDTH, Box, Canvas, path, rect, tag, text, text_width
from . import icons

TOP = 44.0
ROW = 120.0
BOTTOM = TOP + 2 * ROW
_TRACK = Box(0, 0, 50, 28)
_SPACE_HEIGHT = 23.0


class Stop(NamedTuple):
    """A station on the picture: the column of its track cards, its box, and whether one comes from the right."""

    place: int
    tracks: Box
    station: Box


def stops(stations: int) -> list[Stop]:
    """Return where the stations of a route stand."""
    below = -(-stations // 2)
    unit = WIDTH / below
    found = []
    for index in range(stations):
        upper = index >= below
        column = stations - 1 - index + (2 * below - stations) if upper else index
        x, y = column * unit, TOP + (0 if upper else ROW)
        station = Box(x + 4 if upper else x + _TRACK.width + 12, y + 6, unit - _TRACK.width - 18, ROW - 12)
        tracks = Box(station.right + 6 if upper else x + 4, y + 6, _TRACK.width, ROW - 12)
        found.append(Stop(index, tracks, station))
    return found


def draw_route(scene: Scene, canvas: Canvas) -> None:
    """Draw the mountain, the line and all stations."""
    route = scene.data.route(scene.players)
    places = stops(len(route))
    canvas.add("mountain", *_mountain(places))
    track = 0
    for stop, station in zip(places, route, strict=True):
        for number in range(station.track_cards):
            _track(scene, canvas, track, stop, number, station.track_cards)
            track += 1
        _station(scene, canvas, stop)


def _mountain(places: list[Stop]) -> list[str]:
    ridge = (
        f"M0 {BOTTOM}V{TOP + 150}L90 {TOP + 40}L180 {TOP + 8}L250 {TOP + 40}L330 {TOP + 22}L450 {TOP + 74}"
        f"L560 {TOP + 50}L690 {TOP + 110}L800 {TOP + 92}L{WIDTH} {TOP + 140}V{BOTTOM}Z"
    )
    last_below = max((stop for stop in places if stop.station.y > TOP + ROW), key=lambda stop: stop.place)
    below, above = TOP + ROW * 1.5, TOP + ROW / 2
    right = last_below.station.right
    turn = places[last_below.place + 1].tracks
    line = f"M{places[0].station.x + 20} {below}H{right - 10}" + (
        f"V{above}" if turn.x < right - 10 else f"Q{turn.x + 25} {below} {turn.x + 25} {above}"
    )
    line += f"H{places[-1].station.x + 20}"
    return [
        rect(0, TOP, WIDTH, 2 * ROW, "#e4eef4"),
        path(ridge, fill="#cfd9c9"),
        path(line, fill="none", stroke="#8d8d8d", stroke_width=5, stroke_linejoin="round"),
        path(line, fill="none", stroke=PAPER, stroke_width=2, stroke_dasharray="5 5"),
    ]


def _owner(scene: Scene, field: str, bit: int) -> int | None:
    return next((seat for seat in range(scene.players) if int(scene.state[field][seat]) >> bit & 1), None)


def _track(scene: Scene, canvas: Canvas, track: int, stop: Stop, number: int, of: int) -> None:
    """One track card: its rubble and points, or who laid it."""
    state, tables = scene.state, scene.tables
    step = min(_TRACK.height + 6, stop.tracks.height / of)
    y = stop.tracks.y + (stop.tracks.height - of * step) / 2 + number * step
    frame = Box(stop.tracks.x, y + step * 0.05, _TRACK.width, step * 0.9)
    kind = int(state["track_card"][track])
    laid = bool(int(state["tracks_laid"]) >> track & 1)
    dealt = is_laid_out(state) or (phase_name(state) == "CHANCE_TRACK" and track < int(state["amount"]))
    elements = [rect(*frame, PAPER, rx=3, stroke=SOFT)]
    words = f"track card {track + 1}"
    points = int(tables["kind_vp"][kind])
    if laid:
        owner = _owner(scene, "track_markers", track)
        rails = icons.sleepers(Box(frame.x + 2, frame.y, frame.width - 4, frame.height))
        elements.append(rails if owner is None else tag("g", rails, opacity="0.4"))
        if owner is not None:
            elements.append(icons.marker(owner, frame.x + 12, frame.y + frame.height / 2))
            elements.append(icons.points(points, frame.x + 38, frame.y + frame.height / 2))
        words += f", laid by {'an event' if owner is None else f'seat {owner}, {points} points'}"
    elif dealt:
        cell = int(tables["track_cell"][track])
        rubble = int(state["cell_rubble"][cell] if is_laid_out(state) else tables["kind_rubble"][kind])
        if rubble:
            elements += [
                icons.cube("rubble", frame.x + 10, frame.y + frame.height / 2),
                _count(rubble, frame.x + 19, frame.y + frame.height / 2),
            ]
        elements.append(icons.points(points, frame.x + 38, frame.y + frame.height / 2))
        words += f", {rubble} rubble on it, {points} points" if rubble else f", clear, {points} points"
    else:
        elements.append(text(frame.x + 25, frame.y + frame.height / 2 + 4, "?", 11, anchor="middle", fill=SOFT))
        words += ", not dealt yet"
    canvas.thing(f"track-{track}", words, frame, *elements)


def _station(scene: Scene, canvas: Canvas, stop: Stop) -> None:
    """A station: name, spaces, surveyors."""
    state, tables = scene.state, scene.tables
    figures = scene.data.route(scene.players)[stop.place]
    frame = stop.station
    closed = bool(int(state["stations_closed"]) >> stop.place & 1)
    name = figures.name.removesuffix(" Station").split(" (")[0]
    shown = f"{figures.number:g}".replace(".5", "½")
    title, lock = f"{shown} {name}", 16 if closed else 0
    # the word stands beside the lock where the name leaves it room
    says = closed and text_width(title, 10.5, bold=True) + lock + 46 <= frame.width
    canvas.add(
        f"station-{stop.place}",
        rect(*frame, "#e6e4dc" if closed else "#fbfaf5", rx=5, stroke=INK, stroke_width=1.2),
        path(
            f"M{frame.x} {frame.y + 16}v-11q0-5 5-5h{frame.width - 10}q5 0 5 5v11z",
            fill="#757575" if closed else "#3f3f3f",
        ),
        text(
            frame.x + 6,
            frame.y + 12,
            title,
            10.5,
            bold=True,
            fill=PAPER,
            room=frame.width - 10 - lock,
        ),
        icons.lock(frame.right - 9, frame.y + 8) if closed else "",
        text(frame.right - 18, frame.y + 12, "closed", 9.5, anchor="end", fill=PAPER) if says else "",
        "" if bits(int(tables["station_spaces"][stop.place])) else _foot(frame),
    )
    spaces = bits(int(tables["station_spaces"][stop.place]))
    cells = {int(tables["cell_space"][cell]): cell for cell in bits(int(tables["station_cells"][stop.place]))}
    width, height = (frame.width - 12) / 2, min(_SPACE_HEIGHT, 3 * _SPACE_HEIGHT / max(1, -(-len(spaces) // 2)))
    for number, space in enumerate(spaces):
        x, y = frame.x + 4 + number % 2 * (width + 4), frame.y + 19 + number // 2 * height
        _space(scene, canvas, space, cells.get(space), Box(x, y, width, height - 2.5))
    here = [seat for seat in range(scene.players) if int(state["surveyor"][seat]) == stop.place]
    y, room = frame.bottom - 9, frame.width > 13 * len(here) + 70
    canvas.add(
        f"surveyors-{stop.place}",
        text(frame.right - 22, y + 3, "surveyor", 9, anchor="end", fill=SOFT) if figures.surveyor_vp and room else "",
        icons.points(figures.surveyor_vp, frame.right - 12, y) if figures.surveyor_vp else "",
        *(icons.surveyor(seat, frame.x + 10 + 13 * i, y) for i, seat in enumerate(here)),
    )


def _space(scene: Scene, canvas: Canvas, space: int, cell: int | None, frame: Box) -> None:
    """A space of a station: what it costs or what lies on it, and its points; or whose it is."""
    state, tables = scene.state, scene.tables
    points = int(tables["space_vp"][space])
    owner = _owner(scene, "station_markers", space)
    y = frame.y + frame.height / 2
    elements = [rect(*frame, "#efe6da" if cell is not None else PAPER, rx=3, stroke=RULE)]
    words = [f"{points} points"]
    if owner is not None:
        elements.append(icons.marker(owner, frame.x + 12, y, 15))
        words.append(f"seat {owner}'s")
    elif cell is not None:
        rubble = int(state["cell_rubble"][cell] if is_laid_out(state) else tables["cell_rubble"][cell])
        if rubble:
            elements += [icons.cube("rubble", frame.x + 10, y), _count(rubble, frame.x + 19, y)]
        words.append(f"{rubble} rubble to dig" if rubble else "dug")
    else:
        x = frame.x + 10
        for kind in ("stone", "steel"):
            amount = int(tables[f"space_{kind}"][space])
            if amount:
                elements += [icons.cube(kind, x, y), _count(amount, x + (11 if kind == "steel" else 9), y)]
                words.append(f"costs {amount} {kind}")
                x += 26
    elements.append(icons.points(points, frame.right - 11, y))
    canvas.thing(f"space-{space}", "station space: " + ", ".join(words), frame, *elements)


def _count(amount: int, x: float, y: float) -> str:
    return text(x, y + 3.6, amount, 10, bold=True)


def _foot(frame: Box) -> str:
    return text(frame.x + frame.width / 2, frame.y + 50, "the surveyors start here", 9, anchor="middle", fill=SOFT)
