"""What the fields of a row, the end reasons and the slices of an observation mean."""

from __future__ import annotations

from ..front import Activity, RowField

AREA_LETTERS = tuple("ABCDEFG")

#: end_reason -> (short name, sentence); SN-60, SN-61.
END_REASONS: dict[int, tuple[str, str]] = {
    0: ("running", "the game is not over"),
    1: ("player_track", "a player laid the last track card"),
    2: ("event_track", "an event laid the last track card, one more round played"),
    3: ("markers", "nobody has an ownership marker left"),
    4: ("round_limit", "stopped by the round limit, which is no rule"),
}

#: SN-62, in the order of the rule.
SCORE_PARTS = ("track", "station", "contract", "train", "surveyor")

ACTIVITIES = (
    Activity("Stock Yard actions", "actions", 0),
    Activity("Excavation actions", "actions", 1),
    Activity("Works actions", "actions", 2),
    Activity("Lay Track actions", "actions", 3),
    Activity("Build actions", "actions", 4),
    Activity("Site Office actions", "actions", 5),
    Activity("Surveyor actions", "actions", 6),
    Activity("Contracts taken", "contracts_taken", count="bits"),
    Activity("Contracts used", "contracts_used", count="bits"),
    Activity("Track markers", "tracks"),
    Activity("Station markers", "spaces"),
    Activity("Owns a train at the end", "train_owned", count="any"),
)


def row_fields(players: int, n_events: int) -> list[RowField]:
    """Return the meaning of every field of a row."""
    seats = tuple(str(seat) for seat in range(players))
    by_seat = (seats,)
    return [
        RowField("index", "index of the game under the master seed"),
        RowField(
            "decisions",
            "decisions the players took; those with a single option are left out unless auto_forced is off",
        ),
        RowField("rounds", "rounds begun"),
        RowField("players", "number of players"),
        RowField("start_seat", "seat that began the first round (SN-01)"),
        RowField(
            "end_reason",
            "why the game ended: " + ", ".join(f"{k} {v[0]}" for k, v in END_REASONS.items() if k),
        ),
        RowField("winner", "seat that won after the tie-break (SN-64); 255 in the solo game"),
        RowField("tied", "number of seats that share the top score, 1 if one has it alone"),
        RowField(
            "events_fired",
            "how often the event of each space of the Event Track happened",
            (("", *(str(space) for space in range(1, n_events + 1))),),
        ),
        RowField("score", "points at the end (SN-62)", by_seat),
        RowField("track", "points of track markers", by_seat),
        RowField("station", "points of station markers", by_seat),
        RowField("contract", "points of contracts (SN-63)", by_seat),
        RowField("train", "points of the train", by_seat),
        RowField("surveyor", "points of the surveyor's station", by_seat),
        RowField("rank", "place after the tie-break, 1 is the winner", by_seat),
        RowField("contracts_taken", "contracts held at the end, contract c is bit c - 1", by_seat),
        RowField("contracts_used", "those of them that were used, contract c is bit c - 1", by_seat),
        RowField("train_owned", "number of the train owned at the end, 0 for none", by_seat),
        RowField("tracks", "markers on track cards", by_seat),
        RowField("spaces", "markers on station spaces", by_seat),
        RowField("actions", "labourers' actions resolved by area", (seats, AREA_LETTERS)),
    ]
