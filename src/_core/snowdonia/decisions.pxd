# Carrying out a decision: what each action of the action table does (SN-20, SN-30 to SN-39, SN-55, SN-85 to SN-92).
from ..types cimport Action, u8, u16, u32, u64
from ..bits cimport bit32
from .state cimport *
from .tables cimport *
from .sweep cimport excavate_next, lay_track
from .contracts cimport *
from .rounds cimport next_assignment


cdef inline void put_labourer(State* s, const Tables* t, int seat, int place) noexcept nogil:
    if place == PLACE_G:
        s.surveyors_waiting[seat] += 1
    else:
        s.occupied |= bit32(place)
        s.occupant[place] = <u8> seat


cdef inline void assign_labourer(State* s, const Tables* t, int seat, int place) noexcept nogil:
    """SN-20."""
    s.labourers[seat] -= 1
    put_labourer(s, t, seat, place)
    s.seat = <u8> next_seat(t, seat)
    next_assignment(s, t)


cdef inline void take_cubes(State* s, const Tables* t, int index) noexcept nogil:
    """The take with this index in lexicographic order of (iron, stone, coal)."""
    cdef int i = 0
    cdef int j = 0
    cdef int row
    row = ((TAKE_MAX - i + 1) * (TAKE_MAX - i + 2)) >> 1
    while index >= row:
        index -= row
        i += 1
        row = ((TAKE_MAX - i + 1) * (TAKE_MAX - i + 2)) >> 1
    while index >= TAKE_MAX - i - j + 1:
        index -= TAKE_MAX - i - j + 1
        j += 1
    s.yard[IRON] -= <u8> i
    s.yard[STONE] -= <u8> j
    s.yard[COAL] -= <u8> index
    s.iron[s.seat] += <u8> i
    s.stone[s.seat] += <u8> j
    s.coal[s.seat] += <u8> index
    finish(s, t)


cdef inline void decide(State* s, const Tables* t, Action a) noexcept nogil:
    """Carry out a legal action of the seat to move."""
    cdef int seat = s.seat
    cdef int phase = s.phase
    cdef int card, i
    if phase == P_PLACE:
        assign_labourer(s, t, seat, a - A_PLACE)
    elif phase == P_TAKE:
        take_cubes(s, t, a - A_TAKE)
    elif phase == P_BUILD:
        choose_build(s, t, a)
    elif phase == P_OFFICE:
        card = a - A_OFFICE
        for i in range(3):
            if s.office[i] == card:
                s.office[i] = 0
        s.contracts[seat] |= card_bit(card)
        finish(s, t)
    elif phase == P_WINDOW:
        if a == A_PASS:
            s.seat = <u8> next_seat(t, seat)
            s.seats_left -= 1
            go(s, S_WINDOW)
        else:
            use_contract(s, t, seat, a - A_USE)
    elif phase == P_CONVERT:
        convert(s, t, (a - A_CONVERT) // 6, (a - A_CONVERT) % 6)
    elif phase == P_HIRE:
        if a == A_HIRE:
            s.coal[seat] -= t.train_hire[s.train[seat]]
            s.bag[COAL] += t.train_hire[s.train[seat]]
            s.labourers[seat] += 1
            s.hired |= <u8> (1 << seat)
        go(s, P_PLACE)
    elif phase == P_DEFERRED:
        if a == A_PERFORM:
            if t.card_op[s.source] == OP_CLEAR:
                excavate_next(s, t, seat)
            else:
                lay_track(s, t, seat)
        finish(s, t)
    elif phase == P_MAINTENANCE:
        if a == A_PAY_STEEL:
            s.steel[seat] -= 1
        elif a == A_RETURN_TRAIN:
            return_train(s, t, seat)
        else:
            drop_contract(s, seat, a - A_USE)
        go(s, S_MAINTENANCE)
    elif phase == P_PAY:
        pay_and_build(s, t, seat, s.pending, (a - A_PAY) >> 3, (a - A_PAY) & 7)
    elif phase == P_DISC:
        s.weather[1] = <u8> (a - A_DISC)
        finish(s, t)
    elif phase == P_LIFT:
        s.place = <u8> (a - A_LIFT)
        if s.place == PLACE_G:
            s.surveyors_waiting[seat] -= 1
        else:
            s.occupied &= ~bit32(s.place)
            s.occupant[s.place] = 0
        go(s, P_MOVE)
    elif phase == P_MOVE:
        put_labourer(s, t, seat, a - A_PLACE)
        finish(s, t)
    else:
        keep_card(s, t, a - A_KEEP)
