# The legal options of every decision (SN-20 to SN-23, SN-30 to SN-39, SN-55, SN-85 to SN-91).
#
# Each decision's options lie within 128 consecutive ids of the action table: a base and two words. Counting, listing,
# testing and picking all read the same words, so they cannot disagree. Affordability is a table lookup per resource,
# not a loop over spaces.
from ..types cimport Action, u8, u16, u32, u64
from ..bits cimport low_bit, bit, bit32, drop_low
from .state cimport *
from .tables cimport *

cdef struct Options:
    Action base  # id of bit 0 of word 0
    u64 word[2]


cdef inline int capped(int n, int cap) noexcept nogil:
    return n if n < cap else cap


cdef inline bint fog_stops_contracts(const State* s, const Tables* t) noexcept nogil:
    """SN-42; under the thin fog variant players do excavate and lay track in fog, so it has no effect there."""
    return s.weather[0] == FOG and t.fog_blocks_contracts and not t.thin_fog


cdef inline u32 empty_places(const State* s, const Tables* t) noexcept nogil:
    """Places that take a labourer now (SN-20, SN-22, SN-23); area B as a Build space ignores fog (SN-34)."""
    cdef u32 m = t.places
    cdef u32 b = t.area_places[AREA_B]
    cdef u32 d = t.area_places[AREA_D]
    if s.overlay:
        m &= ~(b & (b - 1))
    if s.weather[0] == FOG:
        if t.thin_fog:
            # only the last space of each: the highest bit, which is what shifting the run down by one loses
            b &= ~(b >> 1)
            d &= ~(d >> 1)
        if not s.overlay:
            m &= ~b
        m &= ~d
    return m & ~s.occupied


cdef inline u32 own_places(const State* s, const Tables* t, int seat) noexcept nogil:
    """Places of the seat's labourers, area G included (card 28)."""
    cdef u32 m = s.occupied
    cdef u32 own = 0
    while m:
        if s.occupant[low_bit(m)] == seat:
            own |= m & (0 - m)
        m = <u32> drop_low(m)
    if s.surveyors_waiting[seat]:
        own |= bit32(PLACE_G)
    return own


cdef inline u32 liftable_places(const State* s, const Tables* t, int seat) noexcept nogil:
    """Own labourers that have somewhere else to go; only one in G may lack that, if all else is full."""
    cdef u32 own = own_places(s, t, seat)
    if (empty_places(s, t) & ~bit32(PLACE_G)) == 0:
        own &= ~bit32(PLACE_G)
    return own


cdef inline u32 usable_contracts(const State* s, const Tables* t, int seat) noexcept nogil:
    """SN-30; none after card 13."""
    if s.contracts_locked:
        return 0
    return s.contracts[seat] & ~s.contracts_used & t.area_cards[s.area]


# --- paying ---------------------------------------------------------------------------------------------------------

cdef inline u32 build_effects(const State* s, const Tables* t, int seat) noexcept nogil:
    """The seat's contracts of this round that change a Build action's price."""
    return s.effects & s.contracts[seat] & (
        t.op_cards[OP_IRON_FOR_STEEL] | t.op_cards[OP_STONE_DISCOUNT] | t.op_cards[OP_RUBBLE_FOR_STONE]
    )


cdef struct Means:  # what a Build action can be paid with
    int steel
    int stone  # the discount included: a cost less d is within n exactly if the cost is within n + d
    int discount  # SN-86
    int iron_steel  # steel that iron can stand for (SN-85)
    int iron_price
    int rubble_stone  # stone that rubble can stand for (SN-87)
    int rubble_price


cdef inline Means build_means(const State* s, const Tables* t, int seat) noexcept nogil:
    cdef Means w
    cdef u32 m = build_effects(s, t, seat)
    cdef int card
    w.steel = s.steel[seat]
    w.stone = s.stone[seat]
    w.discount = w.iron_steel = w.iron_price = w.rubble_stone = w.rubble_price = 0
    while m:
        card = low_bit(m) + 1
        m = <u32> drop_low(m)
        if t.card_op[card] == OP_STONE_DISCOUNT:
            w.discount += t.card_amount[card]
        elif t.card_op[card] == OP_IRON_FOR_STEEL:
            if w.iron_price == 0 or t.card_amount[card] < w.iron_price:
                w.iron_price = t.card_amount[card]
        else:
            w.rubble_stone += t.card_times[card]
            if w.rubble_price == 0 or t.card_amount[card] < w.rubble_price:
                w.rubble_price = t.card_amount[card]
    if w.iron_price:
        w.iron_steel = capped(s.iron[seat] // w.iron_price, 7)
    if w.rubble_price:
        w.rubble_stone = capped(capped(w.rubble_stone, s.rubble[seat] // w.rubble_price), 7)
    w.steel += w.iron_steel
    w.stone += w.discount + w.rubble_stone
    return w


cdef inline u64 buildable_spaces(const State* s, const Tables* t, int seat, const Means* w) noexcept nogil:
    """SN-37: open, reachable, not closed, affordable, and a marker left."""
    cdef u32 rubble = s.rubble_cells & t.track_cells
    cdef u64 reachable = t.reachable[low_bit(rubble) if rubble else CELLS]
    cdef int i
    if s.markers[seat] == 0:
        return 0
    if t.early_stations:
        for i in range(t.n_stations):
            if not rubble & t.leading_cells[i]:
                reachable |= t.station_spaces[i]
    return (
        reachable
        & ~(s.spaces_taken | s.spaces_closed)
        & t.steel_ok[capped(w.steel, LEVELS - 1)]
        & t.stone_ok[capped(w.stone, LEVELS - 1)]
    )


cdef inline u32 buyable_trains(const State* s, const Tables* t, int seat, const Means* w) noexcept nogil:
    """SN-38."""
    if not s.trains_open:
        return 0
    return s.shed & t.may_acquire[seat] & t.trains_ok[capped(w.steel, LEVELS - 1)]


cdef inline Options build_options(const State* s, const Tables* t, int seat, bint optional) noexcept nogil:
    cdef Options o
    cdef Means w = build_means(s, t, seat)
    cdef u64 spaces = buildable_spaces(s, t, seat, &w)
    cdef u64 trains = buyable_trains(s, t, seat, &w)
    o.base = 0
    o.word[0] = spaces << A_BUILD
    o.word[1] = (spaces >> (64 - A_BUILD)) | (trains << (A_ACQUIRE - 64))
    # a swap of trains is never forced (SN-38) unless the option says so
    if (o.word[0] | o.word[1]) and (optional or (spaces == 0 and s.train[seat] and not t.forced_swap)):
        o.word[0] |= bit(A_PASS)
    return o


cdef inline void build_cost(const State* s, const Tables* t, Action what, int* steel, int* stone) noexcept nogil:
    if what > A_ACQUIRE:
        steel[0] = t.train_cost[what - A_ACQUIRE]
        stone[0] = 0
    else:
        steel[0] = t.space_steel[what - A_BUILD]
        stone[0] = t.space_stone[what - A_BUILD]


cdef inline u64 pay_options(const State* s, const Tables* t, int seat, Action what) noexcept nogil:
    """Bit 8 * j + r: j steel paid with iron and r stone with rubble."""
    cdef Means w = build_means(s, t, seat)
    cdef int steel, stone, j, r
    cdef u64 row = 0
    cdef u64 m = 0
    build_cost(s, t, what, &steel, &stone)
    stone = stone - w.discount if stone > w.discount else 0
    for r in range(capped(stone, w.rubble_stone) + 1):
        if stone - r <= s.stone[seat]:
            row |= bit(r)
    for j in range(capped(steel, w.iron_steel) + 1):
        if steel - j <= s.steel[seat]:
            m |= row << (8 * j)
    return m


# --- cubes and conversions ------------------------------------------------------------------------------------------

cdef inline int steel_room(const State* s, const Tables* t, int seat) noexcept nogil:
    """How much steel may still be made (SN-12); the last term only keeps a hoard within its byte."""
    cdef int i, held, room = 7
    if t.steel_limit:
        held = 0
        for i in range(t.n_seats):
            held += s.steel[i]
        room = t.steel_limit - held if t.steel_limit > held else 0
    return capped(capped(room, 7), 250 - s.steel[seat])


cdef inline u64 convert_options(const State* s, const Tables* t, int seat, int source, int times) noexcept nogil:
    """SN-35 for a labourer (source 0), SN-89 for a contract."""
    cdef int steel = 0
    cdef int stone = 0
    cdef int op = t.card_op[source] if source else OP_NONE
    cdef int iron_price = t.iron_per_steel
    cdef int rubble_price = t.rubble_per_stone
    if source:
        iron_price = rubble_price = t.card_amount[source]
    elif t.train_op[s.train[seat]] == T_WORKS:
        iron_price = t.train_amount[s.train[seat]]
    if op != OP_CONVERT_RUBBLE:
        steel = capped(s.iron[seat] // iron_price, steel_room(s, t, seat))
    if op != OP_CONVERT_IRON:
        stone = capped(s.rubble[seat] // rubble_price, s.bag[STONE])
    return t.convert_steel[capped(steel, 7)] & t.convert_stone[capped(stone, 7)] & t.convert_total[times]


cdef inline Options take_options(const State* s, const Tables* t) noexcept nogil:
    """SN-32, SN-90: any cubes of the yard up to the amount, coal up to its own limit."""
    cdef Options o
    cdef int i = capped(s.yard[IRON], 7)
    cdef int j = capped(s.yard[STONE], 7)
    cdef int k = capped(s.yard[COAL], s.coal_max)
    o.base = A_TAKE
    o.word[0] = t.take_iron[i][0] & t.take_stone[j][0] & t.take_coal[k][0] & t.take_total[s.amount][0]
    o.word[1] = t.take_iron[i][1] & t.take_stone[j][1] & t.take_coal[k][1] & t.take_total[s.amount][1]
    return o


cdef inline u32 office_cards(const State* s, const Tables* t, int seat) noexcept nogil:
    """SN-39: what the seat may take from the Site Office."""
    cdef u32 m = 0
    cdef int i
    for i in range(3):
        if s.office[i]:
            m |= card_bit(s.office[i])
    return m & t.may_take[seat]


cdef inline Options legal_options(const State* s, const Tables* t) noexcept nogil:
    """The options of the pending decision; at least one."""
    cdef Options o
    cdef int seat = s.seat
    cdef int phase = s.phase
    o.base = 0
    o.word[0] = 0
    o.word[1] = 0
    if phase == P_PLACE:
        o.base = A_PLACE
        o.word[0] = empty_places(s, t)
    elif phase == P_TAKE:
        return take_options(s, t)
    elif phase == P_BUILD:
        return build_options(s, t, seat, s.optional)
    elif phase == P_OFFICE:
        o.word[1] = (<u64> office_cards(s, t, seat)) << (A_OFFICE + 1 - 64)
    elif phase == P_WINDOW:
        o.word[0] = bit(A_PASS) | ((<u64> usable_contracts(s, t, seat)) << (A_USE + 1))
    elif phase == P_CONVERT:
        o.base = A_CONVERT
        o.word[0] = convert_options(s, t, seat, s.source, s.amount)
    elif phase == P_HIRE:
        o.word[0] = bit(A_PASS) | bit(A_HIRE)
    elif phase == P_DEFERRED:
        o.word[0] = bit(A_PASS) | bit(A_PERFORM)
    elif phase == P_MAINTENANCE:
        o.word[0] = bit(A_RETURN_TRAIN) | ((<u64> (s.contracts[seat] & t.op_cards[OP_MAINTENANCE])) << (A_USE + 1))
        if s.steel[seat]:
            o.word[0] |= bit(A_PAY_STEEL)
    elif phase == P_PAY:
        o.base = A_PAY
        o.word[0] = pay_options(s, t, seat, s.pending)
    elif phase == P_DISC:
        o.word[0] = (bit(A_DISC) | bit(A_DISC + 1) | bit(A_DISC + 2)) & ~bit(A_DISC + s.weather[1])
    elif phase == P_LIFT:
        o.base = A_LIFT
        o.word[0] = liftable_places(s, t, seat)
    elif phase == P_MOVE:
        o.base = A_PLACE
        o.word[0] = empty_places(s, t) & ~bit32(s.place)
    elif phase == P_KEEP:
        o.base = A_KEEP
        # card c is bit c; bit 0, for no card, falls out with what the seat may not take
        o.word[0] = bit(s.source) | ((bit(s.drawn[0]) | bit(s.drawn[1])) & ((<u64> t.may_take[seat]) << 1))
    return o
