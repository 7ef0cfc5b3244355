# Rough sense for search and heuristic play: how likely a move is to be a good one, and who stands better.
#
# Nothing here is a rule, and nothing here has to be right: weights pull playouts and the first visits of a search
# towards what players usually do.
from libc.math cimport exp
from ..types cimport Action, i32
from .state cimport *
from .tables cimport *
from .scoring cimport Parts, parts_total, seat_parts

cdef enum:
    LEAD_SCALE = 12  # points of lead at which the odds are e to 1
    SOLO_SCALE = 60  # points of the solo game that are worth one half


cdef inline void weigh_places(const State* s, const Action* actions, int n, float* out) noexcept nogil:
    """Where to send a labourer: a contract while there are few, building with means, the surveyor late."""
    cdef int seat = s.seat
    cdef int i, area
    for i in range(n):
        area = (actions[i] - A_PLACE) // AREA_SPACES
        if area == AREA_A:
            out[i] = 2.0
        elif area == AREA_B:
            out[i] = 2.0
        elif area == AREA_C:
            out[i] = 2.0 if s.iron[seat] >= 3 or s.rubble[seat] >= 4 else 0.3
        elif area == AREA_D:
            out[i] = 3.0 if s.steel[seat] else 0.2
        elif area == AREA_E:
            out[i] = 4.0 if s.stone[seat] >= 2 or s.steel[seat] else 0.3
        elif area == AREA_F:
            out[i] = 3.0
        else:
            out[i] = 2.0


cdef inline void weigh_actions(
    const State* s, const Tables* t, const Action* actions, int n, float* out
) noexcept nogil:
    """A positive weight for every legal action of the pending decision."""
    cdef int i
    if s.phase == P_PLACE:
        weigh_places(s, actions, n, out)
        return
    for i in range(n):
        out[i] = 1.0
    if s.phase == P_TAKE:  # more cubes rather than fewer: larger indices of the same list hold more iron
        for i in range(n):
            out[i] = 0.05 if actions[i] == A_TAKE else 1.0
    elif s.phase == P_BUILD or s.phase == P_WINDOW or s.phase == P_DEFERRED:
        for i in range(n):
            out[i] = 0.4 if actions[i] == A_PASS else 1.0
    elif s.phase == P_MAINTENANCE:
        for i in range(n):
            out[i] = 0.3 if actions[i] == A_RETURN_TRAIN else 1.0


cdef inline void estimate(const State* s, const Tables* t, double* out) noexcept nogil:
    """Chances of the seats by their points (and the solo game's points on a scale of 0 to 1)."""
    cdef Parts parts
    cdef double points[SEATS]
    cdef double total = 0.0
    cdef double most = -1e9
    cdef int i
    for i in range(t.n_seats):
        parts = seat_parts(s, t, i)
        points[i] = parts_total(&parts)
        if points[i] > most:
            most = points[i]
    if t.n_seats == 1:
        out[0] = points[0] / (points[0] + SOLO_SCALE) if points[0] > 0 else 0.0
        return
    for i in range(t.n_seats):
        out[i] = exp((points[i] - most) / LEAD_SCALE)
        total += out[i]
    for i in range(t.n_seats):
        out[i] /= total
