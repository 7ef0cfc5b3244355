"""Boards as pictures: valid, self-contained, small, and every legal action can be clicked."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from positions import NAMES, SVG, actions, drawn, elements, positions, things, title

import snowplay as sp
from snowplay import boards
from snowplay.boards.svg import WIDTH, Box, text_width
from snowplay.errors import IllegalActionError, SeatError

# Bytes.
LARGEST = 80_000


@pytest.fixture(scope="module")
def state() -> sp.State:
    return positions("snowdonia-3p")[2]


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_one_document_without_anything_else(name: str) -> None:
    for picture in drawn(name):
        state, svg = picture.state, picture.svg
        assert len(svg.encode()) < LARGEST
        root = ElementTree.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        assert state.moment() in (root.findtext(f"{SVG}title") or "")
        assert root.findtext(f"{SVG}desc")
        defined = {element.get("id") for element in root.iter() if element.get("id")}
        for element in root.iter():
            assert element.tag.removeprefix(SVG) not in ("script", "style", "image", "foreignObject", "a")
            for key, value in element.attrib.items():
                assert "http" not in value or key == "xmlns"
                assert not key.startswith("on")
                if key == "href":
                    assert value.removeprefix("#") in defined


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_action_is_on_a_thing(name: str) -> None:
    for picture in drawn(name):
        state, found = picture.state, picture.found
        on_things = [action for thing in found.values() for action in actions(thing)]
        assert set(on_things) == (set() if state.is_chance_node() else set(state.legal_actions()))
        for thing in found.values():
            assert actions(thing) == sorted(set(actions(thing)))
            assert ("legal" in thing.get("class", "").split()) == bool(actions(thing))
            assert title(thing)
        for action in () if state.is_chance_node() else state.legal_actions():
            touched = [thing for thing in boards.things_of(state, action) if thing in found]
            assert touched
            assert all(action in actions(found[thing]) for thing in touched)
            assert set(boards.things_of(state, action)) <= set(boards.last_move(state, action))


@pytest.mark.parametrize("name", ["acres-2p", "acres-2p-all-together", "snowdonia-3p"])
def test_only_who_has_to_decide_is_told_what_is_legal(name: str) -> None:
    for state in positions(name):
        for seat in range(state.game.players):
            shown = {action for thing in things(state.to_svg(observer=seat)).values() for action in actions(thing)}
            mine = state.legal_actions() if seat == state.current_player() else []
            assert shown == set(mine)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_lies_on_anything_else(name: str) -> None:
    for picture in drawn(name):
        canvas = picture.canvas
        frames = list(canvas.frames.items())
        sheet = Box(0, 0, WIDTH, canvas.height)
        for i, (one, frame) in enumerate(frames):
            assert inside(frame, sheet), f"{one} is not on the picture"
            for other, second in frames[:i]:
                apart = not frame.grown(-0.6).overlaps(second.grown(-0.6))
                assert apart or inside(frame, second) or inside(second, frame), f"{one} lies on {other}"


def inside(inner: Box, outer: Box) -> bool:
    return outer.x <= inner.x and outer.y <= inner.y and inner.right <= outer.right and inner.bottom <= outer.bottom


@pytest.mark.parametrize("name", NAMES)
def test_words_of_a_thing_are_within_it(name: str) -> None:
    for picture in drawn(name):
        frames = picture.canvas.frames
        for thing, element in picture.found.items():
            if thing.startswith(("place-", "weather-")):  # their words stand beside them
                continue
            for left, right in spans(element):
                frame = frames[thing].grown(1.5)
                assert frame.x <= left, thing
                assert right <= frame.right, thing


def spans(element: ElementTree.Element) -> list[tuple[float, float]]:
    """Return from where to where the lines of text go."""
    found = []
    for line in element.iter(f"{SVG}text"):
        size, x = float(line.get("font-size", "0")), float(line.get("x", "0"))
        assert size >= 9
        bold = line.get("font-weight") == "bold"
        width = float(line.get("textLength") or text_width(line.text or "", size, bold))
        start = {"start": 0.0, "middle": 0.5, "end": 1.0}[line.get("text-anchor", "start")]
        found.append((x - start * width, x + (1 - start) * width))
    return found


def test_marks_are_where_they_belong(state: sp.State) -> None:
    plain, marked = state.to_svg(), state.to_svg(highlight=["yard", "no-such-thing"], legal=True)
    assert "last" not in things(plain)["yard"].get("class", "")
    found = things(marked)
    assert "last" in found["yard"].get("class", "").split()
    for name, thing in found.items():
        before = things(plain)[name]
        more = len(list(thing.iter())) > len(list(before.iter()))
        assert more == (name == "yard" or bool(actions(thing))), name


def test_a_file_appears_when_it_is_complete(state: sp.State, tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    svg = state.to_svg(target, observer=1)
    assert target.read_text(encoding="utf-8") == svg + "\n"
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]
    with pytest.raises(OSError, match="nowhere"):
        state.to_svg(tmp_path / "nowhere" / "board.svg")


def test_what_is_wrong_is_refused(state: sp.State) -> None:
    with pytest.raises(SeatError, match="0 to 2"):
        state.to_svg(observer=3)
    with pytest.raises(IllegalActionError):
        boards.things_of(state, 10_000)
    with pytest.raises(IllegalActionError):
        boards.last_move(state, -1)


def test_notebooks_show_the_picture(state: sp.State) -> None:
    assert state._repr_svg_() == state.to_svg()


def test_names_of_a_variant_are_escaped_and_squeezed() -> None:
    strange = '<b>"Halifax" & the whole of Nova Scotia with its harbours'
    game = sp.load_game("acres", variant={"board": {"locations": {"halifax": {"name": strange}}}})
    svg = game.new_initial_state(1).to_svg()
    place = things(svg)["place-halifax"]
    assert title(place).startswith(strange)
    lines = [line for line in place.iter(f"{SVG}text") if line.text == strange]
    assert len(lines) == 1
    assert float(lines[0].get("textLength", "0")) < 100


@pytest.mark.parametrize(("players", "stations"), [(1, 7), (2, 7), (3, 8), (4, 8), (5, 9)])
def test_the_whole_route_is_drawn(players: int, stations: int) -> None:
    state = sp.load_game("snowdonia", players=players).new_initial_state(3)
    canvas = boards.draw(state)
    assert sum(name.startswith("station-") for name in canvas.parts) == stations
    assert sum(name.startswith("track-") for name in canvas.frames) == {1: 12, 2: 12, 3: 13, 4: 13, 5: 14}[players]


def test_text_is_measured_like_helvetica() -> None:
    assert text_width("Quebec", 10) == pytest.approx(10 * (0.778 + 5 * 0.556 - 0.056), abs=0.01)
    assert text_width("Quebec", 10, bold=True) > text_width("Quebec", 10)
    assert text_width("é", 10) == 6.0


def test_every_element_of_a_picture_is_drawn_with_a_known_name(state: sp.State) -> None:
    known = {"svg", "title", "desc", "defs", "g", "use", "text", "rect", "circle", "path"}
    assert {element.tag.removeprefix(SVG) for element in elements(state.to_svg())} <= known
