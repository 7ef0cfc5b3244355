"""The board of A Few Acres of Snow shows the position, to each side what it may see, and is laid out to be read."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from positions import SVG, positions, things, title

import snowplay as sp
from snowplay import boards
from snowplay._core.acres.game import LIMITS
from snowplay.acres.cards import KIND_NAMES, SIDES, bits
from snowplay.acres.record_format import read_online_record
from snowplay.acres.record_replay import play_online_record
from snowplay.acres.schema import LOCATIONS, SIDE_NAMES
from snowplay.boards.acres.icons import signed
from snowplay.boards.acres.layout import LEGEND, MAP, SEA, SPOTS, piece_box
from snowplay.boards.acres.map import label_frame
from snowplay.boards.acres.sea import draw_sea
from snowplay.boards.svg import Box

RECORD = Path(__file__).parents[1] / "records" / "acres" / "y05.json"


@pytest.fixture(scope="module")
def game() -> sp.Game:
    return sp.load_game("acres")


@pytest.fixture(scope="module")
def recorded() -> list[sp.State]:
    """Positions of a recorded game, sieges among them."""
    states = [played.after for played in play_online_record(read_online_record(RECORD))]
    besieged = [state for state in states if (state.data()["siege_at"] != LIMITS["NOWHERE"]).any()]
    assert besieged
    return states[::70] + besieged[:: len(besieged) // 6]


def boxes(game: sp.Game) -> dict[str, Box]:
    """Everything with words or a piece on the map, and the two panels on it."""
    found = {"sieges": SEA, "legend": LEGEND}
    for place, figures in game.rules.data.places().items():
        found[f"label of {place}"] = label_frame(place, figures)
        found[f"piece of {place}"] = piece_box(place)
    return found


def test_every_place_is_on_the_map(game: sp.Game) -> None:
    assert set(SPOTS) == set(LOCATIONS)
    for name, box in boxes(game).items():
        assert MAP.x <= box.x and box.right <= MAP.right, name
        assert MAP.y <= box.y and box.bottom <= MAP.bottom, name


def test_no_labels_and_pieces_overlap(game: sp.Game) -> None:
    for (one, first), (other, second) in combinations(boxes(game).items(), 2):
        assert not first.overlaps(second), f"{one} overlaps {other}"


def test_an_overlap_would_be_noticed() -> None:
    assert Box(0, 0, 10, 10).overlaps(Box(9, 9, 10, 10))
    assert not Box(0, 0, 10, 10).overlaps(Box(10, 0, 10, 10))


def test_places_are_roughly_where_they_are(game: sp.Game) -> None:
    west_to_east = ("detroit", "oswego", "albany", "boston", "pemaquid", "halifax", "louisbourg")
    assert [SPOTS[place].x for place in west_to_east] == sorted(SPOTS[place].x for place in west_to_east)
    north_to_south = ("quebec", "ticonderoga", "albany", "new_york", "philadelphia", "norfolk")
    assert [SPOTS[place].y for place in north_to_south] == sorted(SPOTS[place].y for place in north_to_south)


def test_every_line_of_the_data_is_drawn(game: sp.Game) -> None:
    svg = game.new_initial_state(1).to_svg()
    for key, edge in game.rules.data.board.edges.items():
        names = [game.rules.data.board.locations[place].name for place in key.split("-")]
        drawn = f"{names[0]} - {names[1]}: " in svg
        assert drawn == (edge.way != "unknown"), key


def test_pieces_are_those_of_the_position(recorded: list[sp.State]) -> None:
    for state in recorded:
        now = state.data()
        found = things(state.to_svg())
        for number, place in enumerate(LOCATIONS):
            words = title(found[f"place-{place}"])
            symbols = [use.get("href") for use in found[f"place-{place}"].iter(f"{SVG}use")]
            holder = [side for side in SIDES if int(now["villages"][side] | now["towns"][side]) >> number & 1]
            assert ("nobody's" in words) == (not holder)
            for side in SIDES:
                letter, name = SIDE_NAMES[side][0].upper(), SIDE_NAMES[side].title()
                for piece, field in (("village", "villages"), ("town", "towns")):
                    there = bool(int(now[field][side]) >> number & 1)
                    assert (f"{name} {piece}" in words) == there
                    assert (f"#sp-{piece}-{letter}" in symbols) == there
                assert (f"besieged by the {name}" in words) == (int(now["siege_at"][side]) == number)
            assert ("fortified" in words) == bool(int(now["forts"]) >> number & 1)
            cut_off = any(not int(now["supplied"][side]) >> number & 1 for side in holder)
            assert ("out of supply" in words) == cut_off


def test_a_strength_has_its_sign() -> None:
    assert [signed(value) for value in (-2, 0, 3)] == ["-2", "0", "+3"]


def test_sieges_are_told(recorded: list[sp.State]) -> None:
    for state in recorded:
        now = state.data()
        found = things(state.to_svg())
        for siege, name in enumerate(SIDE_NAMES):
            place = int(now["siege_at"][siege])
            if place == LIMITS["NOWHERE"]:
                assert f"siege-{name}" not in found
                continue
            words = title(found[f"siege-{name}"])
            assert state.game.rules.data.board.locations[LOCATIONS[place]].name in words
            assert f": {signed(int(now['siege_strength'][siege]))};" in words
            for side in SIDES:
                assert zone(found, side, f"siege_{name}") == kinds(state, side, now["siege_cards"][side][siege])


def kinds(state: sp.State, side: int, word: int) -> set[str]:
    tables = boards.Scene.of(state, None).tables
    return {KIND_NAMES[int(tables["card_kind"][side][card])] for card in bits(int(word))}


def zone(found: dict[str, object], side: int, name: str) -> set[str]:
    start = f"card-{SIDE_NAMES[side]}-{name}-"
    return {thing.removeprefix(start) for thing in found if thing.startswith(start)}


def test_cards_are_those_of_the_position(recorded: list[sp.State]) -> None:
    for state in recorded:
        now = state.data()
        found = things(state.to_svg())
        for side in SIDES:
            for name in ("hand", "deck", "discard", "reserve"):
                assert zone(found, side, name) == kinds(state, side, now[name][side]), name
            played = now["played"] if int(now["turn"]) == side else 0
            assert zone(found, side, "played") == kinds(state, side, played)
        display = {thing.removeprefix("card-neutral-") for thing in found if thing.startswith("card-neutral-")}
        assert display == kinds(state, 0, now["display"])


def test_the_enemys_hand_is_backs_and_what_is_known(recorded: list[sp.State]) -> None:
    hidden = 0
    for state in recorded:
        now = state.data()
        for side in SIDES:
            canvas = boards.draw(state, observer=1 - side)
            name = SIDE_NAMES[side]
            backs = sum(part.startswith(f"back-{name}-") for part in canvas.parts)
            unknown = int(now["hand"][side]) & ~int(now["known"][side])
            assert backs == unknown.bit_count()
            assert zone(dict(canvas.frames), side, "hand") == kinds(state, side, now["known"][side])
            unseen = (int(now["hand"][side]) | int(now["deck"][side])) & ~int(now["known"][side])
            assert zone(dict(canvas.frames), side, "unseen") == kinds(state, side, unseen)
            assert not zone(dict(canvas.frames), side, "deck")
            hidden += backs
    assert hidden > 0


@pytest.mark.parametrize("name", ["acres-2p", "acres-2p-all-together"])
def test_a_picture_tells_a_side_nothing_that_is_hidden(name: str) -> None:
    differing = 0
    for state in positions(name, 6):
        for seat in SIDES:
            svg = state.to_svg(observer=seat)
            for seed in range(2):
                other = state.resample_from_infostate(seat, seed)
                assert other.to_svg(observer=seat) == svg
                differing += other != state
    assert differing > 10


def test_with_everything_shown_hidden_cards_are_told_apart() -> None:
    state = positions("acres-2p", 6)[2]
    others = [state.resample_from_infostate(0, seed) for seed in range(4)]
    assert [other for other in others if other.to_svg() != state.to_svg()]


def test_two_great_sieges_fit_on_the_sea(game: sp.Game) -> None:
    state = positions("acres-2p")[1].clone()
    data = state.data()
    fighting = [kind for kind, name in enumerate(KIND_NAMES) if name not in LOCATIONS]
    tables = boards.Scene.of(state, None).tables
    for side in SIDES:
        words = [int(tables["kind_cards"][side][kind]) for kind in fighting]
        words = [word for word in words if word]
        data["siege_cards"][side] = [np.bitwise_or.reduce(np.array(words[half::2], np.uint64)) for half in (0, 1)]
    data["siege_at"] = [LOCATIONS.index("quebec"), LOCATIONS.index("new_york")]
    scene = boards.Scene.of(state, None)
    canvas = boards.Canvas({}, (), legal=False)
    draw_sea(replace(scene, state=data[()]), canvas)
    frames = {name: box for name, box in canvas.frames.items() if "siege" in name}
    assert len(frames) > 20
    for one, other in combinations(frames, 2):
        assert not frames[one].overlaps(frames[other]), f"{one} overlaps {other}"
    assert max(box.bottom for box in frames.values()) <= SEA.bottom
