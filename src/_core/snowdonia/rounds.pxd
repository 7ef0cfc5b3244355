# The course of a round: steps the engine takes between two decisions (SN-20 to SN-34, SN-41, SN-60, SN-92).
from ..types cimport Action, u8, u16, u32, u64
from ..bits cimport low_bit, high_bit, bit32, popcount, drop_low, one_or_none
from .state cimport *
from .tables cimport *
from .movegen cimport *
from .sweep cimport *
from .contracts cimport *
from .events cimport *
from .setup cimport set_up_yard


cdef inline void begin_round(State* s, const Tables* t) noexcept nogil:
    cdef int i
    s.rounds += 1
    s.first_player = s.start_player
    s.effects = 0
    s.start_locked = 0
    s.contracts_locked = 0
    s.hired = 0
    s.hire_asked = 0
    s.built_this_round = 0
    s.seats_left = 0
    s.area = 0
    for i in range(t.n_seats):
        s.labourers[i] = t.n_labourers
    s.seat = s.start_player
    next_assignment(s, t)


cdef inline void next_assignment(State* s, const Tables* t) noexcept nogil:
    """SN-20, SN-21: the next seat with a labourer; before its first one the hire is offered."""
    cdef int _i, seat = s.seat
    for _i in range(t.n_seats):
        if s.labourers[seat]:
            s.seat = <u8> seat
            go(s, P_PLACE)
            if not (s.hire_asked >> seat) & 1:
                s.hire_asked |= <u8> (1 << seat)
                if s.train[seat] and s.coal[seat] >= t.train_hire[s.train[seat]]:
                    go(s, P_HIRE)
            return
        seat = next_seat(t, seat)
    next_areas(s, t)


cdef inline u32 unused_contracts(const State* s) noexcept nogil:
    """Contracts that somebody may still use this round (SN-30)."""
    cdef u32 held = 0
    cdef int i
    if s.contracts_locked:
        return 0
    for i in range(SEATS):
        held |= s.contracts[i]
    return held & ~s.contracts_used


cdef inline void next_areas(State* s, const Tables* t) noexcept nogil:
    """From the present area on to the first one in which somebody has something to decide.

    SN-30: every area has its window of contracts, passed over at once if nobody can use anything.
    """
    cdef u32 unused = unused_contracts(s)
    cdef int area
    for area in range(s.area, AREAS):
        s.area = <u8> area
        if unused & t.area_cards[area]:
            s.seat = s.start_player
            s.seats_left = t.n_seats
            go(s, S_WINDOW)
            return
        # most areas are empty: only E (train No. 6), G and deferred contracts can do something without a labourer
        if s.occupied & t.area_places[area] or area >= AREA_E or s.effects:
            if resolve_area(s, t):
                return
    s.area = 0
    s.seat = 0
    go(s, S_RESTOCK)


cdef inline void end_area(State* s, const Tables* t) noexcept nogil:
    s.seats_left = 0
    s.area += 1
    next_areas(s, t)


cdef inline void next_in_window(State* s, const Tables* t) noexcept nogil:
    while s.seats_left:
        if usable_contracts(s, t, s.seat):
            go(s, P_WINDOW)
            return
        s.seat = <u8> next_seat(t, s.seat)
        s.seats_left -= 1
    if not resolve_area(s, t):
        end_area(s, t)


cdef inline void resolve_surveyors(State* s, const Tables* t) noexcept nogil:
    """SN-40: area G has no order that could matter."""
    cdef int i
    for i in range(t.n_seats):
        if s.surveyors_waiting[i]:
            move_surveyor(s, t, i, s.surveyors_waiting[i])
            s.actions[i][AREA_G] += s.surveyors_waiting[i]
            s.surveyors_waiting[i] = 0


cdef inline bint after_area(State* s, const Tables* t) noexcept nogil:
    """SN-41: whether anything can come after the area's last space; if so it is the next step."""
    cdef u32 waiting = 0
    cdef int i
    if s.area == AREA_B:
        waiting = s.effects & t.op_cards[OP_CLEAR]
    elif s.area == AREA_D:
        waiting = s.effects & t.op_cards[OP_EXTRA_LAY]
    elif s.area == AREA_E:
        waiting = s.effects & t.op_cards[OP_EXTRA_BUILD]
        for i in range(SEATS):
            waiting |= t.train_op[s.train[i]] == T_BUILD
    if waiting == 0:
        return False
    s.seat = s.start_player
    s.seats_left = t.n_seats
    s.deferred = deferred_contracts(s, t, s.seat)
    go(s, S_AFTER)
    return True


cdef inline u32 deferred_contracts(const State* s, const Tables* t, int seat) noexcept nogil:
    """SN-92. Deferred effects of one area are all alike, so the order in which they were used cannot matter."""
    cdef int op = OP_CLEAR if s.area == AREA_B else (OP_EXTRA_LAY if s.area == AREA_D else OP_EXTRA_BUILD)
    return s.effects & s.contracts[seat] & t.op_cards[op]


cdef inline void next_after(State* s, const Tables* t) noexcept nogil:
    """SN-41, SN-92: the seat's deferred contracts, each optional and only offered if it can do something."""
    cdef int card, op
    if s.deferred == 0:
        go(s, S_AFTER_TRAIN)
        return
    card = low_bit(s.deferred) + 1
    s.deferred &= s.deferred - 1
    op = t.card_op[card]
    if op == OP_EXTRA_BUILD:
        s.source = <u8> card
        s.resume = S_AFTER
        begin_build(s, t, True)
        return
    if fog_stops_contracts(s, t):
        return
    if (op == OP_CLEAR and s.rubble_cells) or (op == OP_EXTRA_LAY and can_lay(s, t, s.seat)):
        s.source = <u8> card
        s.resume = S_AFTER
        go(s, P_DEFERRED)


cdef inline void after_train(State* s, const Tables* t) noexcept nogil:
    """SN-41, SN-93: train No. 6, if anything was built or acquired this round."""
    go(s, S_AFTER_SEAT)
    if s.area == AREA_E and t.train_op[s.train[s.seat]] == T_BUILD and s.built_this_round:
        s.resume = S_AFTER_SEAT
        begin_build(s, t, True)


cdef inline void next_after_seat(State* s, const Tables* t) noexcept nogil:
    s.seats_left -= 1
    if s.seats_left == 0:
        end_area(s, t)
        return
    s.seat = <u8> next_seat(t, s.seat)
    s.deferred = deferred_contracts(s, t, s.seat)
    go(s, S_AFTER)


cdef inline bint resolve_area(State* s, const Tables* t) noexcept nogil:
    """SN-31: the labourers of the area act in the order of their spaces, and go home.

    Runs on as long as nobody has to decide; returns whether the phase has changed (False: the area is done).
    """
    cdef int area = s.area
    cdef u32 waiting = s.occupied & t.area_places[area]
    cdef Options o
    cdef int place, seat
    if area == AREA_G:
        resolve_surveyors(s, t)
        return False
    while waiting:
        place = low_bit(waiting)
        waiting = <u32> drop_low(waiting)
        seat = s.occupant[place]
        s.occupied &= ~bit32(place)
        s.occupant[place] = 0
        s.actions[seat][area] += 1
        if area == AREA_D:
            lay_track(s, t, seat)
        elif area == AREA_B and not s.overlay:
            excavate(s, t, seat, excavation_amount(s, t, seat))
        else:
            s.seat = <u8> seat
            if area == AREA_A:
                if place == high_bit(t.area_places[AREA_A]):
                    take_token(s, seat)
                begin_take(s, t)
            elif area == AREA_C:
                if convert_options(s, t, seat, 0, t.works_max) == 0:
                    continue
                s.amount = t.works_max
                go(s, P_CONVERT)
            elif area == AREA_F:
                if office_cards(s, t, seat) == 0:
                    continue
                go(s, P_OFFICE)
            else:
                o = build_options(s, t, seat, False)
                if (o.word[0] | o.word[1]) == 0:
                    continue
                go(s, P_BUILD)
            s.place = <u8> place
            s.resume = S_RESOLVE
            return True
        if s.markers[seat] == 0 and markers_gone(s, t):
            s.end_reason = END_MARKERS
            go(s, P_OVER)
            return True
    return after_area(s, t)


cdef inline void look_at_cards(State* s, const Tables* t) noexcept nogil:
    """SN-88: card 5 draws two, fewer if there are not two; then the new back shows, then the choice."""
    if s.amount and s.deck == 0:
        renew_deck(s)
    if s.amount and s.deck:
        go(s, C_LOOK)
    elif s.drawn[0] == 0:
        finish(s, t)
    elif s.deck and s.top_back == NO_WEATHER:
        s.resume = S_LOOK
        go(s, C_BACK)
    else:
        s.resume = S_WINDOW
        s.amount = 0  # there may have been fewer cards than wanted
        go(s, P_KEEP)


cdef inline void end_round(State* s, const Tables* t) noexcept nogil:
    """SN-34, SN-60."""
    if s.rubble_cells == 0:
        s.overlay = 1
    if s.last_round and s.rounds >= s.last_round:
        s.end_reason = s.end_cause
        go(s, P_OVER)
    elif s.rounds >= MAX_ROUNDS:
        s.end_reason = END_ROUND_LIMIT
        go(s, P_OVER)
    else:
        go(s, S_ROUND)


cdef inline void step(State* s, const Tables* t) noexcept nogil:
    """One step the engine takes by itself (phases S_*)."""
    cdef int phase = s.phase
    if phase == S_RESOLVE:
        if not resolve_area(s, t):
            end_area(s, t)
    elif phase == S_WINDOW:
        next_in_window(s, t)
    elif phase == S_AFTER:
        next_after(s, t)
    elif phase == S_AFTER_TRAIN:
        after_train(s, t)
    elif phase == S_AFTER_SEAT:
        next_after_seat(s, t)
    elif phase == S_RESTOCK:
        restock_office(s, t)
    elif phase == S_FILL:
        fill_office(s)
    elif phase == S_WEATHER:
        check_weather(s, t)
    elif phase == S_YARD:
        begin_restock_yard(s, t)
    elif phase == S_EVENT:
        next_event(s, t)
    elif phase == S_MAINTENANCE:
        next_maintenance(s, t)
    elif phase == S_ROUND_END:
        end_round(s, t)
    elif phase == S_LOOK:
        look_at_cards(s, t)
    elif phase == S_SETUP_YARD:
        set_up_yard(s, t)
    else:
        begin_round(s, t)
