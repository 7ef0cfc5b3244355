# Carrying out a decision (AC-30 to AC-68): what each action of the action table does.
#
# A menu choice sets `action` and `target`; the cards chosen after it gather in `played` and reach the discard pile when
# the chain is complete.
from ..types cimport Action, i8, u8, u16, u32, u64
from ..bits cimport low_bit, bit, drop_low, popcount
from .state cimport *
from .tables cimport *
from .cards cimport *
from .supply cimport refresh_supply
from .siege cimport *
from .raid cimport *
from .movegen cimport *
from .turns cimport go, end_action, end_siege, shuffle_discards, sieges_resolved, begin_refill


cdef inline void ask_victim(State* s, const Tables* t, int phase) noexcept nogil:
    """The other side decides next."""
    s.seat = 1 - s.turn
    go(s, phase)


# --- menu -----------------------------------------------------------------------------------------------------------

cdef inline void choose_place(State* s, const Tables* t, int block, int place) noexcept nogil:
    """AC-30, AC-31, AC-32, AC-40, AC-60: what and where."""
    cdef int side = s.seat
    s.action = <u8> block
    s.target = <u8> place
    s.count = 0
    if block == B_SETTLE or block == B_BESIEGE:
        go(s, P_LAUNCH)
    elif block == B_RAID:
        s.needed = <u8> raid_cards_needed(s, t, side, place)
        s.last_kind = 0
        s.raids_tried[side] += 1
        go(s, P_RAIDER)
    else:
        play_card(s, t, side, place)  # a location's number is the kind of its card
        go(s, P_SETTLER if block == B_DEVELOP else P_FORT)


cdef inline void choose_other(State* s, const Tables* t, int what) noexcept nogil:
    cdef int side = s.seat
    cdef u64 cards
    s.action = <u8> (OTHER_ACTION + what)
    s.count = 0
    s.last_kind = 0
    if what == O_PASS:
        end_action(s, t, True)
    elif what == O_END:
        begin_refill(s, t)
    elif what == O_REINFORCE or what == O_REINFORCE + 1:
        s.siege = <u8> (what - O_REINFORCE)
        go(s, P_MILITARY)
    elif what == O_LEADER or what == O_LEADER + 1:
        cards = one_of(s, t, side, s.hand[side], K_MILITARY_LEADER)
        leave_hand(s, side, cards)
        add_to_siege(s, t, side, what - O_LEADER, cards, K_MILITARY_LEADER)
        end_action(s, t, False)
    elif what == O_WITHDRAW or what == O_WITHDRAW + 1:
        s.resume = S_MENU
        end_siege(s, t, what - O_WITHDRAW, 1 - side)
    elif what == O_AMBUSH:
        s.ambushes_tried[side] += 1
        go(s, P_AMBUSHER)
    elif what == O_PRIEST:
        play_card(s, t, side, K_PRIEST if side == FRENCH else K_INDIAN_LEADER)
        visit_natives(s, t, side)
    elif what == O_MONEY:
        go(s, P_COINS)
    elif what == O_MERCHANT:
        go(s, P_SHIP)
    elif what == O_TRADER:
        play_card(s, t, side, K_TRADER)
        go(s, P_FUR)
    elif what == O_PIRACY:
        play_card(s, t, side, t.piracy_place)
        go(s, P_SHIP)
    elif what == O_DRAFT:
        go(s, P_DRAFT)
    elif what == O_DISCARD:
        go(s, P_DISCARD)
    elif what == O_RESERVE:
        go(s, P_RESERVE)
    elif what == O_RETRIEVE:
        s.money[side] -= popcount(s.reserve[side])
        s.hand[side] |= s.reserve[side]
        s.known[side] |= s.reserve[side]
        s.reserve[side] = 0
        end_action(s, t, False)
    elif what == O_GOVERNOR:
        play_card(s, t, side, K_GOVERNOR)
        s.count = 1
        go(s, P_GOVERN)
    elif what == O_INTENDANT:
        play_card(s, t, side, K_INTENDANT)
        s.money[side] -= t.intendant_cost
        go(s, P_INTENDANT)
    elif what == O_HOME_SUPPORT:
        play_card(s, t, side, K_HOME_SUPPORT)
        discard_played(s)
        s.count = t.support_cards
        s.resume = S_SUPPORT
        go(s, S_SUPPORT)
    elif what == O_FUR:
        go(s, P_FUR)
    else:  # O_DROP
        go(s, P_GOVERN)


# --- settling and building ------------------------------------------------------------------------------------------

cdef inline void finish_settling(State* s, const Tables* t) noexcept nogil:
    """AC-30, AC-71."""
    cdef int side = s.seat
    if (owned(s, side) >> s.target) & 1:
        gain_location_card(s, t, side, s.target)
    else:
        place_village(s, t, side, s.target)
        if (t.settle_wins[side] >> s.target) & 1:
            discard_played(s)
            s.end_reason = END_CAPITAL
            s.winner_now = <u8> side
            go(s, P_OVER)
            return
    end_action(s, t, True)


cdef inline void finish_developing(State* s, const Tables* t) noexcept nogil:
    """AC-31: the cube goes back to the supply."""
    cdef int side = s.seat
    s.villages[side] &= ~bit(s.target)
    s.towns[side] |= bit(s.target)
    s.cubes[side] += 1
    s.discs[side] -= 1
    end_action(s, t, True)


cdef inline void finish_fortifying(State* s, const Tables* t) noexcept nogil:
    """AC-32."""
    s.money[s.seat] -= t.fort_cost
    s.forts |= bit(s.target)
    s.fort_discs -= 1
    end_action(s, t, True)


# --- raids, ambushes, natives ---------------------------------------------------------------------------------------

cdef inline u64 pay_natives(State* s, const Tables* t, int side, u64 card) noexcept nogil:
    """AC-60, AC-62: natives cost money to raid or ambush with."""
    if card & t.natives[side]:
        s.money[side] -= t.native_cost
    return card


cdef inline void launch_raid(State* s, const Tables* t) noexcept nogil:
    """AC-61: all raid cards are played; the victim is asked if there is anything to ask."""
    cdef int victim = 1 - s.turn
    discard_played(s)
    if raid_block_cards(s, t, victim, s.target):
        ask_victim(s, t, P_BLOCK_RAID)
    else:
        raid_success(s, t, s.turn, s.target)
        end_action(s, t, True)


cdef inline void launch_ambush(State* s, const Tables* t) noexcept nogil:
    """AC-62."""
    cdef int victim = 1 - s.turn
    discard_played(s)
    if vulnerable_cards(s, t, victim) == 0:
        show_hand(s, victim)
        end_action(s, t, True)
    elif s.hand[victim] & t.ambush_blockers[victim]:
        ask_victim(s, t, P_BLOCK_AMBUSH)
    else:
        ask_victim(s, t, P_LOSE)


cdef inline void block(State* s, const Tables* t, int kind, bint is_free) noexcept nogil:
    """AC-61, AC-62: the victim's card is discarded; options `blocked_raid_free`, `blocked_ambush_free`."""
    cdef int victim = s.seat
    cdef u64 card = one_of(s, t, victim, s.hand[victim], kind)
    leave_hand(s, victim, card)
    s.discard[victim] |= card
    end_action(s, t, not is_free)


cdef inline void lose_card(State* s, const Tables* t, int zone, int kind) noexcept nogil:
    """AC-62: the vulnerable card goes back to its pile; out of a siege (option) it takes its strength along."""
    cdef int victim = s.seat
    cdef u64 card = 0
    cdef int i
    s.ambushes_won[s.turn] += 1
    if zone == B_CARD:
        card = one_of(s, t, victim, s.hand[victim], kind)
        leave_hand(s, victim, card)
    elif zone == B_RESERVE:
        card = one_of(s, t, victim, s.reserve[victim], kind)
        s.reserve[victim] &= ~card
    else:
        for i in range(SIDES):
            if card == 0:
                card = one_of(s, t, victim, s.siege_cards[victim][i], kind)
                if card:
                    s.siege_cards[victim][i] &= ~card
                    s.siege_strength[i] -= <i8> (
                        strength_of(t, victim, card, kind) if victim == i else -strength_of(t, victim, card, kind)
                    )
    return_cards(s, t, victim, card)
    end_action(s, t, True)


cdef inline void visit_natives(State* s, const Tables* t, int side) noexcept nogil:
    """AC-63."""
    cdef int victim = 1 - side
    cdef u64 natives = (s.hand[victim] | s.reserve[victim]) & t.neutral_natives
    discard_played(s)
    if natives == 0:
        show_hand(s, victim)
        end_action(s, t, True)
    else:
        ask_victim(s, t, P_GIVE)


cdef inline void give_native(State* s, const Tables* t, int zone, int kind) noexcept nogil:
    cdef int victim = s.seat
    cdef u64 card
    if zone == B_CARD:
        card = one_of(s, t, victim, s.hand[victim], kind)
        leave_hand(s, victim, card)
    else:
        card = one_of(s, t, victim, s.reserve[victim], kind)
        s.reserve[victim] &= ~card
    s.discard[s.turn] |= card
    end_action(s, t, True)


# --- money and cards ------------------------------------------------------------------------------------------------

cdef inline void pirate(State* s, const Tables* t) noexcept nogil:
    """AC-65: the pirate always gets the full sum; the bank pays what the victim cannot."""
    cdef int loss = t.piracy_value
    if s.money[1 - s.seat] < loss:
        loss = s.money[1 - s.seat]
    s.money[1 - s.seat] -= <u16> loss
    s.money[s.seat] += t.piracy_value
    end_action(s, t, True)


cdef inline void draft(State* s, const Tables* t, int kind) noexcept nogil:
    """AC-66."""
    cdef int side = s.seat
    cdef u64 card = (s.pile[side] | s.display) & t.kind_cards[side][kind]
    card &= 0 - card
    s.pile[side] &= ~card
    s.display &= ~card
    s.discard[side] |= card
    s.money[side] -= t.kind_cost[side][kind]
    end_action(s, t, True)


cdef inline void govern(State* s, const Tables* t, int kind) noexcept nogil:
    """AC-68: a card back to its pile; option `governor_loses_location`."""
    cdef int side = s.seat
    cdef u64 card = one_of(s, t, side, s.hand[side], kind)
    cdef u64 lost
    leave_hand(s, side, card)
    return_cards(s, t, side, card)
    if t.governor_loses_location:
        lost = places_of_cards(t, side, card) & owned(s, side)
        if lost:
            if s.villages[side] & lost:
                s.cubes[side] += 1
            else:
                s.discs[side] += 1
            s.villages[side] &= ~lost
            s.towns[side] &= ~lost
            if s.forts & lost:
                s.forts &= ~lost
                s.fort_discs += 1
            refresh_supply(s, t, side)


cdef inline void may_go_on(State* s, int kind) noexcept nogil:
    """The chain may go on with a kind not smaller, or stop; without such a card stopping is forced."""
    s.last_kind = <u8> kind
    s.count += 1


cdef inline void finish_chain(State* s, const Tables* t) noexcept nogil:
    """No further card: trader, merchant, discard, Governor, raid."""
    if s.phase == P_RAIDER:
        launch_raid(s, t)
    else:
        end_action(s, t, True)


cdef inline void choose_card(State* s, const Tables* t, int zone, int kind) noexcept nogil:
    """A card for the action under way."""
    cdef int side = s.seat
    cdef int phase = s.phase
    cdef u64 card
    if phase == P_LAUNCH:
        play_card(s, t, side, kind)
        go(s, P_TRANSPORT)
    elif phase == P_TRANSPORT:
        play_card(s, t, side, kind)
        if s.action == B_BESIEGE:
            go(s, P_MILITARY)
        elif (t.settler_places >> s.target) & 1:
            go(s, P_SETTLER)
        else:
            finish_settling(s, t)
    elif phase == P_SETTLER:
        play_card(s, t, side, kind)
        if s.action == B_SETTLE:
            finish_settling(s, t)
        else:
            finish_developing(s, t)
    elif phase == P_MILITARY:
        if s.action == B_BESIEGE:
            begin_siege(s, t, side, s.target)
            s.siege = <u8> side
        card = one_of(s, t, side, s.hand[side], kind)
        leave_hand(s, side, card)
        add_to_siege(s, t, side, s.siege, card, kind)
        end_action(s, t, True)
    elif phase == P_FORT:
        play_card(s, t, side, kind)
        finish_fortifying(s, t)
    elif phase == P_RAIDER:
        card = one_of(s, t, side, s.hand[side], kind)
        play_card(s, t, side, kind)
        pay_natives(s, t, side, card)
        may_go_on(s, kind)
    elif phase == P_AMBUSHER:
        card = one_of(s, t, side, s.hand[side], kind)
        play_card(s, t, side, kind)
        pay_natives(s, t, side, card)
        launch_ambush(s, t)
    elif phase == P_BLOCK_RAID:
        block(s, t, kind, t.blocked_raid_free)
    elif phase == P_BLOCK_AMBUSH:
        block(s, t, kind, t.blocked_ambush_free)
    elif phase == P_LOSE:
        lose_card(s, t, zone, kind)
    elif phase == P_GIVE:
        give_native(s, t, zone, kind)
    elif phase == P_COINS:
        card = one_of(s, t, side, s.hand[side], kind)
        s.money[side] += t.card_coins[side][low_bit(card)]
        play_card(s, t, side, kind)
        end_action(s, t, True)
    elif phase == P_SHIP:
        play_card(s, t, side, kind)
        if s.action == OTHER_ACTION + O_PIRACY:
            pirate(s, t)
        else:
            s.count = 1
            go(s, P_COIN)
    elif phase == P_COIN:
        card = one_of(s, t, side, s.hand[side], kind)
        s.money[side] += t.card_coins[side][low_bit(card)]
        play_card(s, t, side, kind)
        if s.count == 2:
            end_action(s, t, True)
        else:
            may_go_on(s, kind)
    elif phase == P_FUR:
        play_card(s, t, side, kind)
        if s.action == OTHER_ACTION + O_FUR:
            s.money[side] += 1
            end_action(s, t, False)
        else:
            s.money[side] += t.fur_value
            may_go_on(s, kind)
    elif phase == P_DRAFT:
        draft(s, t, kind)
    elif phase == P_DISCARD:
        play_card(s, t, side, kind)
        if s.count and not t.free_discard:
            s.money[side] -= 1
        may_go_on(s, kind)
    elif phase == P_RESERVE:
        card = one_of(s, t, side, s.hand[side], kind)
        leave_hand(s, side, card)
        s.reserve[side] |= card
        end_action(s, t, True)
    elif phase == P_GOVERN:
        govern(s, t, kind)
        if s.action == OTHER_ACTION + O_DROP:
            end_action(s, t, False)
        elif s.count == 2:
            end_action(s, t, True)
        else:
            may_go_on(s, kind)
    elif phase == P_INTENDANT:
        card = one_of(s, t, side, s.discard[side], kind)
        s.discard[side] &= ~card
        s.hand[side] |= card
        s.known[side] |= card
        end_action(s, t, True)
    elif phase == P_OCCUPY:
        card = one_of(s, t, side, s.hand[side], kind)
        leave_hand(s, side, card)
        s.discard[side] |= card
        place_village(s, t, side, s.target)
        sieges_resolved(s, t)
    elif phase == P_RETURN:
        card = one_of(s, t, side, s.siege_cards[side][s.siege], kind)
        s.siege_cards[side][s.siege] &= ~card
        return_cards(s, t, side, card)
        go(s, S_SIEGE_DONE)
    elif phase == P_SWAP:
        # option `french_swap`: the card to the discard pile, another one from the deck
        card = one_of(s, t, side, s.hand[side], kind)
        leave_hand(s, side, card)
        s.discard[side] |= card
        go(s, C_SWAP)
    elif phase == P_RESHUFFLE:
        # option `reshuffle_costs`: two cards are laid aside until the discard pile is shuffled
        play_card(s, t, side, kind)
        s.count += 1
        if s.count == 2 or s.hand[side] == 0:
            shuffle_discards(s, side)
            s.discard[side] |= s.played
            s.played = 0
            s.checked = 1  # cards are given once in a refill; else a small deck without money would turn for ever
            go(s, s.resume)
    else:  # P_START_CARD
        card = s.pile[side] & t.kind_cards[side][kind]
        card &= 0 - card
        s.pile[side] &= ~card
        s.deck[side] |= card
        go(s, S_DEAL)


cdef inline void stop_or_yes(State* s, const Tables* t, int what) noexcept nogil:
    """O_STOP, O_YES and O_PAY: answers that name no card."""
    cdef int phase = s.phase
    if phase == P_BLOCK_RAID:
        raid_success(s, t, s.turn, s.target)
        end_action(s, t, True)
    elif phase == P_BLOCK_AMBUSH:
        go(s, P_LOSE)
    elif phase == P_OCCUPY:
        if what == O_YES:
            place_village(s, t, s.seat, s.target)
        sieges_resolved(s, t)
    elif phase == P_SWAP:
        go(s, s.resume)
    elif phase == P_RESHUFFLE:
        s.money[s.seat] -= 1
        shuffle_discards(s, s.seat)
        go(s, s.resume)
    else:
        finish_chain(s, t)


cdef inline void decide(State* s, const Tables* t, Action a) noexcept nogil:
    """Carry out a legal action of the side to decide."""
    cdef int block_number = a >> 6
    cdef int i = a & 63
    if block_number < OTHER_ACTION:
        choose_place(s, t, block_number, i)
    elif block_number > OTHER_ACTION:
        choose_card(s, t, block_number, i)
    elif s.phase == P_MENU:
        choose_other(s, t, i)
    else:
        stop_or_yes(s, t, i)
