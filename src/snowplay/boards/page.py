"""A recorded game as one HTML page: its boards step by step, its score, its log. No other file, no network.

Most of a board is the same from one step to the next, so the page holds every differing part of the pictures once, and
for each step the parts that change.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from ..acres import record_format
from ..acres.record_replay import play_online_record
from ..errors import RecordError
from ..records import loads, replay
from ..state import CHANCE_PLAYER, Outcome, State
from ..templates import read_template
from . import draw, last_move, seat_colours, seat_words
from .svg import FONT, INK, RULE, SOFT, WIDTH, path, rect, text

# Lines are told apart by these dashes as well as by their colours.
_DASHES = (None, "6 2", "2 2", "8 2 2 2", "4 4")
# The graph: its size, and from where to where the steps go.
_GRAPH_WIDTH = 320.0
_GRAPH_HEIGHT = 170.0
_GRAPH_LEFT = 26.0
_GRAPH_RIGHT = _GRAPH_WIDTH - 76.0


class Move(NamedTuple):
    """A move or draw: who, what, and the state after it; the first of a game is no move."""

    player: int
    action: int | None
    after: State


class Step(NamedTuple):
    """What the page shows at once: a move, or all draws between two moves."""

    who: str
    words: str
    moment: str
    state: State
    things: Sequence[str]


def read_moves(path: str | Path) -> list[Move]:
    """Return the moves of a record of this program, or of a game of A Few Acres of Snow recorded online.

    Raises
    ------
    RecordError
        If it is neither, or cannot be played; the message names file and place.
    OSError
        If the file cannot be read.
    """
    content = Path(path).read_bytes()
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        document = None
    try:
        if isinstance(document, dict) and "variant_rules" in document:
            online = record_format.loads(content, str(path))
            return [Move(*played) for played in play_online_record(online)]
        return list(_own_moves(content, str(path)))
    except RecordError as error:
        raise RecordError(str(error) if str(path) in str(error) else f"{path}: {error}") from None


def _own_moves(content: bytes, name: str) -> Iterator[Move]:
    record = loads(content, name)
    before: State | None = None
    for number, state in enumerate(replay(record)):
        if before is None:
            yield Move(CHANCE_PLAYER, None, state)
        else:
            player, notation = record.moves[number - 1]
            yield Move(player, before.string_to_action(notation), state)
        before = state


def steps_of(moves: Sequence[Move]) -> list[Step]:
    """Cut a game into steps: draws that follow one another are one."""
    first = moves[0].after
    steps = [Step("", "the game begins", first.moment(), first, ())]
    numbered = [(number, move) for number, move in enumerate(moves) if number]
    runs = groupby(numbered, key=lambda entry: None if entry[1].player == CHANCE_PLAYER else entry[0])
    for key, run in runs:
        entries = list(run)
        before, last = moves[entries[0][0] - 1].after, entries[-1][1].after
        if key is None:
            steps.append(Step("chance", _draws(moves, entries), before.moment(), last, ()))
            continue
        move = entries[0][1]
        assert move.action is not None
        words = before.action_to_string(move.action)
        things = last_move(before, move.action)
        steps.append(Step(seat_words(before, move.player), words, before.moment(), last, things))
    return steps


def _draws(moves: Sequence[Move], entries: list[tuple[int, Move]]) -> str:
    """Say what chance brought, equal draws counted."""
    words = Counter(
        moves[number - 1].after.action_to_string(move.action) if move.action is not None else "cards go back"
        for number, move in entries
    )
    return "; ".join(word if n == 1 else f"{word} x{n}" for word, n in words.items())


class Film:
    """Pictures one after the other, as parts that differ.

    Attributes
    ----------
    chunks : list of str
        Every part of every picture, each once.
    slots : list of str
        Names of the parts in the order in which they are drawn.
    changes : list of dict of str to int
        For each picture the slots that differ from the picture before, each with its chunk, -1 for none.
    height : float
        Of the tallest picture.
    """

    def __init__(self) -> None:
        self.chunks: list[str] = []
        self.slots: list[str] = []
        self.changes: list[dict[str, int]] = []
        self.height = 0.0
        self._numbers: dict[str, int] = {}
        self._known: set[str] = set()
        self._shown: dict[str, int] = {}

    def add(self, parts: dict[str, str], height: float) -> None:
        """Append a picture."""
        before = ""
        for slot in parts:
            if slot not in self._known:
                self._known.add(slot)
                self.slots.insert(self.slots.index(before) + 1 if before else 0, slot)
            before = slot
        now = {slot: self._number(part) for slot, part in parts.items() if part}
        changed = {slot: chunk for slot, chunk in now.items() if self._shown.get(slot) != chunk}
        changed.update({slot: -1 for slot in self._shown if slot not in now})
        self._shown = now
        self.changes.append(changed)
        self.height = max(self.height, height)

    def _number(self, part: str) -> int:
        number = self._numbers.setdefault(part, len(self.chunks))
        if number == len(self.chunks):
            self.chunks.append(part)
        return number


def page(moves: Sequence[Move], name: str) -> str:
    """Return a game as an HTML document.

    Parameters
    ----------
    moves : sequence of Move
        As `read_moves` returns them.
    name : str
        Where the game comes from, for the page's head.

    Raises
    ------
    MissingExtraError
        If Jinja is not installed.
    """
    template = read_template(__package__, "page.html.j2", "a record as a page")
    steps = steps_of(moves)
    film = Film()
    for step in steps:
        canvas = draw(step.state, highlight=step.things, choices=False)
        film.add(canvas.parts, canvas.height)
    last = steps[-1].state
    outcome = last.outcome()
    game = last.get_game()
    number = {slot: i for i, slot in enumerate(film.slots)}
    data = {
        "chunks": film.chunks,
        "slots": len(film.slots),
        "steps": [[x for slot, chunk in change.items() for x in (number[slot], chunk)] for change in film.changes],
        "log": [[step.who, step.words, step.moment] for step in steps],
    }
    seats = [seat_words(last, seat) for seat in range(game.players)]
    values: dict[str, Any] = {
        "title": f"{game.front.title}: a game",
        "name": name,
        "players": ", ".join(seats),
        "rules_hash": game.rules_hash,
        "ending": _ending(outcome, seats) if outcome else "unfinished",
        "width": WIDTH,
        "height": round(film.height),
        "graph_width": _GRAPH_WIDTH,
        "graph_height": _GRAPH_HEIGHT,
        "graph": "".join(_graph(steps, seats)),
        "graph_left": _GRAPH_LEFT,
        "graph_right": _GRAPH_RIGHT,
        "steps": len(steps),
        "font": FONT,
        "data": _script_text(json.dumps(data, ensure_ascii=False, separators=(",", ":"))),
    }
    return template.render(values) + "\n"


def _ending(outcome: Outcome, seats: Sequence[str]) -> str:
    """Say who won and why, and the points."""
    won = "" if outcome.winner is None else f"{seats[outcome.winner]} wins: "
    return f"{won}{outcome.explanation}; points {', '.join(map(str, outcome.scores))}"


def _script_text(words: str) -> str:
    """Return JSON as it may stand in a script element."""
    return words.replace("</", "<\\/").replace("<!--", "\\u003c!--")


def _graph(steps: Sequence[Step], seats: Sequence[str]) -> Iterator[str]:
    """Yield the points of all seats over the steps as a picture."""
    scores = [step.state.scores() for step in steps]
    top = max(10, *(max(points) for points in scores))
    low, high = _GRAPH_HEIGHT - 18, 10.0

    def x(step: int) -> float:
        return _GRAPH_LEFT + (_GRAPH_RIGHT - _GRAPH_LEFT) * step / max(1, len(steps) - 1)

    def y(points: float) -> float:
        return low - (low - high) * points / top

    yield rect(_GRAPH_LEFT, high, _GRAPH_RIGHT - _GRAPH_LEFT, low - high, "#fafafa", stroke=RULE)
    for tick in _ticks(top):
        yield path(f"M{_GRAPH_LEFT} {y(tick):.1f}H{_GRAPH_RIGHT}", stroke="#e2e2e2")
        yield text(_GRAPH_LEFT - 5, y(tick) + 3.5, tick, 10, anchor="end", fill=SOFT)
    yield text(_GRAPH_LEFT, _GRAPH_HEIGHT - 4, "points by step", 10, fill=SOFT)
    ends = _apart([y(points) for points in scores[-1]], 11.0, high, low)
    for seat, name in enumerate(seats):
        colour, dashes = seat_colours(steps[0].state)[seat], _DASHES[seat]
        line = f"M{x(0):.1f} {y(scores[0][seat]):.1f}"
        for step in range(1, len(steps)):
            if scores[step][seat] != scores[step - 1][seat]:
                line += f"H{x(step):.1f}V{y(scores[step][seat]):.1f}"
        line += f"H{_GRAPH_RIGHT:.1f}"
        yield path(line, fill="none", stroke=colour, stroke_width=1.8, stroke_dasharray=dashes)
        yield text(_GRAPH_RIGHT + 5, ends[seat] + 3.5, f"{name} {scores[-1][seat]}", 11, bold=True, fill=INK)
        yield path(f"M{_GRAPH_RIGHT} {ends[seat]:.1f}h4", stroke=colour, stroke_width=3)


def _ticks(top: int) -> Iterable[int]:
    step = next(step for step in (5, 10, 20, 50, 100, 200, 500, 1000) if top / step <= 6 or step == 1000)
    return range(0, top + 1, step)


def _apart(places: Sequence[float], least: float, high: float, low: float) -> list[float]:
    """Move labels apart that would overlap, within the graph where there is room."""
    order = sorted(range(len(places)), key=places.__getitem__)
    found = list(places)
    edge = high
    for i in order:
        found[i] = max(found[i], edge)
        edge = found[i] + least
    edge = low
    for i in reversed(order):
        found[i] = min(found[i], edge)
        edge = found[i] - least
    return found
