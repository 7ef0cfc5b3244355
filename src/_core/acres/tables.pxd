# A Few Acres of Snow: every figure and option of one Game, filled once from the data file
# (src/snowplay/acres/tables.py) through the numpy dtype of this struct, and only read by the kernels.
from ..types cimport i8, u8, u16, u32, u64
from .state cimport SIDES, LOCATIONS, MAX_KINDS

cdef enum:  # symbols of cards
    BATEAUX = 0
    WAGON = 1
    SHIP = 2
    TRANSPORTS = 3
    SETTLER = 3
    MILITARY = 4  # strength in any siege, fortifications excepted (they are in FORTIFICATIONS)
    COIN = 5
    FUR = 6
    N_SYMBOLS = 7
    AFFORDABLE = 64  # more money counts as 63

cdef enum:  # habits of play, by side; what each of them is worth is told in src/snowplay/acres/habits.py
    H_POINT = 0
    H_DEVELOP = 1
    H_GUARD = 2
    H_GUARD_DRAFT = 3
    H_BEGIN_AT = 4
    H_ARMY = 5
    H_SAFE_AT = 6
    H_FIGHT_TO = 7
    H_LEVY = 8
    H_RAID_POINT = 9
    H_RAID_HOME = 10
    H_AMBUSH = 11
    H_PRIEST = 12
    H_PURSE = 13
    H_COIN = 14
    H_PURGE = 15
    H_THROW = 16
    H_HEAT = 17
    N_HABITS = 18

cdef struct Tables:
    # Cards, as words of a side's card bits. `symbols` has the side last because Cython 3.3 writes wrong C for two
    # arrays of arrays that differ in the inner size only.
    u64 connections[SIDES][TRANSPORTS][LOCATIONS]  # [side][transport][location]: places its Location card lists
    u64 linked[LOCATIONS][SIDES]  # [location][side]: all places its Location card lists
    u64 symbols[N_SYMBOLS][SIDES]  # [symbol][side]: cards with the symbol
    u64 kind_cards[SIDES][MAX_KINDS]  # cards of the kind (Location cards too)
    u64 location_cards[SIDES]
    u64 neutral_cards  # bits 54..62
    u64 affordable[AFFORDABLE][SIDES]  # [money][side]: Empire and neutral cards it may draft for at most so much
    u64 fortifications[SIDES]  # own and neutral Fortification cards
    u64 vulnerable[SIDES]  # AC-62
    u64 raiders[SIDES]  # AC-60: cards that can raid by themselves
    u64 extenders[SIDES]  # Priest, Indian Leader
    u64 ambushers[SIDES]
    u64 raid_blockers[SIDES]  # AC-61, Location cards excepted
    u64 ambush_blockers[SIDES]
    u64 natives[SIDES]  # cards that cost money to raid or ambush with: own and neutral Native Americans
    u64 neutral_natives  # AC-63
    u64 start_deck[SIDES]
    u64 start_pile[SIDES]
    u64 start_display
    u64 starting_locations[SIDES]  # Location cards of the starting deck (option 18)
    # The board, as words of locations
    u64 supply_edges[LOCATIONS]  # [location]: neighbours by river, lake or road (AC-20)
    u64 raid_edges[LOCATIONS]  # [location]: neighbours by river, lake, road or trail (AC-60)
    u64 ports  # ship symbol: all joined to each other
    u64 siege_ports  # ship symbols count in a siege (AC-42)
    u64 developable  # has a VP value (AC-31)
    u64 settler_places  # needs a settler (AC-30)
    u64 start_villages[SIDES]
    u64 start_towns[SIDES]
    u64 start_forts
    u64 settle_wins[SIDES]  # AC-71: settling here wins at once
    u64 siege_wins[SIDES]  # AC-71: taking it in a siege wins at once
    u16 max_turns  # AC-73; 0: none
    u16 start_money[SIDES]
    u8 home[SIDES]  # location supply is traced to
    u8 vp[LOCATIONS]
    u8 defence[LOCATIONS]  # defence modifier
    u8 card_kind[SIDES][MAX_KINDS]  # [side][card]; 255: no card
    u8 card_coins[SIDES][MAX_KINDS]
    u8 kind_cost[SIDES][MAX_KINDS]  # to draft
    u8 kind_strength[SIDES][MAX_KINDS]  # in a siege; a ship symbol's is ship_strength
    u8 kind_fee[SIDES][MAX_KINDS]  # money each time it goes into a siege (Siege Artillery)
    u8 start_cubes[SIDES]  # supply after set-up
    u8 start_discs[SIDES]
    u8 start_fort_discs
    u8 ship_strength  # 1
    u8 fort_strength  # siege strength a fortification takes off (2)
    u8 fort_cost  # 3
    u8 native_cost  # 1
    u8 fur_value  # 2
    u8 piracy_value  # 2
    u8 piracy_place  # location whose card piracy needs: Louisbourg
    u8 intendant_cost  # 2
    u8 support_cards  # Home Support: 3
    u8 hand_size  # 5
    u8 reserve_limit  # 5
    u8 actions  # a turn: 2
    u8 first_actions  # on each side's first turn: 1
    u8 attacker_wins_at  # 2
    u8 defender_wins_at  # 1
    u8 raid_range  # of the first card: 2
    u8 capture_limit  # points that end the game: 12
    u8 cube_points  # 2
    u8 disc_points  # 4
    u8 siege_delay_vp  # option 16: 25
    # Options; the number is the online version's (AC-82)
    u8 auto_forced
    u8 automatic_victim  # AC-83
    u8 leader_besieges  # a Military Leader may open a siege (AC-40)
    u8 reshuffle_costs  # 0
    u8 ambush_takes_siege_card  # 3
    u8 french_swap  # 5
    u8 locations_in_reserve  # 6
    u8 blocked_ambush_free  # 8
    u8 blocked_raid_free  # 9
    u8 free_fur  # 11
    u8 free_discard  # 12
    u8 french_extra_card  # 13
    u8 governor_loses_location  # 14
    u8 british_siege_delay  # 16
    u8 lost_cards_leave_hand  # 17
    u8 governor_keeps_starting  # 18
    u8 lost_cards_in_reserve  # 20
    u8 first_edition_home_support  # 23: reshuffles
    u8 late_reshuffle  # 25
    # Habits of play for search and heuristic players, no rule (src/snowplay/acres/habits.py); worths in points
    float settle_worth[SIDES][MAX_KINDS]  # [side][location]: of settling, its points left out
    float besiege_worth[SIDES][MAX_KINDS]  # [side][location]; NEVER: is not besieged
    float fortify_worth[SIDES][MAX_KINDS]  # [side][location]
    float keep_worth[SIDES][MAX_KINDS]  # [side][kind]: of a card in the hand; below 0: better out of the deck
    float draft_worth[SIDES][MAX_KINDS]  # [side][kind]
    u8 draft_copies[SIDES][MAX_KINDS]  # [side][kind]: so many and no more are drafted
    float habits[N_HABITS][SIDES]
