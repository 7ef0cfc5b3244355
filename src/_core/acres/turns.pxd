# The course of a turn (AC-04, AC-10 to AC-12, AC-50 to AC-52, AC-70): steps the engine takes between two decisions.
from ..types cimport u8, u16, u32, u64
from ..bits cimport low_bit, bit, drop_low, popcount
from .state cimport *
from .tables cimport *
from .cards cimport *
from .siege cimport *
from .scoring cimport captured_points
from .movegen cimport free_actions


cdef inline void go(State* s, int phase) noexcept nogil:
    s.phase = <u8> phase


cdef inline void forget_action(State* s) noexcept nogil:
    """Back to 0 what describes only the action just finished: equal positions are equal bytes."""
    s.action = 0
    s.target = NOWHERE
    s.count = 0
    s.needed = 0
    s.last_kind = 0
    s.siege = 0
    s.siege_winner = 0
    s.resume = 0
    s.checked = 0
    s.siege_at_start = 0


cdef inline void end_action(State* s, const Tables* t, bint counts) noexcept nogil:
    """The action under way is complete; back to the menu of the side whose turn it is."""
    discard_played(s)
    forget_action(s)
    s.seat = s.turn
    if counts:
        s.actions_left -= 1
    go(s, P_MENU)
    if s.actions_left == 0 and t.auto_forced and not has_free_action(s, t, s.turn):
        forget_action(s)
        s.resume = S_REFILL
        go(s, S_REFILL)  # ending the turn is the only option; a third of all menus are spared


# --- sieges ---------------------------------------------------------------------------------------------------------

cdef inline void end_siege(State* s, const Tables* t, int siege, int won_by) noexcept nogil:
    """AC-44, AC-51: the siege is won by one side; the attacker's win is a capture and may be settled."""
    cdef int place = s.siege_at[siege]
    s.siege = <u8> siege
    s.siege_winner = <u8> won_by
    s.siege_at[siege] = NOWHERE
    s.siege_strength[siege] = 0
    if won_by != siege:
        s.sieges_won_defending[won_by] += 1
        go(s, S_SIEGE_CARDS)
        return
    s.sieges_won_attacking[won_by] += 1
    capture(s, t, siege, place)
    if (t.siege_wins[siege] >> place) & 1:
        s.end_reason = END_CAPITAL
        s.winner_now = <u8> siege
        go(s, P_OVER)
    elif can_occupy(s, t, siege, place):
        s.seat = <u8> siege
        s.target = <u8> place
        go(s, P_OCCUPY)
    else:
        go(s, S_SIEGE_CARDS)


cdef inline void sieges_resolved(State* s, const Tables* t) noexcept nogil:
    """After the question of settling."""
    if s.phase != P_OVER:
        go(s, S_SIEGE_CARDS)


cdef inline void take_back_cards(State* s, const Tables* t) noexcept nogil:
    """AC-52: the winner discards all; the loser returns one card that is not a Location card, if there is one."""
    cdef int siege = s.siege
    cdef int won_by = s.siege_winner
    s.discard[won_by] |= s.siege_cards[won_by][siege]
    s.siege_cards[won_by][siege] = 0
    s.seat = <u8> (1 - won_by)
    if s.siege_cards[s.seat][siege] & ~t.location_cards[s.seat]:
        go(s, P_RETURN)
    else:
        go(s, S_SIEGE_DONE)


cdef inline void finish_siege(State* s, const Tables* t) noexcept nogil:
    """AC-52: the loser's other cards; option `french_swap`; then on with what the siege's end interrupted."""
    cdef int loser = 1 - s.siege_winner
    cdef int phase = s.resume
    s.discard[loser] |= s.siege_cards[loser][s.siege]
    s.siege_cards[loser][s.siege] = 0
    if t.french_swap and s.hand[FRENCH] and s.deck[FRENCH]:
        s.seat = FRENCH
        go(s, P_SWAP)
    else:
        go(s, phase)


cdef inline bint has_free_action(const State* s, const Tables* t, int side) noexcept nogil:
    return free_actions(s, t, side, usable(s, t, side)) != 0


cdef inline void back_to_menu(State* s, const Tables* t) noexcept nogil:
    forget_action(s)
    s.seat = s.turn
    go(s, P_MENU)


# --- a turn ---------------------------------------------------------------------------------------------------------

cdef inline void begin_turn(State* s, const Tables* t) noexcept nogil:
    """AC-10, AC-11, AC-73."""
    if t.max_turns and s.turns >= t.max_turns:
        s.end_reason = END_TRUNCATED
        go(s, P_OVER)
        return
    s.turns += 1
    s.seat = s.turn
    s.actions_left = t.actions
    if not (s.begun >> s.turn) & 1:
        s.begun |= <u8> (1 << s.turn)
        s.actions_left = t.first_actions
    s.siege_at_start = s.siege_at[0] != NOWHERE or s.siege_at[1] != NOWHERE
    s.checked = 0
    if s.siege_at_start:
        next_siege(s, t)
    else:
        end_test(s, t)


cdef inline void next_siege(State* s, const Tables* t) noexcept nogil:
    """AC-50: the own siege first, then that of the enemy."""
    cdef int i, siege
    for i in range(SIDES):
        siege = s.turn if i == 0 else 1 - s.turn
        if (s.checked >> siege) & 1:
            continue
        s.checked |= <u8> (1 << siege)
        if siege_leader(s, t, siege, s.turn):
            s.resume = S_SIEGES
            end_siege(s, t, siege, s.turn)
            return
    s.seat = s.turn
    end_test(s, t)


cdef inline void end_test(State* s, const Tables* t) noexcept nogil:
    """AC-70."""
    cdef int side = s.turn
    if not s.siege_at_start:
        if s.cubes[side] == 0:
            s.end_reason = END_CUBES
        elif s.discs[side] == 0:
            s.end_reason = END_DISCS
        elif captured_points(s, t, side) >= t.capture_limit:
            s.end_reason = END_CAPTURES
    if s.end_reason:
        forget_action(s)
        go(s, P_OVER)
    else:
        back_to_menu(s, t)


# --- drawing --------------------------------------------------------------------------------------------------------

cdef inline void begin_refill(State* s, const Tables* t) noexcept nogil:
    forget_action(s)
    s.resume = S_REFILL
    refill(s, t)


cdef inline void shuffle_discards(State* s, int side) noexcept nogil:
    """AC-12. As long as a deck is empty its owner's unseen cards are all in hand, so the enemy knows them (AC-90)."""
    s.known[side] |= s.hand[side]
    s.deck[side] = s.discard[side]
    s.discard[side] = 0


cdef inline bint deck_ready(State* s, const Tables* t, int side, bint reshuffle) noexcept nogil:
    """AC-12: whether a card can be drawn now; shuffles if it may, and asks for the price if that is an option."""
    if s.deck[side]:
        return True
    if s.discard[side] == 0 or not reshuffle:
        return False
    if t.reshuffle_costs and (s.money[side] or (s.hand[side] and not s.checked)):
        s.count = 0
        go(s, P_RESHUFFLE)
        return False
    shuffle_discards(s, side)
    return True


cdef inline void refill(State* s, const Tables* t) noexcept nogil:
    """AC-12; with option `late_reshuffle` the discard pile is shuffled only when the hand has been refilled."""
    cdef int side = s.turn
    if popcount(s.hand[side]) < t.hand_size and not s.needed:
        if deck_ready(s, t, side, not t.late_reshuffle):
            go(s, C_REFILL)
            return
        if s.phase == P_RESHUFFLE:
            return
    if t.late_reshuffle and not s.needed:
        s.needed = 1  # should the shuffle have a price: nothing more is drawn after it
        deck_ready(s, t, side, True)
        if s.phase == P_RESHUFFLE:
            return
    forget_action(s)
    s.turn = 1 - s.turn
    begin_turn(s, t)


cdef inline void home_support(State* s, const Tables* t) noexcept nogil:
    """AC-68: up to three cards, without a shuffle but under first-edition rules. `count` says how many are to come."""
    cdef int side = s.turn
    cdef int left = s.count
    if left and deck_ready(s, t, side, t.first_edition_home_support):
        go(s, C_SUPPORT)
        return
    if s.phase == P_RESHUFFLE:
        s.needed = <u8> left  # kept while the price of the shuffle is settled
        return
    end_action(s, t, False)


cdef inline void step(State* s, const Tables* t) noexcept nogil:
    """One step the engine takes by itself (phases S_*)."""
    cdef int phase = s.phase
    if phase == S_REFILL:
        refill(s, t)
    elif phase == S_SIEGES:
        next_siege(s, t)
    elif phase == S_SUPPORT:
        if s.needed:
            s.count = s.needed
            s.needed = 0
        home_support(s, t)
    elif phase == S_SIEGE_CARDS:
        take_back_cards(s, t)
    elif phase == S_SIEGE_DONE:
        finish_siege(s, t)
    elif phase == S_MENU:
        back_to_menu(s, t)
    else:
        begin_deal(s, t)


cdef inline void begin_deal(State* s, const Tables* t) noexcept nogil:
    """AC-04: five cards each, British first."""
    cdef int side
    for side in range(SIDES):
        if popcount(s.hand[side]) < t.hand_size and s.deck[side]:
            s.seat = <u8> side
            go(s, C_DEAL)
            return
    s.seat = BRITISH
    begin_turn(s, t)
