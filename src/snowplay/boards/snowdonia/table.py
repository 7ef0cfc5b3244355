"""The middle of Snowdonia's board: areas A to G, weather, rates, yard, events, Site Office, shed."""

from __future__ import annotations

from ...snowdonia.cards import AREAS, bits, train_words
from ...snowdonia.text import closed_by_fog, phase_name
from ..scene import Scene
from ..svg import GREEN, INK, PAPER, RULE, SOFT, WIDTH, Box, Canvas, circle, path, rect, text
from . import icons
from .contract import CARD, chip, chip_width, full_card
from .route import BOTTOM

_GAP = 4.0
# Phases in which an area acts.
_ACTING = ("WINDOW", "DISC", "LIFT", "MOVE", "KEEP", "TAKE", "CONVERT", "BUILD", "PAY", "OFFICE", "DEFERRED")
_AREA = Box(4, BOTTOM + 6, (WIDTH - 8 - 6 * _GAP) / 7, 66)
_TOP = _AREA.bottom + 8
HEIGHT = 176.0
BELOW = _TOP + HEIGHT
_EVENT_WORDS = {
    "excavate": "dig",
    "trains": "trains",
    "lay_track": "lay",
    "complete_station": "close",
    "maintenance": "upkeep",
}
_EVENT_TITLES = {
    "excavate": "rubble is dug for nobody",
    "trains": "trains may be acquired from now on",
    "lay_track": "track is laid for nobody",
    "complete_station": "the first incomplete station is closed",
    "maintenance": "owners of trains pay",
}


def draw_areas(scene: Scene, canvas: Canvas) -> None:
    """Draw the action areas with their labourers."""
    for area, name in enumerate(AREAS):
        _area(scene, canvas, area, name)


def _area(scene: Scene, canvas: Canvas, area: int, name: str) -> None:
    state, tables = scene.state, scene.tables
    frame = Box(_AREA.x + area * (_AREA.width + _GAP), *_AREA[1:])
    overlay = area == 1 and bool(state["overlay"])
    acts = phase_name(state) in _ACTING and int(state["area"]) == area
    words = "Build (was dig)" if overlay else getattr(scene.data.areas, name).name
    canvas.thing(
        f"area-{name}",
        f"area {name}: {words}",
        frame,
        rect(*frame, "#f3f3ef", rx=5, stroke=INK if acts else RULE, stroke_width=2 if acts else 1),
        icons.letter(name, frame.x + 11, frame.y + 11),
        text(frame.x + 22, frame.y + 15, words, 10.5, bold=True, room=frame.width - 26),
        corner=5,
    )
    y = frame.y + 43
    if area == len(AREAS) - 1:
        _open_area(scene, canvas, Box(frame.x + 4, y - 16, frame.width - 8, 34))
        return
    places = bits(int(tables["area_places"][area]))[: 1 if overlay else None]
    step = min(34.0, (frame.width - 2) / len(places))
    x = frame.x + frame.width / 2 - step * (len(places) - 1) / 2
    for number, place in enumerate(places, start=1):
        taken = bool(int(state["occupied"]) >> place & 1)
        fog = closed_by_fog(state, tables, area, place)
        elements = [circle(x, y, 10.5, "#d4d4d4" if fog and not taken else PAPER, stroke=SOFT)]
        title = f"{name}{number}: "
        if taken:
            seat = int(state["occupant"][place])
            elements.append(icons.labourer(seat, x, y))
            title += f"labourer of seat {seat}"
        elif fog:
            elements.append(
                path(f"M{x - 5} {y - 3}h10M{x - 5} {y}h10M{x - 5} {y + 3}h10", stroke=SOFT, stroke_width=1.4)
            )
            title += "closed by fog"
        else:
            elements.append(text(x, y + 3.5, number, 10, anchor="middle", fill=SOFT))
            title += "free"
        canvas.thing(f"place-{name}{number}", title, Box(x - 10.5, y - 10.5, 21, 21), *elements, corner=11)
        x += step


def _open_area(scene: Scene, canvas: Canvas, frame: Box) -> None:
    """Area G, which has room for all."""
    waiting = [seat for seat in range(scene.players) for _ in range(int(scene.state["surveyors_waiting"][seat]))]
    elements = [rect(*frame, PAPER, rx=5, stroke=SOFT, stroke_dasharray="3 2")]
    step = min(19.0, (frame.width - 22) / max(1, len(waiting) - 1))
    elements += [icons.labourer(seat, frame.x + 11 + step * i, frame.y + 17) for i, seat in enumerate(waiting)]
    words = ", ".join(f"seat {seat}" for seat in waiting) or "nobody"
    canvas.thing("place-G", f"G: any number of labourers; here {words}", frame, *elements, corner=5)


def draw_table(scene: Scene, canvas: Canvas) -> None:
    """Draw what lies between areas and seats."""
    _weather(scene, canvas, Box(4, _TOP, 250, 44))
    _rates(scene, canvas, Box(258, _TOP, 186, 44))
    _stock(scene, canvas, Box(4, _TOP + 50, 440, 56))
    _events(scene, canvas, Box(4, _TOP + 112, 440, 58))
    _office(scene, canvas, Box(452, _TOP, 444, CARD.height))
    _shed(scene, canvas, Box(452, _TOP + CARD.height + 8, 444, 80))


def _heading(x: float, y: float, words: str) -> str:
    return text(x, y, words, 9.5, bold=True)


def _weather(scene: Scene, canvas: Canvas, frame: Box) -> None:
    state = scene.state
    canvas.add("label-weather", rect(*frame, PAPER, rx=4, stroke=RULE), _heading(frame.x + 5, frame.y + 12, "Weather"))
    for space, words in enumerate(("now", "next", "then")):
        kind = int(state["weather"][space])
        x, y = frame.x + 66 + 32 * space, frame.y + 15
        name = icons.WEATHER[kind] if kind < len(icons.WEATHER) else "none yet"
        canvas.thing(
            f"weather-{space}",
            f"weather {words}: {name}",
            Box(x - 11, y - 11, 22, 22),
            icons.weather(kind, x, y),
            text(x, y + 24, words, 9, anchor="middle", fill=SOFT),
            corner=11,
        )
    back = int(state["top_back"])
    deck, discard = (int(state[zone]).bit_count() for zone in ("deck", "discard"))
    shown = icons.WEATHER[back] if back < len(icons.WEATHER) else "not seen"
    canvas.thing(
        "deck",
        f"{deck} contracts in the deck, back of the top one: {shown}; {discard} discarded",
        Box(frame.x + 162, frame.y + 3, 84, frame.height - 6),
        icons.weather(back, frame.x + 175, frame.y + 15),
        text(frame.x + 190, frame.y + 13, f"deck {deck}", 9.5),
        text(frame.x + 190, frame.y + 24, f"discard {discard}", 9.5),
        text(frame.x + 175, frame.y + 39, "top", 9, anchor="middle", fill=SOFT),
    )


def _rates(scene: Scene, canvas: Canvas, frame: Box) -> None:
    """The two work rates as tracks with a marker each."""
    state, tables = scene.state, scene.tables
    canvas.add("label-rates", rect(*frame, PAPER, rx=4, stroke=RULE))
    for row, (words, values, count, at) in enumerate(
        (
            ("Dig", tables["excavation_values"], int(tables["n_excavation"]), int(state["excavation_rate"])),
            ("Lay", tables["lay_values"], int(tables["n_lay"]), int(state["lay_rate"])),
        )
    ):
        y = frame.y + 13 + 19 * row
        step = min(22.0, (frame.width - 40) / count)
        cells = [_heading(frame.x + 6, y + 3.5, words)]
        for i in range(count):
            x = frame.x + 44 + step * i
            here = i == at
            cells.append(circle(x, y, 8.5, GREEN if here else PAPER, stroke=INK if here else RULE))
            cells.append(text(x, y + 3.5, int(values[i]), 10, anchor="middle", bold=here, fill=PAPER if here else SOFT))
        canvas.add(f"rate-{words.lower()}", *cells)


def _stock(scene: Scene, canvas: Canvas, frame: Box) -> None:
    """Yard and bag."""
    state = scene.state
    yard = Box(frame.x, frame.y, 200, frame.height)
    bag = Box(yard.right + 6, frame.y, frame.width - 206, frame.height)
    for name, box, words, counts in (
        ("yard", yard, "Stock Yard", state["yard"]),
        ("bag", bag, "Bag", state["bag"]),
    ):
        kinds = ("iron", "stone", "coal", "event")[: len(counts)]
        elements = [rect(*box, PAPER, rx=4, stroke=RULE), _heading(box.x + 5, box.y + 13, words)]
        x = box.x + 14
        for kind, amount in zip(kinds, counts, strict=True):
            elements.append(icons.cube(kind, x, box.y + 28, 15))
            elements.append(text(x + 11, box.y + 33, int(amount), 13, bold=True))
            elements.append(text(x - 7, box.y + 48, kind, 9, fill=SOFT))
            x += 58
        listed = ", ".join(f"{int(n)} {kind}" for kind, n in zip(kinds, counts, strict=True))
        canvas.thing(name, f"{words}: {listed}", box, *elements, corner=4)


def _events(scene: Scene, canvas: Canvas, frame: Box) -> None:
    """The Event Track."""
    track = scene.data.event_track
    canvas.add("label-events", rect(*frame, PAPER, rx=4, stroke=RULE), _heading(frame.x + 5, frame.y + 13, "Events"))
    step = (frame.width - 8) / len(track.events)
    for space, event in enumerate(track.events, start=1):
        x = frame.x + 4 + step * (space - 1)
        full = bool(int(scene.state["event_cubes"]) >> space & 1)
        returns = track.returns.get(str(space), [])
        title = f"event {space}: {_EVENT_TITLES[event]}"
        if returns:
            title += f"; then the cubes of {', '.join(map(str, returns))} go back to the bag"
        box = Box(x + 1, frame.y + 18, step - 2, 36)
        canvas.thing(
            f"event-{space}",
            title,
            box,
            rect(*box, "#f3f3ef", rx=3, stroke=RULE),
            icons.cube("event", box.x + box.width / 2, box.y + 11, 14)
            if full
            else text(box.x + box.width / 2, box.y + 15, space, 11, anchor="middle", fill=SOFT),
            text(box.x + box.width / 2, box.y + 31, _EVENT_WORDS[event], 9, anchor="middle", room=step - 4),
        )


def _office(scene: Scene, canvas: Canvas, frame: Box) -> None:
    """The Site Office's contracts; while one is chosen with contract 5, the cards that were looked at instead."""
    drawn = [int(card) for card in scene.state["drawn"] if int(card)]
    cards = [int(card) for card in scene.state["office"]]
    for space, card in enumerate(cards):
        box = Box(frame.x + space * (CARD.width + 6), frame.y, *CARD[2:])
        if card:
            full_card(scene, canvas, card, box)
        else:
            canvas.add(f"office-{space}", rect(*box, "none", rx=4, stroke=RULE, stroke_dasharray="4 3"))
    if drawn:
        x = frame.x
        y = BELOW - 26
        canvas.add("label-drawn", text(x, y + 15, "Looked at:", 9.5, bold=True))
        x += 56
        for card in drawn:
            box = Box(x, y, chip_width(scene, card, ""), 22)
            chip(scene, canvas, card, box, used="")
            x = box.right + 4


def _shed(scene: Scene, canvas: Canvas, frame: Box) -> None:
    """The Engine Shed."""
    state = scene.state
    if scene.players == 1:
        return
    opened = bool(state["trains_open"])
    words = "Engine Shed" + ("" if opened else " (closed until the trains event)")
    canvas.add("label-shed", _heading(frame.x, frame.y + 9, words))
    shed = bits(int(state["shed"]))
    columns = 3 if len(shed) <= 6 else 4
    width = (frame.width + 6) / columns - 6
    for position, train in enumerate(shed):
        box = Box(frame.x + position % columns * (width + 6), frame.y + 14 + position // columns * 33, width, 30)
        draw_train(scene, canvas, train, box, int(state["train_coal"][train]), price=True)


def draw_train(scene: Scene, canvas: Canvas, train: int, box: Box, coal: int, price: bool) -> None:
    """Draw a train: name, price or hire cost, what it does."""
    name, tables = scene.data.trains[str(train)].name, scene.tables
    does = train_words(tables, train) or "no ability"
    cost, hire = int(tables["train_cost"][train]), int(tables["train_hire"][train])
    title = f"train {train} {name}: {does}; costs {cost} steel, hire {hire} coal; {coal} coal on it"
    elements = [
        rect(*box, PAPER, rx=4, stroke=SOFT),
        text(box.x + 5, box.y + 12, f"{train} {name}", 10, bold=True, room=box.width - 10 - 29 * (2 if price else 1)),
        text(box.x + 5, box.y + 24.5, does, 9, fill=SOFT, room=box.width - 10),
    ]
    shown = [("steel", cost), ("coal", coal)] if price else [("coal", hire)]
    x = box.right - 29 * len(shown) + 9
    for kind, amount in shown:
        if amount:
            elements += [icons.cube(kind, x, box.y + 9), text(x + 10, box.y + 12.5, amount, 9.5, bold=True)]
        x += 29
    canvas.thing(f"train-{train}", title, box, *elements, corner=4)
