# Moves drawn by a game's heuristic weights, for playouts of whole games and of searches.
from .types cimport Action, Player, i64, MAX_LEGAL
from .rng cimport Rng, Streams, next64, STREAM_SEAT
from .engine cimport Engine

cdef enum:
    POLICY_RANDOM = 0
    POLICY_HEURISTIC = 1


cdef inline Action weighted_move(
    const Engine* engine, const void* s, const void* t, const Action* actions, int n, Rng* rng
) noexcept nogil:
    """A move drawn by the game's weights."""
    cdef float w[MAX_LEGAL]
    cdef double total = 0.0
    cdef double r
    cdef int i
    engine.weigh(s, t, actions, n, w)
    for i in range(n):
        total += w[i]
    r = (next64(rng) >> 11) * (1.0 / 9007199254740992.0) * total
    for i in range(n - 1):
        r -= w[i]
        if r < 0:
            return actions[i]
    return actions[n - 1]


cdef inline i64 weighted_playout(
    const Engine* engine, void* s, const void* t, Streams* rng, void* tally
) noexcept nogil:
    """A game to its end by weighted moves; returns how many decisions were real choices."""
    cdef Action actions[MAX_LEGAL]
    cdef Action a
    cdef Player who = engine.actor(s)
    cdef i64 decisions = 0
    cdef int n
    while who >= 0:
        n = engine.legal(s, t, actions)
        a = actions[0]
        if n > 1:
            a = weighted_move(engine, s, t, actions, n, &rng.stream[STREAM_SEAT + who])
            decisions += 1
        engine.apply_counted(s, t, a, rng, tally)
        who = engine.actor(s)
    return decisions
