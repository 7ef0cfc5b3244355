# Chance (AC-04, AC-12, AC-68): every event is a uniform draw of one card out of a deck, named by its kind.
from ..types cimport Action, u8, u32, u64
from ..bits cimport low_bit, bit, drop_low, popcount
from ..rng cimport Rng, Streams, pick_bit, STREAM_DECK
from libc.string cimport memset
from .state cimport *
from .tables cimport *
from .cards cimport *
from .supply cimport refresh_supply
from .turns cimport go


cdef inline void drawn(State* s, u64 card) noexcept nogil:
    """The card drawn goes to the hand; on with the event's activity."""
    cdef int phase = s.phase
    s.deck[s.seat] &= ~card
    s.hand[s.seat] |= card
    if phase == C_DEAL:
        go(s, S_DEAL)
    elif phase == C_REFILL:
        go(s, S_REFILL)
    elif phase == C_SUPPORT:
        s.count -= 1
        go(s, S_SUPPORT)
    else:
        go(s, s.resume)


cdef inline void resolve_chance(State* s, const Tables* t, Action a) noexcept nogil:
    """Carry out a chance outcome: a card of this kind."""
    cdef u64 cards = s.deck[s.seat] & t.kind_cards[s.seat][a - X_CARD]
    drawn(s, cards & (0 - cards))


cdef inline u64 any_card(const State* s, const Tables* t, int side, Rng* rng) noexcept nogil:
    """A uniformly drawn card of the deck; of equal ones the lowest, as naming its kind would give."""
    cdef u64 m = s.deck[side] & t.kind_cards[side][t.card_kind[side][pick_bit(rng, s.deck[side])]]
    return m & (0 - m)


cdef inline Action sample_chance(const State* s, const Tables* t, Streams* rng) noexcept nogil:
    return X_CARD + t.card_kind[s.seat][low_bit(any_card(s, t, s.seat, &rng.stream[STREAM_DECK + s.seat]))]


cdef inline void draw_cards(State* s, const Tables* t, Streams* rng) noexcept nogil:
    """The pending draw, and while a hand is refilled or dealt from the same deck those after it."""
    cdef int side = s.seat
    cdef int phase = s.phase
    cdef u64 card
    cdef int n = 1
    if phase == C_REFILL or phase == C_DEAL:
        n = t.hand_size - popcount(s.hand[side])
    elif phase == C_SUPPORT:
        n = s.count
    while n > 0 and s.deck[side]:
        card = any_card(s, t, side, &rng.stream[STREAM_DECK + side])
        go(s, phase)
        drawn(s, card)
        n -= 1


cdef inline int chance_weights(const State* s, const Tables* t, u32* w) noexcept nogil:
    """Cards in the deck of each kind; returns how many kinds there are."""
    cdef u64 m = s.deck[s.seat]
    memset(w, 0, N_KINDS * sizeof(u32))
    while m:
        w[t.card_kind[s.seat][low_bit(m)]] += 1
        m = drop_low(m)
    return N_KINDS


cdef inline void set_up(State* s, const Tables* t) noexcept nogil:
    """AC-01 to AC-03."""
    cdef int side
    memset(s, 0, sizeof(State))
    for side in range(SIDES):
        s.deck[side] = t.start_deck[side]
        s.pile[side] = t.start_pile[side]
        s.villages[side] = t.start_villages[side]
        s.towns[side] = t.start_towns[side]
        s.money[side] = t.start_money[side]
        s.cubes[side] = t.start_cubes[side]
        s.discs[side] = t.start_discs[side]
        s.siege_at[side] = NOWHERE
    s.display = t.start_display
    s.forts = t.start_forts
    s.fort_discs = t.start_fort_discs
    s.target = NOWHERE
    refresh_supply(s, t, BRITISH)
    refresh_supply(s, t, FRENCH)
    go(s, S_DEAL)
    if t.french_extra_card and s.pile[FRENCH] & ~t.location_cards[FRENCH]:
        s.seat = FRENCH
        go(s, P_START_CARD)


cdef inline void resample_hand(State* s, int enemy, Rng* rng) noexcept nogil:
    """AC-90: a new split of the enemy's unseen cards between hand and deck; known cards stay where they are."""
    cdef u64 pool = (s.hand[enemy] | s.deck[enemy]) & ~s.known[enemy]
    cdef int n = popcount(s.hand[enemy] & ~s.known[enemy])
    cdef u64 hand = s.known[enemy]
    cdef u64 card
    while n > 0:
        card = bit(pick_bit(rng, pool))
        pool ^= card
        hand |= card
        n -= 1
    s.hand[enemy] = hand
    s.deck[enemy] = pool
