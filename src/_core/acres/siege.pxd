# Sieges (AC-40 to AC-52): strength, reinforcing, and what a result does to the board and the cards.
from ..types cimport i8, u8, u16, u32, u64
from ..bits cimport low_bit, bit, drop_low, mask_if
from .state cimport *
from .tables cimport *
from .cards cimport *
from .supply cimport refresh_supply


cdef inline u64 unpaid_artillery(const State* s, const Tables* t, int side) noexcept nogil:
    """Siege Artillery whose fee cannot be paid (AC-42)."""
    return t.kind_cards[side][K_SIEGE_ARTILLERY] & mask_if(s.money[side] < t.kind_fee[side][K_SIEGE_ARTILLERY])


cdef inline u64 siege_symbols(const State* s, const Tables* t, int side, u64 cards, int place) noexcept nogil:
    """Cards with a strength at this place (AC-42), the fee of Siege Artillery payable."""
    cdef u64 m = t.symbols[MILITARY][side]
    if (t.siege_ports >> place) & 1:
        m |= t.symbols[SHIP][side]
    return cards & m & ~unpaid_artillery(s, t, side)


cdef inline int strength_of(const Tables* t, int side, u64 card, int kind) noexcept nogil:
    """AC-42: a military symbol's strength, else that of a ship."""
    if (t.symbols[MILITARY][side] | t.fortifications[side]) & card or kind == K_MILITARY_LEADER:
        return t.kind_strength[side][kind]
    return t.ship_strength


cdef inline void add_to_siege(State* s, const Tables* t, int side, int siege, u64 card, int kind) noexcept nogil:
    """AC-42, AC-43: the card into the side's siege space; attackers add, defenders take off."""
    cdef int n = strength_of(t, side, card, kind)
    s.siege_cards[side][siege] |= card
    s.siege_strength[siege] += <i8> (n if side == siege else -n)
    s.money[side] -= t.kind_fee[side][kind]


cdef inline void begin_siege(State* s, const Tables* t, int side, int place) noexcept nogil:
    """AC-41."""
    cdef int n = -1 - t.defence[place]
    if (s.forts >> place) & 1:
        n -= t.fort_strength
    s.siege_at[side] = <u8> place
    s.siege_strength[side] = <i8> n
    s.sieges_started[side] += 1
    if side == FRENCH:
        s.french_besieged = 1


cdef inline int siege_leader(const State* s, const Tables* t, int siege, int side) noexcept nogil:
    """AC-50: whether `side`, at the start of its turn, wins this siege."""
    if s.siege_at[siege] == NOWHERE:
        return False
    if side == siege:
        return s.siege_strength[siege] >= t.attacker_wins_at
    return s.siege_strength[siege] <= -t.defender_wins_at


cdef inline void capture(State* s, const Tables* t, int side, int place) noexcept nogil:
    """AC-51: piece, fortification, and the loser's supply."""
    cdef int victim = 1 - side
    cdef u64 at = bit(place)
    if s.towns[victim] & at:
        s.captured_discs[side] += 1
    else:
        s.captured_cubes[side] += 1
    s.towns[victim] &= ~at
    s.villages[victim] &= ~at
    if s.forts & at:
        s.forts &= ~at
        s.fort_discs += 1
    refresh_supply(s, t, victim)


cdef inline u64 occupy_settlers(const State* s, const Tables* t, int side) noexcept nogil:
    return usable(s, t, side) & t.symbols[SETTLER][side]


cdef inline bint can_occupy(const State* s, const Tables* t, int side, int place) noexcept nogil:
    """AC-51: a cube is left, and a settler card if the place needs one."""
    if s.cubes[side] == 0:
        return False
    return not (t.settler_places >> place) & 1 or occupy_settlers(s, t, side) != 0


cdef inline void place_village(State* s, const Tables* t, int side, int place) noexcept nogil:
    s.cubes[side] -= 1
    s.villages[side] |= bit(place)
    s.settled[side] += 1
    gain_location_card(s, t, side, place)
    refresh_supply(s, t, side)
