# Raids, ambushes, Priest and Indian Leader (AC-60 to AC-64).
from ..types cimport u8, u16, u32, u64
from ..bits cimport low_bit, bit, drop_low, popcount
from .state cimport *
from .tables cimport *
from .cards cimport *
from .supply cimport neighbours, refresh_supply


cdef inline u64 affordable_raiders(const State* s, const Tables* t, int side, u64 cards) noexcept nogil:
    """Without the natives if not even one can be paid (AC-60)."""
    if s.money[side] < t.native_cost:
        cards &= ~t.natives[side]
    return cards


cdef inline int raid_strength(const State* s, const Tables* t, int side, u64 cards) noexcept nogil:
    """How many of these cards can be played in one raid with the money there is."""
    cdef int natives = popcount(cards & t.natives[side])
    cdef int n = popcount(cards) - natives
    if t.native_cost and natives > s.money[side] // t.native_cost:
        natives = s.money[side] // t.native_cost
    return n + natives


cdef inline u64 raidable(const State* s, const Tables* t, int side) noexcept nogil:
    return owned(s, 1 - side) & ~s.forts & ~besieged(s)


cdef inline u64 raid_targets(const State* s, const Tables* t, int side) noexcept nogil:
    """AC-60: enemy places within the range of all the raid cards in hand."""
    cdef u64 raiders = affordable_raiders(s, t, side, s.hand[side] & t.raiders[side])
    cdef u64 seen, front
    cdef int n
    if raiders == 0:
        return 0
    n = t.raid_range - 1 + raid_strength(s, t, side, s.hand[side] & (t.raiders[side] | t.extenders[side]))
    seen = front = owned(s, side) & ~besieged(s)
    while n > 0 and front:
        # a fortified place may be a start but is not passed through
        front = neighbours(t.raid_edges, front) & ~seen
        seen |= front
        front &= ~s.forts
        n -= 1
    return seen & raidable(s, t, side)


cdef inline int raid_cards_needed(const State* s, const Tables* t, int side, int place) noexcept nogil:
    """Cards for this target: one for the first `raid_range` steps, one for each further step."""
    cdef u64 seen, front
    cdef int d = 0
    seen = front = owned(s, side) & ~besieged(s)
    while front and not (seen >> place) & 1:
        front = neighbours(t.raid_edges, front) & ~seen
        seen |= front
        front &= ~s.forts
        d += 1
    return d - t.raid_range + 1 if d > t.raid_range else 1


cdef inline u64 kinds_from(u64 kinds, int last) noexcept nogil:
    """Kinds not smaller than the last one."""
    return kinds & ~(bit(last) - 1)


cdef inline u64 raider_kinds(const State* s, const Tables* t, int side) noexcept nogil:
    """Kinds for the next card of a raid. They are played in rising order, raiders before extenders, so that a set of
    cards is one sequence; a kind is left out if the cards after it could not reach the target."""
    cdef u64 cards = s.hand[side] & (t.raiders[side] | t.extenders[side])
    cdef u64 kinds, ok = 0
    cdef int kind
    if s.count == 0:
        kinds = kinds_of(t, side, affordable_raiders(s, t, side, cards & t.raiders[side]))
    else:
        kinds = kinds_from(kinds_of(t, side, affordable_raiders(s, t, side, cards)), s.last_kind)
    while kinds:
        kind = low_bit(kinds)
        kinds = drop_low(kinds)
        # cards are dropped kind by kind from below, so `cards` holds those of this kind and above
        cards &= ~below_kind(t, side, cards, kind)
        if s.count + raid_strength(s, t, side, cards) >= s.needed:
            ok |= bit(kind)
    return ok


cdef inline u64 below_kind(const Tables* t, int side, u64 cards, int kind) noexcept nogil:
    """Those of the cards whose kind is smaller."""
    cdef u64 m = 0
    cdef u64 one
    while cards:
        one = cards & (0 - cards)
        if t.card_kind[side][low_bit(cards)] < kind:
            m |= one
        cards = drop_low(cards)
    return m


cdef inline u64 raid_block_cards(const State* s, const Tables* t, int victim, int place) noexcept nogil:
    """AC-61."""
    cdef u64 m = s.hand[victim] & t.raid_blockers[victim]
    if (s.supplied[victim] >> place) & 1:
        m |= s.hand[victim] & cards_of_places(t, victim, bit(place))
    return m


cdef inline u64 vulnerable_cards(const State* s, const Tables* t, int victim) noexcept nogil:
    """AC-62, option `ambush_takes_siege_card`."""
    cdef u64 m = s.hand[victim] | s.reserve[victim]
    if t.ambush_takes_siege_card:
        m |= s.siege_cards[victim][0] | s.siege_cards[victim][1]
    return m & t.vulnerable[victim]


cdef inline void show_hand(State* s, int side) noexcept nogil:
    """AC-62, AC-63, AC-90."""
    s.known[side] = s.hand[side]


cdef inline void raid_success(State* s, const Tables* t, int side, int place) noexcept nogil:
    """AC-61: a cube leaves the place neutral, a disc leaves a cube of the owner, if one is left."""
    cdef int victim = 1 - side
    cdef u64 at = bit(place)
    s.raids_won[side] += 1
    if s.towns[victim] & at:
        s.towns[victim] &= ~at
        s.captured_discs[side] += 1
        if s.cubes[victim]:
            s.cubes[victim] -= 1
            s.villages[victim] |= at
            return
    else:
        s.villages[victim] &= ~at
        s.captured_cubes[side] += 1
    refresh_supply(s, t, victim)
