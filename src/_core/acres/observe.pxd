# What a player sees, as numbers (AC-90): sides are turned so that the observer comes first. The enemy's hand and deck
# appear only as known cards, as the set of unseen cards, and by their sizes.
from ..types cimport Player, u8, u64
from ..bits cimport drop_low, low_bit, popcount
from ..cells cimport Cell, clear, put_bits, put_number, put_one_hot, put_signed
from .state cimport *
from .tables cimport *

cdef enum:
    OBS_SIDE = 64 * 4 + LOCATIONS * 3 + 14
    OBS_TABLE = 31 + 2 + 2 + 4 + LOCATIONS + 64 + 64 + 31 + LOCATIONS + 7
    OBS_SIEGES = 2 * (LOCATIONS + 1 + 64 + 64)
    OBSERVATION_SIZE = OBS_TABLE + OBS_SIEGES + 2 * OBS_SIDE + 64 * 2 + 64 * 2


cdef inline Cell* put_cards(Cell* out, const Tables* t, int side, u64 cards) noexcept nogil:
    """64 counts by kind, a quarter each."""
    while cards:
        out[t.card_kind[side][low_bit(cards)]] += <Cell> 0.25 if Cell is float else <Cell> 1
        cards = drop_low(cards)
    return out + MAX_KINDS


cdef inline Cell* put_side(Cell* out, const State* s, const Tables* t, int side) noexcept nogil:
    """What is open of a side."""
    out = put_cards(out, t, side, s.discard[side])
    out = put_cards(out, t, side, s.reserve[side])
    out = put_cards(out, t, side, s.pile[side])
    out = put_cards(out, t, side, s.known[side])
    out = put_bits(out, s.villages[side], LOCATIONS)
    out = put_bits(out, s.towns[side], LOCATIONS)
    out = put_bits(out, s.supplied[side], LOCATIONS)
    out = put_number(out, s.money[side], 0.05)
    out = put_number(out, s.cubes[side], 0.05)
    out = put_number(out, s.discs[side], 0.1)
    out = put_number(out, s.captured_cubes[side], 0.2)
    out = put_number(out, s.captured_discs[side], 0.2)
    out = put_number(out, popcount(s.hand[side]), 0.2)
    out = put_number(out, popcount(s.deck[side]), 0.05)
    out = put_number(out, popcount(s.discard[side]), 0.05)
    out = put_number(out, popcount(s.reserve[side]), 0.2)
    out = put_number(out, (s.begun >> side) & 1, 1.0)
    out = put_number(out, s.turn == side, 1.0)
    out = put_number(out, s.seat == side, 1.0)
    out = put_number(out, s.siege_winner == side, 1.0)
    out = put_number(out, s.settled[side], 0.05)
    return out


cdef inline void observe_state(const State* s, const Tables* t, Player observer, Cell* out) noexcept nogil:
    cdef int me = observer
    cdef int enemy = 1 - observer
    cdef int i, siege
    clear(out, OBSERVATION_SIZE)
    # the table
    out = put_one_hot(out, s.phase, 31)
    out = put_one_hot(out, observer, 2)
    out = put_one_hot(out, s.actions_left, 2) if s.actions_left < 2 else put_bits(out, 3, 2)
    out = put_number(out, s.turns, 0.01)
    out = put_number(out, s.count, 0.2)
    out = put_number(out, s.needed, 0.2)
    out = put_number(out, s.fort_discs, 0.1)
    out = put_bits(out, s.forts, LOCATIONS)
    out = put_cards(out, t, s.turn, s.played)
    out = put_cards(out, t, me, s.display)
    out = put_one_hot(out, s.action, 31)
    out = put_one_hot(out, s.target, LOCATIONS)
    out = put_number(out, s.last_kind, 0.02)
    out = put_number(out, s.siege_at_start, 1.0)
    out = put_number(out, s.french_besieged, 1.0)
    out = put_number(out, s.checked, 0.25)
    out = put_number(out, s.siege, 1.0)
    out = put_number(out, s.resume, 0.02)
    out = put_number(out, s.end_reason, 0.2)
    # sieges: the observer's, then the enemy's
    for i in range(SIDES):
        siege = me if i == 0 else enemy
        out = put_one_hot(out, s.siege_at[siege], LOCATIONS)
        out = put_signed(out, s.siege_strength[siege], 0.1)
        out = put_cards(out, t, me, s.siege_cards[me][siege])
        out = put_cards(out, t, enemy, s.siege_cards[enemy][siege])
    # sides
    out = put_side(out, s, t, me)
    out = put_side(out, s, t, enemy)
    # the observer's hand and deck; the enemy's unseen cards, and those that are in both words for short decks
    out = put_cards(out, t, me, s.hand[me])
    out = put_cards(out, t, me, s.deck[me])
    out = put_cards(out, t, enemy, (s.hand[enemy] | s.deck[enemy]) & ~s.known[enemy])
    out = put_cards(out, t, enemy, s.hand[enemy] if s.deck[enemy] == 0 else s.known[enemy])
