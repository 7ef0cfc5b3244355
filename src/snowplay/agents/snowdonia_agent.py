"""Snowdonia by a plan: what a scripted seat does at each kind of decision.

A plan (`SnowdoniaPlan`) is a list of figures: what cubes, rubble and steel are worth, how much it leans towards each
area. This module turns them into moves. Everything but the order of what is still to be drawn lies open (SN-80), and
that order is not in the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from .._core.snowdonia.game import ACTIONS, LIMITS, OPS, PHASES, SCORES, STATE_DTYPE, TRAIN_OPS
from .._core.snowdonia.game import WEATHER as KINDS_OF_WEATHER
from .plan_agent import PlanAgent, offsets, word_reader
from .snowdonia_figures import AREAS, figures_of

if TYPE_CHECKING:
    from ..games import Game

BYTE = offsets(STATE_DTYPE)
WORDS, WORD = word_reader(STATE_DTYPE, "track_markers")
MARKED, TAKEN, CLOSED = (WORD[name] for name in ("station_markers", "spaces_taken", "spaces_closed"))
TRACK_MARKERS, CONTRACTS, RUBBLE_CELLS, LAID, OCCUPIED = (
    BYTE[name] for name in ("track_markers", "contracts", "rubble_cells", "tracks_laid", "occupied")
)
IRON, STONE, COAL, STEEL, RUBBLE, TRAIN, SURVEYOR, MARKERS, WAITING = (
    BYTE[name]
    for name in ("iron", "stone", "coal", "steel", "rubble", "train", "surveyor", "markers", "surveyors_waiting")
)
OCCUPANT, CELL_RUBBLE, TRACK_CARD, YARD, OFFICE, DIG_RATE, LAY_RATE = (
    BYTE[name] for name in ("occupant", "cell_rubble", "track_card", "yard", "office", "excavation_rate", "lay_rate")
)
PHASE, SHED, TRAINS_OPEN, LAST_ROUND, ROUNDS, OVERLAY, WEATHER, SOURCE, TRAIN_COAL = (
    BYTE[name]
    for name in (
        "phase",
        "shed",
        "trains_open",
        "last_round",
        "rounds",
        "overlay",
        "weather",
        "source",
        "train_coal",
    )
)
PASS, HIRE, PERFORM, PAY_STEEL, RETURN_TRAIN, USE, BUILD = (
    ACTIONS[name] for name in ("PASS", "HIRE", "PERFORM", "PAY_STEEL", "RETURN_TRAIN", "USE", "BUILD")
)
ACQUIRE, OFFICE_CARD, KEEP, PLACE, CONVERT, PAY, TAKE = (
    ACTIONS[name] for name in ("ACQUIRE", "OFFICE", "KEEP", "PLACE", "CONVERT", "PAY", "TAKE")
)
FOG = KINDS_OF_WEATHER["FOG"]
SPACES = LIMITS["AREA_SPACES"]
YARD_AREA, DIG, WORKS, LAY, BUILDING, CONTRACT, SURVEY = range(AREAS)


class SnowdoniaPlan(PlanAgent):
    """Plays a seat of Snowdonia by the figures of its class.

    - Labourers: each area gets a worth, in points, from what will be there and what the seat will have when the area
      acts, given the labourers placed so far; that times the plan's `lean` decides. The lowest number of an area is
      taken.
    - Cubes, conversions: what is worth most, each kind by the figures of the plan, iron in whole steels.
    - Building: most points for the least worth of material; trains by the figures of the plan.
    - Contracts of the Site Office: points, less what is missing for them, nothing if that is more than the game leaves
      time for. They are used whenever they bring something this round.
    - What the option ``forbid`` keeps from the seat is worth nothing to it.
    - A labourer is hired whenever that is asked; a train is kept as long as its steel is worth less than the train.
    """

    plays: ClassVar[str] = "snowdonia"

    #: Worth of the labourers by area A to G: factors.
    lean: ClassVar[Sequence[float]] = (1.3, 1.0, 1.45, 0.85, 0.6, 0.95, 0.7)
    #: Worth of a thing in hand, in points; of rubble, a track or a station marker that a contract asks for, on top.
    iron: ClassVar[float] = 1.6
    stone: ClassVar[float] = 1.6
    coal: ClassVar[float] = 0.3
    steel: ClassVar[float] = 4.6
    rubble: ClassVar[float] = 0.55
    rubble_asked: ClassVar[float] = 1.1
    track_asked: ClassVar[float] = 5.5
    built_asked: ClassVar[float] = 1.3
    #: Coal of the owner of a train that hires with it.
    coal_hire: ClassVar[float] = 3.0
    #: Worth of trains, by number; the others have `train_other`.
    trains: ClassVar[Mapping[int, float]] = {4: 11.0}
    train_other: ClassVar[float] = 5.2
    #: What is missing for a contract, by piece.
    rubble_missing: ClassVar[float] = 0.6
    track_missing: ClassVar[float] = 4.8
    built_missing: ClassVar[float] = 0.7
    #: Stock at which one more iron, stone or steel is worth nothing (but a fifth, as plans change).
    much_iron: ClassVar[float] = 24.0
    much_stone: ClassVar[float] = 5.5
    much_steel: ClassVar[float] = 3.6
    #: Labourers a seat sends in the time a track card takes.
    pace: ClassVar[float] = 1.6
    #: Labourers before the end from which on material loses worth.
    fade: ClassVar[float] = 8.1

    def _learn(self, game: Game) -> None:
        self._f = figures_of(game.core.table_data)
        self._train_worth = [self.trains.get(train, self.train_other) for train in range(LIMITS["TRAINS"])]
        answers: dict[str, Callable[[Sequence[int]], int]] = {
            "PLACE": self._answer_place,
            "HIRE": lambda actions: HIRE,
            "TAKE": self._answer_take,
            "CONVERT": self._answer_convert,
            "BUILD": self._answer_build,
            "OFFICE": lambda actions: self._answer_contract(actions, OFFICE_CARD),
            "KEEP": lambda actions: self._answer_contract(actions, KEEP),
            "WINDOW": self._answer_window,
            "DEFERRED": lambda actions: PERFORM,
            "MAINTENANCE": self._answer_maintenance,
            "PAY": self._answer_pay,
        }
        self._answers = {PHASES[name]: answer for name, answer in answers.items()}

    # ---- reading ----

    def _decide(self, raw: bytes, seat: int, actions: Sequence[int]) -> int:
        self._raw = raw
        self._seat = seat
        answer = self._answers.get(raw[PHASE])
        return self._best(actions, lambda action: 0.0) if answer is None else answer(actions)

    def _word(self, at: int) -> int:
        return int.from_bytes(self._raw[at : at + 4], "little")

    def _prepare(self) -> None:
        """What contracts ask for beyond what is there, and how many labourers the game leaves."""
        raw, seat, f = self._raw, self._seat, self._f
        held = self._word(CONTRACTS + 4 * seat)
        built = track = rubble = 0
        while held:
            one = held & -held
            held ^= one
            _, want_built, want_track, want_rubble, _, _ = f.contracts[one.bit_length()]
            built += want_built
            track += want_track
            rubble += want_rubble
        words: tuple[int, ...] = WORDS.unpack_from(raw)
        self._words = words
        self._asked_built = built - words[MARKED + seat].bit_count()
        self._asked_track = track - self._word(TRACK_MARKERS + 4 * seat).bit_count()
        self._asked_rubble = rubble - raw[RUBBLE + seat]
        left = f.tracks - self._word(LAID).bit_count()
        self._time = 0.0 if raw[LAST_ROUND] and raw[ROUNDS] >= raw[LAST_ROUND] else self.pace * left
        # what is left in the hand at the end is worth nothing, and nobody can use all of a hoard
        use = min(1.0, self._time / self.fade)
        self._iron_worth = use * self.iron * max(0.2, 1.0 - raw[IRON + seat] / self.much_iron)
        self._stone_worth = use * self.stone * max(0.2, 1.0 - raw[STONE + seat] / self.much_stone)
        self._steel_worth = use * self.steel * max(0.2, 1.0 - raw[STEEL + seat] / self.much_steel)
        self._rubble_worth = use * self.rubble
        self._use = use

    # ---- labourers ----

    def _answer_place(self, actions: Sequence[int]) -> int:
        """The area that is worth most, its lowest number."""
        self._prepare()
        self._count_labourers()
        self._project()
        lean = self.lean
        best, most, last = actions[0], -1.0, -1
        for action in actions:
            area = (action - PLACE) // SPACES
            if area == last:
                continue
            last = area
            worth = lean[area] * self._areas(area)
            if worth > most:
                best, most = action, worth
        return best

    def _count_labourers(self) -> None:
        """Labourers placed so far by area, the seat's and the others'."""
        raw, seat = self._raw, self._seat
        self._mine, self._others = [0] * AREAS, [0] * AREAS
        occupied = self._word(OCCUPIED)
        while occupied:
            one = occupied & -occupied
            occupied ^= one
            place = one.bit_length() - 1
            whose = self._mine if raw[OCCUPANT + place] == seat else self._others
            whose[place // SPACES] += 1
        self._mine[SURVEY] = raw[WAITING + seat]

    def _project(self) -> None:
        """Material after the seat's labourers placed so far have acted up to area C."""
        raw, seat, f, mine = self._raw, self._seat, self._f, self._mine
        iron, stone, steel, rubble = raw[IRON + seat], raw[STONE + seat], raw[STEEL + seat], raw[RUBBLE + seat]
        if mine[YARD_AREA]:
            cubes = f.take_amount * mine[YARD_AREA]
            got = min(cubes, raw[YARD])
            iron += got
            stone += min(cubes - got, raw[YARD + 1])
        if mine[DIG] and not raw[OVERLAY]:
            rubble += mine[DIG] * f.excavation[raw[DIG_RATE]]
        if mine[WORKS]:
            price = self._steel_price()
            made = min(iron // price, f.works * mine[WORKS])
            steel += made
            iron -= made * price
            stones = min(
                max(0, rubble - max(0, self._asked_rubble + raw[RUBBLE + seat])) // f.rubble_per_stone,
                f.works * mine[WORKS] - made,
            )
            stone += stones
            rubble -= stones * f.rubble_per_stone
        self._iron, self._stone, self._steel, self._rubble = iron, stone, steel, rubble

    def _steel_price(self) -> int:
        """Iron for one steel at the Works."""
        train = self._raw[TRAIN + self._seat]
        return self._f.train_amount[train] if self._f.train_op[train] == TRAIN_OPS["WORKS"] else self._f.iron_per_steel

    def _areas(self, area: int) -> float:
        if area == SURVEY:
            return self._worth_surveying()
        if area == CONTRACT:
            return self._worth_office()
        if area == BUILDING or (area == DIG and self._raw[OVERLAY]):
            return self._worth_building()
        if area == LAY:
            return self._worth_laying()
        if area == WORKS:
            return self._worth_works()
        if area == DIG:
            return self._worth_digging()
        return self._worth_yard()

    def _worth_yard(self) -> float:
        raw, f, seat = self._raw, self._f, self._seat
        gone = self._mine[YARD_AREA] + self._others[YARD_AREA]
        n = f.take_amount
        train = raw[TRAIN + seat]
        if f.train_op[train] == TRAIN_OPS["CUBES"]:
            n += f.train_amount[train]
        iron, stone, coal = raw[YARD], raw[YARD + 1], raw[YARD + 2]
        # those before take three each: iron first, then stone
        gone *= f.take_amount
        gone_iron = min(iron, gone)
        iron -= gone_iron
        stone -= min(stone, gone - gone_iron)
        worth_iron, worth_stone = self._iron_worth, self._stone_worth
        worth = 0.0
        if coal and n:
            worth_coal = self._coal_worth() * self._use
            if worth_coal > worth_iron:
                worth += worth_coal
                n -= 1
        first, second = (stone, iron) if worth_stone > worth_iron else (iron, stone)
        high, low = max(worth_stone, worth_iron), min(worth_stone, worth_iron)
        took = min(n, first)
        worth += took * high + min(n - took, second) * low
        return worth

    def _coal_worth(self) -> float:
        train = self._raw[TRAIN + self._seat]
        if train and self._f.train_hire[train] and self._raw[COAL + self._seat] < 3:
            return self.coal_hire
        return self.coal

    def _dig_amount(self, seat: int) -> int:
        f = self._f
        train = self._raw[TRAIN + seat]
        amount = f.excavation[self._raw[DIG_RATE]]
        if f.train_op[train] == TRAIN_OPS["EXCAVATE"]:
            amount += f.train_amount[train]
        return amount

    def _worth_digging(self) -> float:
        """Rubble, and the points of the spaces that are cleared, behind those who dig before."""
        raw, f, seat = self._raw, self._f, self._seat
        amount = self._dig_amount(seat)
        skip = self._mine[DIG] * amount + self._others[DIG] * f.excavation[raw[DIG_RATE]]
        cells = self._word(RUBBLE_CELLS)
        rubble = 0
        points = 0.0
        while cells and amount:
            one = cells & -cells
            cells ^= one
            cell = one.bit_length() - 1
            here = raw[CELL_RUBBLE + cell]
            if skip >= here:
                skip -= here
                continue
            here -= skip
            skip = 0
            took = min(here, amount)
            amount -= took
            rubble += took
            if took == here and f.cells[cell]:
                points += f.cells[cell] + self._marker_worth()
        asked = max(0, min(rubble, self._asked_rubble - self._mine[DIG] * self._dig_amount(seat)))
        return points + rubble * self._rubble_worth + asked * self.rubble_asked

    def _marker_worth(self) -> float:
        return self.built_asked if self._asked_built > 0 else 0.0

    def _worth_works(self) -> float:
        """Up to three conversions of what will be there then."""
        f, raw = self._f, self._raw
        if self._mine[WORKS]:
            return 0.0  # one labourer does all there is
        price = self._steel_price()
        gain_steel = self._steel_worth - price * self._iron_worth
        gain_stone = self._stone_worth - f.rubble_per_stone * self._rubble_worth
        steel = min(f.works, self._iron // price)
        spare = self._rubble - max(0, self._asked_rubble + raw[RUBBLE + self._seat])
        stone = min(f.works - steel, max(0, spare) // f.rubble_per_stone)
        return steel * max(0.0, gain_steel) + stone * max(0.0, gain_stone)

    def _clear(self) -> int:
        """Track cards that will be clear of rubble and unlaid in area D, behind those who lay before."""
        raw, f = self._raw, self._f
        dug = (self._mine[DIG] + self._others[DIG]) * f.excavation[raw[DIG_RATE]] if not raw[OVERLAY] else 0
        cells = self._word(RUBBLE_CELLS)
        first = f.no_cell
        while cells:
            one = cells & -cells
            cells ^= one
            cell = one.bit_length() - 1
            dug -= raw[CELL_RUBBLE + cell]
            if dug < 0:
                first = cell
                break
        return f.tracks_before[first] & ~self._word(LAID)

    def _worth_laying(self) -> float:
        raw, f, seat = self._raw, self._f, self._seat
        clear = self._clear()
        rate = f.lay[raw[LAY_RATE]]
        train = raw[TRAIN + seat]
        own_rate = rate + f.train_amount[train] if f.train_op[train] == TRAIN_OPS["LAY"] else rate
        before = self._others[LAY] * rate + self._mine[LAY] * own_rate
        steel = self._steel - self._mine[LAY] * own_rate
        n = min(own_rate, steel, raw[MARKERS + seat])
        worth = 0.0
        asked = self._asked_track - self._mine[LAY] * own_rate
        while clear and n > 0:
            one = clear & -clear
            clear ^= one
            if before:
                before -= 1
                continue
            worth += f.kind_vp[raw[TRACK_CARD + one.bit_length() - 1]] - self._steel_worth
            if asked > 0:
                worth += self.track_asked
            asked -= 1
            n -= 1
        return worth

    def _open_spaces(self) -> list[int]:
        """Building spaces that can be built at now, with a marker left."""
        raw, f, words = self._raw, self._f, self._words
        if not raw[MARKERS + self._seat]:
            return []
        rubble = self._word(RUBBLE_CELLS) & f.track_cells
        open_spaces = f.reachable[(rubble & -rubble).bit_length() - 1 if rubble else f.no_cell]
        open_spaces &= f.building_spaces & ~(words[TAKEN] | words[CLOSED])
        found = []
        while open_spaces:
            one = open_spaces & -open_spaces
            open_spaces ^= one
            found.append(one.bit_length() - 1)
        return found

    def _space_worth(self, space: int) -> float:
        f = self._f
        cost = f.space_stone[space] * self._stone_worth + f.space_steel[space] * self._steel_worth
        return f.space_vp[space] + self._marker_worth() - cost

    def _worth_building(self) -> float:
        """The best that can be paid then; a second labourer gets the second best."""
        raw, f = self._raw, self._f
        worths = []
        for space in self._open_spaces():
            if f.space_stone[space] <= self._stone and f.space_steel[space] <= self._steel:
                worths.append(self._space_worth(space))
        if raw[TRAINS_OPEN] and not raw[TRAIN + self._seat]:
            shed = (raw[SHED] | raw[SHED + 1] << 8) & f.may_acquire[self._seat]
            for train, cost in enumerate(f.train_cost):
                if shed >> train & 1 and cost <= self._steel:
                    worths.append(self._train_gain(train))
        rank = self._mine[BUILDING] + self._others[BUILDING] // 2
        if len(worths) <= rank:
            return 0.0
        worths.sort(reverse=True)
        return worths[rank]

    def _train_gain(self, train: int) -> float:
        f = self._f
        worth = self._train_worth[train]
        if f.train_op[train] != TRAIN_OPS["POINTS"]:
            worth *= min(1.0, self._time / 12.0)
        worth += self.coal_hire * self._raw[TRAIN_COAL + train] * self._use
        return worth - f.train_cost[train] * self._steel_worth

    def _worth_office(self) -> float:
        raw, may_take = self._raw, self._f.may_take[self._seat]
        cards = [card for card in raw[OFFICE : OFFICE + 3] if card and may_take >> card - 1 & 1]
        worths = sorted(map(self._worth_contract, cards), reverse=True)
        rank = self._mine[CONTRACT] + self._others[CONTRACT]
        return worths[rank] if rank < len(worths) else 0.0

    def _worth_contract(self, card: int) -> float:
        """Points, less what is missing beyond what the contracts held ask for already."""
        raw, seat, f = self._raw, self._seat, self._f
        vp, built, track, rubble, score, station = f.contracts[card]
        if score == SCORES["COAL"]:
            return vp * raw[COAL + seat] + 1.0
        surveyor = raw[SURVEYOR + seat]
        if score == SCORES["SURVEYOR"]:
            reach = min(f.last_station, surveyor + int(self._time / 3.0))
            return float(f.tier_vp[reach])
        built = max(0, min(built, self._asked_built + built))
        track = max(0, min(track, self._asked_track + track))
        rubble = max(0, min(rubble, self._asked_rubble + rubble))
        steps = max(0, station - surveyor) if score == SCORES["SURVEYOR_SET"] else 0
        owed = max(0, self._asked_built) + 1.2 * max(0, self._asked_track) + max(0, self._asked_rubble) / 3.0
        if owed + built + 1.2 * track + rubble / 3.0 + steps > self._time:
            return 0.0
        worth = vp - built * self.built_missing - track * self.track_missing - rubble * self.rubble_missing - steps
        return max(worth, 0.5)

    def _worth_surveying(self) -> float:
        """Points a step on the way to as far as there is time for."""
        f = self._f
        at = min(f.last_station, self._raw[SURVEYOR + self._seat] + self._mine[SURVEY])
        steps = min(f.last_station - at, 1 + int(self._time / 2.5))
        if steps <= 0:
            return 0.0
        return (f.surveyor_vp[at + steps] - f.surveyor_vp[at]) / steps

    # ---- what a labourer does ----

    def _answer_take(self, actions: Sequence[int]) -> int:
        self._prepare()
        f, raw = self._f, self._raw
        have = raw[IRON + self._seat]
        price = self._steel_price()
        coal = self._coal_worth()

        def worth(action: int) -> float:
            iron, stone, coals = f.takes[action - TAKE]
            whole = (have + iron) // price - have // price
            return iron * self._iron_worth + 0.4 * whole + stone * self._stone_worth + coals * coal

        return self._best(actions, worth)

    def _answer_convert(self, actions: Sequence[int]) -> int:
        self._prepare()
        f = self._f
        source = self._raw[SOURCE]
        price = f.op_amount[source] if source else self._steel_price()
        per_stone = f.op_amount[source] if source else f.rubble_per_stone
        spare = max(0, -self._asked_rubble)

        def worth(action: int) -> float:
            steel, stone = divmod(action - CONVERT, 6)
            used = stone * per_stone
            cost = used * self._rubble_worth + max(0, used - spare) * self.rubble_asked
            return steel * (self._steel_worth - price * self._iron_worth) + stone * self._stone_worth - cost

        return self._best(actions, worth)

    def _answer_build(self, actions: Sequence[int]) -> int:
        self._prepare()

        def worth(action: int) -> float:
            if action == PASS:
                return 0.0
            if action > ACQUIRE:
                worth = self._train_gain(action - ACQUIRE)
                own = self._raw[TRAIN + self._seat]
                return worth - self._train_worth[own] - 2.0 if own else worth
            return self._space_worth(action - BUILD)

        return self._best(actions, worth)

    def _answer_pay(self, actions: Sequence[int]) -> int:
        """With iron rather than steel, with stone rather than rubble that is asked for."""
        self._prepare()
        spare = -self._asked_rubble
        return self._best(
            actions, lambda a: (a - PAY) // 8 + (0.1 if spare >= 2 * ((a - PAY) % 8) else -0.5) * ((a - PAY) % 8)
        )

    def _answer_maintenance(self, actions: Sequence[int]) -> int:
        self._prepare()
        own = self._raw[TRAIN + self._seat]
        f = self._f
        worth = self._train_worth[own]
        if f.train_op[own] != TRAIN_OPS["POINTS"]:
            worth *= min(1.0, self._time / 12.0)
        if PAY_STEEL in actions and worth > self._steel_worth:
            return PAY_STEEL
        return RETURN_TRAIN

    # ---- contracts ----

    def _answer_contract(self, actions: Sequence[int], block: int) -> int:
        self._prepare()
        return self._best(actions, lambda action: self._worth_contract(action - block))

    def _answer_window(self, actions: Sequence[int]) -> int:
        """Use the first contract that brings something this round."""
        self._prepare()
        self._count_labourers()
        for action in actions:
            if action != PASS and self._is_useful(action - USE):
                return action
        return PASS

    def _is_useful(self, card: int) -> bool:
        """Whether the effect of a contract brings something this round."""
        raw, seat, f, mine = self._raw, self._seat, self._f, self._mine
        op = f.op[card]
        iron, stone, steel, rubble = raw[IRON + seat], raw[STONE + seat], raw[STEEL + seat], raw[RUBBLE + seat]
        cells = self._word(RUBBLE_CELLS)
        fog = raw[WEATHER] == FOG
        first = (cells & -cells).bit_length() - 1 if cells else f.no_cell
        clear = (f.tracks_before[first] & ~self._word(LAID)).bit_count()
        rate = f.lay[raw[LAY_RATE]]
        if op == OPS["LAY_BONUS"]:
            return bool(mine[LAY]) and steel > rate and clear > rate
        if op == OPS["CLEAR"]:
            return bool(cells) and not fog and raw[CELL_RUBBLE + first] >= 2
        if op == OPS["EXTRA_LAY"]:
            return not fog and steel > 0 and clear > rate * mine[LAY]
        if op == OPS["DRAW"]:
            return self._time > 6
        if op == OPS["IRON_FOR_STEEL"]:
            return bool(mine[BUILDING]) and iron >= f.op_amount[card] and steel == 0
        if op == OPS["EXTRA_CUBES"]:
            return bool(mine[YARD_AREA]) and raw[YARD] + raw[YARD + 1] >= 5
        if op == OPS["STONE_DISCOUNT"]:
            return bool(mine[BUILDING]) and any(f.space_stone[space] <= stone + 1 for space in self._open_spaces())
        if op == OPS["EXTRA_BUILD"]:
            return any(f.space_stone[space] <= stone and f.space_steel[space] <= steel for space in self._open_spaces())
        if op == OPS["CONVERT_RUBBLE"]:
            return rubble >= 2 * f.op_amount[card] and -self._asked_rubble >= 2
        if op == OPS["CONVERT_IRON"]:
            return iron >= 2 * f.op_amount[card]
        if op == OPS["RUBBLE_FOR_STONE"]:
            return bool(mine[BUILDING]) and -self._asked_rubble >= 2
        if op in (OPS["BAG"], OPS["YARD"]):
            return self._time > 2
        if op == OPS["DOUBLE"]:
            return bool(mine[DIG]) and f.excavation[raw[DIG_RATE]] >= 2 and bool(cells)
        if op == OPS["SURVEYOR"]:
            return raw[SURVEYOR + seat] + raw[WAITING + seat] < f.last_station
        return False
