# What the options of a decision are worth to a player with a plan, in points it may bring. For search and heuristic
# play only: no rule depends on it.
#
# The figures (`habits` in tables.pxd) say what a side settles, drafts, besieges and keeps; the functions here turn them
# into the worth of each option, as the scripted plans of the Python package do. They look at the own cards, at the
# board, and at what the enemy owns in all, which lies open, never at how that is split between hand and deck (AC-90).
from ..types cimport Action, i32, u8, u16, u64
from ..bits cimport low_bit, bit, drop_low, popcount
from .state cimport *
from .tables cimport *
from .cards cimport *
from .siege cimport siege_symbols, strength_of, unpaid_artillery
from .scoring cimport board_points, captured_points

cdef enum:
    NEVER = -1000
    AT_ONCE = 1000
    ENDING = 40  # ending the game as the winner
    SAVING = 200  # saving a place whose loss ends the game
    LEADING = 30  # sending the Military Leader

cdef struct View:  # what the worths of one menu have in common
    int side
    u64 cards  # usable in an action
    u64 held  # own places
    u64 unseen  # the enemy's cards of hand and deck
    float hidden  # chance that an unseen card is not in the enemy's hand
    bint guarding  # the place that supply comes from has to be fortified
    float draft  # worth of the best draft that can be paid, and its kind (-1: none)
    int draft_kind
    int missing  # money that the best draft of all still lacks


cdef inline float habit(const Tables* t, int side, int which) noexcept nogil:
    return t.habits[which][side]


cdef inline u64 all_cards(const State* s, int side) noexcept nogil:
    """Cards of the side wherever they are but in its pile."""
    return (
        s.hand[side] | s.deck[side] | s.discard[side] | s.reserve[side] | s.siege_cards[side][0]
        | s.siege_cards[side][1]
    )


cdef inline float card_worth(const Tables* t, const View* v, int kind) noexcept nogil:
    """Of a card in the hand; a Location card of a place that is not held is none."""
    if kind < LOCATIONS and not (v.held >> kind) & 1:
        return -1.0
    return t.keep_worth[v.side][kind]


cdef inline int strongest(const Tables* t, int side, u64 cards, int most) noexcept nogil:
    """Strength of the strongest `most` of these cards (at most two), which all have one."""
    cdef int a = 0
    cdef int b = 0
    cdef int n, card
    while cards:
        card = low_bit(cards)
        n = strength_of(t, side, bit(card), t.card_kind[side][card])
        cards = drop_low(cards)
        if n > a:
            b = a
            a = n
        elif n > b:
            b = n
    return 0 if most < 1 else (a if most == 1 else a + b)


cdef inline int total_strength(const Tables* t, int side, u64 cards) noexcept nogil:
    cdef int total = 0
    cdef int card
    while cards:
        card = low_bit(cards)
        total += strength_of(t, side, bit(card), t.card_kind[side][card])
        cards = drop_low(cards)
    return total


cdef inline int siege_start(const State* s, const Tables* t, int place) noexcept nogil:
    """AC-41, before any card."""
    return -1 - t.defence[place] - (t.fort_strength if (s.forts >> place) & 1 else 0)


cdef inline int lead_of(const State* s, const Tables* t, int side) noexcept nogil:
    return board_points(s, t, side) - board_points(s, t, 1 - side)


cdef inline float ending_worth(const State* s, const Tables* t, int side, int more) noexcept nogil:
    """Of ending the game with so many points more (AC-70, AC-72)."""
    return ENDING if lead_of(s, t, side) + more > 0 else -ENDING


# --- what to draft ----------------------------------------------------------------------------------------------------

cdef inline float levy(const State* s, const Tables* t, int side) noexcept nogil:
    """Worth of drafting a point of strength, 0 if no siege is undecided."""
    cdef int enemy = 1 - side
    if s.siege_at[side] != NOWHERE and s.siege_strength[side] < habit(t, side, H_SAFE_AT):
        return habit(t, side, H_LEVY)
    if s.siege_at[enemy] != NOWHERE and s.siege_strength[enemy] > habit(t, side, H_FIGHT_TO):
        return habit(t, side, H_LEVY)
    return 0.0


cdef inline void find_draft(const State* s, const Tables* t, View* v) noexcept nogil:
    """The best card to draft, and how much money the best of those that cannot be paid lacks."""
    cdef int side = v.side
    cdef u64 own = all_cards(s, side)
    cdef u64 open_cards = (s.pile[side] | s.display) & t.affordable[AFFORDABLE - 1][side]
    cdef float soldier = levy(s, t, side)
    cdef float most = 0.0
    cdef float worth, for_siege
    cdef int missing = 0
    cdef int kind, cost
    v.draft = -1.0
    v.draft_kind = -1
    while open_cards:
        kind = t.card_kind[side][low_bit(open_cards)]
        open_cards &= ~t.kind_cards[side][kind]
        worth = -1.0
        if popcount(own & t.kind_cards[side][kind]) < t.draft_copies[side][kind]:
            worth = t.draft_worth[side][kind]
        if soldier > 0 and (kind == K_MILITARY_LEADER or t.symbols[MILITARY][side] & t.kind_cards[side][kind]):
            for_siege = soldier * t.kind_strength[side][kind]
            if for_siege > worth:
                worth = for_siege
        if v.guarding and t.fortifications[side] & t.kind_cards[side][kind] and not own & t.fortifications[side]:
            worth = habit(t, side, H_GUARD_DRAFT)
        cost = t.kind_cost[side][kind]
        if cost <= s.money[side]:
            if worth > v.draft:
                v.draft = worth
                v.draft_kind = kind
        if worth > most:
            most = worth
            missing = cost
    if v.guarding and missing < t.fort_cost:
        missing = t.fort_cost
    if missing < habit(t, side, H_PURSE):
        missing = <int> habit(t, side, H_PURSE)
    v.missing = missing - s.money[side] if missing > s.money[side] else 0


cdef inline void look(const State* s, const Tables* t, View* v, int side) noexcept nogil:
    cdef int enemy = 1 - side
    cdef int unseen
    v.side = side
    v.held = owned(s, side)
    v.cards = usable(s, t, side)
    v.unseen = s.hand[enemy] | s.deck[enemy]
    unseen = popcount(v.unseen)
    v.hidden = <float> 1.0 - <float> popcount(s.hand[enemy]) / (unseen if unseen else 1)
    v.guarding = (
        (v.held & ~s.forts & bit(t.home[side])) != 0
        and ((s.hand[enemy] | s.deck[enemy] | s.discard[enemy] | s.reserve[enemy]) & t.raiders[enemy]) != 0
    )
    find_draft(s, t, v)


# --- the menu ---------------------------------------------------------------------------------------------------------

cdef inline float settling(const State* s, const Tables* t, const View* v, int place) noexcept nogil:
    cdef float worth
    if (t.settle_wins[v.side] >> place) & 1:
        return AT_ONCE
    if (v.held >> place) & 1:
        return -1.0  # only to get its card back
    worth = t.settle_worth[v.side][place] + habit(t, v.side, H_POINT) * t.vp[place]
    return worth + ending_worth(s, t, v.side, t.vp[place]) if s.cubes[v.side] == 1 else worth


cdef inline float developing(const State* s, const Tables* t, const View* v, int place) noexcept nogil:
    cdef float worth = habit(t, v.side, H_DEVELOP) + habit(t, v.side, H_POINT) * t.vp[place]
    return worth + ending_worth(s, t, v.side, t.vp[place]) if s.discs[v.side] == 1 else worth


cdef inline float besieging(const State* s, const Tables* t, const View* v, int place) noexcept nogil:
    """The siege is begun if the hand makes it strong enough this turn, and all own cards could win it."""
    cdef int side = v.side
    cdef int begin = siege_start(s, t, place)
    cdef int most = NEVER
    cdef u64 soldiers, launch, by, one, other, left
    cdef int total, k
    if t.besiege_worth[side][place] <= NEVER:
        return NEVER
    soldiers = siege_symbols(s, t, side, all_cards(s, side), place) | (
        all_cards(s, side) & t.kind_cards[side][K_MILITARY_LEADER]
    )
    if begin + total_strength(t, side, soldiers) < habit(t, side, H_ARMY):
        return -1.0
    launch = v.cards & t.location_cards[side]
    while launch:
        one = launch & (0 - launch)
        launch ^= one
        k = place_of_card(side, low_bit(one))
        if not (t.linked[k][side] >> place) & 1:
            continue
        by = 0
        if (t.connections[side][BATEAUX][k] >> place) & 1:
            by |= t.symbols[BATEAUX][side]
        if (t.connections[side][WAGON][k] >> place) & 1:
            by |= t.symbols[WAGON][side]
        if (t.connections[side][SHIP][k] >> place) & 1:
            by |= t.symbols[SHIP][side]
        by &= v.cards & ~one
        while by:
            other = by & (0 - by)
            by ^= other
            left = v.cards & ~(one | other | t.kind_cards[side][K_MILITARY_LEADER])
            soldiers = siege_symbols(s, t, side, left, place)
            if soldiers == 0:
                continue
            total = strongest(t, side, soldiers, s.actions_left)
            if v.cards & t.kind_cards[side][K_MILITARY_LEADER]:
                total += 1  # he comes for free
            if total > most:
                most = total
    return t.besiege_worth[side][place] if begin + most >= habit(t, side, H_BEGIN_AT) else <float> -1.0


cdef inline float reinforcing(const State* s, const Tables* t, const View* v, int siege) noexcept nogil:
    cdef int side = v.side
    cdef int place = s.siege_at[siege]
    cdef int strength = s.siege_strength[siege]
    cdef u64 cards = siege_symbols(s, t, side, v.cards & ~t.kind_cards[side][K_MILITARY_LEADER], place)
    cdef int most
    if siege != side:
        cards |= v.cards & t.fortifications[side]
    most = strongest(t, side, cards, s.actions_left)
    if s.hand[side] & t.kind_cards[side][K_MILITARY_LEADER]:
        most += 1
    if siege == side:
        if strength + most < 0 or strength >= habit(t, side, H_SAFE_AT):
            return -1.0
        return <float> 0.6 * (t.besiege_worth[side][place] if t.besiege_worth[side][place] > 10 else <float> 10.0) + 8
    if strength - most >= t.attacker_wins_at or strength <= habit(t, side, H_FIGHT_TO):
        return -1.0
    return SAVING if (t.siege_wins[1 - side] >> place) & 1 else 6.0 + 2.0 * t.vp[place]


cdef inline float leading(const State* s, const Tables* t, const View* v, int siege) noexcept nogil:
    cdef int strength = s.siege_strength[siege]
    if siege == v.side:
        return LEADING if -1 <= strength and strength < habit(t, v.side, H_SAFE_AT) else -1.0
    return LEADING if habit(t, v.side, H_FIGHT_TO) < strength and strength <= t.attacker_wins_at else -1.0


cdef inline float unblocked(const View* v, u64 blockers) noexcept nogil:
    """Chance that the enemy holds none of these cards."""
    cdef int n = popcount(v.unseen & blockers)
    cdef float p = 1.0
    while n > 0:
        p *= v.hidden
        n -= 1
    return p


cdef inline float raiding(const State* s, const Tables* t, const View* v, int place) noexcept nogil:
    cdef int side = v.side
    cdef int enemy = 1 - side
    cdef int points = t.disc_points if (s.towns[enemy] >> place) & 1 else t.cube_points
    cdef float success = unblocked(v, t.raid_blockers[enemy] | t.kind_cards[enemy][place])
    cdef float worth = habit(t, side, H_RAID_POINT) * points + habit(t, side, H_POINT) * t.vp[place]
    if place == t.home[enemy]:
        worth += habit(t, side, H_RAID_HOME)
    if captured_points(s, t, side) + points >= t.capture_limit:
        worth += ending_worth(s, t, side, points)
    return success * worth - <float> 0.5


cdef inline float ambushing(const State* s, const Tables* t, const View* v) noexcept nogil:
    cdef int enemy = 1 - v.side
    cdef float found = 1.0
    if not s.reserve[enemy] & t.vulnerable[enemy]:
        found = 1.0 - unblocked(v, t.vulnerable[enemy])
    return habit(t, v.side, H_AMBUSH) * found * unblocked(v, t.ambush_blockers[enemy]) - <float> 0.5


cdef inline int junk_of(const State* s, const Tables* t, const View* v) noexcept nogil:
    """Cards of the hand that are better not there."""
    cdef u64 hand = s.hand[v.side]
    cdef int n = 0
    while hand:
        n += card_worth(t, v, t.card_kind[v.side][low_bit(hand)]) < 0
        hand = drop_low(hand)
    return n


cdef inline float coins_worth(const Tables* t, const View* v, int coins) noexcept nogil:
    return habit(t, v.side, H_COIN) * (coins if coins < v.missing else v.missing) + <float> 0.1 * coins


cdef inline float taking_money(const Tables* t, const View* v) noexcept nogil:
    """With the card of most coins, of equals the one of least worth, which is what it costs."""
    cdef u64 cards = v.cards & t.symbols[COIN][v.side]
    cdef int most = 0
    cdef int card, coins
    cdef float spent = 0.0
    cdef float worth
    while cards:
        card = low_bit(cards)
        cards = drop_low(cards)
        coins = t.card_coins[v.side][card]
        worth = card_worth(t, v, t.card_kind[v.side][card])
        if coins > most or (coins == most and worth < spent):
            most = coins
            spent = worth
    return coins_worth(t, v, most) - <float> 0.15 * spent


cdef inline int two_richest(const Tables* t, int side, u64 cards) noexcept nogil:
    """Coins of the two richest cards."""
    cdef int a = 0
    cdef int b = 0
    cdef int n
    while cards:
        n = t.card_coins[side][low_bit(cards)]
        cards = drop_low(cards)
        if n > a:
            b = a
            a = n
        elif n > b:
            b = n
    return a + b


cdef inline float other_worth(const State* s, const Tables* t, const View* v, int choice) noexcept nogil:
    cdef int side = v.side
    cdef int n
    if choice == O_END:
        return 0.0
    if choice == O_MONEY:
        return taking_money(t, v)
    if choice == O_DRAFT:
        return v.draft
    if choice == O_DISCARD:
        n = 1 + s.money[side] // 2
        return habit(t, side, H_THROW) * min(junk_of(s, t, v), n) - <float> 0.2
    if choice == O_REINFORCE or choice == O_REINFORCE + 1:
        return reinforcing(s, t, v, choice - O_REINFORCE)
    if choice == O_LEADER or choice == O_LEADER + 1:
        return leading(s, t, v, choice - O_LEADER)
    if choice == O_AMBUSH:
        return ambushing(s, t, v)
    if choice == O_PRIEST:
        return habit(t, side, H_PRIEST) * (1 - unblocked(v, t.neutral_natives)) - <float> 0.5
    if choice == O_MERCHANT:
        return coins_worth(t, v, two_richest(t, side, v.cards & t.symbols[COIN][side])) - <float> 0.45
    if choice == O_TRADER:
        n = popcount(v.cards & t.symbols[FUR][side])
        return coins_worth(t, v, t.fur_value * n) - <float> 0.15 * n
    if choice == O_PIRACY:
        return coins_worth(t, v, t.piracy_value) - <float> 0.2
    if choice == O_GOVERNOR:
        return habit(t, side, H_PURGE) * min(2, junk_of(s, t, v)) - <float> 0.3
    if choice == O_HOME_SUPPORT:
        return 50.0 if s.actions_left else -1.0
    if choice == O_DROP:
        return 1.0
    if choice == O_RESERVE:
        return -5.0
    if choice == O_PASS:
        return -50.0
    if choice == O_INTENDANT:
        return -20.0
    if choice == O_WITHDRAW or choice == O_WITHDRAW + 1:
        return -20.0
    return -1.0  # taking back the reserve, furs for money


cdef inline float menu_worth(const State* s, const Tables* t, const View* v, Action a) noexcept nogil:
    cdef int place = a & 63
    if a >= A_OTHER:
        return other_worth(s, t, v, a - A_OTHER)
    if a < A_DEVELOP:
        return settling(s, t, v, place)
    if a < A_FORTIFY:
        return developing(s, t, v, place)
    if a < A_BESIEGE:
        if v.guarding and place == t.home[v.side]:
            return habit(t, v.side, H_GUARD)
        return t.fortify_worth[v.side][place]
    if a < A_RAID:
        return besieging(s, t, v, place)
    return raiding(s, t, v, place)


# --- the cards of an action -------------------------------------------------------------------------------------------

cdef inline float answer_worth(const State* s, const Tables* t, const View* v, Action a) noexcept nogil:
    """Worth of an answer within a chain: as a rule the card of least worth is spent, and something rather than none."""
    cdef int side = v.side
    cdef int kind = a & 63
    cdef int phase = s.phase
    cdef int card
    if a == A_OTHER + O_STOP:
        if phase == P_RAIDER or phase == P_SWAP:
            return 4.0
        if phase == P_DISCARD or phase == P_GOVERN:
            return 0.0
        return -50.0  # block, settle what was won
    if a < A_CARD:
        return 3.0  # settle without a card; pay for the reshuffle
    if phase == P_MILITARY:
        card = low_bit(t.kind_cards[side][kind])
        return 3 * strength_of(t, side, bit(card), kind) - <float> 0.2 * card_worth(t, v, kind)
    if phase == P_COINS or phase == P_COIN:
        card = low_bit(t.kind_cards[side][kind])
        return t.card_coins[side][card] - <float> 0.3 * card_worth(t, v, kind)
    if phase == P_DRAFT or phase == P_START_CARD:
        return 6.0 if kind == v.draft_kind else t.draft_worth[side][kind] - 2
    if phase == P_DISCARD or phase == P_GOVERN:
        return -2 * card_worth(t, v, kind)
    if phase == P_RESERVE or phase == P_INTENDANT:
        return card_worth(t, v, kind)
    if phase == P_FUR:
        return 1.0
    return -card_worth(t, v, kind)
