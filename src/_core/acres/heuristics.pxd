# Rough sense for search and heuristic play: how likely a move is to be a good one, and who stands better.
#
# Nothing here is a rule, and nothing here has to be right: weights pull playouts and the first visits of a search
# towards what players usually do.
from libc.math cimport exp
from ..types cimport Action, i32
from .state cimport *
from .tables cimport *
from .scoring cimport board_points, captured_points

cdef enum:
    LEAD_SCALE = 12  # points of lead at which the odds are e to 1


cdef inline float menu_weight(const State* s, const Tables* t, Action a) noexcept nogil:
    cdef int side = s.turn
    cdef int block = a >> 6
    cdef int choice = a - A_OTHER
    if block == 0:  # settle
        return 8.0
    if block == 1:  # develop
        return 8.0
    if block == 2:  # fortify
        return 0.5
    if block == 3:  # besiege
        return 6.0
    if block == 4:  # raid
        return 5.0
    if choice == O_END:
        return 0.02 if s.actions_left else 2.0
    if choice == O_PASS:
        return 0.02
    if choice == O_REINFORCE or choice == O_REINFORCE + 1:
        return 5.0
    if choice == O_LEADER or choice == O_LEADER + 1:
        return 3.0
    if choice == O_WITHDRAW or choice == O_WITHDRAW + 1:
        return 0.02
    if choice == O_AMBUSH:
        return 2.0
    if choice == O_PRIEST:
        return 1.5
    if choice == O_MONEY or choice == O_MERCHANT or choice == O_TRADER or choice == O_PIRACY:
        return 4.0 if s.money[side] < 6 else 1.0
    if choice == O_DRAFT:
        return 2.0
    if choice == O_GOVERNOR:
        return 1.0
    if choice == O_DISCARD:
        return 0.3
    return 0.3


cdef inline void weigh_actions(
    const State* s, const Tables* t, const Action* actions, int n, float* out
) noexcept nogil:
    """A positive weight for every legal action of the pending decision."""
    cdef int i
    for i in range(n):
        out[i] = 1.0
    if s.phase == P_MENU:
        for i in range(n):
            out[i] = menu_weight(s, t, actions[i])
    elif s.phase == P_OCCUPY:
        for i in range(n):
            out[i] = 0.05 if actions[i] == A_OTHER + O_STOP else 1.0
    elif s.phase == P_BLOCK_RAID or s.phase == P_BLOCK_AMBUSH:
        for i in range(n):
            out[i] = 0.3 if actions[i] == A_OTHER + O_STOP else 1.0


cdef inline double standing(const State* s, const Tables* t, int side) noexcept nogil:
    """Points, with captures counted twice, since twelve of them end the game; money, supply, and a siege under way."""
    cdef double points = board_points(s, t, side) + captured_points(s, t, side)
    cdef int money = s.money[side]
    cdef int place = s.siege_at[side]
    points += 0.2 * (money if money < 20 else 20)
    if not (s.supplied[side] >> t.home[side]) & 1:
        points -= 10.0
    if place != NOWHERE and s.siege_strength[side] >= 0:
        points += 2.0 + s.siege_strength[side]
        if (t.siege_wins[side] >> place) & 1:
            points += 6.0 * (1 + s.siege_strength[side])
    return points


cdef inline void estimate(const State* s, const Tables* t, double* out) noexcept nogil:
    """Chances of both sides by the lead."""
    cdef double lead = standing(s, t, BRITISH) - standing(s, t, FRENCH)
    out[BRITISH] = 1.0 / (1.0 + exp(-lead / LEAD_SCALE))
    out[FRENCH] = 1.0 - out[BRITISH]
