# What must hold of every state at every stop: conservation of cubes, cards, markers and labourers, and words that agree
# with one another. `check_state` returns 0 or the number of the first invariant that is broken.
from ..types cimport u8, u16, u32, u64
from ..bits cimport low_bit, drop_low, popcount, bit32
from .state cimport *
from .tables cimport *
from .movegen cimport Options, legal_options


cdef inline int check_ranges(const State* s, const Tables* t) noexcept nogil:
    """13: everything that is an index lies within its table; 14: what is laid out and dug belongs to this route."""
    cdef u8 dealt[KINDS]
    cdef int i, n
    cdef u64 closed = 0
    if s.start_seat >= t.n_seats or s.seats_left > t.n_seats or (s.hired | s.hire_asked) >> t.n_seats:
        return 13
    if s.source >= CARDS or s.drawn[0] >= CARDS or s.drawn[1] >= CARDS:
        return 13
    if s.place > PLACE_G or s.maintenance > t.n_trains or s.spare:
        return 13
    if (s.start_locked | s.contracts_locked | s.trains_open | s.overlay | s.built_this_round | s.optional) > 1:
        return 13
    if s.event_cubes & 1 or s.event_cubes >> t.n_events or s.shed & ~t.train_pool or s.stations_closed >> t.n_stations:
        return 13
    for i in range(SEATS):
        if s.steel[i] > 250:  # the engine makes none beyond
            return 13
        if s.train[i] and not t.solo and not (t.train_pool >> s.train[i]) & 1:
            return 13
    if s.last_round:
        if s.last_round < s.rounds or s.last_round > s.rounds + 1:
            return 13
        if s.end_cause != END_PLAYER_TRACK and s.end_cause != END_EVENT_TRACK:
            return 13
    elif s.end_cause:
        return 13
    n = t.n_tracks
    if s.phase == C_START:
        n = 0
    elif s.phase == C_TRACK:
        n = s.amount
        if n >= t.n_tracks:
            return 13
    for i in range(KINDS):
        dealt[i] = 0
    for i in range(TRACKS):
        if s.track_card[i] >= (t.n_kinds if i < n else 1):
            return 13
        if i < n:
            dealt[s.track_card[i]] += 1
            if dealt[s.track_card[i]] > t.kind_copies[s.track_card[i]]:
                return 14
    if s.phase == C_START or s.phase == C_TRACK:
        return 0
    for i in range(CELLS):
        n = 0
        if i < t.n_cells:
            n = t.cell_rubble[i] if t.cell_track[i] == 255 else t.kind_rubble[s.track_card[t.cell_track[i]]]
        if s.cell_rubble[i] > n:
            return 14
    for i in range(t.n_stations):
        if (s.stations_closed >> i) & 1:
            closed |= t.station_spaces[i]
    return 14 if closed != s.spaces_closed else 0


cdef inline int check_activity(const State* s, const Tables* t) noexcept nogil:
    """15: fields of the pending activity are 0 unless they mean something, and fit their phase."""
    cdef u32 now = bit32(s.phase)
    cdef u32 op = bit32(t.card_op[s.source]) if s.source else 0
    # sets of phases: within a window, with a contract, with a number, with a labourer's place
    cdef u32 choice = bit32(P_DISC) | bit32(P_LIFT) | bit32(P_MOVE) | bit32(P_KEEP)
    cdef u32 window = choice | bit32(C_LOOK) | bit32(C_CONTRACT_CUBE)
    cdef u32 work = bit32(P_TAKE) | bit32(P_CONVERT) | bit32(P_BUILD) | bit32(P_PAY)
    cdef u32 card = work | bit32(P_DEFERRED) | window | bit32(C_BACK)
    cdef u32 cubes_drawn = bit32(C_CUBE) | bit32(C_CONTRACT_CUBE) | bit32(C_SOLO_CUBE)
    cdef u32 counted = bit32(P_TAKE) | bit32(P_CONVERT) | bit32(C_LOOK) | cubes_drawn
    cdef u32 looked = bit32(P_KEEP) | bit32(C_LOOK) | bit32(C_BACK)
    cdef u32 with_events = bit32(P_MAINTENANCE) | bit32(C_CUBE) | bit32(C_CONTRACT_CUBE)
    cdef int cubes = s.bag[IRON] + s.bag[STONE] + s.bag[COAL]
    if s.source and not card & now:
        return 15
    if s.place and not (work | bit32(P_MOVE)) & now and s.phase != P_OFFICE:
        return 15
    if (s.amount != 0) != ((counted & now) != 0) and s.phase != C_TRACK:
        return 15
    if s.coal_max and s.phase != P_TAKE or s.optional and not (bit32(P_BUILD) | bit32(P_PAY)) & now:
        return 15
    if (s.pending != 0) != (s.phase == P_PAY) or s.drawn[0] and not looked & now:
        return 15
    if s.events and not with_events & now or s.drawn[1] and not s.drawn[0]:
        return 15
    if (s.maintenance != 0) != (s.phase == P_MAINTENANCE):
        return 15
    # where it goes on
    if window & now:
        if s.resume != S_WINDOW:
            return 15
    elif s.phase == P_TAKE or s.phase == P_CONVERT:
        if s.resume != (S_WINDOW if s.source else S_RESOLVE):
            return 15
    elif s.phase == P_BUILD or s.phase == P_PAY:
        if s.resume != S_AFTER if s.source else s.resume != S_RESOLVE and s.resume != S_AFTER_SEAT:
            return 15
    elif s.phase == C_BACK or s.phase == C_OFFICE:
        if s.resume != S_WEATHER and s.resume != S_SETUP_YARD and (s.resume != S_LOOK or s.phase == C_OFFICE):
            return 15
        if (s.resume == S_LOOK) != (s.source != 0):
            return 15
    elif s.resume != (S_RESOLVE if s.phase == P_OFFICE else (S_AFTER if s.phase == P_DEFERRED else 0)):
        return 15
    if s.seats_left == 0:
        if s.phase == P_WINDOW or s.resume == S_WINDOW or s.resume == S_AFTER or s.resume == S_AFTER_SEAT:
            return 15
    # which contract
    if s.phase == P_DISC:
        return 0 if op & bit32(OP_DISC) else 15
    if s.phase == P_LIFT or s.phase == P_MOVE:
        return 0 if op & bit32(OP_RELOCATE) else 15
    if s.phase == P_KEEP or s.phase == C_LOOK:
        return 0 if op & bit32(OP_DRAW) and (s.drawn[0] or s.phase == C_LOOK) and s.amount <= 2 else 15
    if s.phase == P_TAKE:
        return 0 if op & ~bit32(OP_YARD) == 0 and s.amount <= TAKE_MAX and s.coal_max <= TAKE_MAX else 15
    if s.phase == P_CONVERT:
        return 0 if op & ~(bit32(OP_CONVERT_RUBBLE) | bit32(OP_CONVERT_IRON)) == 0 and s.amount <= 7 else 15
    if s.phase == P_DEFERRED:
        return 0 if op & (bit32(OP_CLEAR) | bit32(OP_EXTRA_LAY)) else 15
    if s.phase == C_CONTRACT_CUBE:
        return 0 if op & bit32(OP_BAG) and s.amount <= cubes + s.bag[EVENT_CUBE] else 15
    if s.phase == P_BUILD or s.phase == P_PAY:
        if op & ~bit32(OP_EXTRA_BUILD):
            return 15
    # what is to be had
    if s.phase == P_PAY:
        if s.pending > A_ACQUIRE:
            if s.pending >= A_OFFICE or not s.trains_open:
                return 15
            return 0 if ((s.shed & t.may_acquire[s.seat]) >> (s.pending - A_ACQUIRE)) & 1 else 15
        if s.pending < A_BUILD or s.pending == A_ACQUIRE or s.markers[s.seat] == 0:
            return 15
        return 0 if ((t.building_spaces & ~(s.spaces_taken | s.spaces_closed)) >> (s.pending - A_BUILD)) & 1 else 15
    if s.phase == P_HIRE:
        return 0 if s.train[s.seat] and s.coal[s.seat] >= t.train_hire[s.train[s.seat]] else 15
    if s.phase == P_PLACE:
        return 0 if s.labourers[s.seat] else 15
    if s.phase == P_MAINTENANCE:
        return 0 if s.train[s.seat] else 15
    if s.phase == C_CUBE:
        return 0 if s.amount <= cubes + s.bag[EVENT_CUBE] else 15
    if s.phase == C_SOLO_CUBE:
        return 0 if t.solo and s.amount <= cubes else 15
    if s.phase == C_TRAIN:
        return 0 if popcount(s.shed) > t.shed_size else 15
    if s.phase == C_OFFICE or s.phase == C_BACK:
        return 0 if s.deck and (s.top_back == NO_WEATHER or s.phase == C_OFFICE) else 15
    return 0


cdef inline int check_labourers(const State* s, const Tables* t) noexcept nogil:
    """16: nobody has more labourers than two and the hired one; all are placed before the first area is resolved."""
    cdef int count[SEATS]
    cdef int i
    for i in range(SEATS):
        count[i] = s.labourers[i] + s.surveyors_waiting[i]
        if s.labourers[i] and s.phase != P_PLACE and s.phase != P_HIRE:
            return 16
    for i in range(PLACE_G):
        if (s.occupied >> i) & 1:
            count[s.occupant[i]] += 1
    if s.phase == P_MOVE:
        count[s.seat] += 1
    for i in range(t.n_seats):
        if count[i] > t.n_labourers + ((s.hired >> i) & 1):
            return 16
    return 0


cdef inline int check_forbidden(const State* s, const Tables* t) noexcept nogil:
    """17: nobody holds what the option `forbid` keeps from them; the solo game's first train is dealt, not acquired."""
    cdef int i
    for i in range(t.n_seats):
        if s.contracts[i] & ~t.may_take[i]:
            return 17
        if s.train[i] and not t.solo and not (t.may_acquire[i] >> s.train[i]) & 1:
            return 17
    return 0


cdef inline int check_state(const State* s, const Tables* t) noexcept nogil:
    cdef Options o
    cdef int i, j, k, n
    cdef int iron = s.bag[IRON] + s.yard[IRON]
    cdef int stone = s.bag[STONE] + s.yard[STONE]
    cdef int coal = s.bag[COAL] + s.yard[COAL]
    cdef int placed = popcount(s.occupied)
    cdef u32 cards = 0
    cdef u32 tracks = 0
    cdef u64 spaces = 0
    cdef u32 m
    cdef u32 trains = s.shed
    cdef u32 known = 0  # trains of the game
    cdef int copies[KINDS]
    # 1: fields in range
    if s.phase > P_OVER or s.seat >= t.n_seats or s.start_player >= t.n_seats or s.first_player >= t.n_seats:
        return 1
    if s.excavation_rate >= t.n_excavation or s.lay_rate >= t.n_lay or s.top_back > NO_WEATHER or s.area >= AREAS:
        return 1
    if s.rounds > MAX_ROUNDS or s.end_reason > END_ROUND_LIMIT or (s.phase == P_OVER) != (s.end_reason != 0):
        return 1
    for i in range(3):
        if s.weather[i] > NO_WEATHER or s.office[i] >= CARDS:
            return 1
    if s.source >= CARDS or s.drawn[0] >= CARDS or s.drawn[1] >= CARDS or s.maintenance > t.n_trains:
        return 1
    if s.seats_left > t.n_seats or s.event_cubes >> (t.n_events + 1) or s.event_cubes & 1 or s.resume > S_SETUP_YARD:
        return 1
    for i in range(t.n_trains):
        known |= (<u32> 1) << t.train_order[i]
    if trains & ~known:
        return 4
    # 2: seats beyond the table are empty; 3: markers; 4: surveyors and trains
    for i in range(SEATS):
        n = s.iron[i] + s.stone[i] + s.coal[i] + s.steel[i] + s.rubble[i] + s.labourers[i] + s.surveyors_waiting[i]
        if i >= t.n_seats:
            if n or s.markers[i] or s.contracts[i] or s.station_markers[i] or s.track_markers[i]:
                return 2
            if s.train[i] or s.surveyor[i]:
                return 2
            continue
        iron += s.iron[i]
        stone += s.stone[i]
        coal += s.coal[i]
        placed += s.surveyors_waiting[i] + s.labourers[i]
        if s.markers[i] + popcount(s.station_markers[i]) + popcount(s.track_markers[i]) != t.n_markers:
            return 3
        if spaces & s.station_markers[i] or tracks & s.track_markers[i]:
            return 3
        spaces |= s.station_markers[i]
        tracks |= s.track_markers[i]
        if s.surveyor[i] >= t.n_stations or s.train[i] >= TRAINS:
            return 4
        if (s.train[i] and ((trains | ~known) >> s.train[i]) & 1):
            return 4
        if s.train[i]:
            trains |= (<u32> 1) << s.train[i]
        # 5: every card is in one place only
        if cards & s.contracts[i]:
            return 5
        cards |= s.contracts[i]
    if spaces != s.spaces_taken or tracks & ~s.tracks_laid or s.tracks_laid & ~t.tracks_before[CELLS]:
        return 3
    if s.contracts_used & ~cards or s.effects & ~s.contracts_used or s.deferred & ~s.effects:
        return 6
    for i in range(3):
        if s.office[i]:
            if cards & card_bit(s.office[i]):
                return 5
            cards |= card_bit(s.office[i])
    for i in range(2):
        if s.drawn[i]:
            if cards & card_bit(s.drawn[i]):
                return 5
            cards |= card_bit(s.drawn[i])
    if cards & s.deck or cards & s.discard or s.deck & s.discard or (cards | s.deck | s.discard) != t.all_cards:
        return 5
    if s.top_back != NO_WEATHER and (s.deck & t.back_cards[s.top_back]) == 0:
        return 7
    # 8: cubes are conserved
    for i in range(TRAINS):
        if s.train_coal[i] and not (s.shed >> i) & 1:
            return 8
        coal += s.train_coal[i]
    if iron != t.bag_start[IRON] + t.yard_start[IRON] or stone != t.bag_start[STONE] + t.yard_start[STONE]:
        return 8
    if coal != t.bag_start[COAL] + t.yard_start[COAL]:
        return 8
    if s.bag[EVENT_CUBE] + popcount(s.event_cubes) + s.events != t.bag_start[EVENT_CUBE]:
        return 8
    # 9: track cards and rubble words
    for i in range(KINDS):
        copies[i] = t.kind_copies[i]
    n = s.amount if s.phase == C_TRACK else (t.n_tracks if s.phase != C_START else 0)
    for k in range(TRACKS):
        if k < n and (s.track_card[k] >= t.n_kinds or copies[s.track_card[k]] == 0):
            return 9
        if k < n:
            copies[s.track_card[k]] -= 1
        elif s.track_card[k]:
            return 9
    if s.phase != C_START and s.phase != C_TRACK:
        for i in range(CELLS):
            if (s.rubble_cells >> i) & 1 and (i >= t.n_cells or s.cell_rubble[i] == 0):
                return 9
        m = s.rubble_cells & t.track_cells
        for k in range(t.n_tracks):
            if (s.tracks_laid >> k) & 1 and (m >> t.track_cell[k]) & 1:
                return 9
    # 10: labourers
    if s.occupied & ~t.places or (s.occupied >> PLACE_G):
        return 10
    for i in range(30):
        if s.occupant[i] >= t.n_seats or (s.occupant[i] and not (s.occupied >> i) & 1):
            return 10
    j = 1 if s.phase == P_MOVE else 0
    if s.phase == P_PLACE or s.phase == P_HIRE:
        if placed != t.n_seats * t.n_labourers + popcount(s.hired):
            return 10
    elif s.phase < P_OVER and placed + j > t.n_seats * (t.n_labourers + 1):
        return 10
    # 11: closed stations
    for i in range(t.n_stations):
        if (s.stations_closed >> i) & 1:
            if t.station_spaces[i] & ~s.spaces_closed or s.rubble_cells & t.station_cells[i]:
                return 11
    i = check_ranges(s, t)
    if i == 0:
        i = check_activity(s, t)
    if i == 0:
        i = check_labourers(s, t)
    if i == 0:
        i = check_forbidden(s, t)
    if i:
        return i
    # 12: someone who has to decide has something to decide
    if s.phase < N_DECISIONS:
        o = legal_options(s, t)
        if (o.word[0] | o.word[1]) == 0:
            return 12
    return 0
