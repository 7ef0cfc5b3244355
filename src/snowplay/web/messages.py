"""What goes over the wire: one struct for each request and answer, with its limits.

The schemas of the API's description are made from these.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

#: Bytes of a request's body at most; a record may be longer.
BODY_LIMIT = 16_384
RECORD_LIMIT = 2_000_000
NAME_LIMIT = 40
AGENT_LIMIT = 200
MOST_SEATS = 5
#: Seconds that a request may wait for news.
WAIT_LIMIT = 25

Version = Annotated[str, Meta(max_length=40, description="The version of the view that this answers.")]
OptionValue = bool | int | str | list[int | str]


class Request(Struct, forbid_unknown_fields=True):
    """A body that a client sends."""


class SeatRequest(Request):
    """Who is to sit in a seat."""

    kind: Annotated[
        str, Meta(max_length=AGENT_LIMIT, description="`human`, or an agent such as `ismcts:seconds=2`.")
    ] = "human"
    name: Annotated[str, Meta(max_length=NAME_LIMIT, description="Shown at the table; by default who it is.")] = ""


SeatRequests = Annotated[list[SeatRequest], Meta(min_length=1, max_length=MOST_SEATS)]


class NewTable(Request):
    """A new game."""

    game: Annotated[str, Meta(max_length=NAME_LIMIT)]
    seats: SeatRequests
    options: Annotated[
        dict[Annotated[str, Meta(max_length=NAME_LIMIT)], OptionValue],
        Meta(max_length=64, description="Rule options that differ from their defaults."),
    ] = {}


class LoadTable(Request):
    """A game from a record, to be played on or looked at."""

    record: Annotated[str, Meta(max_length=RECORD_LIMIT, description="The text of a record, as snowplay writes it.")]
    seats: SeatRequests


class Choice(Request):
    """One decision of the seat to move."""

    version: Version
    action: Annotated[int, Meta(ge=0, lt=2**31, description="An id of the moves of the view.")]
    confirm: Annotated[bool, Meta(description="Make the whole move final at once, if this decision ends it.")] = False


class Step(Request):
    """Something to be done at a table that is as the client last saw it."""

    version: Version


class OptionInfo(Struct):
    """One rule option of a game."""

    name: str
    kind: str
    default: OptionValue
    allowed: str
    help: str
    rules: list[str]
    choices: list[str]
    low: int
    high: int


class AgentInfo(Struct):
    """An agent that may sit in a seat."""

    name: str
    help: str
    parameters: Annotated[dict[str, str], Meta(description="Name and type of what may be set.")]
    seat: Annotated[int | None, Meta(description="The only seat it plays; null if it plays any.")]


class GameInfo(Struct):
    """A game that can be played."""

    name: str
    title: str
    players: list[int]
    seat_names: Annotated[list[str], Meta(description="What seats are called; empty if they have only numbers.")]
    options: list[OptionInfo]
    agents: list[AgentInfo]


class Created(Struct):
    """A new table."""

    id: str
    tokens: Annotated[
        list[str | None], Meta(description="The secret of each seat that a human plays; null for agents.")
    ]


class SeatView(Struct):
    """One seat, as everybody sees it."""

    name: str
    kind: str
    score: int
    parts: Annotated[dict[str, int], Meta(description="The points by source.")]


class Move(Struct):
    """A legal decision."""

    action: int
    words: str
    kind: Annotated[str, Meta(description="What sort of decision it is, to group by.")]


class Draft(Struct):
    """What the seat has chosen and not confirmed yet; nobody else knows of it."""

    words: Annotated[list[str], Meta(description="The decisions so far.")]
    complete: Annotated[bool, Meta(description="Nothing is left to choose: confirm it or go back.")]
    note: Annotated[str, Meta(description="What confirming does that cannot be taken back.")]


class LogEntry(Struct):
    """Something that happened."""

    who: Annotated[int, Meta(description="The seat; -1 is chance.")]
    words: str
    moment: str
    number: Annotated[int, Meta(description="Place among the moves of the record.")]
    explained: Annotated[bool, Meta(description="The seat may be asked what it thought.")]


class OutcomeView(Struct):
    """How the game ended."""

    explanation: str
    winner: int | None
    tied: list[int]


class View(Struct):
    """What one seat sees of a table."""

    id: str
    version: str
    game: str
    title: str
    seat: int
    seats: list[SeatView]
    hides: Annotated[bool, Meta(description="Seats do not see the same: cover the screen when another one looks.")]
    options: Annotated[dict[str, OptionValue], Meta(description="Rule options that differ from their defaults.")]
    moment: str
    to_move: Annotated[int | None, Meta(description="The seat to move; null when the game is over.")]
    waiting_for: str
    moves: Annotated[list[Move], Meta(description="What the seat may choose now; empty if it is not to move.")]
    draft: Draft | None
    undo: Annotated[str, Meta(description="Empty if the last move can be taken back; else why not.")]
    trouble: Annotated[str, Meta(description="What went wrong with an agent; empty if nothing did.")]
    outcome: OutcomeView | None
    log: list[LogEntry]
    board: Annotated[str, Meta(description="The board as the seat sees it, an SVG document.")]
    text: Annotated[str, Meta(description="The board as text.")]


class Thinking(Struct):
    """How far the agent to move is."""

    seat: Annotated[int | None, Meta(description="The agent's seat; null if none thinks.")]
    waiting: Annotated[bool, Meta(description="It waits for other tables' agents to finish.")]
    seconds: float
    share: Annotated[float, Meta(description="Part of its budget that is spent, 0 to 1.")]


class HintMove(Struct):
    """What a search thinks of one move."""

    action: int
    words: str
    share: Annotated[float, Meta(description="Part of the search's iterations that began with it.")]
    value: Annotated[float, Meta(description="Mean reward, 0 to 1.")]


class Hint(Struct):
    """What a search would do in the place of the seat."""

    version: str
    moves: Annotated[list[HintMove], Meta(description="The best first.")]
    text: str


class Explanation(Struct):
    """What an agent thought of its move."""

    number: int
    text: str


class Done(Struct):
    """It is done."""

    done: bool = True


class Problem(Struct):
    """Why a request was refused. Nothing has changed."""

    error: Annotated[str, Meta(description="What was wrong and what would be right.")]
    rule: Annotated[str, Meta(description="The rule that stands against it; may be empty.")] = ""
