# Chance: start player, route, shed, cards and cubes (SN-01, SN-03, SN-09, SN-10, SN-45 to SN-47, SN-70, SN-88, SN-90).
#
# A deck nobody has looked at is a set; a card is drawn from it when it is turned. The back of the top card is public,
# so its class is drawn as soon as it shows and the card later from that class. `chance_weights` is the one
# description of every chance event: sampling, listing the outcomes and their probabilities all read it.
from ..types cimport Action, u8, u16, u32
from ..bits cimport popcount
from ..rng cimport Rng, Streams, below, pick_bit, STREAM_SETUP, STREAM_DECK, STREAM_BAG
from .state cimport *
from .tables cimport *
from .contracts cimport go, give_cubes, finish
from .events cimport renew_deck
from .setup cimport lay_out_rubble, fill_shed


cdef inline u32 drawable(const State* s, const Tables* t) noexcept nogil:
    """Cards the next draw may give: those with the back that is seen."""
    return s.deck & t.back_cards[s.top_back] if s.top_back != NO_WEATHER else s.deck


cdef inline int chance_weights(const State* s, const Tables* t, u32* w, Action* base) noexcept nogil:
    """Weight of each outcome base + 0, 1, ..; returns how many weights were written (some may be 0)."""
    cdef int phase = s.phase
    cdef int i
    cdef u32 m
    if phase == C_CUBE or phase == C_CONTRACT_CUBE or phase == C_SOLO_CUBE:
        base[0] = X_CUBE
        for i in range(4):
            w[i] = s.bag[i]
        if phase == C_SOLO_CUBE:
            w[EVENT_CUBE] = 0  # put back and drawn again (SN-70)
        return 4
    if phase == C_OFFICE or phase == C_LOOK:
        base[0] = X_CARD + 1
        m = drawable(s, t)
        for i in range(32):
            w[i] = (m >> i) & 1
        return 32
    if phase == C_BACK:
        base[0] = X_BACK
        for i in range(3):
            w[i] = popcount(s.deck & t.back_cards[i])
        return 3
    if phase == C_TRACK:
        base[0] = X_TRACK
        for i in range(t.n_kinds):
            w[i] = t.kind_copies[i]
        for i in range(s.amount):
            w[s.track_card[i]] -= 1
        return t.n_kinds
    if phase == C_TRAIN:
        base[0] = X_TRAIN + 1
        for i in range(8):
            w[i] = (s.shed >> (i + 1)) & 1
        return 8
    base[0] = X_START
    for i in range(t.n_seats):
        w[i] = 1
    return t.n_seats


cdef inline Action sample_chance(const State* s, const Tables* t, Streams* rng) noexcept nogil:
    cdef u32 w[32]
    cdef Action base
    cdef int phase = s.phase
    cdef u32 total = 0
    cdef u32 r
    cdef int i, n
    if phase == C_OFFICE or phase == C_LOOK:
        return X_CARD + 1 + pick_bit(&rng.stream[STREAM_DECK], drawable(s, t))
    if phase == C_BACK:
        # the back of a uniformly drawn card has the same distribution
        return X_BACK + t.card_back[pick_bit(&rng.stream[STREAM_DECK], s.deck) + 1]
    n = chance_weights(s, t, w, &base)
    for i in range(n):
        total += w[i]
    r = below(&rng.stream[STREAM_SETUP if phase < C_CUBE else STREAM_BAG], total)
    i = 0
    while r >= w[i]:
        r -= w[i]
        i += 1
    return base + i


cdef inline void restock_yard(State* s, const Tables* t, Rng* rng) noexcept nogil:
    """SN-47, all cubes in one loop: the same draws as one chance event after the other."""
    cdef u32 iron = s.bag[IRON]
    cdef u32 stone = s.bag[STONE]
    cdef u32 coal = s.bag[COAL]
    cdef u32 event = s.bag[EVENT_CUBE]
    cdef u32 r, not_iron, not_stone, not_coal
    cdef int _n
    for _n in range(s.amount):
        # comparisons as numbers: which cube it is cannot be predicted, so a branch would miss half the time
        r = below(rng, iron + stone + coal + event)
        not_iron = r >= iron
        not_stone = r >= iron + stone
        not_coal = r >= iron + stone + coal
        iron -= 1 - not_iron
        stone -= not_iron - not_stone
        coal -= not_stone - not_coal
        event -= not_coal
    s.yard[IRON] += <u8> (s.bag[IRON] - iron)
    s.yard[STONE] += <u8> (s.bag[STONE] - stone)
    s.yard[COAL] += <u8> (s.bag[COAL] - coal)
    s.events += <u8> (s.bag[EVENT_CUBE] - event)
    s.bag[IRON] = <u8> iron
    s.bag[STONE] = <u8> stone
    s.bag[COAL] = <u8> coal
    s.bag[EVENT_CUBE] = <u8> event
    s.amount = 0
    go(s, S_EVENT)


cdef inline void deal_office(State* s, const Tables* t, Rng* rng) noexcept nogil:
    """SN-45, SN-71: all cards for the Site Office and the new back in one go, as the single events would draw them."""
    cdef int i, card
    for i in range(3):
        if s.office[i] == 0 and s.deck:
            card = pick_bit(rng, drawable(s, t)) + 1
            s.office[i] = <u8> card
            s.deck &= ~card_bit(card)
            s.top_back = NO_WEATHER
            renew_deck(s)
    if s.deck:
        s.top_back = t.card_back[pick_bit(rng, s.deck) + 1]
    go(s, s.resume)
    s.resume = 0


cdef inline int deal_track(State* s, const Tables* t, Rng* rng) noexcept nogil:
    """SN-03, the route in one loop: the same draws as one chance event after the other. Returns the last outcome,
    which goes the ordinary way and so also lays out the rubble."""
    cdef u32 upto[KINDS]  # cards of this kind and all before it; counting exceeded ones finds the kind branch-free
    cdef u32 r
    cdef u32 total = 0
    cdef int i, k, kind = 0
    for i in range(KINDS):
        total += t.kind_copies[i]
        upto[i] = total
    for k in range(t.n_tracks):
        r = below(rng, upto[KINDS - 1])
        kind = 0
        for i in range(KINDS):
            kind += r >= upto[i]
        for i in range(KINDS):
            upto[i] -= i >= kind
        s.track_card[k] = <u8> kind
    s.amount = <u8> (t.n_tracks - 1)
    return X_TRACK + kind


cdef inline void resolve_chance(State* s, const Tables* t, Action a) noexcept nogil:
    """Carry out a chance outcome."""
    cdef int phase = s.phase
    cdef int kind, card
    if phase == C_CUBE:
        kind = a - X_CUBE
        s.bag[kind] -= 1
        if kind == EVENT_CUBE:
            s.events += 1
        else:
            s.yard[kind] += 1
        s.amount -= 1
        if s.amount == 0:
            go(s, S_EVENT)
    elif phase == C_OFFICE or phase == C_LOOK:
        card = a - X_CARD
        s.deck &= ~card_bit(card)
        s.top_back = NO_WEATHER
        renew_deck(s)
        if phase == C_OFFICE:
            s.office[0 if s.office[0] == 0 else (1 if s.office[1] == 0 else 2)] = <u8> card
            go(s, S_FILL)
        else:
            s.drawn[0 if s.drawn[0] == 0 else 1] = <u8> card
            s.amount -= 1
            go(s, S_LOOK)
    elif phase == C_BACK:
        s.top_back = <u8> (a - X_BACK)
        go(s, s.resume)
        if s.phase != S_LOOK:
            s.resume = 0
    elif phase == C_CONTRACT_CUBE:
        kind = a - X_CUBE
        s.bag[kind] -= 1
        if kind == EVENT_CUBE:
            s.events += 1  # set aside until all are drawn (SN-90)
        else:
            give_cubes(s, s.seat, 1, kind)
        s.amount -= 1
        if s.amount == 0:
            s.bag[EVENT_CUBE] += s.events
            s.events = 0
            finish(s, t)
    elif phase == C_TRACK:
        s.track_card[s.amount] = <u8> (a - X_TRACK)
        s.amount += 1
        if s.amount == t.n_tracks:
            s.amount = 0
            lay_out_rubble(s, t)
            fill_shed(s, t)
    elif phase == C_TRAIN:
        s.shed &= <u16> ~(1 << (a - X_TRAIN))
        fill_shed(s, t)
    elif phase == C_SOLO_CUBE:
        kind = a - X_CUBE
        s.bag[kind] -= 1
        s.yard[kind] += 1
        s.amount -= 1
        if s.amount == 0:
            go(s, S_ROUND)
    else:
        s.start_player = <u8> (a - X_START)
        s.start_seat = s.start_player
        go(s, C_TRACK)
