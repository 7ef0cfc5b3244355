# Rough sense for search and heuristic play: how likely a move is to be a good one, and who stands better.
#
# Nothing here is a rule, and nothing here has to be right: weights pull playouts and the first visits of a search
# towards what players usually do.
from libc.math cimport exp
from ..types cimport Action, i32, u8, u32, u64
from ..bits cimport popcount
from .state cimport *
from .tables cimport *
from .movegen cimport Means, build_means, buildable_spaces
from .scoring cimport Parts, parts_total, seat_parts
from .sweep cimport clear_tracks

cdef enum:
    LEAD_SCALE = 12  # points of lead at which the odds are e to 1
    SOLO_SCALE = 60  # points of the solo game that are worth one half
    STOCK_FADES = 4  # track cards to the end from which on what is in stock loses worth


cdef inline float place_weight(const State* s, const Tables* t, int seat, int area) noexcept nogil:
    """Where to send a labourer: to what can be done with what is there now, and to contracts while there are few."""
    cdef Means means
    if area == AREA_A:
        return 2.5
    if area == AREA_B and not s.overlay:
        return 2.0
    if area == AREA_C:
        return 3.0 if s.iron[seat] >= 3 or s.rubble[seat] >= 6 else 0.2
    if area == AREA_D:
        return 3.0 if s.steel[seat] and clear_tracks(s, t) else 0.1
    if area == AREA_F:
        return 3.0 if popcount(s.contracts[seat]) < 5 else 0.5
    if area == AREA_G:
        return 2.0 if s.surveyor[seat] + 1 < t.n_stations else 0.02
    means = build_means(s, t, seat)
    return 4.0 if buildable_spaces(s, t, seat, &means) else 0.2


cdef inline void weigh_places(const State* s, const Tables* t, const Action* actions, int n, float* out) noexcept nogil:
    cdef int i, area
    cdef int last = -1
    for i in range(n):
        area = (actions[i] - A_PLACE) // AREA_SPACES
        out[i] = out[i - 1] if area == last else place_weight(s, t, s.seat, area)
        last = area


cdef inline float take_weight(const State* s, int index) noexcept nogil:
    """More cubes rather than fewer, coal rather for a train."""
    cdef int i = 0
    cdef int j = 0
    cdef int _n
    cdef int row = ((TAKE_MAX + 1) * (TAKE_MAX + 2)) >> 1
    cdef float w = 1.0
    while index >= row:
        index -= row
        i += 1
        row = ((TAKE_MAX - i + 1) * (TAKE_MAX - i + 2)) >> 1
    while index >= TAKE_MAX - i - j + 1:
        index -= TAKE_MAX - i - j + 1
        j += 1
    for _n in range(i + j):
        w *= 4.0
    if index and s.train[s.seat]:
        w *= 4.0
    return w


cdef inline void weigh_actions(
    const State* s, const Tables* t, const Action* actions, int n, float* out
) noexcept nogil:
    """A positive weight for every legal action of the pending decision."""
    cdef int phase = s.phase
    cdef int i
    if phase == P_PLACE:
        weigh_places(s, t, actions, n, out)
        return
    for i in range(n):
        out[i] = 1.0
    if phase == P_TAKE:
        for i in range(n):
            out[i] = take_weight(s, actions[i] - A_TAKE)
    elif phase == P_CONVERT:
        for i in range(n):
            out[i] = 2 * ((actions[i] - A_CONVERT) // 6) + (actions[i] - A_CONVERT) % 6
            out[i] *= out[i]
    elif phase == P_BUILD:
        for i in range(n):
            if actions[i] == A_PASS:
                out[i] = 0.4
            else:
                out[i] = 6.0 if actions[i] > A_ACQUIRE else t.space_vp[actions[i] - A_BUILD]
    elif phase == P_OFFICE:
        for i in range(n):
            out[i] = 4.0 + t.card_vp[actions[i] - A_OFFICE]
    elif phase == P_WINDOW or phase == P_DEFERRED or phase == P_HIRE:
        for i in range(n):
            out[i] = 0.4 if actions[i] == A_PASS else 1.0
    elif phase == P_MAINTENANCE:
        for i in range(n):
            out[i] = 0.3 if actions[i] == A_RETURN_TRAIN else 1.0


cdef inline double stock(const State* s, const Tables* t, int seat) noexcept nogil:
    """Points that the material, the train and the contracts of a seat may still bring, with time left for them."""
    cdef double worth = (
        1.2 * s.iron[seat] + 1.5 * s.stone[seat] + 4.0 * s.steel[seat] + 0.6 * s.rubble[seat]
        + 3.0 * popcount(s.contracts[seat])
    )
    cdef int left = t.n_tracks - popcount(s.tracks_laid)
    if s.train[seat]:
        worth += 5.0 + 1.5 * s.coal[seat]
    return worth if left >= STOCK_FADES else worth * left / STOCK_FADES


cdef inline void estimate(const State* s, const Tables* t, double* out) noexcept nogil:
    """Chances of the seats by their points and stock (and the solo game's points on a scale of 0 to 1)."""
    cdef Parts parts
    cdef double points[SEATS]
    cdef double total = 0.0
    cdef double most = -1e9
    cdef int i
    for i in range(t.n_seats):
        parts = seat_parts(s, t, i)
        points[i] = parts_total(&parts) + stock(s, t, i)
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
