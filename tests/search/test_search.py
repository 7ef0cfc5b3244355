"""Search: the same for any number of threads, no cheating, within its limits, and able to win what can be won."""

from __future__ import annotations

import _thread
import math
import threading
import time
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from support.walk import some_states, walk

import snowplay as sp
from snowplay._core.search import FIRST_NODES, NODE_BYTES, SearchTree
from snowplay.agents import SearchAgent
from snowplay.search import Search, SearchError, SearchOptions, SearchResult
from snowplay.seats import fill_rows

GAMES = [("acres", 2), ("snowdonia", 1), ("snowdonia", 2), ("snowdonia", 4)]
VARIANTS = [
    {},
    {"playout": "heuristic", "bias": 1.0},
    {"playout": "mast"},
    {"cutoff": 10},
    {"playout": "heuristic", "cutoff": 0},
    {"cutoff": 0, "puct": 0.4},
    {"flat": True},
    {"cheat": True},
]


def position(name: str, players: int, moves: int = 20) -> sp.State:
    """A position in a random game, a few moves in."""
    state = sp.load_game(name, players).new_initial_state(4)
    for number, _ in enumerate(walk(state, 1)):
        if number == moves:
            break
    return state


def look(state: sp.State, seed: int = 5, **options: object) -> SearchResult:
    """Search a position for whoever is to move."""
    asked = SearchOptions(**{"iterations": 200, **options})  # type: ignore[arg-type]
    return Search(state.game, state.current_player(), asked).search(state, seed)


def found(result: SearchResult) -> SearchResult:
    """A result without what a clock told."""
    return replace(result, seconds=0.0)


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_result_adds_up_and_leaves_the_state_alone(name: str, players: int, options: dict[str, object]) -> None:
    for state in some_states(sp.load_game(name, players).new_initial_state(2), 3, every=60):
        if state.is_terminal():
            continue
        before = state.to_bytes()
        result = look(state, **options)
        assert state.to_bytes() == before
        assert sorted(move.action for move in result.moves) == state.legal_actions()
        assert sum(move.visits for move in result.moves) == result.iterations == 200
        assert all(move.available == 200 for move in result.moves)
        assert result.action == result.best.action == max(result.moves, key=lambda move: move.visits).action
        assert all(0.0 <= move.value <= 1.0 for move in result.moves)
        assert all(a.visits >= b.visits for a, b in pairwise(result.moves))
        assert result.line[0] == (state.current_player(), result.action)
        assert result.applied >= result.iterations
        assert str(result.explain(state)).count("\n") >= min(5, len(result.moves))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_threads_change_nothing(name: str, players: int) -> None:
    state = position(name, players)
    for options in ({"trees": 1}, {"trees": 5}, {"trees": 3, "playout": "mast"}):
        results = [look(state, iterations=301, threads=threads, **options) for threads in (1, 2, 4)]
        assert found(results[0]) == found(results[1]) == found(results[2])
    assert found(look(state, 5)) == found(look(state, 5))
    assert look(state, 5).moves != look(state, 6).moves


def test_a_search_forgets_the_one_before() -> None:
    state = position("snowdonia", 2)
    for playout in ("random", "heuristic", "mast"):
        search = Search(state.game, state.current_player(), SearchOptions(iterations=300, playout=playout))
        assert found(search.search(state, 1)) == found(search.search(state, 1))


def test_trees_share_the_iterations_and_differ() -> None:
    state = position("snowdonia", 2)
    alone = look(state, iterations=100, trees=1)
    two = look(state, iterations=201, trees=2)
    assert two.iterations == 201
    assert two.moves != alone.moves
    first = {move.action: move.visits for move in look(state, iterations=101, trees=1).moves}
    # the first tree is the search with one tree: the second only adds to it
    assert all(move.visits >= first[move.action] for move in two.moves)


@pytest.mark.parametrize("options", [*VARIANTS[:7], {"trees": 3}], ids=str)
def test_what_a_seat_cannot_see_changes_nothing(options: dict[str, object]) -> None:
    random = Random(7)
    game = sp.load_game("acres")
    checked = 0
    for state in some_states(game.new_initial_state(9), 9, every=40):
        if state.is_terminal():
            continue
        seat = state.current_player()
        expected = found(look(state, **options))
        for _ in range(3):
            other = state.resample_from_infostate(seat, random.randrange(2**32))
            checked += other.to_bytes() != state.to_bytes()
            assert found(look(other, **options)) == expected
    assert checked > 5


def test_the_cheating_search_does_look() -> None:
    state = next(
        state
        for state in some_states(sp.load_game("acres").new_initial_state(9), 9, every=25)
        if state.data()["turns"] > 10 and len(state.legal_actions()) > 5
    )
    other = state.resample_from_infostate(state.current_player(), 3)
    assert other.to_bytes() != state.to_bytes()
    assert look(state, cheat=True).moves != look(other, cheat=True).moves


def test_chance_of_the_game_is_not_foreseen() -> None:
    """The search draws for itself: the generator of the state plays no part."""
    state = position("snowdonia", 3)
    other = state.clone()
    other.reseed(99)
    assert found(look(state)) == found(look(other))


# ---- limits ----


def test_a_full_tree_is_searched_on() -> None:
    state = position("acres", 2)
    small = look(state, iterations=4000, memory=FIRST_NODES * NODE_BYTES)
    assert small.full
    assert small.iterations == 4000
    assert small.nodes <= FIRST_NODES
    large = look(state, iterations=4000)
    assert not large.full
    assert large.nodes > FIRST_NODES
    assert "no room for more nodes" in small.explain(state)


def test_nodes_are_small() -> None:
    assert NODE_BYTES <= 40


def test_a_time_limit_is_kept() -> None:
    state = position("snowdonia", 2)
    for trees in (1, 3):
        start = time.perf_counter()
        result = look(state, iterations=None, seconds=0.2, trees=trees)
        assert time.perf_counter() - start < 2
        assert result.iterations > 100
    assert look(state, iterations=50, seconds=60).iterations == 50


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_gives_the_best_move_so_far(threads: int) -> None:
    state = position("snowdonia", 2)
    search = Search(state.game, state.current_player(), SearchOptions(iterations=10**9, trees=2, threads=threads))
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    start = time.perf_counter()
    result = search.search(state, 1)
    assert time.perf_counter() - start < 5
    assert result.interrupted
    assert result.action in state.legal_actions()
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        search.search(state, 1, answer=False)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"iterations": None}, "needs iterations or seconds"),
        ({"iterations": 0}, "at least 1"),
        ({"seconds": -1.0}, "more than 0"),
        ({"seconds": math.nan}, "more than 0, not nan"),
        ({"playout": "perfect"}, "one of random, heuristic, mast"),
        ({"margin": 1.5}, "0 to 1"),
        ({"cutoff": -2}, "at least -1"),
        ({"trees": 0}, "at least 1"),
        ({"memory": 100}, "at least"),
        ({"iterations": 3, "trees": 5}, "at least the 5 trees"),
    ],
)
def test_bad_options_are_told(options: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        SearchOptions(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["iterations", "seconds", "exploration", "puct", "margin", "cutoff", "memory"])
def test_a_text_is_no_number(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name} must be an? (number|integer), not '5'"):
        SearchOptions(**{name: "5"})  # type: ignore[arg-type]


def test_the_expected_moves_begin_in_the_words_of_the_position() -> None:
    """There the card is drafted; what the later decisions do with one the position does not know."""
    state = sp.load_game("acres").new_initial_state(3)
    state.apply_action(state.string_to_action("draft"))
    result = Search(state.game, 0, SearchOptions(iterations=200)).search(state, 1)
    words = state.action_to_string(result.action)
    assert words.startswith("draft ") and f"expected: 0: {words}; " in result.explain(state)


def test_only_the_seat_to_move_can_search() -> None:
    state = position("acres", 2)
    with pytest.raises(SearchError, match="not to move"):
        Search(state.game, 1 - state.current_player()).search(state)
    other = sp.load_game("acres", duquesne_wins=True)
    with pytest.raises(ValueError, match="another game"):
        SearchTree(other.core, state.current_player()).begin(state, 0)


# ---- strength, where it can be known ----


def test_statistics_of_flat_search_are_those_of_its_playouts() -> None:
    state = position("snowdonia", 2)
    result = look(state, iterations=20 * len(state.legal_actions()), flat=True)
    assert {move.visits for move in result.moves} == {20}
    for move in result.moves:
        assert 0 < move.error < 0.5 / math.sqrt(19) + 1e-9


@pytest.mark.parametrize("playout", ["random", "heuristic", "mast"])
def test_a_win_at_hand_is_taken(playout: str) -> None:
    """One decision before the end of won and lost games, the search takes a move that wins if there is one."""
    game = sp.load_game("acres")
    tried = 0
    for seed in range(40):
        *_, last = (state.clone() for state in walk(game.new_initial_state(seed), seed) if not state.is_terminal())
        seat = last.current_player()
        winning = set()
        for action in last.legal_actions():
            after = last.clone()
            after.apply_action(action)
            if after.is_terminal() and after.returns()[seat] > 0:
                winning.add(action)
        if winning and len(winning) < len(last.legal_actions()):
            tried += 1
            assert look(last, iterations=1500, playout=playout).best.value > 0.6
    assert tried >= 3


def test_search_beats_random_play() -> None:
    for name, players in (("snowdonia", 2), ("acres", 2)):
        game = sp.load_game(name, players)
        rows = np.zeros(8, game.row_dtype)
        for rotation in range(2):
            fill_rows(
                game, rows, seed=1, first=0, agents=["ismcts:iterations=60,cutoff=60", "random"], rotation=rotation
            )
            assert (rows["winner"] == rotation % 2).sum() >= 7


# ---- reuse ----


def test_a_tree_is_reused() -> None:
    game = sp.load_game("snowdonia", 2)
    state = game.new_initial_state(3)
    seat = state.current_player()
    search = Search(game, seat, SearchOptions(iterations=3000, reuse=True))
    first = search.search(state, 1)
    since = [(seat, first.action)]
    state.apply_action(first.action)
    while not state.is_terminal() and state.current_player() != seat:
        action = state.legal_actions()[0]
        since.append((state.current_player(), action))
        state.apply_action(action)
    again = search.search(state, 2, since=since)
    fresh = Search(game, seat, SearchOptions(iterations=3000)).search(state, 2)
    assert again.iterations == fresh.iterations == 3000
    assert sum(move.visits for move in again.moves) > 3000
    assert sum(move.visits for move in fresh.moves) == 3000
    # moves the tree never saw: it starts afresh
    unknown = search.search(state, 2, since=[(seat, 447)] * 3)
    assert found(unknown) == found(fresh)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_reused_tree_holds_what_is_legal_now(name: str, players: int) -> None:
    """Chance may turn out another way than in the searches before: a kept root knows moves of those ways, too."""
    game = sp.load_game(name, players)
    looked = 0
    for seed in range(6):
        state = game.new_initial_state(seed)
        options = SearchOptions(iterations=60, reuse=True, cutoff=5, exploration=0.3)
        searches = {seat: Search(game, seat, options) for seat in range(players)}
        since: dict[int, list[tuple[int, int]]] = {seat: [] for seat in range(players)}
        for move in range(40):
            if state.is_terminal():
                break
            seat = state.current_player()
            result = searches[seat].search(state, move, since=since[seat])
            assert sorted(entry.action for entry in result.moves) == state.legal_actions()
            assert result.action in state.legal_actions()
            assert sum(entry.visits for entry in result.moves) >= 60
            looked += 1
            since[seat] = []
            for others in since.values():
                others.append((seat, result.action))
            state.reseed(1000 * seed + move)
            state.apply_action(result.action)
    assert looked > 100


def test_one_search_is_for_one_thread() -> None:
    state = position("snowdonia", 2)
    search = Search(state.game, state.current_player(), SearchOptions(iterations=None, seconds=0.5))
    faults: list[Exception] = []

    def work() -> None:
        try:
            search.search(state, 1)
        except SearchError as error:
            faults.append(error)

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(faults) == 1
    assert "another thread" in str(faults[0])


def test_greedy_sees_the_points_of_the_solo_game() -> None:
    game = sp.load_game("snowdonia", 1)
    seen = 0
    for seed in range(10):
        state = game.new_initial_state(seed)
        agent = sp.make_agent("greedy", seed=seed)
        while not state.is_terminal():
            action = agent.choose(state)
            ends = {}
            for other in state.legal_actions():
                after = state.clone()
                after.apply_action(other)
                if after.is_terminal():
                    ends[other] = after.returns()[0]
            if len(ends) == len(state.legal_actions()) > 1 and len(set(ends.values())) > 1:
                assert ends[action] == max(ends.values())
                seen += 1
            state.apply_action(action)
    assert seen >= 1


def test_a_search_that_is_about_to_begin_can_be_hurried() -> None:
    state = position("snowdonia", 2)
    search = Search(state.game, state.current_player(), SearchOptions(iterations=20_000))
    search.hurry()
    assert search.search(state, 5).iterations < 20_000
    assert search.search(state, 5).iterations == 20_000


def test_an_agent_that_is_about_to_choose_can_be_hurried() -> None:
    state = position("snowdonia", 2)
    agent = SearchAgent(1, 0, state.current_player(), iterations=5_000)
    iterations = []
    for hurried in (True, False, True, False):
        if hurried:
            agent.hurry()
        assert state.is_legal(agent.choose(state))
        assert agent.last is not None
        iterations.append(agent.last.iterations)
    assert max(iterations[::2]) < 5_000 and iterations[1::2] == [5_000, 5_000]
