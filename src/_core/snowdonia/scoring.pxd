# Scoring (SN-62 to SN-64).
#
# Contracts compete for markers and rubble (SN-63), so the best score is an exact three-resource knapsack. Players hold
# a handful of contracts, rarely a dozen: depth-first search over the contracts that could score at all, with the
# points of the rest that still fit as bound, visits a few dozen nodes and at most some thousands.
from ..types cimport Player, i32, u8, u32, u64
from ..bits cimport low_bit, popcount, drop_low
from .state cimport *
from .tables cimport *

cdef struct Parts:  # points of one seat by source
    i32 track
    i32 station
    i32 contract
    i32 train
    i32 surveyor

cdef struct Pack:  # contracts that could score, best points first
    int n
    int vp[32]
    int build[32]
    int track[32]
    int rubble[32]
    int best


cdef inline void search_pack(Pack* p, int i, int build, int track, int rubble, int vp) noexcept nogil:
    """Best total of contracts i.. with what is left, on top of vp; into p.best."""
    cdef int j, rest
    while True:
        if vp > p.best:
            p.best = vp
        rest = 0
        for j in range(i, p.n):
            if p.build[j] <= build and p.track[j] <= track and p.rubble[j] <= rubble:
                rest += p.vp[j]
        if vp + rest <= p.best:
            return
        while p.build[i] > build or p.track[i] > track or p.rubble[i] > rubble:
            i += 1  # exists, as rest is positive
        search_pack(p, i + 1, build - p.build[i], track - p.track[i], rubble - p.rubble[i], vp + p.vp[i])
        i += 1


cdef inline int contract_points(const State* s, const Tables* t, int seat) noexcept nogil:
    """SN-63: the best assignment of markers and rubble to the seat's contracts."""
    cdef Pack p
    cdef u32 m = s.contracts[seat]
    cdef int build = popcount(s.station_markers[seat])
    cdef int track = popcount(s.track_markers[seat])
    cdef int rubble = s.rubble[seat]
    cdef int points = 0
    cdef int card, kind, i
    cdef int sum_build = 0
    cdef int sum_track = 0
    cdef int sum_rubble = 0
    cdef int sum_vp = 0
    p.n = 0
    p.best = 0
    while m:
        card = low_bit(m) + 1
        m = <u32> drop_low(m)
        kind = t.card_score[card]
        if kind == SCORE_COAL:
            points += t.card_vp[card] * s.coal[seat]
            continue
        if kind == SCORE_SURVEYOR:
            points += t.tier_vp[s.surveyor[seat]]
            continue
        if kind == SCORE_SURVEYOR_SET and s.surveyor[seat] < t.card_station[card]:
            continue
        if t.card_build[card] > build or t.card_track[card] > track or t.card_rubble[card] > rubble:
            continue
        i = p.n
        while i > 0 and p.vp[i - 1] < t.card_vp[card]:
            p.vp[i] = p.vp[i - 1]
            p.build[i] = p.build[i - 1]
            p.track[i] = p.track[i - 1]
            p.rubble[i] = p.rubble[i - 1]
            i -= 1
        p.vp[i] = t.card_vp[card]
        p.build[i] = t.card_build[card]
        p.track[i] = t.card_track[card]
        p.rubble[i] = t.card_rubble[card]
        p.n += 1
        sum_build += t.card_build[card]
        sum_track += t.card_track[card]
        sum_rubble += t.card_rubble[card]
        sum_vp += t.card_vp[card]
    if sum_build <= build and sum_track <= track and sum_rubble <= rubble:
        return points + sum_vp  # no competition: the usual case
    search_pack(&p, 0, build, track, rubble, 0)
    return points + p.best


cdef inline Parts seat_parts(const State* s, const Tables* t, int seat) noexcept nogil:
    """SN-62."""
    cdef Parts p
    cdef u64 m = s.track_markers[seat]
    p.track = p.station = p.train = 0
    while m:
        p.track += t.kind_vp[s.track_card[low_bit(m)]]
        m = drop_low(m)
    m = s.station_markers[seat]
    while m:
        p.station += t.space_vp[low_bit(m)]
        m = drop_low(m)
    p.contract = contract_points(s, t, seat)
    if t.train_op[s.train[seat]] == T_POINTS:
        p.train = t.train_amount[s.train[seat]]
    p.surveyor = t.surveyor_vp[s.surveyor[seat]]
    return p


cdef inline i32 parts_total(const Parts* p) noexcept nogil:
    return p.track + p.station + p.contract + p.train + p.surveyor


cdef inline void seat_ranks(const State* s, const Tables* t, const i32* scores, int* rank) noexcept nogil:
    """1 for the winner. SN-64: among equals the one later in turn order comes first."""
    cdef int n = t.n_seats
    cdef int first = s.start_player if t.tie_by_token else s.first_player
    cdef int i, j, turn_i, turn_j
    for i in range(n):
        rank[i] = 1
        turn_i = (i - first + n) % n
        for j in range(n):
            turn_j = (j - first + n) % n
            if scores[j] > scores[i] or (scores[j] == scores[i] and turn_j > turn_i):
                rank[i] += 1
