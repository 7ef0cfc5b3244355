# Drivers over the engine contract, to be instantiated inside each game's module.
#
# The functions take the game's kernels as arguments. Called with constants from the module that defines these kernels,
# the compiler sees which function each argument is and calls (or inlines) it directly: the loops below cost what a
# hand-written loop would.
from .types cimport Action, Player, i64, u8, u64, TERMINAL, CHANCE, MAX_LEGAL, MAX_CHANCE, STATE_WORDS
from .rng cimport Rng, Streams, STREAM_SEAT
from .engine cimport deal_fn, actor_fn, legal_fn, is_legal_fn, sample_fn, apply_fn, chance_fn, check_fn, perft_fn
from libc.string cimport memcpy


ctypedef i64 (*move_fn)(void* s, const void* t, Streams* rng, void* tally) noexcept nogil


cdef inline i64 drive_playout(
    void* s, const void* t, Streams* rng, void* tally, actor_fn actor, move_fn move, deal_fn run_on
) noexcept nogil:
    """Uniformly random moves to the end of the game; returns the number of decisions.

    `move` plays one decision or several of one kind and returns how many, forced ones not counted; `run_on` goes on
    to the next decision. Moving in this loop, rather than through `sample` and `apply`, finds the legal options once
    per decision instead of twice.
    """
    cdef i64 n = 0
    run_on(s, t, rng)
    while actor(s) >= 0:
        n += move(s, t, rng, tally)
        run_on(s, t, rng)
    return n


cdef inline u64 drive_perft(
    const void* s, const void* t, int depth, int size,
    perft_fn step, actor_fn actor, legal_fn legal, chance_fn chance, apply_fn apply,
) noexcept nogil:
    """Leaves of the tree of all moves and all chance outcomes, depth levels down (an ended game is a leaf)."""
    cdef u64[STATE_WORDS] child
    cdef Action actions[MAX_LEGAL]
    cdef double p[MAX_CHANCE]
    cdef Player who = actor(s)
    cdef u64 total = 0
    cdef int i, n
    if depth == 0 or who == TERMINAL:
        return 1
    n = chance(s, t, actions, p) if who == CHANCE else legal(s, t, actions)
    if depth == 1:
        return n
    for i in range(n):
        memcpy(child, s, size)
        apply(child, t, actions[i], NULL)
        total += step(child, t, depth - 1)
    return total


cdef inline i64 drive_soak(
    void* s, const void* t, Streams* rng, i64 limit, int n_actions,
    actor_fn actor, legal_fn legal, is_legal_fn is_legal, sample_fn sample, apply_fn apply, check_fn check,
) noexcept nogil:
    """One random game in which list, test, sample and invariants must agree at every decision; returns faults."""
    cdef Action actions[MAX_LEGAL]
    cdef Action a
    cdef Player p
    cdef i64 faults = 0
    cdef int i, n, at
    while limit > 0:
        p = actor(s)
        if p < 0:
            break
        if check(s, t) != 0:
            faults += 1
        n = legal(s, t, actions)
        if n < 1 or n > MAX_LEGAL:
            return faults + 1
        at = 0
        for i in range(-1, n_actions + 1):
            if at < n and actions[at] == i:
                at += 1
                if not is_legal(s, t, i):
                    faults += 1
            elif is_legal(s, t, i):
                faults += 1
        if at != n:  # not ascending, or outside the table
            faults += 1
        a = sample(s, t, &rng.stream[STREAM_SEAT + p])
        if not is_legal(s, t, a):
            faults += 1
        apply(s, t, a, rng)
        limit -= 1
    if check(s, t) != 0 or actor(s) >= 0:  # a game that is still running has met the limit
        faults += 1
    return faults
