"""Searches with positions judged outside: exactly PUCT, the same every time, no cheating, and wrong arrays are told."""

from __future__ import annotations

import _thread
import pickle
import threading
import time
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from support.walk import some_states, walk

import snowplay as sp
from snowplay._core.search import FIRST_NODES, NODE_BYTES, SearchTree
from snowplay.neural import Evaluate, EvaluateError, NetworkAgent, NetworkSearch
from snowplay.search import Search, SearchOptions, SearchResult

GAMES = [("acres", 2), ("snowdonia", 1), ("snowdonia", 2), ("snowdonia", 4)]


def some_network(game: sp.Game, seed: int = 3) -> Evaluate:
    """Random weights: as good as none, but every cell of an observation counts."""
    draw = np.random.default_rng(seed)
    to_hidden = draw.normal(size=(game.observation_tensor_shape()[0], 4))
    to_logits = draw.normal(size=(4, game.num_distinct_actions()))

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        assert observations.dtype == np.float32 and masks.dtype == np.uint8
        # one position at a time: sums of a matrix may depend on the number of its rows
        hidden = np.array([np.tanh((row[:, None] * to_hidden).sum(axis=0) / 10) for row in observations])
        logits = (hidden[:, :, None] * to_logits).sum(axis=1)
        own = 0.5 + 0.4 * hidden[:, 0]
        others = max(1, game.players - 1)
        return logits, np.column_stack([own] + [(1 - own) / others] * (game.players - 1))

    return evaluate


def position(name: str, players: int, moves: int = 20) -> sp.State:
    """A position in a random game, a few moves in."""
    state = sp.load_game(name, players).new_initial_state(4)
    for number, _ in enumerate(walk(state, 1)):
        if number == moves:
            break
    return state


def look(
    state: sp.State, seed: int = 5, batch: int = 8, evaluate: Evaluate | None = None, **options: Any
) -> SearchResult:
    """Search a position for whoever is to move."""
    asked = SearchOptions(**{"iterations": 100, "puct": 1.0, **options})
    evaluate = evaluate or some_network(state.game)
    search = NetworkSearch(state.game, state.current_player(), asked, evaluate=evaluate, batch=batch)
    return replace(search.search(state, seed), seconds=0.0)


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("batch", [1, 7, 64])
def test_a_result_adds_up_and_leaves_the_state_alone(name: str, players: int, batch: int) -> None:
    for state in some_states(sp.load_game(name, players).new_initial_state(2), 3, every=150):
        if state.is_terminal():
            continue
        before = state.to_bytes()
        result = look(state, batch=batch)
        assert state.to_bytes() == before
        assert sorted(move.action for move in result.moves) == state.legal_actions()
        assert sum(move.visits for move in result.moves) == result.iterations == 100
        assert all(move.available == 100 for move in result.moves)
        assert all(0.0 <= move.value <= 1.0 for move in result.moves)
        assert sum(move.prior for move in result.moves) == pytest.approx(1, abs=1e-3)
        assert all(a.visits >= b.visits for a, b in pairwise(result.moves))
        assert result == look(state, batch=batch)
        if len(state.legal_actions()) > 3:
            assert result.moves != look(state, batch=batch, evaluate=some_network(state.game, 4)).moves


def judged_as_the_core_does(state: sp.State, depth: int) -> Evaluate:
    """A callable that knows every position a few moves ahead, with the game's own rough weights and evaluation."""
    known: dict[bytes, tuple[Any, Any]] = {}

    def learn(at: sp.State, left: int) -> None:
        if at.is_terminal():
            return
        seat, players = at.current_player(), at.game.players
        logits = np.zeros(at.game.num_distinct_actions(), np.float32)
        logits[at.legal_actions()] = np.log(at.action_weights())
        known[at.observation_tensor().tobytes()] = logits, [at.estimate()[(seat + k) % players] for k in range(players)]
        for action in at.legal_actions() if left else []:
            after = at.clone()
            after.apply_action(action)
            learn(after, left - 1)

    learn(state, depth)

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        logits, values = zip(*(known[row.tobytes()] for row in observations), strict=True)
        return np.array(logits), np.array(values)

    return evaluate


def test_one_at_a_time_it_is_the_search_of_the_core() -> None:
    """With the core's own weights and evaluation, and no chance within reach, the visits are those of its PUCT."""
    state = sp.load_game("snowdonia", 2).new_initial_state(1)
    depth = 3
    options = SearchOptions(iterations=60, puct=0.5, cutoff=0)
    evaluate = judged_as_the_core_does(state, depth)
    core = Search(state.game, state.current_player(), options).search(state, 2)
    ours = NetworkSearch(state.game, state.current_player(), options, evaluate=evaluate, batch=1).search(state, 2)
    assert len([move for move in core.moves if move.visits]) > 3
    assert core.depth > 1.5
    assert [move.action for move in ours.moves] == [move.action for move in core.moves]
    assert [move.visits for move in ours.moves] == [move.visits for move in core.moves]
    for mine, theirs in zip(ours.moves, core.moves, strict=True):
        assert mine.value == pytest.approx(theirs.value, rel=1e-5)
        assert mine.prior == pytest.approx(theirs.prior, rel=1e-5)
    assert ours.line == core.line


def test_what_a_seat_cannot_see_changes_nothing() -> None:
    random = Random(7)
    checked = 0
    for state in some_states(sp.load_game("acres").new_initial_state(9), 9, every=40):
        if state.is_terminal():
            continue
        seat = state.current_player()
        expected = look(state)
        for _ in range(3):
            other = state.resample_from_infostate(seat, random.randrange(2**32))
            checked += other.to_bytes() != state.to_bytes()
            assert look(other) == expected
    assert checked > 5


def test_the_cheating_search_does_look() -> None:
    state = next(
        state
        for state in some_states(sp.load_game("acres").new_initial_state(9), 9, every=25)
        if state.data()["turns"] > 10 and len(state.legal_actions()) > 5
    )
    other = state.resample_from_infostate(state.current_player(), 3)
    assert look(state, cheat=True, iterations=300).moves != look(other, cheat=True, iterations=300).moves


def test_a_batch_goes_to_many_places() -> None:
    """The visits that wait for their reward send the walks of one batch to different moves."""
    state = position("snowdonia", 2)
    sizes: list[int] = []
    different: list[int] = []

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        assert (masks.sum(axis=1) > 0).all()
        sizes.append(len(observations))
        different.append(len({row.tobytes() for row in observations}))
        return np.zeros(masks.shape), np.full((len(masks), 2), 0.5)

    many = len(state.legal_actions())
    assert many > 4
    result = look(state, batch=many, iterations=2 * many, evaluate=evaluate)
    assert sizes == [1, many, many]  # the root alone, and then whole batches
    assert different[1] == many
    assert Counter(move.visits for move in result.moves).most_common(1)[0][0] == 2


def test_games_that_end_need_no_judgement() -> None:
    """One decision before the end, the value of a move is the reward of the game and not what the callable says."""
    game = sp.load_game("snowdonia", 2)
    *_, last = (state.clone() for state in walk(game.new_initial_state(5), 5) if not state.is_terminal())
    asked: list[int] = []

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        asked.append(len(masks))
        return np.zeros(masks.shape), np.tile([0.123, 0.877], (len(masks), 1))

    result = look(last, margin=0.0, evaluate=evaluate)
    assert result.iterations == 100
    seat = last.current_player()
    for move in result.moves:
        after = last.clone()
        after.apply_action(move.action)
        if after.is_terminal() and move.visits:
            assert move.value == float(after.returns()[seat] > 0)
            break
    else:
        pytest.fail("no move ends the game")
    assert sum(asked) < 101


def test_values_begin_with_the_seat_to_move() -> None:
    """A callable that always calls the seat to move the winner, and the next the loser."""

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        return np.zeros(masks.shape), np.tile([1.0, 0.25, 0.0], (len(masks), 1))

    game = sp.load_game("snowdonia", 3)
    seen = set()
    for seed in range(12):
        state = game.new_initial_state(seed)
        seat = state.current_player()
        result = look(state, iterations=len(state.legal_actions()), batch=1, puct=100.0, evaluate=evaluate)
        for move in result.moves:
            assert move.visits == 1
            after = state.clone()
            after.apply_action(move.action)
            assert move.value == {0: 1.0, 1: 0.0, 2: 0.25}[(after.current_player() - seat) % 3]
            seen.add((seat, after.current_player()))
    assert seen >= {(0, 1), (1, 2), (2, 0)}


# ---- limits ----


def test_a_full_tree_is_searched_on() -> None:
    state = position("acres", 2)
    small = look(state, iterations=1500, memory=FIRST_NODES * NODE_BYTES)
    assert small.full
    assert small.iterations == 1500
    assert small.nodes <= FIRST_NODES
    assert sum(move.visits for move in small.moves) == 1500


def test_a_time_limit_is_kept() -> None:
    start = time.perf_counter()
    result = look(position("snowdonia", 2), iterations=None, seconds=0.2)
    assert time.perf_counter() - start < 10
    assert result.iterations >= 8


def test_ctrl_c_gives_the_best_move_so_far() -> None:
    state = position("snowdonia", 2)
    timer = threading.Timer(0.5, _thread.interrupt_main)
    timer.start()
    result = look(state, iterations=10**9)
    assert result.interrupted
    assert result.action in state.legal_actions()
    assert sum(move.visits for move in result.moves) == result.iterations


def test_a_search_can_be_hurried_by_another_thread() -> None:
    state = position("snowdonia", 2)
    network = some_network(state.game)
    wanted, shares = threading.Event(), []

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        shares.append(agent.progress())
        if len(shares) == 20:
            wanted.set()
            assert hurried.wait(60)
        return network(observations, masks)

    agent = NetworkAgent(evaluate, SearchOptions(iterations=10_000, puct=1.0), batch=10)
    assert agent.progress() == 0.0
    agent.hurry()  # nothing to hurry yet
    hurried = threading.Event()

    def hurry() -> None:
        assert wanted.wait(60)
        agent.hurry()
        hurried.set()

    other = threading.Thread(target=hurry)
    other.start()
    action = agent.choose(state)
    other.join()
    assert agent.last is not None and action == agent.last.action
    # the first judgement is the root's alone, and the walks of the second come from it
    assert shares == pytest.approx([0, 0, *(number / 1000 for number in range(1, 19))])
    assert agent.last.iterations == 190 and not agent.last.interrupted
    assert agent.progress() == 0.0


def test_a_search_goes_on_after_a_fault() -> None:
    state = position("snowdonia", 2)
    network = some_network(state.game)
    faulty = [False, False, True]

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        if faulty and faulty.pop(0):
            raise ZeroDivisionError("out of order")
        return network(observations, masks)

    search = NetworkSearch(
        state.game, state.current_player(), SearchOptions(iterations=50, puct=1.0), evaluate=evaluate
    )
    with pytest.raises(ZeroDivisionError, match="out of order"):
        search.search(state, 5)
    assert replace(search.search(state, 5), seconds=0.0) == look(state, iterations=50, batch=32)


def test_a_tree_is_reused() -> None:
    state = sp.load_game("snowdonia", 2).new_initial_state(1)
    seat = state.current_player()
    options = SearchOptions(iterations=300, puct=1.0, reuse=True)
    search = NetworkSearch(state.game, seat, options, evaluate=some_network(state.game), batch=4)
    since = []
    for mover, action in search.search(state, 1).line:  # as it is expected, up to the next own decision
        if since and mover == seat:
            break
        since.append((mover, action))
        state.apply_action(action)
    assert state.current_player() == seat
    again = search.search(state, 2, since=since)
    assert again.iterations == 300
    assert sum(move.visits for move in again.moves) > 300
    assert sorted(move.action for move in again.moves) == state.legal_actions()


@pytest.mark.parametrize(
    ("judgement", "words"),
    [
        (lambda n, a: np.zeros((n, a)), "two arrays, logits and values"),
        (lambda n, a: (np.zeros((n, a + 1)), np.zeros((n, 2))), r"logits must have the shape \(1, "),
        (lambda n, a: (np.zeros(a), np.zeros((n, 2))), r"logits must have the shape \(1, "),
        (lambda n, a: (np.zeros((n, a)), np.zeros(n)), r"values must have the shape \(1, 2\), not \(1,\)"),
        (lambda n, a: (np.full((n, a), np.nan), np.zeros((n, 2))), "row 0: .* finite"),
        (lambda n, a: (np.full((n, a), -np.inf), np.zeros((n, 2))), "row 0: .* finite"),
        (lambda n, a: (np.zeros((n, a)), np.full((n, 2), 1.5)), r"values are \[1.5, 1.5\]"),
        (lambda n, a: (np.zeros((n, a)), np.full((n, 2), np.nan)), "0 to 1"),
        (lambda n, a: (np.full((n, a), "x"), np.zeros((n, 2))), "two arrays, logits and values"),
    ],
)
def test_wrong_judgements_are_told(judgement: Any, words: str) -> None:
    with pytest.raises(EvaluateError, match=words):
        look(position("snowdonia", 2), evaluate=lambda views, masks: judgement(*masks.shape))


def test_logits_of_illegal_actions_are_not_looked_at() -> None:
    state = position("snowdonia", 2)
    network = some_network(state.game)

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        logits, values = network(observations, masks)
        return np.where(masks, logits, np.nan), values

    assert look(state, evaluate=evaluate) == look(state)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"puct": 0.0}, "puct must be more than 0"),
        ({"trees": 2}, "one tree"),
        ({"flat": True}, "not flat"),
        ({"batch": 0}, "at least 1"),
    ],
)
def test_options_that_do_not_fit_are_told(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        look(position("snowdonia", 2), **options)


def test_a_tree_is_searched_in_the_right_order() -> None:
    state = position("snowdonia", 2)
    game = state.game
    views = np.zeros((4, *game.observation_tensor_shape()), np.float32)
    masks = np.zeros((4, game.num_distinct_actions()), np.uint8)
    tree = SearchTree(game.core, state.current_player(), puct=1.0, batch=4)
    with pytest.raises(ValueError, match="begin comes first"):
        tree.collect(1, views, masks)
    tree.begin(state, 1)
    with pytest.raises(ValueError, match="collect and settle"):
        tree.run(1)
    with pytest.raises(ValueError, match="0 to the batch of 4, not 5"):
        tree.collect(5, views, masks)
    with pytest.raises(ValueError, match=r"masks must have the shape \(4, "):
        tree.collect(4, views, masks[:2])
    assert tree.collect(4, views, masks) == 1
    assert (views[0] == state.observation_tensor()).all()
    assert (masks[0] == state.legal_actions_mask()).all()
    with pytest.raises(ValueError, match="1 leaves wait"):
        tree.collect(4, views, masks)
    tree.settle(np.zeros((1, masks.shape[1]), np.float32), np.full((1, 2), 0.5))
    assert tree.iterations == 0
    assert tree.collect(4, views, masks) == 4
    assert sum(visits for _, visits, *_ in tree.moves()) == 4
    tree.abandon()
    assert sum(visits for _, visits, *_ in tree.moves()) == 0
    with pytest.raises(ValueError, match="puct above 0"):
        SearchTree(game.core, 0, batch=4)


# ---- agents ----


def test_agents_play_whole_games() -> None:
    game = sp.load_game("snowdonia", 2)
    network = some_network(game)
    options = SearchOptions(iterations=12, puct=1.0, reuse=True)

    def moves_of_a_game() -> list[int]:
        state = game.new_initial_state(3)
        agents = [NetworkAgent(network, seat=0), NetworkAgent(network, options, batch=4, seat=1)]
        made = []
        while not state.is_terminal() and len(made) < 80:
            seat = state.current_player()
            made.append(agents[seat].choose(state))
            for agent in agents:
                agent.inform_action(state, seat, made[-1])
            state.apply_action(made[-1])
        return made

    assert isinstance(NetworkAgent(network), sp.Agent)
    assert moves_of_a_game() == moves_of_a_game()


class Flat:
    """A callable that can be pickled, and thinks nothing of any position."""

    def __call__(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        return np.zeros(masks.shape), np.full((len(masks), 2), 0.5)


def test_a_search_can_be_pickled() -> None:
    state = position("snowdonia", 2)
    options = SearchOptions(iterations=20, puct=0.7)
    search = NetworkSearch(state.game, state.current_player(), options, evaluate=Flat(), batch=4)
    again = pickle.loads(pickle.dumps(search))
    assert (again.options, again.batch) == (options, 4)
    assert replace(again.search(state, 3), seconds=0.0) == replace(search.search(state, 3), seconds=0.0)


def test_without_a_search_the_greatest_legal_logit_is_played() -> None:
    state = position("snowdonia", 2)
    legal = state.legal_actions()
    logits = np.full((1, state.game.num_distinct_actions()), 9.0)
    logits[0, legal] = np.arange(len(legal)) % 3
    agent = NetworkAgent(lambda views, masks: (logits, np.full((1, 2), 0.5)))
    assert agent.choose(state) == legal[2]
    for bad in (np.nan, -np.inf, np.inf):
        logits[0, legal[1]] = bad
        with pytest.raises(EvaluateError, match="legal actions must be finite"):
            agent.choose(state)
    with pytest.raises(EvaluateError, match="logits must have the shape"):
        NetworkAgent(lambda views, masks: (logits[:, :5], np.full((1, 2), 0.5))).choose(state)
