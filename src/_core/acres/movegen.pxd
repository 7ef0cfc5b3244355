# The legal options of every decision (AC-30 to AC-68). A block of the action table is one word, so a decision's options
# are BLOCKS words; counting, listing, testing and picking all read them. A first step is offered only if distinct cards
# are there to finish the chain.
from ..types cimport Action, u8, u16, u32, u64
from ..bits cimport low_bit, bit, bit_if, drop_low, mask_if, popcount
from libc.string cimport memset
from .state cimport *
from .tables cimport *
from .cards cimport *
from .supply cimport reaches_siege
from .siege cimport *
from .raid cimport *
from .scoring cimport board_points

cdef enum:
    B_SETTLE = 0
    B_DEVELOP = 1
    B_FORTIFY = 2
    B_BESIEGE = 3
    B_RAID = 4
    B_OTHER = 5
    B_CARD = 6
    B_RESERVE = 7
    B_SIEGE = 8

cdef struct Options:
    u64 word[BLOCKS]  # [block]: bit i = action 64 * block + i
    int first  # block of the first word that can hold anything
    int n  # words from there on


# --- settle and besiege: launch card, transport, third card ---------------------------------------------------------

cdef inline u64 settle_places(const State* s, const Tables* t, int side) noexcept nogil:
    """AC-30: neutral places if a cube is left, and own places whose card lies in the pile."""
    cdef u64 m = owned(s, side) & places_of_cards(t, side, s.pile[side])
    if s.cubes[side]:
        m |= (bit(LOCATIONS) - 1) & ~(s.villages[0] | s.villages[1] | s.towns[0] | s.towns[1])
    return m


cdef inline u64 settle_from(const Tables* t, int side, u64 cards, u64 launch, u64 want) noexcept nogil:
    """Places of `want` that can be settled from this launch card with the other cards.

    Conditions as masks: which of them hold is as good as random, and a mispredicted branch costs more than all of it.
    """
    cdef int place = place_of_card(side, low_bit(launch))
    cdef u64 settlers = cards & t.symbols[SETTLER][side] & ~launch
    cdef u64 targets = 0
    cdef u64 to, by
    cdef int k
    for k in range(TRANSPORTS):
        to = t.connections[side][k][place] & want
        by = cards & t.symbols[k][side] & ~launch
        targets |= to & mask_if(by != 0) & (~t.settler_places | mask_if(pair_exists(by, settlers)))
    return targets


cdef inline bint siege_allowed(const State* s, const Tables* t, int side) noexcept nogil:
    """AC-40: one siege a side; option `british_siege_delay`."""
    if s.siege_at[side] != NOWHERE:
        return False
    if t.british_siege_delay and side == BRITISH and not s.french_besieged:
        return board_points(s, t, BRITISH) >= t.siege_delay_vp
    return True


cdef inline u64 siege_from(const State* s, const Tables* t, int side, u64 cards, u64 launch, u64 want) noexcept nogil:
    """Places of `want` that can be besieged from this launch card with the other cards; as `settle_from`."""
    cdef int place = place_of_card(side, low_bit(launch))
    cdef u64 soldiers = cards & t.symbols[MILITARY][side] & ~launch & ~unpaid_artillery(s, t, side)
    cdef u64 sailors = soldiers | (cards & t.symbols[SHIP][side] & ~launch)
    cdef u64 targets = 0
    cdef u64 to, by
    cdef int k
    for k in range(TRANSPORTS):
        to = t.connections[side][k][place] & want
        by = cards & t.symbols[k][side] & ~launch
        targets |= to & (mask_if(pair_exists(by, soldiers)) | (t.siege_ports & mask_if(pair_exists(by, sailors))))
    return targets


cdef inline void journey_targets(const State* s, const Tables* t, int side, u64 cards, Options* o) noexcept nogil:
    """AC-30, AC-40: places that can be settled and besieged, in one pass over the launch cards."""
    cdef u64 free_places = settle_places(s, t, side)
    cdef u64 enemy_places = owned(s, 1 - side) & ~besieged(s) & mask_if(siege_allowed(s, t, side))
    cdef u64 launch = cards & t.location_cards[side]
    cdef u64 one, linked
    while launch:
        one = launch & (0 - launch)
        launch ^= one
        linked = t.linked[place_of_card(side, low_bit(one))][side]
        if linked & free_places:
            o.word[B_SETTLE] |= settle_from(t, side, cards, one, free_places)
        if linked & enemy_places:
            o.word[B_BESIEGE] |= siege_from(s, t, side, cards, one, enemy_places)


cdef inline u64 launch_cards(const State* s, const Tables* t, int side) noexcept nogil:
    """Launch cards for the target chosen, the rest of the chain possible."""
    cdef u64 cards = usable(s, t, side)
    cdef u64 launch = cards & t.location_cards[side]
    cdef u64 want = bit(s.target)
    cdef u64 one, ok = 0
    while launch:
        one = launch & (0 - launch)
        launch ^= one
        if s.action == B_SETTLE:
            if settle_from(t, side, cards, one, want):
                ok |= one
        elif siege_from(s, t, side, cards, one, want):
            ok |= one
    return ok


cdef inline u64 transport_cards(const State* s, const Tables* t, int side) noexcept nogil:
    """Cards with a transport symbol of the connection, a third card left where one is needed."""
    cdef u64 cards = usable(s, t, side)
    cdef int place = place_of_card(side, low_bit(s.played))
    cdef u64 by = 0
    cdef u64 third
    cdef int k
    for k in range(TRANSPORTS):
        if (t.connections[side][k][place] >> s.target) & 1:
            by |= t.symbols[k][side]
    by &= cards
    if s.action == B_BESIEGE:
        third = siege_symbols(s, t, side, cards, s.target)
    elif (t.settler_places >> s.target) & 1:
        third = cards & t.symbols[SETTLER][side]
    else:
        return by
    if drop_low(third):
        return by
    return by & ~third  # the only third card is not to be spent as transport


# --- other menu choices ---------------------------------------------------------------------------------------------

cdef inline u64 develop_targets(const State* s, const Tables* t, int side, u64 cards) noexcept nogil:
    """AC-31."""
    cdef u64 settlers = cards & t.symbols[SETTLER][side]
    cdef u64 own = cards & cards_of_places(t, side, s.villages[side] & t.developable)
    own &= ~(settlers & mask_if(drop_low(settlers) == 0))  # the only settler cannot be the place's own card
    return places_of_cards(t, side, own) & mask_if(s.discs[side] != 0 and settlers != 0)


cdef inline u64 fortify_targets(const State* s, const Tables* t, int side, u64 cards) noexcept nogil:
    """AC-32."""
    if s.money[side] < t.fort_cost or s.fort_discs == 0 or (cards & t.fortifications[side]) == 0:
        return 0
    return places_of_cards(t, side, cards) & owned(s, side) & ~s.forts


cdef inline u64 siege_cards_of(const State* s, const Tables* t, int side, int siege, u64 cards) noexcept nogil:
    """AC-42: cards that can reinforce; Fortifications for the defender only."""
    cdef u64 m
    if s.siege_at[siege] == NOWHERE or not reaches_siege(s, t, side, siege):
        return 0
    m = siege_symbols(s, t, side, cards, s.siege_at[siege])
    if side != siege:
        m |= cards & t.fortifications[side]
    return m


cdef inline u64 draftable(const State* s, const Tables* t, int side) noexcept nogil:
    """AC-66: cards in the own Empire pile or the display that can be paid."""
    cdef int money = s.money[side] if s.money[side] < AFFORDABLE else AFFORDABLE - 1
    return (s.pile[side] | s.display) & t.affordable[money][side]


cdef inline u64 lost_cards(const State* s, const Tables* t, int side) noexcept nogil:
    """Location cards of the hand whose place the side does not control."""
    return s.hand[side] & t.location_cards[side] & ~cards_of_places(t, side, owned(s, side))


cdef inline u64 reservable(const State* s, const Tables* t, int side) noexcept nogil:
    """AC-68, options `locations_in_reserve` and `lost_cards_in_reserve`."""
    cdef u64 m = s.hand[side] & ~t.location_cards[side]
    if t.locations_in_reserve:
        m = s.hand[side]
    elif t.lost_cards_in_reserve:
        m |= lost_cards(s, t, side)
    return 0 if s.reserve[side] and popcount(s.reserve[side]) >= t.reserve_limit else m


cdef inline u64 governable(const State* s, const Tables* t, int side) noexcept nogil:
    """AC-68: what the Governor can send back; options `governor_keeps_starting` and `governor_loses_location`.

    A besieged own place cannot be lost by its card: with the latter option its card stays.
    """
    cdef u64 m = s.hand[side]
    if s.count == 0:  # the Governor himself is still in hand
        m &= ~t.kind_cards[side][K_GOVERNOR]
    if t.governor_keeps_starting:
        m &= ~(t.starting_locations[side] & cards_of_places(t, side, owned(s, side)))
    if t.governor_loses_location:
        m &= ~cards_of_places(t, side, besieged(s) & owned(s, side))
    return m


cdef inline u64 pirate_ships(const State* s, const Tables* t, int side, u64 cards) noexcept nogil:
    """AC-65: ship cards to go with the Louisbourg card; 0 without it."""
    cdef u64 louisbourg = t.kind_cards[FRENCH][t.piracy_place]
    if side != FRENCH or (cards & louisbourg) == 0:
        return 0
    return cards & t.symbols[SHIP][side] & ~louisbourg


cdef inline u64 merchant_ships(const State* s, const Tables* t, int side, u64 cards) noexcept nogil:
    """AC-65: ship cards that leave a coin card."""
    cdef u64 coins = cards & t.symbols[COIN][side]
    cdef u64 ships = cards & t.symbols[SHIP][side]
    return ships & mask_if(coins != 0) & (mask_if(drop_low(coins) != 0) | ~coins)


cdef inline u64 other_actions(const State* s, const Tables* t, int side, u64 cards) noexcept nogil:
    """Menu choices of A_OTHER that take one of the turn's actions. Conditions as bits, for the same reason."""
    cdef u64 m = bit(O_PASS)
    cdef u64 hand = s.hand[side]
    cdef u64 funded = mask_if(s.money[side] >= t.native_cost)
    m |= bit_if((hand & t.ambushers[side] & (funded | ~t.natives[side])) != 0, O_AMBUSH)
    m |= bit_if((hand & t.extenders[side]) != 0, O_PRIEST)
    m |= bit_if((cards & t.symbols[COIN][side]) != 0, O_MONEY)
    m |= bit_if(merchant_ships(s, t, side, cards) != 0, O_MERCHANT)
    m |= bit_if((hand & t.kind_cards[side][K_TRADER]) != 0 and (cards & t.symbols[FUR][side]) != 0, O_TRADER)
    m |= bit_if(draftable(s, t, side) != 0, O_DRAFT)
    m |= bit_if(hand != 0, O_DISCARD)
    m |= bit_if(reservable(s, t, side) != 0, O_RESERVE)
    if s.siege_at[0] != NOWHERE or s.siege_at[1] != NOWHERE:
        m |= bit_if(siege_cards_of(s, t, side, BRITISH, cards) != 0, O_REINFORCE + BRITISH)
        m |= bit_if(siege_cards_of(s, t, side, FRENCH, cards) != 0, O_REINFORCE + FRENCH)
    if hand & t.kind_cards[side][K_GOVERNOR]:
        m |= bit_if(governable(s, t, side) != 0, O_GOVERNOR)
    if side == FRENCH:
        m |= bit_if(pirate_ships(s, t, side, cards) != 0, O_PIRACY)
        m |= bit_if(
            (hand & t.kind_cards[side][K_INTENDANT]) != 0
            and s.discard[side] != 0 and s.money[side] >= t.intendant_cost,
            O_INTENDANT,
        )
    return m


cdef inline u64 free_actions(const State* s, const Tables* t, int side, u64 cards) noexcept nogil:
    """AC-11: menu choices that cost no action."""
    cdef u64 m = 0
    cdef u64 hand = s.hand[side]
    cdef u64 leader
    if s.siege_at[0] != NOWHERE or s.siege_at[1] != NOWHERE:
        leader = bit_if((hand & t.kind_cards[side][K_MILITARY_LEADER]) != 0, O_LEADER)
        m |= mask_if(s.siege_at[BRITISH] != NOWHERE) & (bit(O_WITHDRAW) | leader)
        m |= mask_if(s.siege_at[FRENCH] != NOWHERE) & ((bit(O_WITHDRAW) | leader) << FRENCH)
    if s.reserve[side] and popcount(s.reserve[side]) <= s.money[side]:
        m |= bit(O_RETRIEVE)
    if hand & t.kind_cards[side][K_HOME_SUPPORT]:
        if s.deck[side] or (t.first_edition_home_support and s.discard[side]):
            m |= bit(O_HOME_SUPPORT)
    if t.free_fur and cards & t.symbols[FUR][side]:
        m |= bit(O_FUR)
    if t.lost_cards_leave_hand and lost_cards(s, t, side):
        m |= bit(O_DROP)
    return m


# --- every decision -------------------------------------------------------------------------------------------------

cdef inline void menu_options(const State* s, const Tables* t, Options* o) noexcept nogil:
    cdef int side = s.seat
    cdef u64 cards = usable(s, t, side)
    o.word[B_OTHER] = free_actions(s, t, side, cards)
    if s.actions_left == 0:
        o.word[B_OTHER] |= bit(O_END)
        return
    o.word[B_OTHER] |= other_actions(s, t, side, cards)
    journey_targets(s, t, side, cards, o)
    o.word[B_DEVELOP] = develop_targets(s, t, side, cards)
    o.word[B_FORTIFY] = fortify_targets(s, t, side, cards)
    o.word[B_RAID] = raid_targets(s, t, side)


cdef inline void legal_options(const State* s, const Tables* t, Options* o) noexcept nogil:
    """The options of the pending decision; at least one. One chain of comparisons, so that it becomes one jump."""
    cdef int side = s.seat
    cdef u64 hand = s.hand[side]
    cdef u64 cards = 0  # cards to choose from, named by their kind in A_CARD
    cdef u64 stop = 0  # answers in A_OTHER that name no card
    cdef int least = 0  # kinds below this one are out
    memset(o, 0, sizeof(Options))
    o.first = B_OTHER
    o.n = 2  # answers without a card and cards of the hand
    if s.phase == P_MENU:
        o.first = 0
        o.n = B_OTHER + 1
        menu_options(s, t, o)
        return
    elif s.phase == P_LAUNCH:
        cards = launch_cards(s, t, side)
    elif s.phase == P_TRANSPORT:
        cards = transport_cards(s, t, side)
    elif s.phase == P_SETTLER:
        cards = usable(s, t, side) & t.symbols[SETTLER][side]
    elif s.phase == P_MILITARY:
        if s.action == B_BESIEGE:
            cards = siege_symbols(s, t, side, usable(s, t, side), s.target)
        else:
            cards = siege_cards_of(s, t, side, s.siege, usable(s, t, side))
    elif s.phase == P_FORT:
        cards = hand & t.fortifications[side]
    elif s.phase == P_RAIDER:
        o.word[B_CARD] = raider_kinds(s, t, side)
        if s.count and s.count >= s.needed:
            o.word[B_OTHER] = bit(O_STOP)
        return
    elif s.phase == P_BLOCK_RAID:
        cards = raid_block_cards(s, t, side, s.target)
        stop = bit(O_STOP)
    elif s.phase == P_AMBUSHER:
        cards = affordable_raiders(s, t, side, hand & t.ambushers[side])
    elif s.phase == P_BLOCK_AMBUSH:
        cards = hand & t.ambush_blockers[side]
        stop = bit(O_STOP)
    elif s.phase == P_LOSE:
        o.n = BLOCKS - B_OTHER
        cards = hand & t.vulnerable[side]
        o.word[B_RESERVE] = kinds_of(t, side, s.reserve[side] & t.vulnerable[side])
        if t.ambush_takes_siege_card:
            o.word[B_SIEGE] = kinds_of(
                t, side, (s.siege_cards[side][0] | s.siege_cards[side][1]) & t.vulnerable[side]
            )
    elif s.phase == P_GIVE:
        o.n = BLOCKS - B_OTHER
        cards = hand & t.neutral_natives
        o.word[B_RESERVE] = kinds_of(t, side, s.reserve[side] & t.neutral_natives)
    elif s.phase == P_COINS:
        cards = usable(s, t, side) & t.symbols[COIN][side]
    elif s.phase == P_SHIP:
        cards = usable(s, t, side) & t.symbols[SHIP][side]
        if s.action == OTHER_ACTION + O_MERCHANT:
            cards = merchant_ships(s, t, side, usable(s, t, side))
    elif s.phase == P_COIN:
        cards = usable(s, t, side) & t.symbols[COIN][side]
        stop = bit_if(s.count > 1, O_STOP)
        least = s.last_kind
    elif s.phase == P_FUR:
        cards = usable(s, t, side) & t.symbols[FUR][side]
        stop = bit_if(s.count and s.action == OTHER_ACTION + O_TRADER, O_STOP)
        least = s.last_kind
    elif s.phase == P_DRAFT:
        cards = draftable(s, t, side)
    elif s.phase == P_DISCARD:
        if s.count == 0 or s.money[side] or t.free_discard:
            cards = hand
        stop = bit_if(s.count != 0, O_STOP)
        least = s.last_kind
    elif s.phase == P_RESERVE:
        cards = reservable(s, t, side)
    elif s.phase == P_GOVERN:
        if s.action == OTHER_ACTION + O_DROP:
            cards = lost_cards(s, t, side)
        else:
            cards = governable(s, t, side)
            stop = bit_if(s.count > 1, O_STOP)
            least = s.last_kind
    elif s.phase == P_INTENDANT:
        cards = s.discard[side]
    elif s.phase == P_OCCUPY:
        if (t.settler_places >> s.target) & 1:
            cards = occupy_settlers(s, t, side)
            stop = bit(O_STOP)
        else:
            stop = bit(O_STOP) | bit(O_YES)
    elif s.phase == P_RETURN:
        o.n = BLOCKS - B_OTHER
        o.word[B_SIEGE] = kinds_of(t, side, s.siege_cards[side][s.siege] & ~t.location_cards[side])
    elif s.phase == P_SWAP:
        cards = hand
        stop = bit(O_STOP)
    elif s.phase == P_RESHUFFLE:
        cards = 0 if s.checked else hand  # cards given away come straight back, so they pay one shuffle at most
        stop = bit_if(s.count == 0 and s.money[side] != 0, O_PAY)
    elif s.phase == P_START_CARD:
        cards = s.pile[side] & t.affordable[AFFORDABLE - 1][side]  # all it may ever draft
    o.word[B_CARD] = kinds_from(kinds_of(t, side, cards), least)
    o.word[B_OTHER] = stop
