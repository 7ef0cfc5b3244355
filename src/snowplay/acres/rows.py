"""What the fields of a row and the end reasons mean."""

from __future__ import annotations

from .._core.acres.game import LIMITS, OTHERS
from ..front import Activity, RowField
from .cards import KIND_NAMES
from .schema import LOCATIONS

#: end_reason -> (short name, sentence); AC-70, AC-71, AC-73.
END_REASONS: dict[int, tuple[str, str]] = {
    0: ("running", "the game is not over"),
    1: ("capital", "a capital was taken or settled"),
    2: ("cubes", "a side had no village left to place"),
    3: ("discs", "a side had no town left to place"),
    4: ("captures", "a side held enough captured pieces"),
    5: ("truncated", "stopped by the limit of turns and scored as it stood"),
}

#: AC-72.
SCORE_PARTS = ("villages_points", "towns_points", "captured_points")

#: Menu choices in the order of the row's `actions`.
CHOICES = (
    *("settle", "develop", "fortify", "besiege", "raid"),
    *("pass", "end", "stop", "reinforce_british", "reinforce_french", "leader_british", "leader_french"),
    *("withdraw_british", "withdraw_french", "ambush", "priest", "money", "merchant", "trader", "piracy", "draft"),
    *("discard", "reserve", "retrieve", "governor", "intendant", "home_support", "yes", "free_fur", "drop", "pay"),
)


def _choice(name: str) -> int:
    return int(LIMITS["OTHER_ACTION"]) + OTHERS[name]


ACTIVITIES = (
    Activity("Places settled", "settled"),
    Activity("Places developed", "actions", 1),
    Activity("Places fortified", "actions", 2),
    Activity("Sieges begun", "sieges_started"),
    Activity("Sieges won as attacker", "sieges_won_attacking"),
    Activity("Sieges won as defender", "sieges_won_defending"),
    Activity("Raids", "raids_tried"),
    Activity("Raids that succeeded", "raids_won"),
    Activity("Ambushes", "ambushes_tried"),
    Activity("Ambushes that succeeded", "ambushes_won"),
    Activity("Money taken", "actions", _choice("MONEY")),
    Activity("Merchant voyages", "actions", _choice("MERCHANT")),
    Activity("Furs sold", "actions", _choice("TRADER")),
    Activity("Piracy", "actions", _choice("PIRACY")),
    Activity("Cards drafted", "actions", _choice("DRAFT")),
    Activity("Discard actions", "actions", _choice("DISCARD")),
    Activity("Governor actions", "actions", _choice("GOVERNOR")),
    Activity("Passes", "actions", _choice("PASS")),
    Activity("Money at the end", "money"),
    Activity("Cards at the end", "deck_size"),
)


def row_fields() -> list[RowField]:
    """Return the meaning of every field of a row."""
    by_seat = (("0", "1"),)
    by_kind = (KIND_NAMES[len(LOCATIONS) :],)
    return [
        RowField("index", "index of the game under the master seed"),
        RowField(
            "decisions",
            "decisions the players took; those with a single option are left out unless auto_forced is off",
        ),
        RowField("turns", "player-turns begun"),
        RowField(
            "end_reason",
            "why the game ended: " + ", ".join(f"{k} {v[0]}" for k, v in END_REASONS.items() if k),
        ),
        RowField("winner", "side that won (AC-71, AC-72): 0 British, 1 French"),
        RowField("tied", "number of sides that share the top score, 1 if one has it alone"),
        RowField("truncated", "1 if the limit of turns stopped it (AC-73)"),
        RowField("score", "points at the end (AC-72)", by_seat),
        RowField("villages_points", "points of villages", by_seat),
        RowField("towns_points", "points of towns, doubled", by_seat),
        RowField("captured_points", "points of captured pieces", by_seat),
        RowField("rank", "1 for the winner, 2 for the other", by_seat),
        RowField("money", "money at the end", by_seat),
        RowField("villages", "villages on the board at the end", by_seat),
        RowField("towns", "towns on the board at the end", by_seat),
        RowField("captured_cubes", "villages captured", by_seat),
        RowField("captured_discs", "towns captured", by_seat),
        RowField("sieges_started", "sieges begun", by_seat),
        RowField("sieges_won_attacking", "sieges won as attacker", by_seat),
        RowField("sieges_won_defending", "sieges won as defender", by_seat),
        RowField("raids_tried", "raids", by_seat),
        RowField("raids_won", "raids that were not blocked", by_seat),
        RowField("ambushes_tried", "ambushes", by_seat),
        RowField("ambushes_won", "ambushes that took a card", by_seat),
        RowField("settled", "places settled, those won in sieges too", by_seat),
        RowField("deck_size", "cards of the side at the end, wherever they are except in its pile", by_seat),
        RowField("british_drafted", "cards the British drafted, by kind", by_kind),
        RowField("french_drafted", "cards the French drafted, by kind", by_kind),
        RowField("actions", "choices of the menu by kind, 255 stands for that many or more", (*by_seat, CHOICES)),
    ]


if len(CHOICES) != LIMITS["CHOICES"]:
    raise AssertionError(f"the core counts {LIMITS['CHOICES']} choices, here are {len(CHOICES)}")
