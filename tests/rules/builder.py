"""A small table to set up Snowdonia positions on, for the rule tests.

A `Table` holds one game with explicit chance. Moves and chance outcomes are written in a short notation
(``place:A1``, ``take:2,1,0``, ``cube:iron``) that this file translates by itself from the published action table, so
that the tests do not lean on the notation code they might be testing. Every helper that moves pieces keeps their
number: cubes come out of the bag, contracts out of the deck, markers out of the supply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from snowplay import load_game
from snowplay._core.snowdonia.game import ACTIONS, CHANCES, PHASES

AREAS = "ABCDEFG"
WEATHER = ("sun", "rain", "fog", "none")
CUBES = ("iron", "stone", "coal", "event")
PLACE_G = 30
TAKES = [(i, s, c) for i in range(8) for s in range(8 - i) for c in range(8 - i - s)]

# Track cards by kind: the rubble (and points) printed on them.
KIND_RUBBLE = (2, 3, 4, 5, 0, 6, 7)
# The cards dealt unless a test asks for others: all 14 regular ones, the first 12 to 14 of them are used.
DEALT = (2, 3, 4, 3, 2, 3, 4, 3, 5, 4, 3, 2, 4, 5)

# Station number, players who use it, track cards leading up to it, ids of its excavation spaces, surveyor's points.
STATIONS: list[tuple[float, range, int, tuple[int, ...], int]] = [
    (0, range(1, 6), 0, (), 0),
    (1, range(1, 6), 2, (0, 1), 1),
    (2, range(3, 6), 1, (6,), 2),
    (3, range(1, 6), 2, (9,), 4),
    (4, range(1, 6), 2, (14, 15), 7),
    (4.5, range(5, 6), 1, (20,), 9),
    (5, range(1, 6), 1, (24,), 11),
    (6, range(1, 6), 3, (26,), 15),
    (7, range(1, 6), 2, (31, 32), 21),
]
# The rubble, and the points, of the station excavation spaces.
EXCAVATION_RUBBLE = {0: 4, 1: 2, 6: 2, 9: 2, 14: 2, 15: 2, 20: 4, 24: 4, 26: 6, 31: 3, 32: 3}
EXCAVATION_POINTS = {0: 4, 1: 2, 6: 3, 9: 3, 14: 3, 15: 2, 20: 5, 24: 5, 26: 9, 31: 5, 32: 3}

# Backs of the 30 contracts (SN-09, SN-46).
BACKS = {
    "rain": (1, 2, 3, 9, 12, 20, 21, 22, 23, 24, 28, 29),
    "sun": (4, 5, 6, 11, 13, 14, 15, 16, 17, 18, 19, 25),
    "fog": (7, 8, 10, 26, 27, 30),
}

# What follows a name in the notation: base id, first and last value of the argument.
_NUMBERED = {
    "use": ("USE", 1, 32),
    "build": ("BUILD", 0, 47),
    "acquire": ("ACQUIRE", 1, 8),
    "office": ("OFFICE", 1, 32),
    "keep": ("KEEP", 1, 32),
}
_CHANCE = {
    "start": ("START", 0, 7),
    "track": ("TRACK", 0, 7),
    "train": ("TRAIN", 1, 7),
    "card": ("CARD", 1, 32),
    "back": ("BACK", 0, 3),
    "cube": ("CUBE", 0, 3),
}


def route(players: int) -> list[tuple[str, int]]:
    """Everything that can hold rubble, in the order of SN-33: ``("track", 0)``, ..., ``("space", 0)``, ..."""
    cells: list[tuple[str, int]] = []
    tracks = 0
    for _number, used, before, spaces, _points in STATIONS:
        if players not in used:
            continue
        cells += [("track", tracks + i) for i in range(before)] + [("space", space) for space in spaces]
        tracks += before
    return cells


def back_of(card: int) -> str:
    """The weather on the back of a contract."""
    return next(weather for weather, cards in BACKS.items() if card in cards)


def place_id(text: str) -> int:
    """``A1`` .. ``F5`` and ``G`` as the number of a place."""
    return PLACE_G if text == "G" else 5 * AREAS.index(text[0]) + int(text[1:]) - 1


def place_text(place: int) -> str:
    """The opposite of `place_id`."""
    return "G" if place == PLACE_G else f"{AREAS[place // 5]}{place % 5 + 1}"


def action_id(text: str) -> int:
    """The id of a move in the action table."""
    name, _, rest = text.partition(":")
    if name in _NUMBERED:
        return ACTIONS[_NUMBERED[name][0]] + int(rest)
    if name in ("place", "lift"):
        return ACTIONS[name.upper()] + place_id(rest)
    if name == "disc":
        return ACTIONS["DISC"] + WEATHER.index(rest)
    numbers = tuple(int(part) for part in rest.split(",")) if rest else ()
    if name == "convert":
        return ACTIONS["CONVERT"] + 6 * numbers[0] + numbers[1]
    if name == "pay":
        return ACTIONS["PAY"] + 8 * numbers[0] + numbers[1]
    if name == "take":
        return ACTIONS["TAKE"] + TAKES.index(numbers)  # type: ignore[arg-type]
    return ACTIONS[name.upper()]


def action_text(action: int) -> str:
    """The opposite of `action_id`."""
    if action >= ACTIONS["TAKE"]:
        return "take:{},{},{}".format(*TAKES[action - ACTIONS["TAKE"]])
    for name, columns in (("pay", 8), ("convert", 6)):
        if action >= ACTIONS[name.upper()]:
            return f"{name}:{'{},{}'.format(*divmod(action - ACTIONS[name.upper()], columns))}"
    for name in ("lift", "place"):
        if action >= ACTIONS[name.upper()]:
            return f"{name}:{place_text(action - ACTIONS[name.upper()])}"
    for name, (key, low, high) in _NUMBERED.items():
        if ACTIONS[key] + low <= action <= ACTIONS[key] + high:
            return f"{name}:{action - ACTIONS[key]}"
    if action >= ACTIONS["DISC"]:
        return f"disc:{WEATHER[action - ACTIONS['DISC']]}"
    return next(name.lower() for name, value in ACTIONS.items() if value == action)


def chance_id(text: str) -> int:
    """The id of a chance outcome; a track card is named by its rubble, an office card by its number."""
    name, _, rest = text.partition(":")
    base = CHANCES[name.upper()]
    if name == "track":
        return base + KIND_RUBBLE.index(int(rest))
    if name == "back":
        return base + WEATHER.index(rest)
    if name == "cube":
        return base + CUBES.index(rest)
    return base + int(rest)


def chance_text(outcome: int) -> str:
    """The opposite of `chance_id`."""
    for name, (key, low, high) in _CHANCE.items():
        if CHANCES[key] + low <= outcome <= CHANCES[key] + high:
            number = outcome - CHANCES[key]
            if name == "track":
                return f"track:{KIND_RUBBLE[number]}"
            if name == "back":
                return f"back:{WEATHER[number]}"
            if name == "cube":
                return f"cube:{CUBES[number]}"
            return f"{name}:{number}"
    raise ValueError(f"no chance outcome has the id {outcome}")


def bits(items: Iterable[int]) -> int:
    """A set of small numbers as a word."""
    word = 0
    for item in items:
        word |= 1 << item
    return word


def members(word: Any) -> list[int]:
    """The numbers in a word, ascending."""
    value = int(word)
    return [i for i in range(value.bit_length()) if value >> i & 1]


def cards_of(word: Any) -> list[int]:
    """The contracts in a word (contract n is bit n - 1)."""
    return [i + 1 for i in members(word)]


class Table:
    """One game, dealt as asked for and standing before the first labourer of round 1.

    Parameters
    ----------
    players
        Number of players.
    tracks
        Rubble of the track cards in route order.
    office
        Contracts on spaces 1 to 3 of the Site Office.
    left_out
        The train that does not come into the shed.
    back
        Weather on the back of the deck's top card.
    start
        The first Start Player.
    deal
        Whether to play the set-up; without it the game waits at its first chance event.
    yard
        Solo game: the cubes of the first Stock Yard.
    options
        Rule options; decisions with a single option are shown unless ``auto_forced=True`` is given.
    """

    def __init__(
        self,
        players: int = 3,
        *,
        tracks: Sequence[int] = DEALT,
        office: Sequence[int] = (16, 9, 12),
        left_out: int = 5,
        back: str = "sun",
        start: int = 0,
        deal: bool = True,
        yard: Sequence[str] = ("iron", "iron", "iron", "stone", "stone", "coal"),
        **options: Any,
    ) -> None:
        options.setdefault("auto_forced", False)
        self.players = players
        self.game = load_game("snowdonia", players=players, **options)
        self.state = self.game.new_initial_state(seed=0, explicit_chance=True)
        self.cells = route(players)
        self._forced: dict[str, list[str]] = {}
        if deal:
            self.force(start=[str(start)], track=[str(n) for n in tracks], train=[str(left_out)])
            self.force(card=[str(n) for n in office], back=[back], cube=list(yard) if players == 1 else [])
            self.settle()
            self._forced.clear()

    # ---- looking ----

    @property
    def s(self) -> Any:
        """A copy of the state's fields by name."""
        return self.state.data()

    @property
    def phase(self) -> str:
        """What the state waits for, by the name of its phase."""
        number = int(self.s["phase"])
        return next(name for name, value in PHASES.items() if value == number)

    @property
    def seat(self) -> int:
        """The seat to decide, -1 for chance, -4 when the game is over."""
        return int(self.state.current_player())

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.is_terminal())

    def legal(self) -> list[str]:
        """The legal moves in notation, in the order of the action table."""
        assert not self.state.is_chance_node(), "a chance event is pending"
        return [action_text(action) for action in self.state.legal_actions()]

    def chance(self) -> dict[str, float]:
        """The outcomes of the pending chance event with their probabilities."""
        assert self.state.is_chance_node(), "no chance event is pending"
        return {chance_text(outcome): p for outcome, p in self.state.chance_outcomes()}

    def seat_values(self, field: str) -> list[int]:
        """A field of every seat."""
        return [int(value) for value in self.s[field][: self.players]]

    def owns(self, seat: int) -> tuple[list[int], list[int]]:
        """The track cards and the station spaces that carry the seat's markers."""
        record = self.s
        return members(record["track_markers"][seat]), members(record["station_markers"][seat])

    def rubble(self) -> list[int]:
        """The cubes on the cells of the route, in route order."""
        return [int(n) for n in self.s["cell_rubble"][: len(self.cells)]]

    def office(self) -> list[int]:
        """The contracts on spaces 1 to 3 of the Site Office, 0 for an empty space."""
        return [int(card) for card in self.s["office"]]

    def weather(self) -> list[str]:
        """The discs on the Weather Track from left to right."""
        return [WEATHER[int(kind)] for kind in self.s["weather"]]

    def parts(self, seat: int = 0) -> dict[str, int]:
        """The points of a seat by source."""
        return dict(self.state.score_parts()[seat])

    def cell(self, *, track: int | None = None, space: int | None = None) -> int:
        """The cell of a track card or of a station excavation space."""
        return self.cells.index(("track", track) if track is not None else ("space", space or 0))

    # ---- playing ----

    def force(self, **outcomes: Iterable[Any]) -> Table:
        """Queue chance outcomes by kind: ``force(cube=["iron", "event"], card=[7], back=["fog"])``."""
        for kind, values in outcomes.items():
            self._forced.setdefault(kind, []).extend(str(value) for value in values)
        return self

    def settle_one(self) -> str:
        """Resolve one chance event: as forced, else by its lowest outcome. Returns the outcome."""
        possible = self.chance()
        kind = next(iter(possible)).partition(":")[0]
        queue = self._forced.get(kind)
        chosen = f"{kind}:{queue.pop(0)}" if queue else next(iter(possible))
        assert chosen in possible, f"{chosen} cannot be drawn; possible: {possible}"
        self.state.apply_action(chance_id(chosen))
        return chosen

    def settle(self) -> list[str]:
        """Resolve chance events until a seat decides or the game is over. Returns the outcomes."""
        drawn = []
        while self.state.is_chance_node():
            drawn.append(self.settle_one())
        return drawn

    def play(self, *moves: str) -> Table:
        """Play moves; chance events in between are settled unless the move names an outcome itself."""
        for move in moves:
            if move.partition(":")[0] in _CHANCE:
                assert move in self.chance(), f"{move} cannot be drawn; possible: {self.chance()}"
                self.state.apply_action(chance_id(move))
                continue
            self.settle()
            assert not self.over, f"{move}: the game is over"
            assert move in self.legal(), f"{move} is illegal for seat {self.seat} ({self.phase}): {self.legal()}"
            self.state.apply_action(action_id(move))
        return self

    def idle(self) -> str:
        """The move of someone who does as little as possible."""
        legal = self.legal()
        for move in ("pass", "place:G", "take:0,0,0"):
            if move in legal:
                return move
        return legal[0]

    def place(self, *seats: str, hire: Iterable[int] = ()) -> Table:
        """Place all labourers: one string of places per seat, ``"A1 B2"``; those not named go to area G."""
        plans = [list(seat.split()) for seat in seats] + [[] for _ in range(self.players - len(seats))]
        while not self.over and not self.state.is_chance_node() and self.phase in ("HIRE", "PLACE"):
            if self.phase == "HIRE":
                self.play("hire" if self.seat in hire else "pass")
            else:
                plan = plans[self.seat]
                self.play(f"place:{plan.pop(0)}" if plan else "place:G")
        assert not any(plans), f"not placed: {plans}"
        return self

    def play_until(self, phase: str, seat: int | None = None) -> Table:
        """Do as little as possible until the phase (of the seat) comes; fails when it does not within the round."""
        round_now = int(self.s["rounds"])
        self.settle()
        while self.phase != phase or (seat is not None and self.seat != seat):
            assert not self.over, f"the game ended before {phase}"
            assert int(self.s["rounds"]) == round_now, f"the round ended before {phase}"
            self.play(self.idle())
            self.settle()
        return self

    def reach(self, phase: str) -> bool:
        """Do as little as possible until the phase or the next chance event; whether it was the phase."""
        while not self.over and not self.state.is_chance_node() and self.phase != phase:
            self.play(self.idle())
        return self.phase == phase

    def to_chance(self) -> Table:
        """Do as little as possible until the next chance event (usually the restocking of contracts)."""
        while not self.over and not self.state.is_chance_node():
            self.play(self.idle())
        return self

    def next_round(self, **outcomes: Iterable[Any]) -> Table:
        """Do as little as possible until the next round begins or the game is over, with forced chance."""
        self.force(**outcomes)
        round_now = int(self.s["rounds"])
        self.settle()
        while not self.over and int(self.s["rounds"]) == round_now:
            self.play(self.idle())
            self.settle()
        self._forced.clear()
        return self

    # ---- setting up ----

    @contextmanager
    def edit(self) -> Iterator[Any]:
        """Change fields of the state by name; the result has to pass the engine's own check."""
        record = np.array(self.state.data())
        yield record
        self.state.load_raw(record.tobytes(), None)
        fault = self.state.check()
        assert fault == 0, f"the position breaks invariant {fault}"

    def give(
        self, seat: int, *, iron: int = 0, stone: int = 0, coal: int = 0, steel: int = 0, rubble: int = 0
    ) -> Table:
        """Give a seat pieces: cubes out of the bag, steel and rubble out of the general supply."""
        with self.edit() as record:
            for i, (name, number) in enumerate((("iron", iron), ("stone", stone), ("coal", coal))):
                assert record["bag"][i] >= number, f"the bag has only {record['bag'][i]} {name}"
                record["bag"][i] -= number
                record[name][seat] += number
            record["steel"][seat] += steel
            record["rubble"][seat] += rubble
        return self

    def yard(self, iron: int = 0, stone: int = 0, coal: int = 0) -> Table:
        """Make the Stock Yard hold these cubes, in exchange with the bag."""
        with self.edit() as record:
            for i, number in enumerate((iron, stone, coal)):
                record["bag"][i] += record["yard"][i]
                assert record["bag"][i] >= number
                record["bag"][i] -= number
                record["yard"][i] = number
        return self

    def bag(self, seat: int, *, iron: int = 0, stone: int = 0, coal: int = 0, event: int = 0) -> Table:
        """Make the bag hold these cubes; the seat gets all others, event cubes lie on the first event spaces."""
        with self.edit() as record:
            for i, (name, number) in enumerate((("iron", iron), ("stone", stone), ("coal", coal))):
                assert record["bag"][i] >= number
                record[name][seat] += record["bag"][i] - number
                record["bag"][i] = number
            total = int(record["bag"][3]) + len(members(record["event_cubes"]))
            record["bag"][3] = event
            record["event_cubes"] = bits(range(1, total - event + 1))
        return self

    def events_on(self, *spaces: int) -> Table:
        """Let the event cubes lie on these spaces of the Event Track, the rest in the bag."""
        with self.edit() as record:
            total = int(record["bag"][3]) + len(members(record["event_cubes"]))
            record["bag"][3] = total - len(spaces)
            record["event_cubes"] = bits(spaces)
        return self

    def hold(self, seat: int, *cards: int, used: bool = False) -> Table:
        """Give a seat contracts; one lying in the Site Office is replaced there by a card of the deck."""
        with self.edit() as record:
            for card in cards:
                bit = 1 << (card - 1)
                if not int(record["deck"]) & bit:
                    spare = max(set(cards_of(record["deck"])) - set(cards))
                    record["office"][self.office().index(card)] = spare
                    bit_out = 1 << (spare - 1)
                    record["deck"] = int(record["deck"]) & ~bit_out
                record["deck"] = int(record["deck"]) & ~bit
                record["contracts"][seat] = int(record["contracts"][seat]) | bit
                if used:
                    record["contracts_used"] = int(record["contracts_used"]) | bit
            self._fit_back(record)
        return self

    def deck(self, deck: Iterable[int], *, discard: Iterable[int] = (), seat: int) -> Table:
        """Make the deck and the discard pile hold these cards; the seat gets the rest, used."""
        deck, discard = set(deck), set(discard)
        with self.edit() as record:
            piles = set(cards_of(record["deck"])) | set(cards_of(record["discard"]))
            assert deck | discard <= piles, "these cards lie elsewhere"
            record["deck"] = bits(card - 1 for card in deck)
            record["discard"] = bits(card - 1 for card in discard)
            rest = bits(card - 1 for card in piles - deck - discard)
            record["contracts"][seat] = int(record["contracts"][seat]) | rest
            record["contracts_used"] = int(record["contracts_used"]) | rest
            self._fit_back(record)
        return self

    def top_back(self, weather: str) -> Table:
        """Choose what the back of the deck's top card shows."""
        with self.edit() as record:
            assert set(cards_of(record["deck"])) & set(BACKS[weather])
            record["top_back"] = WEATHER.index(weather)
        return self

    @staticmethod
    def _fit_back(record: Any) -> None:
        backs = {back_of(card) for card in cards_of(record["deck"])}
        if WEATHER[int(record["top_back"])] not in backs:
            record["top_back"] = WEATHER.index(min(backs)) if backs else WEATHER.index("none")

    def own_train(self, seat: int, train: int) -> Table:
        """Let a seat own a train of the shed; the coal on it goes into the bag."""
        with self.edit() as record:
            assert int(record["shed"]) >> train & 1, f"train {train} is not in the shed"
            record["shed"] = int(record["shed"]) & ~(1 << train)
            record["bag"][2] += record["train_coal"][train]
            record["train_coal"][train] = 0
            record["train"][seat] = train
        return self

    def own_track(self, seat: int, *tracks: int) -> Table:
        """Let a seat have laid these track cards."""
        self.clear(*(self.cell(track=track) for track in tracks))
        with self.edit() as record:
            word = bits(tracks)
            record["track_markers"][seat] = int(record["track_markers"][seat]) | word
            record["tracks_laid"] = int(record["tracks_laid"]) | word
            record["markers"][seat] -= len(tracks)
        return self

    def lay(self, *tracks: int) -> Table:
        """Let these track cards be laid by nobody."""
        self.clear(*(self.cell(track=track) for track in tracks))
        with self.edit() as record:
            record["tracks_laid"] = int(record["tracks_laid"]) | bits(tracks)
        return self

    def own_space(self, seat: int, *spaces: int) -> Table:
        """Let a seat's markers lie on these station spaces."""
        self.clear(*(self.cell(space=space) for space in spaces if space in EXCAVATION_RUBBLE))
        with self.edit() as record:
            word = bits(spaces)
            record["station_markers"][seat] = int(record["station_markers"][seat]) | word
            record["spaces_taken"] = int(record["spaces_taken"]) | word
            record["markers"][seat] -= len(spaces)
        return self

    def clear_below(self, *, track: int) -> Table:
        """Take the rubble off everything before a track card, stations included, as strict order does."""
        return self.clear(*range(self.cell(track=track)))

    def clear(self, *cells: int) -> Table:
        """Take the rubble off these cells."""
        return self.put_rubble(dict.fromkeys(cells, 0))

    def clear_all(self) -> Table:
        """Take all rubble off the route."""
        return self.clear(*range(len(self.cells)))

    def put_rubble(self, amounts: dict[int, int]) -> Table:
        """Let cells hold these numbers of rubble cubes."""
        with self.edit() as record:
            word = int(record["rubble_cells"])
            for cell, amount in amounts.items():
                record["cell_rubble"][cell] = amount
                word = word | 1 << cell if amount else word & ~(1 << cell)
            record["rubble_cells"] = word
        return self

    def set(self, **fields: Any) -> Table:
        """Set whole fields by name (discs of the Weather Track: `set_weather`)."""
        with self.edit() as record:
            for name, value in fields.items():
                record[name] = value
        return self

    def set_seat(self, seat: int, **fields: int) -> Table:
        """Set one seat's entry of fields by name."""
        with self.edit() as record:
            for name, value in fields.items():
                record[name][seat] = value
        return self

    def set_weather(self, left: str, middle: str = "rain", right: str = "rain") -> Table:
        """Put discs on the Weather Track (the rates stay)."""
        return self.set(weather=[WEATHER.index(kind) for kind in (left, middle, right)])

    def markers(self, seat: int, left: int) -> Table:
        """Let a seat have this many markers left; the missing ones lie far up the route.

        They are put on track cards from the summit downwards (the first three cards stay free), then on building
        spaces and at last on excavation spaces, never on those of Two Viaducts.
        """
        record = self.s
        missing = int(record["markers"][seat]) - left
        laid, taken = int(record["tracks_laid"]), int(record["spaces_taken"])
        tracks = [i for kind, i in reversed(self.cells) if kind == "track" and i > 2 and not laid >> i & 1]
        spaces = [*reversed(self.buildings()), *reversed(EXCAVATION_RUBBLE)]
        spaces = [space for space in spaces if space > 5 and not taken >> space & 1]
        spaces = [space for space in spaces if space not in EXCAVATION_RUBBLE or ("space", space) in self.cells]
        self.own_track(seat, *tracks[:missing])
        self.own_space(seat, *spaces[: max(0, missing - len(tracks))])
        assert int(self.s["markers"][seat]) == left
        return self

    def buildings(self) -> list[int]:
        """The building spaces of this route, ascending."""
        left_out = {7, 8} if self.players < 3 else set()
        left_out |= {21, 22, 23} if self.players < 5 else set()
        return [space for space in range(37) if space not in EXCAVATION_RUBBLE and space not in left_out]
