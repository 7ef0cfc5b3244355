"""Replaying games recorded online and comparing every turn (AC-01 to AC-83).

Recorded actions are played as chains of the action table through the checked interface of `State`; draws are forced
to be those of the record. Decisions are never skipped (``auto_forced`` is off), so that each one is the record's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from .._core.acres.game import ACTIONS, CHANCES, LIMITS, OTHERS, PHASES, TABLES_DTYPE
from ..errors import IllegalActionError, RecordError
from ..games import Game, load_game
from ..state import CHANCE_PLAYER, State
from .cards import kind_number
from .record_compare import Difference, Position, card_words, compare, kinds_in, position
from .record_format import Deed, Entry, Kinds, OnlineRecord, Turn, kind_of, kinds_of, turns
from .schema import LOCATIONS, SIDE_NAMES

_CARD, _RESERVE_CARD, _SIEGE_CARD = ACTIONS["CARD"], ACTIONS["RESERVE_CARD"], ACTIONS["SIEGE_CARD"]
_STOP = ACTIONS["OTHER"] + OTHERS["STOP"]
_YES = ACTIONS["OTHER"] + OTHERS["YES"]
_PAY = ACTIONS["OTHER"] + OTHERS["PAY"]
_FREE = ("leader", "withdraw", "retrieve", "homesupport")
_PLACES = ("settle", "develop", "fortify", "besiege", "raid")
_SIEGES = ("reinforce", "leader", "withdraw")
_OTHER_NAMES = {"trade": "TRADER", "govern": "GOVERNOR", "homesupport": "HOME_SUPPORT"}
# Deeds whose action is known by its card alone, and those whose first card is known by the action.
_NO_CARDS = ("pass", "leader", "withdraw", "retrieve", "homesupport", "priest")
_FIRST_KNOWN = ("develop", "trade", "piracy", "govern")
# The card that an action is known by; by side.
_KNOWN_CARDS = {
    "leader": ("military_leader",) * 2,
    "priest": ("indian_leader", "priest"),
    "trade": ("trader",) * 2,
    "piracy": ("louisbourg",) * 2,
    "govern": ("governor",) * 2,
    "homesupport": ("home_support",) * 2,
}
# From which card on the order is free; the action table wants it rising.
_FREE_ORDER = {"raid": 0, "discard": 0, "trade": 0, "govern": 0, "merchant": 1}
# Phases in which a chain of cards may go on or stop.
_OPEN = tuple(PHASES[name] for name in ("RAIDER", "COIN", "FUR", "DISCARD", "GOVERN"))
_REASONS = {"cubes": "cubes_supply_empty", "discs": "discs_supply_empty", "captures": "captured_12"}


@dataclass(frozen=True)
class Departure:
    """A rule that departs from the site's on purpose, and how to play by the site's."""

    rule: str
    options: Mapping[str, object] = field(default_factory=dict)
    variant: Mapping[str, Any] = field(default_factory=dict)


#: Where these rules are not the site's. A difference that is gone when the site's rule is played comes from it.
DEPARTURES: tuple[Departure, ...] = (
    # the site does not let ship symbols count in sieges of two ports
    Departure("AC-42", options={"ships_in_siege": "online"}),
    # the site's supply also goes from Montreal to Oswego
    Departure("AC-81", variant={"board": {"edges": {"oswego-montreal": {"supply": True}}}}),
)


@dataclass(frozen=True)
class Replayed:
    """Result of a replay.

    Attributes
    ----------
    turns : int
        Player-turns replayed.
    differences : list of Difference
        All differences; those with a rule are explained.
    """

    turns: int
    differences: list[Difference]

    @property
    def unexplained(self) -> list[Difference]:
        """Differences that no departure of the rules explains."""
        return [difference for difference in self.differences if not difference.rule]


class Played(NamedTuple):
    """A move or draw of a replay; the action is None where the replay only puts cards back (AC-12)."""

    player: int
    action: int | None
    after: State


class _StuckError(Exception):
    """The replay cannot go on; the difference that says why is its argument."""


def verify_online_record(record: OnlineRecord, **options: object) -> Replayed:
    """Replay a recorded game and compare every turn with it.

    Parameters
    ----------
    record : OnlineRecord
        The game.
    **options
        Rule options on top of those that the record names.
    """
    result = _replay(record, options, {})
    left = list(result.differences)
    for departure in DEPARTURES:
        if not left:
            break
        by_site = _replay(record, {**options, **departure.options}, departure.variant).differences
        left = [difference for difference in left if difference in by_site]
        explained = {d: departure.rule for d in result.differences if not d.rule and d not in left}
        result = replace(
            result, differences=[replace(d, rule=explained[d]) if d in explained else d for d in result.differences]
        )
    return result


def play_online_record(record: OnlineRecord, **options: object) -> list[Played]:
    """Replay a recorded game and return every move and draw; the first entry is the state before them.

    Parameters
    ----------
    record : OnlineRecord
        The game.
    **options
        Rule options on top of those that the record names.

    Raises
    ------
    RecordError
        If the rules do not allow what the record has.
    """
    replay = _Replay(record, _game_of(record, options, {}))
    result = replay.run()
    if result.turns < record.player_turns:
        last = result.differences[-1]
        raise RecordError(f"turn {last.turn}: {last.field}: the record has {last.theirs}; the rules: {last.ours}")
    return replay.played


def _replay(record: OnlineRecord, options: Mapping[str, object], variant: Mapping[str, Any]) -> Replayed:
    return _Replay(record, _game_of(record, options, variant)).run()


def _game_of(record: OnlineRecord, options: Mapping[str, object], variant: Mapping[str, Any]) -> Game:
    return load_game("acres", 2, variant=variant or None, **{**record.options(), "auto_forced": False, **options})


class _Replay:
    """One replay.

    Parameters
    ----------
    record : OnlineRecord
        The game.
    game : Game
        Its rules; every decision is asked for.
    """

    def __init__(self, record: OnlineRecord, game: Game) -> None:
        self.record = record
        self.tables: np.void = np.frombuffer(game.rules.tables, TABLES_DTYPE)[0]
        self.automatic = game.options["victim_choices"] == "automatic"
        self.state = game.new_initial_state(0, explicit_chance=True)
        self.played = [Played(CHANCE_PLAYER, None, self.state.clone())]
        self.differences: list[Difference] = []
        self.turn: Turn | None = None  # under way
        self.last: Position | None = None  # position after the last turn, before the next one begins
        self.support: list[int] = []  # kinds that Home Support will draw, in order

    def run(self) -> Replayed:
        """Replay all turns."""
        done = 0
        try:
            self.deal()
            for turn in turns(self.record):
                self.turn = turn
                self.play_turn_with_settlers(turn)
                done += 1
            self.finish()
        except _StuckError as stuck:
            self.differences.append(stuck.args[0])
        return Replayed(done, self.differences)

    # ---- what is the case ----

    @property
    def now(self) -> Any:
        """Fields of the state."""
        return self.state.data()[()]

    def difference(self, field: str, ours: str, theirs: str) -> Difference:
        """Return a difference of the turn under way."""
        turn = self.turn
        return Difference(turn.number if turn else 0, turn.entry.record if turn else -1, field, ours, theirs)

    def compare(self, ours: Position, entry: Entry) -> None:
        """Compare a position with the state of a record."""
        number = self.turn.number if self.turn else 0
        self.differences += compare(ours, entry.status, number, entry.record)

    # ---- set-up and end ----

    def deal(self) -> None:
        """AC-04: the recorded first hands."""
        before = self.state
        while self.state.is_chance_node():
            side = int(self.now["seat"])
            before = self.state.clone()
            self.draw(kinds_of(self.record.start.side(side).hand, side), kinds_of([], side))
        if self.state.is_terminal() or int(self.now["phase"]) != PHASES["MENU"]:
            raise _StuckError(self.difference("action", self.state.waiting_for(), "the record has no word for it"))
        self.last = position(before, self.tables, self.state)
        self.differences += compare(self.last, self.record.start, 0, -1)

    def finish(self) -> None:
        """AC-70 to AC-72: the end of the game, points and pieces left."""
        result = self.record.result
        if result.end != "resignation":
            outcome = self.state.outcome()
            reason = outcome.reason if outcome else "running"
            if reason != "capital":
                side = SIDE_NAMES[int(self.now["turn"])]
                reason = f"{side}_{_REASONS[reason]}" if reason in _REASONS else reason
            theirs = ["capital"] if result.end == "instant_capital" else result.why
            if reason not in theirs:
                self.differences.append(self.difference("result.why", reason, ", ".join(theirs)))
            winner = SIDE_NAMES[outcome.winner] if outcome and outcome.winner is not None else "none"
            if winner != result.winner:
                self.differences.append(self.difference("result.winner", winner, result.winner))
        assert self.last is not None
        for seat, name in enumerate(SIDE_NAMES):
            ours: Sequence[object] = (self.last.sides[seat].numbers["vp"], self.last.supply[seat])
            for value, what in zip(ours, (f"{name}_vp", f"{name}_supply_left"), strict=True):
                if value != getattr(result, what):
                    self.differences.append(self.difference(f"result.{what}", str(value), str(getattr(result, what))))

    # ---- a turn ----

    def play_turn_with_settlers(self, turn: Turn) -> None:
        """Play a turn; records do not name the settler card after a siege, so the one that fits best is taken."""
        if int(self.now["phase"]) != PHASES["OCCUPY"]:
            self.play_turn(turn, None)
            return
        start, last, known, played = self.state, self.last, self.differences, self.played
        settlers: list[int | None] = [action for action in start.legal_actions() if action >= _CARD]
        tries = []
        for settler in settlers or [None]:
            self.state, self.last, self.differences, self.played = start.clone(), last, list(known), list(played)
            stuck = None
            try:
                self.play_turn(turn, settler)
            except _StuckError as error:
                stuck = error
            tries.append((self.state, self.last, self.differences, stuck, self.played))
        self.state, self.last, self.differences, stuck, self.played = min(
            tries, key=lambda tried: (bool(tried[3]), len(tried[2]))
        )
        if stuck:
            raise stuck

    def play_turn(self, turn: Turn, settler: int | None) -> None:
        """Play one turn and compare its end."""
        side, deeds = turn.side, list(turn.entry.actions)
        self.support = [kind_of(card, side) for card in turn.before.side(side).deck]
        if self.state.is_terminal():
            outcome = self.state.outcome()
            raise _StuckError(self.difference("end", outcome.reason if outcome else "over", "the game goes on"))
        won = []
        while deeds and deeds[0].action == "winsiege":
            won.append(deeds.pop(0))
        self.win_sieges(won, side, settler)
        for deed in deeds:
            self.play(deed, side)
        if self.state.is_terminal():  # AC-71: settling in a capital, or surrendering one
            self.last = position(self.state, self.tables)
            self.compare(self.last, turn.entry)
        else:
            self.refill(turn)

    def win_sieges(self, won: list[Deed], side: int, settler: int | None) -> None:
        """AC-50: compare what the engine resolved at the start of the turn, and answer what it asks."""
        assert self.last is not None
        standing = dict(self.last.sieges)
        for deed in won:
            attacker = str(deed.siege_of)
            siege = SIDE_NAMES.index(attacker)
            if attacker not in standing or int(self.now["siege_at"][siege]) != LIMITS["NOWHERE"]:
                self.differences.append(self.difference(f"winsiege.{attacker}", "not won", "won"))
                continue
            place = standing.pop(attacker)
            captured = self.captured(siege)
            if captured != deed.captured:
                self.differences.append(self.difference("winsiege.captured", str(captured), str(deed.captured)))
            returned = None if deed.loser_returns is None else kind_of(deed.loser_returns, 1 - side)
            self.answer(deed, self.siege_answers(place, bool(deed.settled), settler, returned))
        for attacker in standing:
            if int(self.now["siege_at"][SIDE_NAMES.index(attacker)]) == LIMITS["NOWHERE"]:
                self.differences.append(self.difference(f"winsiege.{attacker}", "won", "not won"))

    def captured(self, side: int) -> str | None:
        """Return what a side has captured since the last turn."""
        assert self.last is not None
        for piece, word in (("captured_cubes", "cube"), ("captured_discs", "disc")):
            if int(self.now[piece][side]) > self.last.sides[side].numbers[piece]:
                return word
        return None

    def siege_answers(
        self, place: str, settled: bool, settler: int | None, returned: int | None
    ) -> dict[int, int | None]:
        """AC-51, AC-52: answers to what the engine asks when a siege is over."""
        answers: dict[int, int | None] = {}
        if int(self.now["phase"]) == PHASES["OCCUPY"]:
            needs_card = int(self.tables["settler_places"]) >> LOCATIONS.index(place) & 1
            answers[PHASES["OCCUPY"]] = (settler if needs_card else _YES) if settled else _STOP
        if returned is not None:
            answers[PHASES["RETURN"]] = _SIEGE_CARD + returned
        return answers

    def refill(self, turn: Turn) -> None:
        """AC-12: end the turn, draw what was drawn, compare."""
        side = turn.side
        recorded = turn.entry.status.side(side)
        played = before = self.state.clone()
        self.do(ACTIONS["OTHER"] + OTHERS["END"], "end of the turn")
        while self.state.is_chance_node() and int(self.now["turn"]) == side:
            before = self.state.clone()
            self.draw(kinds_of(recorded.hand, side), kinds_of(recorded.deck, side))
        self.last = position(before, self.tables, self.state)
        undrawn = position(played, self.tables)
        if before is not played and self.left_short(turn, undrawn):
            self.differences.append(
                replace(
                    self.difference(f"{turn.entry.side}.refill", "shuffled and drawn", "hand left short"), rule="AC-12"
                )
            )
            self.undo_refill(side, played)
            self.last = undrawn
        self.compare(self.last, turn.entry)

    def left_short(self, turn: Turn, undrawn: Position) -> bool:
        """Whether the site did not refill where AC-12 does.

        The site shuffles for cards that lack after the second action, so that a free action after it can leave the
        hand short; AC-12 shuffles whenever a card lacks.
        """
        recorded = turn.entry.status.side(turn.side)
        free = bool(turn.entry.actions) and turn.entry.actions[-1].action in _FREE
        ours = undrawn.sides[turn.side].cards
        return (
            free
            and not ours["deck"]
            and all(ours[zone] == kinds_of(getattr(recorded, zone), turn.side) for zone in ("hand", "deck", "discard"))
        )

    def undo_refill(self, side: int, played: State) -> None:
        """Put the cards back that were drawn, and those that were shuffled."""
        data, earlier = self.state.data(), played.data()[()]
        data["hand"][side] = earlier["hand"][side]
        data["known"][side] &= earlier["hand"][side]
        data["deck"][side] = earlier["deck"][side]
        data["discard"][side] |= earlier["discard"][side]
        self.state.load_raw(data.tobytes())
        self.played.append(Played(CHANCE_PLAYER, None, self.state.clone()))

    def draw(self, hand: Kinds, deck: Kinds) -> None:
        """Draw a card that the recorded hand still lacks; if there is none, one that the recorded deck lacks."""
        now = self.now
        side = int(now["seat"])
        missing = hand - kinds_in(now["hand"][side], side, self.tables)
        gone = kinds_in(now["deck"][side], side, self.tables) - deck
        outcomes = [outcome - CHANCES["CARD"] for outcome in self.state.legal_actions()]
        best = max(outcomes, key=lambda kind: (kind in missing, kind in gone))
        self.apply(CHANCES["CARD"] + best)

    # ---- actions ----

    def apply(self, action: int) -> None:
        """Play an action or a chance outcome and keep what comes of it."""
        player = self.state.current_player()
        self.state.apply_action(action)
        self.played.append(Played(player, action, self.state.clone()))

    def do(self, action: int, words: str) -> None:
        """Play an action; the replay ends if the rules do not allow it."""
        try:
            self.apply(action)
        except IllegalActionError as error:
            raise _StuckError(self.difference("action", str(error).partition(". Legal:")[0], words)) from None

    def play(self, deed: Deed, side: int) -> None:
        """Play one recorded action with all its answers."""
        answers = self.answers(deed, side)
        first = self.first_step(deed)
        self.check_known_cards(deed, side)
        self.do(first, str(deed))
        if deed.action not in _NO_CARDS:
            for kind in self.cards(deed, side):
                self.do(_CARD + kind, str(deed))
            if int(self.now["phase"]) in _OPEN and self.state.is_legal(_STOP):
                self.do(_STOP, str(deed))
        while self.state.is_chance_node():
            held = kinds_in(self.now["hand"][side], side, self.tables)
            self.draw(held + Counter(self.support[:1]), Counter())
            self.support = self.support[1:]
        if deed.action == "withdraw":
            answers = self.withdrawal(deed, side)
        self.answer(deed, answers)
        if deed.action == "withdraw" and self.turn and self.turn.response:
            self.compare(position(self.state, self.tables), self.turn.response)

    def first_step(self, deed: Deed) -> int:
        """Return the menu choice of a deed."""
        place = LOCATIONS.index(deed.location) if deed.location else 0
        if deed.action in _PLACES:
            return ACTIONS[deed.action.upper()] + place
        other = ACTIONS["OTHER"] + OTHERS[_OTHER_NAMES.get(deed.action, deed.action.upper())]
        if deed.action == "withdraw":
            return other + SIDE_NAMES.index(deed.siege_of or "")
        if deed.action in _SIEGES:
            sieges = [int(at) for at in self.now["siege_at"]]
            if place not in sieges:
                raise _StuckError(self.difference("action", f"there is no siege of {deed.location}", str(deed)))
            return other + sieges.index(place)
        return other

    def check_known_cards(self, deed: Deed, side: int) -> None:
        """Compare the recorded cards that the action table has no step for."""
        if deed.action == "retrieve":
            ours = kinds_in(self.now["reserve"][side], side, self.tables)
        elif deed.action == "develop":
            ours = Counter([LOCATIONS.index(deed.location or "")])
        elif deed.action in _KNOWN_CARDS:
            ours = Counter([kind_number(_KNOWN_CARDS[deed.action][side])])
        else:
            return
        theirs = kinds_of(deed.cards if deed.action == "retrieve" else deed.cards[:1], side)
        if ours != theirs:
            self.differences.append(self.difference("action", f"{deed.action} {card_words(ours)}", str(deed)))

    def cards(self, deed: Deed, side: int) -> list[int]:
        """Return the kinds of the cards after the menu choice, in the order of the action table."""
        kinds = [kind_of(card, side) for card in deed.cards]
        if deed.action in _FIRST_KNOWN:
            kinds = kinds[1:]
        elif deed.action == "fortify":
            kinds = [kind for kind in kinds if kind != LOCATIONS.index(deed.location or "")]
        free = _FREE_ORDER.get(deed.action, len(kinds))
        return [*kinds[:free], *sorted(kinds[free:])]

    def answers(self, deed: Deed, side: int) -> dict[int, int | None]:
        """AC-61 to AC-63: what the victim answers, by phase."""
        enemy = 1 - side
        answers: dict[int, int | None] = {}
        if deed.action in ("raid", "ambush"):
            block = _STOP if deed.blocked_by is None else _CARD + kind_of(deed.blocked_by, enemy)
            answers[PHASES["BLOCK_RAID" if deed.action == "raid" else "BLOCK_AMBUSH"]] = block
        if deed.target is not None:
            zone = _RESERVE_CARD if deed.target_from == "reserve" else _CARD
            answers[PHASES["LOSE" if deed.action == "ambush" else "GIVE"]] = zone + kind_of(deed.target, enemy)
        return answers

    def withdrawal(self, deed: Deed, side: int) -> dict[int, int | None]:
        """AC-44: the attacker's settling after a surrender, and the loser's card."""
        assert self.turn is not None
        attacker = SIDE_NAMES.index(deed.siege_of or "")
        response, place = self.turn.response, deed.location or ""
        status = response.status if response else self.turn.entry.status
        settled = status.board.get(place, "")[:1] == "BF"[attacker]
        # The card named by an answer is read with the other side's numbers; what left the hand is what was played.
        gone = kinds_of(self.turn.before.side(attacker).hand, attacker) - kinds_of(status.side(attacker).hand, attacker)
        settler = _CARD + next(iter(gone)) if attacker != side and gone else None
        returned = None if deed.returns is None else kind_of(deed.returns, side)
        return self.siege_answers(place, settled, settler, returned)

    def answer(self, deed: Deed, answers: dict[int, int | None]) -> None:
        """Answer the decisions that a deed brings until the turn goes on; what is not asked is a difference."""
        while not self.state.is_terminal():
            phase = int(self.now["phase"])
            if phase == PHASES["MENU"]:
                break
            action = answers.pop(phase, None)
            if action is None:
                raise _StuckError(self.difference("action", f"asked: {self.state.waiting_for()}", str(deed)))
            self.do(action, str(deed))
        unasked = [action for action in answers.values() if action is not None and action != _STOP]
        if unasked and not self.automatic:
            words = ", ".join(self.state.action_to_string(0, action) for action in unasked)
            self.differences.append(self.difference("action", f"nobody is asked to {words}", str(deed)))
