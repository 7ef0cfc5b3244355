# Cards, kinds and locations: going from one to the other, and moving cards between zones (AC-12 to AC-14).
from ..types cimport u8, u16, u32, u64
from ..bits cimport low_bit, bit, drop_low, popcount
from .state cimport *
from .tables cimport *


cdef inline u64 owned(const State* s, int side) noexcept nogil:
    return s.villages[side] | s.towns[side]


cdef inline u64 besieged(const State* s) noexcept nogil:
    cdef u64 m = 0
    if s.siege_at[0] != NOWHERE:
        m |= bit(s.siege_at[0])
    if s.siege_at[1] != NOWHERE:
        m |= bit(s.siege_at[1])
    return m


cdef inline u64 cards_of_places(const Tables* t, int side, u64 places) noexcept nogil:
    """Location cards of these places; a shift, thanks to the order of the locations."""
    return (places if side == BRITISH else places >> FRENCH_SHIFT) & t.location_cards[side]


cdef inline u64 places_of_cards(const Tables* t, int side, u64 cards) noexcept nogil:
    cards &= t.location_cards[side]
    return cards if side == BRITISH else cards << FRENCH_SHIFT


cdef inline int place_of_card(int side, int card) noexcept nogil:
    return card if side == BRITISH else card + FRENCH_SHIFT


cdef inline u64 kinds_of(const Tables* t, int side, u64 cards) noexcept nogil:
    """The kinds of these cards, as a word of kinds."""
    cdef u64 m = places_of_cards(t, side, cards)
    cards &= ~t.location_cards[side]
    while cards:
        m |= bit(t.card_kind[side][low_bit(cards)])
        cards = drop_low(cards)
    return m


cdef inline u64 usable(const State* s, const Tables* t, int side) noexcept nogil:
    """AC-14: cards of the hand that can serve an action."""
    return s.hand[side] & (~t.location_cards[side] | cards_of_places(t, side, s.supplied[side] & ~besieged(s)))


cdef inline u64 one_of(const State* s, const Tables* t, int side, u64 zone, int kind) noexcept nogil:
    """One card of the kind out of a zone; out of a hand rather one that the enemy knows of (AC-90)."""
    cdef u64 m = zone & t.kind_cards[side][kind]
    if m & s.known[side]:
        m &= s.known[side]
    return m & (0 - m)


cdef inline void leave_hand(State* s, int side, u64 cards) noexcept nogil:
    s.hand[side] &= ~cards
    s.known[side] &= ~cards


cdef inline void play_card(State* s, const Tables* t, int side, int kind) noexcept nogil:
    """From the hand into the action under way."""
    cdef u64 card = one_of(s, t, side, s.hand[side], kind)
    leave_hand(s, side, card)
    s.played |= card


cdef inline void discard_played(State* s) noexcept nogil:
    """AC-13."""
    s.discard[s.turn] |= s.played
    s.played = 0


cdef inline void return_cards(State* s, const Tables* t, int side, u64 cards) noexcept nogil:
    """To the piles they come from: own ones, or the neutral display."""
    s.display |= cards & t.neutral_cards
    s.pile[side] |= cards & ~t.neutral_cards


cdef inline void gain_location_card(State* s, const Tables* t, int side, int place) noexcept nogil:
    """AC-30: the place's Location card, if it lies in the own pile, goes to the discard pile."""
    cdef u64 card = cards_of_places(t, side, bit(place)) & s.pile[side]
    s.pile[side] &= ~card
    s.discard[side] |= card


cdef inline bint pair_exists(u64 a, u64 b) noexcept nogil:
    """Whether one card of a and another one of b can be chosen."""
    return (a != 0) & (b != 0) & (drop_low(a | b) != 0)
