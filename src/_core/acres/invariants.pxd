# What must hold of every state at every stop: each card in one zone, pieces conserved, words that agree with one
# another.
# `check_state` returns 0 or the number of the first invariant that is broken.
from ..types cimport u8, u16, u32, u64
from ..bits cimport low_bit, drop_low, mask_if, popcount, bit
from .state cimport *
from .tables cimport *
from .cards cimport besieged, owned
from .raid cimport raid_block_cards, raidable, vulnerable_cards
from .supply cimport flood
from .movegen cimport Options, legal_options, settle_places, B_SETTLE, B_DEVELOP, B_FORTIFY, B_BESIEGE, B_RAID


cdef inline bint add_zone(u64* seen, u64 zone) noexcept nogil:
    """Whether the zone's cards are in no zone before it."""
    cdef bint fresh = (seen[0] & zone) == 0
    seen[0] |= zone
    return fresh


cdef inline bint can_go_on(const State* s, const Tables* t) noexcept nogil:
    """Whether the pending decision has an option, and would be asked for."""
    cdef Options o
    cdef int i
    # who has nothing to block with, or nothing to lose in an ambush, is not asked
    if s.phase == P_BLOCK_RAID and raid_block_cards(s, t, s.seat, s.target) == 0:
        return False
    if s.phase == P_BLOCK_AMBUSH:
        return (s.hand[s.seat] & t.ambush_blockers[s.seat]) != 0 and vulnerable_cards(s, t, s.seat) != 0
    legal_options(s, t, &o)
    for i in range(BLOCKS):
        if o.word[i]:
            return True
    return False


cdef inline int check_state(const State* s, const Tables* t) noexcept nogil:
    cdef u64 seen
    cdef u64 neutral = s.display
    cdef u64 all_places = bit(LOCATIONS) - 1
    cdef int i, j, used
    # 1: fields in range
    if s.phase > P_OVER or s.seat >= SIDES or s.turn >= SIDES or s.siege >= SIDES or s.end_reason > END_TRUNCATED:
        return 1
    if (s.phase == P_OVER) != (s.end_reason != 0) or s.actions_left > t.actions or s.last_kind >= MAX_KINDS:
        return 1
    if s.target != NOWHERE and s.target >= LOCATIONS:
        return 1
    # 14: the right side decides or draws, about the action under way, with an action left for what takes one, and a
    # step to go on with
    if not right_seat(s) or not right_action(s) or (s.actions_left == 0 and takes_action(s)) or not resumable(s):
        return 14
    if not right_cards(s, t):
        return 11
    if s.action > OTHER_ACTION + O_PAY or s.winner_now >= SIDES or s.siege_winner >= SIDES:
        return 1
    # 2: each card in one zone; 3: neutral cards with one side only
    for i in range(SIDES):
        seen = 0
        if not (
            add_zone(&seen, s.hand[i]) and add_zone(&seen, s.deck[i]) and add_zone(&seen, s.discard[i])
            and add_zone(&seen, s.reserve[i]) and add_zone(&seen, s.pile[i])
            and add_zone(&seen, s.siege_cards[i][0]) and add_zone(&seen, s.siege_cards[i][1])
        ):
            return 2
        if i == s.turn and not add_zone(&seen, s.played):
            return 2
        if (seen & ~t.neutral_cards) != (t.start_deck[i] | t.start_pile[i]):
            return 2
        if s.pile[i] & t.neutral_cards or not add_zone(&neutral, seen & t.neutral_cards):
            return 3
        if s.known[i] & ~s.hand[i]:
            return 4
    if neutral != t.start_display:
        return 3
    # 5: pieces on the board
    if s.villages[0] & s.villages[1] or owned(s, 0) & owned(s, 1) or (owned(s, 0) | owned(s, 1)) & ~all_places:
        return 5
    for i in range(SIDES):
        if s.villages[i] & s.towns[i]:
            return 5
        # 6: pieces are conserved: supply, board and what the enemy has captured
        j = 1 - i
        used = s.cubes[i] + popcount(s.villages[i]) + s.captured_cubes[j]
        if used != t.start_cubes[i] + popcount(t.start_villages[i]):
            return 6
        used = s.discs[i] + popcount(s.towns[i]) + s.captured_discs[j]
        if used != t.start_discs[i] + popcount(t.start_towns[i]):
            return 6
        # 7: supply follows from the board
        if s.supplied[i] != flood(t, owned(s, i), t.home[i]):
            return 7
        # 8: sieges are at enemy places
        if s.siege_at[i] != NOWHERE:
            if s.siege_at[i] >= LOCATIONS or not (owned(s, j) >> s.siege_at[i]) & 1:
                return 8
        elif s.siege_strength[i] != 0:
            return 8
    used = popcount(s.forts)
    if used + s.fort_discs != t.start_fort_discs + popcount(t.start_forts) or s.forts & ~(owned(s, 0) | owned(s, 1)):
        return 9
    # 12: who has to decide has something to decide; the words a decision reads must make sense first
    if s.phase < N_DECISIONS:
        if needs_target(s) and (s.target == NOWHERE or not (places_to_act(s, t) >> s.target) & 1):
            return 10
        if s.phase == P_MILITARY and s.action >= OTHER_ACTION and s.siege_at[s.siege] == NOWHERE:
            return 11
        if s.phase == P_SWAP and s.deck[s.seat] == 0:  # nothing to draw afterwards
            return 13
        return 0 if can_go_on(s, t) else 12
    if s.phase < P_OVER and s.deck[s.seat] == 0:
        return 13
    return 0


cdef inline bint right_seat(const State* s) noexcept nogil:
    """Whether the side that decides or draws is the one that the phase is about."""
    cdef int phase = s.phase
    if phase == P_BLOCK_RAID or phase == P_BLOCK_AMBUSH or phase == P_LOSE or phase == P_GIVE:
        return s.seat != s.turn
    if phase == P_OCCUPY:
        return s.seat == s.siege_winner
    if phase == P_RETURN:
        return s.seat != s.siege_winner
    if phase == P_SWAP or phase == C_SWAP or phase == P_START_CARD:
        return s.seat == FRENCH
    return s.seat == s.turn or phase == C_DEAL or phase == P_OVER


cdef inline bint right_action(const State* s) noexcept nogil:
    """Whether the pending decision belongs to the menu choice under way."""
    cdef int phase = s.phase
    cdef int a = s.action
    cdef int other = a - OTHER_ACTION
    if phase == P_LAUNCH or phase == P_TRANSPORT:
        return a == B_SETTLE or a == B_BESIEGE
    if phase == P_SETTLER:
        return a == B_SETTLE or a == B_DEVELOP
    if phase == P_MILITARY:
        return a == B_BESIEGE or other == O_REINFORCE + BRITISH or other == O_REINFORCE + FRENCH
    if phase == P_FORT:
        return a == B_FORTIFY
    if phase == P_RAIDER or phase == P_BLOCK_RAID:
        return a == B_RAID
    if phase == P_AMBUSHER or phase == P_BLOCK_AMBUSH or phase == P_LOSE:
        return other == O_AMBUSH
    if phase == P_GIVE:
        return other == O_PRIEST
    if phase == P_COINS:
        return other == O_MONEY
    if phase == P_SHIP:
        return other == O_MERCHANT or other == O_PIRACY
    if phase == P_COIN:
        return other == O_MERCHANT
    if phase == P_FUR:
        return other == O_TRADER or other == O_FUR
    if phase == P_DRAFT:
        return other == O_DRAFT
    if phase == P_DISCARD:
        return other == O_DISCARD
    if phase == P_RESERVE:
        return other == O_RESERVE
    if phase == P_GOVERN:
        return other == O_GOVERNOR or other == O_DROP
    if phase == P_INTENDANT:
        return other == O_INTENDANT
    return True


cdef inline bint takes_action(const State* s) noexcept nogil:
    """Whether what is under way takes one of the turn's actions."""
    cdef int phase = s.phase
    if phase == P_FUR:
        return s.action != OTHER_ACTION + O_FUR
    if phase == P_GOVERN:
        return s.action != OTHER_ACTION + O_DROP
    return P_MENU < phase <= P_INTENDANT


cdef inline bint resumable(const State* s) noexcept nogil:
    """Whether a siege's end or a shuffle goes on with a step that may follow it."""
    cdef int phase = s.phase
    if phase == P_OCCUPY or phase == P_RETURN or phase == P_SWAP or phase == C_SWAP:
        return s.resume == S_SIEGES or s.resume == S_MENU
    if phase == P_RESHUFFLE:
        return s.resume == S_REFILL or s.resume == S_SUPPORT
    if phase == C_REFILL:
        return s.resume == S_REFILL
    return phase != C_SUPPORT or s.resume == S_SUPPORT


cdef inline bint right_cards(const State* s, const Tables* t) noexcept nogil:
    """Whether cards are in play only where an action has begun with some, as many as were counted; the card that a
    settling or a siege starts from is alone when the transport is asked for."""
    cdef int phase = s.phase
    if s.last_kind and not (phase == P_RAIDER or phase == P_BLOCK_RAID or phase == P_COIN or phase == P_FUR
                            or phase == P_DISCARD or phase == P_GOVERN):
        return False
    if (phase == P_COIN or phase == P_GOVERN) and s.count < 2 or phase != P_BLOCK_RAID and s.count == 0:
        if s.last_kind:  # nothing has been chosen yet that the next card must not be smaller than
            return False
    if phase == P_TRANSPORT:
        return s.played and (s.played & ~t.location_cards[s.turn]) == 0 and drop_low(s.played) == 0
    if phase == P_RAIDER or phase == P_COIN or phase == P_DISCARD or phase == P_RESHUFFLE:
        # a merchant has chosen a ship before any coin
        return s.count == popcount(s.played) and s.needed <= MAX_KINDS and (s.count != 0 or phase != P_COIN)
    if phase == P_FUR:
        return s.count + (s.action == OTHER_ACTION + O_TRADER) == popcount(s.played)
    if phase == P_GOVERN:
        return s.count <= 2 and (s.count != 0) == (s.action == OTHER_ACTION + O_GOVERNOR)
    if phase == C_SUPPORT:
        return s.played == 0 and s.count <= t.support_cards
    if phase == P_MENU and (s.action or s.count or s.needed):
        return False
    if phase == P_MENU or phase == P_LAUNCH or phase == P_COINS or phase == P_DRAFT or phase == P_RESERVE:
        return s.played == 0
    if phase == P_OCCUPY or phase == P_RETURN or phase == P_SWAP:  # sieges end between actions
        return s.played == 0
    return s.played == 0 or phase < N_DECISIONS


cdef inline u64 places_to_act(const State* s, const Tables* t) noexcept nogil:
    """Places that the pending decision can be about."""
    cdef int side = s.turn
    if s.phase == P_OCCUPY:
        return ~(owned(s, 0) | owned(s, 1)) & mask_if(s.cubes[s.seat] != 0)
    if s.action == B_SETTLE:
        return settle_places(s, t, side)
    if s.action == B_DEVELOP:
        return s.villages[side] & t.developable & mask_if(s.discs[side] != 0)
    if s.action == B_FORTIFY:
        return owned(s, side) & ~s.forts & mask_if(s.fort_discs != 0 and s.money[side] >= t.fort_cost)
    if s.action == B_BESIEGE:
        return owned(s, 1 - side) & ~besieged(s) & mask_if(s.siege_at[side] == NOWHERE)
    return raidable(s, t, side)


cdef inline bint needs_target(const State* s) noexcept nogil:
    """Whether the pending decision is about a place."""
    cdef int phase = s.phase
    return P_LAUNCH <= phase <= P_BLOCK_RAID and s.action < OTHER_ACTION or phase == P_OCCUPY
