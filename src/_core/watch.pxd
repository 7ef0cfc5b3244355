# What the course of a game was like: how many options its decisions had, and who was ahead when.
#
# Nothing here is needed to play, and scores cost more than a move: only runs that ask for it pay. So it goes through
# the engine table, not through kernels of its own.
from .types cimport Action, Player, i32, u16, u32, MAX_LEGAL, MAX_PLAYERS, TERMINAL
from .engine cimport Engine

cdef struct Watch:  # a row beside the game's own
    u32 options  # legal actions, summed over the decisions with more than one
    u32 watched  # decisions with more than one legal action
    u32 led_since  # decisions played when the last leader took the lead, 0 if nobody ever led alone
    u16 lead_changes  # times that another seat than before was alone in the lead
    u16 most_options  # legal actions of the richest decision

cdef struct Watcher:
    Watch seen
    u32 moves  # decisions played so far
    Player seat  # whose decision was the last, or NOBODY
    Player leader  # who was last alone in the lead, or NOBODY

cdef enum:
    NOBODY = -2


cdef inline void start_watching(Watcher* w) noexcept nogil:
    w.seen.options = 0
    w.seen.watched = 0
    w.seen.led_since = 0
    w.seen.lead_changes = 0
    w.seen.most_options = 0
    w.moves = 0
    w.seat = NOBODY
    w.leader = NOBODY


cdef inline Player sole_leader(const i32* score, int players) noexcept nogil:
    """The seat with more points than every other, or NOBODY."""
    cdef Player best = 0
    cdef bint alone = True
    cdef int i
    for i in range(1, players):
        if score[i] > score[best]:
            best = i
            alone = True
        elif score[i] == score[best]:
            alone = False
    return best if alone else NOBODY


cdef inline void watch_position(Watcher* w, const Engine* e, const void* s, const void* t, int players) noexcept nogil:
    """Look at a position before its decision, and at the last one; the lead is read off where the seat changes."""
    cdef Action actions[MAX_LEGAL]
    cdef i32 score[MAX_PLAYERS]
    cdef Player who = e.actor(s)
    cdef Player leader
    cdef int n
    if who >= 0:
        n = e.legal(s, t, actions)
        if n > 1:
            w.seen.watched += 1
            w.seen.options += n
            if n > w.seen.most_options:
                w.seen.most_options = <u16> n
    if players == 1 or who == w.seat:
        return
    w.seat = who
    e.scores(s, t, score)
    leader = sole_leader(score, players)
    if leader == NOBODY or leader == w.leader:
        return
    if w.leader != NOBODY:
        w.seen.lead_changes += 1
    w.seen.led_since = w.moves
    w.leader = leader
