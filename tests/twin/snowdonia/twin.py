"""The course of the game, SN-60 and SN-61, and the interface that the harness uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from . import score
from .actions import resolve_area
from .assign import assign_labourers
from .contracts import after_area, window
from .figures import AREAS, figures_for
from .opening import set_up
from .restock import check_weather, restock_contracts, restock_yard
from .table import Ask, Draw, GameEndsError, Steps, Table, share

# Not a rule: after so many rounds the program stops a game.
MOST_ROUNDS = 250


def whole_game(table: Table) -> Steps:
    """Set-up, then rounds until SN-60 or SN-61 ends the game."""
    yield from set_up(table)
    while True:
        yield from one_round(table)
        if table.rounds == table.last_round:
            return
        if table.rounds == MOST_ROUNDS:
            table.end_cause = "round_limit"
            return


def one_round(table: Table) -> Steps:
    """Phases 1 to 5 and the end of the round."""
    begin_round(table)
    yield from assign_labourers(table)
    for area in AREAS:
        yield from window(table, area)
        yield from resolve_area(table, area)
        yield from after_area(table, area)
    yield from restock_contracts(table)
    check_weather(table)
    yield from restock_yard(table)
    # SN-34: a round has ended without rubble
    table.overlay = table.overlay or table.next_rubble() is None


def begin_round(table: Table) -> None:
    """SN-30: the effects of the round before have ended."""
    for player in table.players:
        player.effects.clear()
        player.deferred.clear()
    table.hired.clear()
    table.token_locked = table.contracts_locked = table.built = False
    table.rounds += 1


class Twin:
    """One game; see `twin.harness.Twin`."""

    def __init__(self, players: int, options: Mapping[str, Any], variant: Mapping[str, Any] | None = None) -> None:
        figures = figures_for(players, options, variant)
        self.hits: Counter[str] = Counter()
        self.table = Table(figures, self.hits, dict(figures.yard), dict(figures.bag))
        self._auto = bool(options["auto_forced"])
        self._steps = whole_game(self.table)
        self._pending: Ask | Draw | None = None
        self._go_on(None)

    def _go_on(self, answer: str | None) -> None:
        """Go on to the next question; with `auto_forced` a decision with one move is no question."""
        try:
            while True:
                pending = next(self._steps) if answer is None else self._steps.send(answer)
                if not (self._auto and isinstance(pending, Ask) and len(pending.moves) == 1):
                    break
                answer = pending.moves[0]
            self._pending = pending
        except (StopIteration, GameEndsError):
            self._pending = None
            self._count_scores()

    def _count_scores(self) -> None:
        """SN-62 to SN-64 are carried out once, at the end."""
        points = score.scores(self.table)
        self.table.hit("SN-62", "SN-63")
        for player in self.table.players:
            for card in player.contracts:
                self.table.hit(f"scored:{card}")
            train = self.table.train_of(player)
            if train is not None and train.op == "end_points":
                self.table.hit(f"train:{train.number}")
        if len(points) > 1 and points.count(max(points)) > 1:
            self.table.hit("SN-64")

    def actor(self) -> int:
        if self._pending is None:
            return -4
        return self._pending.seat if isinstance(self._pending, Ask) else -1

    def legal(self) -> list[str]:
        return list(self._pending.moves) if isinstance(self._pending, Ask) else []

    def chances(self) -> dict[str, Fraction]:
        if not isinstance(self._pending, Draw):
            return {}
        whole = sum(self._pending.weights.values())
        return {outcome: share(weight, whole) for outcome, weight in self._pending.weights.items()}

    def apply(self, notation: str) -> None:
        self._go_on(notation)

    def view(self) -> dict[str, Any]:
        return self.table.view("over" if self._pending is None else self._pending.about)

    def scores(self) -> list[int]:
        return score.scores(self.table)

    def parts(self) -> list[dict[str, int]]:
        return [score.parts(self.table, player) for player in self.table.players]

    def outcome(self) -> dict[str, Any] | None:
        return score.outcome(self.table) if self._pending is None else None
