# Using contracts and taking actions: SN-30 to SN-41, SN-43, SN-85 to SN-93.
#
# Each function changes the state for one decision and says in `phase` what comes next; nothing here draws at random.
from ..types cimport Action, u8, u16, u32, u64
from ..bits cimport low_bit, bit, bit32, drop_low
from libc.string cimport memset
from .state cimport *
from .tables cimport *
from .movegen cimport *
from .sweep cimport *


cdef inline void go(State* s, int phase) noexcept nogil:
    s.phase = <u8> phase


cdef inline void forget_activity(State* s) noexcept nogil:
    """Back to 0 what describes only the activity just finished: equal positions are equal bytes."""
    s.source = 0
    s.place = 0
    s.amount = 0
    s.coal_max = 0
    s.optional = 0
    s.pending = 0
    s.resume = 0


cdef inline void finish(State* s, const Tables* t) noexcept nogil:
    """An action or effect is done: on with whatever it interrupted, unless it used up the last marker (SN-61)."""
    cdef int phase = s.resume
    forget_activity(s)
    go(s, phase)
    if s.markers[s.seat] == 0 and markers_gone(s, t):
        s.end_reason = END_MARKERS
        go(s, P_OVER)


cdef inline void take_token(State* s, int seat) noexcept nogil:
    """SN-32, unless card 22 has locked it (SN-91)."""
    if not s.start_locked:
        s.start_player = <u8> seat


cdef inline void move_surveyor(State* s, const Tables* t, int seat, int steps) noexcept nogil:
    """SN-40."""
    s.surveyor[seat] = <u8> capped(s.surveyor[seat] + steps, t.n_stations - 1)


# --- trains ---------------------------------------------------------------------------------------------------------

cdef inline void return_train(State* s, const Tables* t, int seat) noexcept nogil:
    """SN-38, SN-55; in the solo game the train leaves it (SN-72)."""
    cdef int train = s.train[seat]
    cdef int coal = capped(t.train_coal[train], s.bag[COAL])
    s.train[seat] = 0
    if t.solo:
        return
    s.shed |= <u16> (1 << train)
    s.train_coal[train] = <u8> coal
    s.bag[COAL] -= <u8> coal


cdef inline void acquire_train(State* s, const Tables* t, int seat, int train) noexcept nogil:
    """SN-38: the old train goes back first; the new one comes with the coal that lies on it."""
    if s.train[seat]:
        return_train(s, t, seat)
    s.shed &= <u16> ~(1 << train)
    s.train[seat] = <u8> train
    s.coal[seat] += s.train_coal[train]
    s.train_coal[train] = 0


# --- Build (SN-37, SN-38) ---------------------------------------------------------------------------------------------

cdef inline void begin_build(State* s, const Tables* t, bint optional) noexcept nogil:
    """Ask the seat what to build, or pass on if there is nothing (SN-31)."""
    cdef Options o = build_options(s, t, s.seat, optional)
    if o.word[0] | o.word[1]:
        s.optional = optional
        go(s, P_BUILD)
    else:
        finish(s, t)


cdef inline void pay_and_build(
    State* s, const Tables* t, int seat, Action what, int by_iron, int by_rubble
) noexcept nogil:
    cdef Means w
    cdef int steel, stone
    build_cost(s, t, what, &steel, &stone)
    if build_effects(s, t, seat):
        w = build_means(s, t, seat)
        stone = stone - w.discount if stone > w.discount else 0
        s.iron[seat] -= <u8> (by_iron * w.iron_price)
        s.bag[IRON] += <u8> (by_iron * w.iron_price)
        s.rubble[seat] -= <u8> (by_rubble * w.rubble_price)
    s.steel[seat] -= <u8> (steel - by_iron)
    s.stone[seat] -= <u8> (stone - by_rubble)
    s.bag[STONE] += <u8> (stone - by_rubble)
    if what > A_ACQUIRE:
        acquire_train(s, t, seat, what - A_ACQUIRE)
    else:
        claim_space(s, seat, what - A_BUILD)
    s.built_this_round = 1
    finish(s, t)


cdef inline void choose_build(State* s, const Tables* t, Action what) noexcept nogil:
    cdef u64 ways
    if what == A_PASS:
        finish(s, t)
        return
    if build_effects(s, t, s.seat):
        ways = pay_options(s, t, s.seat, what)
        if drop_low(ways):
            s.pending = <u8> what
            go(s, P_PAY)
            return
        pay_and_build(s, t, s.seat, what, low_bit(ways) >> 3, low_bit(ways) & 7)
        return
    pay_and_build(s, t, s.seat, what, 0, 0)


# --- cubes ----------------------------------------------------------------------------------------------------------

cdef inline void give_cubes(State* s, int seat, int n, int kind) noexcept nogil:
    if kind == IRON:
        s.iron[seat] += <u8> n
    elif kind == STONE:
        s.stone[seat] += <u8> n
    else:
        s.coal[seat] += <u8> n


cdef inline void convert(State* s, const Tables* t, int steel, int stone) noexcept nogil:
    """SN-35, SN-89."""
    cdef int seat = s.seat
    cdef int iron_price = t.iron_per_steel
    cdef int rubble_price = t.rubble_per_stone
    if s.source:
        iron_price = rubble_price = t.card_amount[s.source]
    elif t.train_op[s.train[seat]] == T_WORKS:
        iron_price = t.train_amount[s.train[seat]]
    s.iron[seat] -= <u8> (steel * iron_price)
    s.bag[IRON] += <u8> (steel * iron_price)
    s.steel[seat] += <u8> steel
    s.rubble[seat] -= <u8> (stone * rubble_price)
    s.bag[STONE] -= <u8> stone
    s.stone[seat] += <u8> stone
    finish(s, t)


cdef inline void begin_take(State* s, const Tables* t) noexcept nogil:
    """SN-32: how many cubes, and how much coal, this yard action may take."""
    cdef int seat = s.seat
    cdef int n = t.take_amount
    cdef int coal = t.take_coal_max
    cdef u32 mine = s.effects & s.contracts[seat]
    cdef u32 m = mine & t.op_cards[OP_EXTRA_CUBES]
    if t.train_op[s.train[seat]] == T_CUBES:
        n += t.train_amount[s.train[seat]]
    while m:
        n += t.card_amount[low_bit(m) + 1]
        m = <u32> drop_low(m)
    if mine & t.op_cards[OP_COAL]:
        coal = TAKE_MAX
    s.amount = <u8> n
    s.coal_max = <u8> coal
    go(s, P_TAKE)


# --- using a contract (SN-30) -----------------------------------------------------------------------------------------

cdef inline void use_contract(State* s, const Tables* t, int seat, int card) noexcept nogil:
    cdef int op = t.card_op[card]
    cdef int total
    s.contracts_used |= card_bit(card)
    s.effects |= card_bit(card)
    s.source = <u8> card
    s.resume = S_WINDOW
    s.amount = t.card_amount[card]
    if op == OP_DISC:
        go(s, P_DISC)
    elif op == OP_DRAW:
        go(s, S_LOOK)
    elif op == OP_CONVERT_IRON or op == OP_CONVERT_RUBBLE:
        s.amount = t.card_times[card]
        if convert_options(s, t, seat, card, s.amount):
            go(s, P_CONVERT)
        else:
            finish(s, t)
    elif op == OP_BAG:
        total = s.bag[IRON] + s.bag[STONE] + s.bag[COAL] + s.bag[EVENT_CUBE]
        s.amount = <u8> capped(s.amount, total)
        go(s, C_CONTRACT_CUBE)
        if s.amount == 0:
            finish(s, t)
    elif op == OP_YARD:
        s.coal_max = t.card_times[card]
        go(s, P_TAKE)
    elif op == OP_RELOCATE:
        if liftable_places(s, t, seat):
            go(s, P_LIFT)
        else:
            finish(s, t)
    else:
        if op == OP_LOCK:
            s.contracts_locked = 1
        elif op == OP_START:
            take_token(s, seat)
            s.start_locked = 1
        elif op == OP_SURVEYOR:
            move_surveyor(s, t, seat, s.amount)
        finish(s, t)  # the rest only changes later actions


cdef inline void keep_card(State* s, const Tables* t, int card) noexcept nogil:
    """SN-88: the other two are discarded; a drawn card is kept unused."""
    cdef int seat = s.seat
    cdef u32 gone = card_bit(s.source)
    cdef int i
    for i in range(2):
        if s.drawn[i]:
            gone |= card_bit(s.drawn[i])
            s.drawn[i] = 0
    gone &= ~card_bit(card)
    s.contracts[seat] = (s.contracts[seat] | card_bit(card)) & ~gone
    s.contracts_used &= ~gone
    s.effects &= ~gone
    s.discard |= gone
    finish(s, t)


cdef inline void drop_contract(State* s, int seat, int card) noexcept nogil:
    """A maintenance contract is given up (SN-55)."""
    s.contracts[seat] &= ~card_bit(card)
    s.contracts_used &= ~card_bit(card)
    s.effects &= ~card_bit(card)
    s.discard |= card_bit(card)


cdef inline int next_seat(const Tables* t, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < t.n_seats else 0
