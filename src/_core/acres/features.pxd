# A position as numbers for the evaluation: what both sides own, hold and threaten.
#
# For search only. In a search the enemy's hand is one that was redrawn, so looking at it is no cheating.
from ..types cimport u8, u32, u64
from ..bits cimport low_bit, bit, drop_low, popcount
from .state cimport *
from .tables cimport *
from .cards cimport *
from .scoring cimport captured_points, value_of
from .worth cimport all_cards, total_strength

cdef enum:
    SIDE_FEATURES = 34
    PLACE_FEATURES = 2 * LOCATIONS  # [side][location]: 1 a village, 2 a town
    KIND_FEATURES = 2 * (N_KINDS - LOCATIONS)  # [side][kind]: copies of an Empire card owned
    N_FEATURES = 2 * SIDE_FEATURES + PLACE_FEATURES + KIND_FEATURES + 4


cdef inline int army(const Tables* t, int side, u64 cards) noexcept nogil:
    """Strength of the soldiers among these cards."""
    return total_strength(t, side, cards & (t.symbols[MILITARY][side] | t.kind_cards[side][K_MILITARY_LEADER]))


cdef inline float within(float x, float low, float high) noexcept nogil:
    return low if x < low else (high if x > high else x)


cdef inline void side_features(const State* s, const Tables* t, int side, float* f) noexcept nogil:
    """SIDE_FEATURES numbers, most of them between -2 and 2."""
    cdef int enemy = 1 - side
    cdef u64 own = s.hand[side] | s.deck[side] | s.discard[side] | s.reserve[side]
    cdef u64 held = owned(s, side)
    cdef u64 capitals = t.siege_wins[side] & owned(s, enemy)
    cdef u64 launch, one, cards
    cdef int points = value_of(t, s.villages[side]) + 2 * value_of(t, s.towns[side])
    cdef int captured = captured_points(s, t, side)
    cdef int soldiers = army(t, side, own)
    cdef int at_hand = army(t, side, s.hand[side])
    cdef int strength, place
    cdef bint capital
    cdef float cubes = <float> 1.0 - <float> s.cubes[side] / (t.start_cubes[side] if t.start_cubes[side] else 1)
    cdef float discs = <float> 1.0 - <float> s.discs[side] / (t.start_discs[side] if t.start_discs[side] else 1)
    cdef int coins = 0
    cards = own & t.symbols[COIN][side]
    while cards:
        coins += t.card_coins[side][low_bit(cards)]
        cards = drop_low(cards)
    f[0] = points / <float> 20.0
    f[1] = captured / <float> 12.0
    f[2] = f[1] * f[1]
    f[3] = cubes * cubes
    f[4] = discs * discs
    f[5] = within(s.money[side], 0, 20) / <float> 10.0
    f[6] = within(s.money[side], 0, 5) / <float> 5.0
    f[7] = 0 if (s.supplied[side] >> t.home[side]) & 1 else 1
    f[8] = soldiers / <float> 10.0
    f[9] = at_hand / <float> 4.0
    f[10] = popcount(own) / <float> 20.0
    f[11] = popcount(own & t.raiders[side]) / <float> 4.0
    f[12] = popcount(own & t.raid_blockers[side]) / <float> 4.0
    f[13] = popcount(own & t.symbols[SETTLER][side]) / <float> 3.0
    f[14] = coins / <float> 10.0
    f[15] = popcount(own & t.symbols[SHIP][side]) / <float> 4.0
    f[16] = 1 if s.forts & bit(t.home[side]) & held else 0
    f[17] = 1 if s.hand[side] & t.kind_cards[side][K_MILITARY_LEADER] else 0
    f[18] = s.actions_left / <float> 2.0 if s.turn == side else 0
    # a siege of the side: how strong, and whether it decides the game
    f[19] = f[20] = f[21] = f[22] = f[23] = f[24] = f[25] = f[26] = f[27] = f[28] = 0
    place = s.siege_at[side]
    if place != NOWHERE:
        strength = s.siege_strength[side]
        capital = (t.siege_wins[side] >> place) & 1
        if capital:
            f[19] = 1
            f[20] = within(strength, -5, 6) / <float> 3.0
            f[21] = 1 if strength >= t.attacker_wins_at else 0
            f[22] = 1 if strength <= -t.defender_wins_at else 0
            f[23] = soldiers / <float> 10.0
        else:
            f[24] = 1
            f[25] = within(strength, -5, 6) / <float> 3.0
            f[26] = (2 + t.vp[place]) / <float> 4.0 if strength >= t.attacker_wins_at else 0
            f[27] = (2 + t.vp[place]) / <float> 4.0 if strength <= -t.defender_wins_at else 0
            f[28] = soldiers / <float> 10.0
    # how near the enemy's capital is: own Location cards that list it, and one in the hand
    f[29] = f[30] = f[31] = f[32] = 0
    if capitals:
        launch = all_cards(s, side) & cards_of_places(t, side, held)
        while launch:
            one = launch & (0 - launch)
            launch ^= one
            if t.linked[place_of_card(side, low_bit(one))][side] & capitals:
                f[29] = 1
                f[30] = soldiers / <float> 10.0
                f[31] = at_hand / <float> 4.0
                if one & s.hand[side]:
                    f[32] = at_hand / <float> 4.0
    f[33] = (cubes * cubes if cubes > discs else discs * discs) * (points + captured) / <float> 20.0


cdef inline void count_features(const State* s, const Tables* t, float* f) noexcept nogil:
    """All N_FEATURES numbers of a position."""
    cdef int i, side, card
    cdef u64 cards
    cdef float* place = f + 2 * SIDE_FEATURES
    cdef float* kind = place + PLACE_FEATURES
    cdef float* rest = kind + KIND_FEATURES
    for i in range(N_FEATURES):
        f[i] = 0
    for side in range(SIDES):
        side_features(s, t, side, f + side * SIDE_FEATURES)
        cards = s.villages[side]
        while cards:
            place[side * LOCATIONS + low_bit(cards)] = 1
            cards = drop_low(cards)
        cards = s.towns[side]
        while cards:
            place[side * LOCATIONS + low_bit(cards)] = 2
            cards = drop_low(cards)
        cards = all_cards(s, side) & ~t.location_cards[side]
        while cards:
            card = low_bit(cards)
            kind[side * (N_KINDS - LOCATIONS) + t.card_kind[side][card] - LOCATIONS] += 1
            cards = drop_low(cards)
    rest[0] = 1
    rest[1] = 1 if s.turn == FRENCH else 0
    rest[2] = 1 if s.siege_at[0] != NOWHERE or s.siege_at[1] != NOWHERE else 0
    rest[3] = f[33] - f[SIDE_FEATURES + 33]
