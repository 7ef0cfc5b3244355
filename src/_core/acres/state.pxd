# A Few Acres of Snow: one game as one plain struct, and the ids of its actions and chance outcomes.
#
# Every card of a side is one bit of a word, and so are the neutral cards; a zone is a word. A location is one bit of a
# word, and the board is a handful of words. A deck has no order: a draw is a uniform choice of one of its bits when it
# happens, so all that a state keeps secret is how a side's unseen cards are split between hand and deck.
#
# Numbering used throughout
#   side      0 = British, 1 = French (AC-01); a side is a seat
#   location  0..35 in the data file's order: those with a British card only, with both, with a French card only
#   card      bit of a side's word: British Location cards 0..32 (= location), empire cards 33..53; French Location
#             cards 0..25 (= location - 10), empire cards 26..46; neutral cards 54..62 in either side's words
#   kind      what a card is called: 0..35 the Location card of that location, 36.. the empire cards (K_*). Actions and
#             chance outcomes name kinds: equal cards are one action.
#   siege     numbered by its attacker
from ..types cimport i8, u8, u16, u32, u64

cdef enum:
    SIDES = 2
    BRITISH = 0
    FRENCH = 1
    LOCATIONS = 36
    MAX_KINDS = 64
    FRENCH_SHIFT = 10  # location = French location card + 10
    NEUTRAL_BIT = 54  # first neutral card
    NEUTRALS = 9
    NOWHERE = 255  # no location

cdef enum:  # kinds of empire cards; raiders come before those that only extend a raid (AC-60)
    K_MILITARY_LEADER = 36
    K_REGULAR_INFANTRY = 37
    K_STARTING_INFANTRY = 38  # the French one of the starting deck; costs nothing to draft again
    K_SIEGE_ARTILLERY = 39
    K_MILITIA = 40
    K_RANGERS = 41
    K_COUREURS_DE_BOIS = 42
    K_NATIVE_AMERICANS = 43  # French
    K_NEUTRAL_NATIVES = 44
    K_PRIEST = 45
    K_INDIAN_LEADER = 46
    K_HOME_SUPPORT = 47
    K_TRADER = 48
    K_BATEAUX = 49
    K_SHIPS = 50
    K_SETTLERS = 51  # British
    K_NEUTRAL_SETTLERS = 52
    K_FORTIFICATION = 53
    K_NEUTRAL_FORTIFICATION = 54
    K_GOVERNOR = 55
    K_INTENDANT = 56
    N_KINDS = 57

cdef enum:  # the action table: blocks of 64, so that a block's legal ids are one word; ids are fixed, version 1
    A_SETTLE = 0  # + location (AC-30)
    A_DEVELOP = 64  # + location (AC-31)
    A_FORTIFY = 128  # + location (AC-32)
    A_BESIEGE = 192  # + location (AC-40)
    A_RAID = 256  # + location (AC-60)
    A_OTHER = 320  # + one of the O_*
    A_CARD = 384  # + kind: a card of the hand (or of the pile when drafting, the discard pile for the Intendant)
    A_RESERVE_CARD = 448  # + kind: a card of the own reserve (AC-62, AC-63)
    A_SIEGE_CARD = 512  # + kind: a card of the own siege spaces (AC-52; ambush with option `ambush_takes_siege_card`)
    N_ACTIONS = 576
    BLOCKS = 9
    OTHER_ACTION = 5  # block number of A_OTHER: menu choices below are blocks with a location

cdef enum:  # within A_OTHER
    O_PASS = 0  # AC-68: takes an action
    O_END = 1  # end of the turn: refill
    O_STOP = 2  # no further card; no block; no settling
    O_REINFORCE = 3  # + siege, 0 or 1 (AC-42)
    O_LEADER = 5  # + siege (AC-43), free
    O_WITHDRAW = 7  # + siege (AC-44), free
    O_AMBUSH = 9  # AC-62
    O_PRIEST = 10  # AC-63: Priest or Indian Leader
    O_MONEY = 11  # AC-65
    O_MERCHANT = 12
    O_TRADER = 13
    O_PIRACY = 14
    O_DRAFT = 15  # AC-66
    O_DISCARD = 16  # AC-67
    O_RESERVE = 17  # AC-68
    O_RETRIEVE = 18  # free
    O_GOVERNOR = 19
    O_INTENDANT = 20
    O_HOME_SUPPORT = 21  # free
    O_YES = 22  # settle without a settler card after a siege (AC-51)
    O_FUR = 23  # option `free_fur`: a fur card for 1 money, free
    O_DROP = 24  # option `lost_cards_leave_hand`: a card of a lost location back to the pile, free
    O_PAY = 25  # option `reshuffle_costs`: 1 money

cdef enum:  # the chance table
    X_CARD = 0  # + kind drawn
    N_CHANCE = 64

cdef enum:  # phases: decisions first, then chance, then the end, then steps the engine takes by itself
    P_MENU = 0  # an action, a free action, or the end of the turn
    P_LAUNCH = 1  # settle, besiege: the Location card it starts from
    P_TRANSPORT = 2
    P_SETTLER = 3  # settle, develop
    P_MILITARY = 4  # besiege, reinforce: the card for the siege space
    P_FORT = 5  # fortify: which Fortification
    P_RAIDER = 6  # raid: first or further card
    P_BLOCK_RAID = 7  # the victim
    P_AMBUSHER = 8
    P_BLOCK_AMBUSH = 9  # the victim
    P_LOSE = 10  # the victim: which vulnerable card
    P_GIVE = 11  # the victim: native from hand or reserve
    P_COINS = 12  # take money
    P_SHIP = 13  # merchant, piracy: the ship card
    P_COIN = 14  # merchant: a coin card, further ones or stop
    P_FUR = 15  # trader: a fur card, further ones or stop; `free_fur`
    P_DRAFT = 16
    P_DISCARD = 17  # first or further card
    P_RESERVE = 18
    P_GOVERN = 19  # first or second card; `lost_cards_leave_hand`
    P_INTENDANT = 20
    P_OCCUPY = 21  # the attacker: settle a place won in a siege (AC-51)
    P_RETURN = 22  # the loser of a siege: card that goes back to its pile (AC-52)
    P_SWAP = 23  # option `french_swap`: hand card to exchange
    P_RESHUFFLE = 24  # option `reshuffle_costs`: pay, or the first of two cards to discard
    P_START_CARD = 25  # option `french_extra_card`
    N_DECISIONS = 26
    C_DEAL = 26  # a card of the first hands
    C_REFILL = 27
    C_SUPPORT = 28  # Home Support
    C_SWAP = 29
    P_OVER = 30
    S_SIEGES = 31
    S_MENU = 32
    S_SIEGE_CARDS = 33
    S_SIEGE_DONE = 34
    S_REFILL = 35
    S_SUPPORT = 36
    S_DEAL = 37

cdef enum:  # why the game ended
    END_NONE = 0
    END_CAPITAL = 1  # AC-71
    END_CUBES = 2  # AC-70: all own cubes placed
    END_DISCS = 3
    END_CAPTURES = 4  # 12 points captured
    END_TRUNCATED = 5  # AC-73

cdef struct State:
    u64 hand[SIDES]
    u64 deck[SIDES]
    u64 discard[SIDES]
    u64 reserve[SIDES]
    u64 pile[SIDES]  # own Location and Empire cards that lie open
    u64 siege_cards[SIDES][SIDES]  # [side][siege]: the side's cards in that siege
    u64 known[SIDES]  # cards of the side's hand that the enemy has seen go or lie there (AC-90); subset of hand
    u64 played  # cards of the side to act that are played in the action under way
    u64 display  # neutral cards that lie open
    u64 villages[SIDES]  # bit location
    u64 towns[SIDES]
    u64 forts  # bit location: fortification disc
    u64 supplied[SIDES]  # bit location: controlled and in supply (AC-20); follows from the board, kept up to date
    u16 money[SIDES]
    u16 turns  # player-turns begun
    u8 siege_at[SIDES]  # [siege]: location, NOWHERE = none
    i8 siege_strength[SIDES]  # [siege]: for the attacker positive (AC-41)
    u8 cubes[SIDES]  # left in the supply
    u8 discs[SIDES]
    u8 captured_cubes[SIDES]
    u8 captured_discs[SIDES]
    u8 fort_discs  # left in the supply
    u8 turn  # side whose turn it is
    u8 seat  # side to decide
    u8 actions_left
    u8 phase
    u8 action  # menu choice under way: its block (0..4), or OTHER_ACTION + O_*
    u8 target  # location of it, NOWHERE = none
    u8 count  # cards played so far in it; draws still to come
    u8 needed  # P_RAIDER: cards the target's distance needs (AC-60)
    u8 last_kind  # kind chosen last where a further one must not be smaller
    u8 siege  # siege being resolved
    u8 siege_winner  # side
    u8 resume  # phase after a siege or a reshuffle
    u8 checked  # bit siege: its result was looked at this turn (AC-50)
    u8 siege_at_start  # 1: a siege was in progress when the turn began (AC-70)
    u8 french_besieged  # 1: the French have begun a siege (option `british_siege_delay`)
    u8 begun  # bit side: its first turn has begun (AC-11)
    u8 end_reason  # 0 while the game runs
    u8 winner_now  # side that has won at once (AC-71); counts only with END_CAPITAL
    # statistics
    u8 sieges_started[SIDES]
    u8 sieges_won_attacking[SIDES]
    u8 sieges_won_defending[SIDES]
    u8 raids_tried[SIDES]
    u8 raids_won[SIDES]
    u8 ambushes_tried[SIDES]
    u8 ambushes_won[SIDES]
    u8 settled[SIDES]
    u8 spare[3]  # 0; fills the last word
