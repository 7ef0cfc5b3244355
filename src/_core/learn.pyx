"""Positions out of games of heuristic players, for learning an evaluation."""
from .types cimport Action, Player, u8, u64, i64, MAX_LEGAL, MAX_PLAYERS, MAX_TALLY, STATE_WORDS
from .rng cimport Rng, Streams, below, seed_rng, seed_streams, STREAM_SEAT
from .policy cimport weighted_move
from .position cimport CoreGame, CoreState
from libc.string cimport memset

import numpy as np

cdef enum:
    STREAM_SAMPLE = 90  # which positions are kept


cdef need_features(CoreGame game):
    if game.engine.num_features == 0:
        raise ValueError(f"the evaluation of {game.name} is not learnt: it has no features")


def positions(
    CoreGame game not None, object seed, object first, Py_ssize_t games, int per_game=8, double explore=0.05
):
    """Return features of some positions of each game of heuristic players and how it ended.

    Parameters
    ----------
    game : CoreGame
    seed, first : int
        Master seed and index of the first game; what is returned is a function of the arguments alone.
    games, per_game : int
        Games, and positions of each; every decision of a game is as likely to be among them.
    explore : float
        Chance that a decision is made without looking.

    Returns
    -------
    features : ndarray of float32, (positions, features)
        Positions of one game lie together, `per_game` of them or all there were.
    returns : ndarray of float64, (positions, players)
        How their games ended.

    Raises
    ------
    ValueError
        If the game has no features.
    """
    need_features(game)
    cdef int width = game.engine.num_features
    cdef float[:, ::1] out = np.zeros((games * per_game, width), np.float32)
    cdef double[:, ::1] ends = np.zeros((games * per_game, game.players), np.float64)
    cdef u64 master = <u64> (int(seed) & 0xFFFFFFFFFFFFFFFF)
    cdef u64 index = <u64> (int(first) & 0xFFFFFFFFFFFFFFFF)
    cdef u64[STATE_WORDS] state
    cdef Action actions[MAX_LEGAL]
    cdef double final[MAX_PLAYERS]
    cdef u8 tally[MAX_TALLY]
    cdef Streams rng
    cdef Rng sampler
    cdef Py_ssize_t i, k, at = 0
    cdef Py_ssize_t begin
    cdef i64 seen
    cdef int n, j
    cdef u64 slot
    cdef Player who
    cdef Action a
    with nogil:
        for i in range(games):
            seed_streams(&rng, master, index + i)
            seed_rng(&sampler, master, index + i, STREAM_SAMPLE)
            game.engine.deal(state, game.tables, &rng)
            memset(tally, 0, game.engine.tally_size)
            begin = at
            seen = 0
            while True:
                who = game.engine.actor(state)
                if who < 0:
                    break
                n = game.engine.legal(state, game.tables, actions)
                a = actions[0]
                if n > 1:
                    # reservoir: every decision of the game has the same chance to be kept
                    seen += 1
                    slot = <u64> (seen - 1)
                    if seen > per_game:
                        slot = below(&sampler, <unsigned int> seen)
                    if slot < <u64> per_game:
                        game.engine.features(state, game.tables, &out[begin + slot, 0])
                        if begin + <Py_ssize_t> slot + 1 > at:
                            at = begin + <Py_ssize_t> slot + 1
                    if below(&rng.stream[STREAM_SEAT + who], 10000) < explore * 10000:
                        a = actions[below(&rng.stream[STREAM_SEAT + who], <unsigned int> n)]
                    else:
                        a = weighted_move(game.engine, state, game.tables, actions, n, &rng.stream[STREAM_SEAT + who])
                game.engine.apply_counted(state, game.tables, a, &rng, tally)
            game.engine.returns(state, game.tables, final)
            for k in range(begin, at):
                for j in range(game.players):
                    ends[k, j] = final[j]
    return np.asarray(out)[:at], np.asarray(ends)[:at]


def features(CoreState state not None):
    """Return what the evaluation looks at in a position, float32."""
    need_features(state.game)
    cdef float[::1] out = np.zeros(state.engine.num_features, np.float32)
    cdef u64[STATE_WORDS] position
    state.copy_to(position, NULL)
    state.engine.features(position, state.tables, &out[0])
    return np.asarray(out)
