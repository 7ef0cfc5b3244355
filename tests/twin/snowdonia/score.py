"""Scores and winner: SN-62 to SN-64, SN-72."""

from __future__ import annotations

from .figures import Contract
from .table import Player, Table

PARTS = ("track", "station", "contract", "train", "surveyor")


def parts(table: Table, player: Player) -> dict[str, int]:
    """SN-62: the points of a player by source."""
    figures = table.figures
    train = table.train_of(player)
    return {
        "track": sum(figures.track_kinds[table.track_cards[track]]["vp"] for track in player.tracks),
        "station": sum(figures.spaces[space].vp for space in player.spaces),
        "contract": contract_points(table, player),
        "train": train.amount if train is not None and train.op == "end_points" else 0,
        "surveyor": figures.stations[player.surveyor].surveyor_vp,
    }


def contract_points(table: Table, player: Player) -> int:
    """SN-63: used or not, the best way to share rubble and markers among the contracts."""
    fixed = 0
    sets = []
    for card in sorted(player.contracts):
        contract = table.figures.contracts[card]
        kind = contract.score["kind"]
        if kind == "per_coal":
            fixed += contract.score["vp_each"] * player.coal
        elif kind == "surveyor_tiers":
            fixed += tier_points(table, player, contract)
        elif kind == "set" or station_number(table, player) >= contract.score["station"]:
            sets.append(contract.score)
    # what is left of station markers, track markers and rubble -> most points that leave so much
    best = {(len(player.spaces), len(player.tracks), player.rubble): 0}
    for score in sets:
        needs = score.get("build_markers", 0), score.get("track_markers", 0), score.get("rubble", 0)
        for left, points in list(best.items()):
            after = left[0] - needs[0], left[1] - needs[1], left[2] - needs[2]
            if min(after) >= 0 and best.get(after, -1) < points + score["vp"]:
                best[after] = points + score["vp"]
    return fixed + max(best.values())


def station_number(table: Table, player: Player) -> float:
    return table.figures.stations[player.surveyor].number


def tier_points(table: Table, player: Player, contract: Contract) -> int:
    """The highest tier that the surveyor has reached."""
    reached = [tier for tier in contract.score["tiers"] if station_number(table, player) >= tier["station"]]
    return max(reached, key=lambda tier: tier["station"])["vp"] if reached else 0


def scores(table: Table) -> list[int]:
    return [sum(parts(table, player).values()) for player in table.players]


def outcome(table: Table) -> dict[str, object]:
    """SN-64: most points win; of those that tie, who was last in turn order. SN-72: alone the score is the result."""
    points = scores(table)
    if table.figures.solo:
        return {"reason": table.end_cause, "winner": None, "returns": [float(points[0])]}
    top = max(points)
    by_token = table.figures.options["tie_break"] == "token"
    order = [player.seat for player in table.clockwise(table.token if by_token else table.first)]
    winner = [seat for seat in order if points[seat] == top][-1]
    others = -1.0 / (table.figures.players - 1)
    returns = [1.0 if player.seat == winner else others for player in table.players]
    return {"reason": table.end_cause, "winner": winner, "returns": returns}
