"""The map of A Few Acres of Snow: land and water, lines, places with their pieces."""

from __future__ import annotations

from ...acres.cards import SIDES
from ...acres.schema import LOCATIONS, SIDE_NAMES, Edge, Location
from ..scene import Scene
from ..svg import INK, PAPER, SKY, Box, Canvas, circle, path, rect, text, text_width, tooltip
from . import icons
from .layout import COAST, LAKES, MAP, SPOTS, WATER_NAMES, label_box, piece_box

_SEA = "#dcebf5"
_LAND = "#f7f2e4"
_SIZE = 9.5
_WIDEST = 88.0  # a longer name is squeezed
_TOUCH = 15.0
_WAYS = {
    "river": {"stroke": "#3b8fc4", "stroke_width": 3},
    "lake": {"stroke": "#3b8fc4", "stroke_width": 2, "stroke_dasharray": "7 3"},
    "road": {"stroke": "#7a4a1e", "stroke_width": 3},
    "trail": {"stroke": "#4d4d4d", "stroke_width": 2, "stroke_dasharray": "1 4", "stroke_linecap": "round"},
}
WAY_WORDS = {"river": "river", "lake": "lake", "road": "road", "trail": "Indian trail, for raids only"}


def draw_map(scene: Scene, canvas: Canvas) -> None:
    """Draw the whole map."""
    canvas.add("land", *_land(scene))
    for place in LOCATIONS:
        _place(scene, canvas, place)


def label_frame(place: str, figures: Location) -> Box:
    """Return the box of a place's label."""
    marks = _marks(figures)
    width = min(_WIDEST, max(text_width(figures.name, _SIZE, bold=True), 13.0 * len(marks))) + 5
    return label_box(place, width, 25.0 if marks else 13.0)


def way_line(way: str, x: float, y: float, length: float) -> str:
    """Return a piece of a line of the map, for the legend."""
    return path(f"M{x} {y}h{length}", fill="none", **_WAYS[way])


def sea_line(d: str) -> str:
    """Return a line that ships go along."""
    return path(d, fill="none", stroke="#7fa8c4", stroke_width=1, stroke_dasharray="2 3")


def _land(scene: Scene) -> list[str]:
    lines = [
        rect(*MAP, _SEA),
        path(COAST, fill=_LAND, stroke="#a89f86", stroke_width=1.2),
        *(path(outline, fill=_SEA, stroke=SKY, stroke_width=0.8) for outline in LAKES.values()),
        *(text(x, y, name, 9, fill="#4b7fa3", font_style="italic") for x, y, name in WATER_NAMES),
        *_sea_routes(scene),
    ]
    edges: dict[str, Edge] = scene.data.board.edges
    for key, edge in edges.items():
        one, other = key.split("-")
        if edge.way == "unknown":
            continue
        style = dict(_WAYS[edge.way])
        if not edge.supply and edge.way != "trail":
            style |= {"stroke_width": 1.2, "opacity": 0.7}
        a, b = SPOTS[one], SPOTS[other]
        words = f"{_name(scene, one)} - {_name(scene, other)}: {WAY_WORDS[edge.way]}"
        lines.append(path(f"M{a.x} {a.y}L{b.x} {b.y}", tooltip(words), fill="none", **style))
    return lines


def _sea_routes(scene: Scene) -> list[str]:
    """Lines between ports that a Location card of either side joins by ship, bent away from the land."""
    pairs = set()
    for side in SIDES:
        for place, card in scene.data.location_cards_of(side).items():
            pairs |= {tuple(sorted((place, other))) for other in card.by_ship}
    lines = []
    for one, other in sorted(pairs):
        a, b = SPOTS[one], SPOTS[other]
        bend = 0.16
        x = (a.x + b.x) / 2 + abs(b.y - a.y) * bend
        y = (a.y + b.y) / 2 + abs(b.x - a.x) * bend
        lines.append(sea_line(f"M{a.x} {a.y}Q{x:.0f} {y:.0f} {b.x} {b.y}"))
    return lines


def _name(scene: Scene, place: str) -> str:
    figures: Location = scene.data.board.locations[place]
    return figures.name


def _marks(figures: Location) -> list[str]:
    marks = ["points"] if figures.vp else []
    marks += ["settler"] if figures.settler else []
    marks += ["ship"] if figures.port else []
    return marks + (["shield"] if figures.defence else [])


def _place(scene: Scene, canvas: Canvas, place: str) -> None:
    figures: Location = scene.data.board.locations[place]
    state, bit = scene.state, LOCATIONS.index(place)
    spot, frame = SPOTS[place], label_frame(place, figures)
    owner = next((side for side in SIDES if int(state["villages"][side] | state["towns"][side]) >> bit & 1), None)
    # a finger hits more than the piece, and the gap between piece and label is the place's, too
    elements = [circle(spot.x, spot.y, _TOUCH, pointer_events="all"), rect(*frame, PAPER, rx=3, fill_opacity=0.82)]
    elements.append(
        text(frame.x + frame.width / 2, frame.y + 9.5, figures.name, _SIZE, anchor="middle", bold=True, room=_WIDEST)
    )
    marks = _marks(figures)
    x = frame.x + frame.width / 2 - 6.5 * (len(marks) - 1)
    for mark in marks:
        elements.append(_mark(mark, figures, x, frame.y + 18))
        x += 13
    words = [figures.name, f"{figures.vp} points" if figures.vp else "no points"]
    if int(state["forts"]) >> bit & 1:
        elements.append(icons.wall(spot.x, spot.y))
    if owner is None:
        elements.append(icons.nobody(spot.x, spot.y))
        words.append("nobody's")
    else:
        is_town = bool(int(state["towns"][owner]) >> bit & 1)
        elements.append((icons.town if is_town else icons.village)(owner, spot.x, spot.y))
        words.append(f"{SIDE_NAMES[owner].title()} {'town' if is_town else 'village'}")
        if not int(state["supplied"][owner]) >> bit & 1:
            elements.append(_cut_off(spot.x, spot.y))
            words.append("out of supply")
    if int(state["forts"]) >> bit & 1:
        words.append("fortified")
    words += _needs(figures)
    for siege in SIDES:
        if int(state["siege_at"][siege]) == bit:
            words.append(f"besieged by the {SIDE_NAMES[siege].title()}")
            elements.append(_siege(siege, int(state["siege_strength"][siege]), spot.x, spot.y))
    canvas.thing(f"place-{place}", ", ".join(words), piece_box(place).grown(2), *elements, corner=12)


def _needs(figures: Location) -> list[str]:
    needs = ["needs a settler"] if figures.settler else []
    needs += ["port"] if figures.port else []
    return needs + ([f"defence {figures.defence}"] if figures.defence else [])


def _mark(mark: str, figures: Location, x: float, y: float) -> str:
    if mark == "points":
        return icons.points(figures.vp, x, y)
    if mark == "shield":
        return icons.shield(figures.defence, x, y)
    return icons.icon(mark, x, y)


def _cut_off(x: float, y: float) -> str:
    """Strike through the piece of a place that no supply reaches."""
    return path(f"M{x - 10} {y + 10}L{x + 10} {y - 10}", stroke=PAPER, stroke_width=4) + path(
        f"M{x - 10} {y + 10}L{x + 10} {y - 10}", stroke=INK, stroke_width=2
    )


def _siege(siege: int, strength: int, x: float, y: float) -> str:
    """Return the flag of a siege: colour and letter of who attacks, and the strength."""
    shown = f"{icons.SIDE_LETTERS[siege]}{icons.signed(strength)}"
    return (
        path(f"M{x + 7} {y - 6}V{y - 26}", stroke=INK, stroke_width=1.6)
        + path(f"M{x + 7} {y - 26}h24l-4 6.5l4 6.5h-24z", fill=icons.SIDE_COLOURS[siege], stroke=INK, stroke_width=0.8)
        + text(x + 17.5, y - 16, shown, 10, anchor="middle", bold=True, fill=PAPER)
    )
