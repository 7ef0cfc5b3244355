# Snowdonia: every figure and option of one Game, filled once from the data file (src/snowplay/snowdonia/tables.py)
# through the numpy dtype of this struct, and only read by the kernels.
from ..types cimport i8, u8, u16, u32, u64
from .state cimport SEATS, AREAS, CELLS, SPACES, STATIONS, TRACKS, TRAINS, EVENT_SPACES

cdef enum:
    LEVELS = 32  # resources above 31 count as 31 in the affordability tables
    CARDS = 33  # contracts 1..32
    KINDS = 8

cdef enum:  # what a contract does
    OP_NONE = 0
    OP_LAY_BONUS = 1  # amount more track per Lay Track action (1, 2)
    OP_CLEAR = 2  # after B: clear the next space whole (3)
    OP_DISC = 3  # swap the middle disc (4)
    OP_DRAW = 4  # draw two, keep one (5)
    OP_IRON_FOR_STEEL = 5  # amount iron pay 1 steel when building (6, 25)
    OP_EXTRA_CUBES = 6  # amount more cubes per yard action (7)
    OP_EXTRA_LAY = 7  # after D: one Lay Track action (8)
    OP_STONE_DISCOUNT = 8  # amount less stone per station space (9, 14, 15)
    OP_EXTRA_BUILD = 9  # after E: one Build action (10)
    OP_CONVERT_RUBBLE = 10  # amount rubble -> 1 stone, up to times (11)
    OP_CONVERT_IRON = 11  # amount iron -> 1 steel, up to times (12, 24)
    OP_LOCK = 12  # no more contracts this round (13)
    OP_MAINTENANCE = 13  # may be discarded for maintenance (16, 21)
    OP_RUBBLE_FOR_STONE = 14  # amount rubble pay 1 stone when building, up to times (17)
    OP_BAG = 15  # draw amount cubes from the bag (18, 19)
    OP_YARD = 16  # take up to amount cubes from the yard (20, 23)
    OP_START = 17  # take the Start Player token, locked for the round (22)
    OP_DOUBLE = 18  # multiply the excavation rate by amount (26, 30)
    OP_SURVEYOR = 19  # move the surveyor amount stations (27)
    OP_RELOCATE = 20  # move one own placed labourer (28)
    OP_COAL = 21  # no coal limit in area A this round (29)
    N_OPS = 22

cdef enum:  # how a contract scores
    SCORE_SET = 0  # points for the full set of markers and rubble
    SCORE_COAL = 1  # points per coal (27)
    SCORE_SURVEYOR_SET = 2  # a set, if the surveyor has come far enough (28)
    SCORE_SURVEYOR = 3  # by the surveyor's station (29)

cdef enum:  # what a train does
    T_NONE = 0  # (5)
    T_EXCAVATE = 1  # amount more rubble (1)
    T_WORKS = 2  # amount iron make 1 steel at the Works (2)
    T_CUBES = 3  # amount more cubes per yard action (3)
    T_POINTS = 4  # amount points at the end (4)
    T_BUILD = 5  # an extra Build action (6)
    T_LAY = 6  # amount more track (7)

cdef enum:  # events (SN-51 to SN-55)
    E_EXCAVATE = 1
    E_TRAINS = 2
    E_LAY = 3
    E_STATION = 4
    E_MAINTENANCE = 5

cdef struct Tables:
    # The route
    u64 building_spaces  # bit space: non-excavation spaces of this route
    u64 reachable[CELLS + 1]  # [cell]: building spaces before the first track card with rubble; [CELLS]: none has any
    u64 stone_ok[LEVELS]  # [n]: building spaces that cost at most n stone
    u64 steel_ok[LEVELS]  # [n]: building spaces that cost at most n steel
    u64 station_spaces[STATIONS]  # [station]: its spaces
    # Masks over the local ids of an action block
    u64 take_iron[8][2]  # [n]: takes of at most n iron; [1] holds ids 64 and up
    u64 take_stone[8][2]
    u64 take_coal[8][2]
    u64 take_total[8][2]
    u64 convert_steel[8]  # [n]: conversions making at most n steel
    u64 convert_stone[8]
    u64 convert_total[8]  # [n]: 1 to n conversions in all
    u32 tracks_before[CELLS + 1]  # [cell]: tracks (bit track) whose cell is lower; [CELLS]: all of them
    u32 track_cells  # bit cell: a track card
    u32 station_cells[STATIONS]  # [station]: cells of its excavation spaces
    u32 leading_cells[STATIONS]  # [station]: track cards between it and the station before
    u32 all_cards  # bit card-1: in this game's deck (SN-08)
    u32 back_cards[4]  # [weather]: cards with that back; [3] is empty
    u32 area_cards[AREAS]  # [area]: cards that name it
    u32 op_cards[N_OPS]  # [op]: cards that do it
    u32 places  # bit place: exists at this number of players (SN-06); place 30 is always there
    u32 area_places[AREAS]  # [area]: all places of the area
    u32 may_take[SEATS]  # [seat]: contracts (bit card-1) that the option `forbid` does not keep from it
    u16 event_returns[EVENT_SPACES]  # [space]: spaces whose cubes go back to the bag
    u16 trains_ok[LEVELS]  # [n]: trains (bit train) that cost at most n steel
    u16 train_pool  # bit train: may be in the shed (SN-10)
    u16 may_acquire[SEATS]  # [seat]: trains (bit train), likewise
    u8 n_seats
    u8 n_stations
    u8 n_tracks
    u8 n_cells
    u8 n_kinds
    u8 zero_kinds  # 1: the track deck holds a card without rubble
    u8 n_events  # spaces of the Event Track
    u8 n_trains  # trains in the alphabetical list
    u8 cell_track[CELLS]  # [cell]: track, or 255
    u8 cell_space[CELLS]  # [cell]: space, or 255
    u8 cell_rubble[CELLS]  # [cell]: rubble of an excavation space at the start, 0 for tracks
    u8 track_cell[TRACKS]  # [track]: its cell
    u8 space_vp[SPACES]
    u8 space_stone[SPACES]
    u8 space_steel[SPACES]
    u8 space_station[SPACES]  # 255: not on this route
    u8 kind_rubble[KINDS]
    u8 kind_vp[KINDS]
    u8 kind_copies[KINDS]  # cards of the kind in this game's track deck (SN-03)
    u8 surveyor_vp[STATIONS]
    # Contracts, by card
    u8 card_vp[CARDS]
    u8 card_score[CARDS]  # SCORE_*
    u8 card_build[CARDS]
    u8 card_track[CARDS]
    u8 card_rubble[CARDS]
    u8 card_station[CARDS]  # station the surveyor must have reached
    u8 card_op[CARDS]
    u8 card_amount[CARDS]
    u8 card_times[CARDS]
    u8 card_area[CARDS]  # 255: none
    u8 card_back[CARDS]
    u8 tier_vp[STATIONS]  # [station]: points of a SCORE_SURVEYOR card
    # Trains
    u8 train_cost[TRAINS]
    u8 train_coal[TRAINS]
    u8 train_hire[TRAINS]  # coal to hire
    u8 train_op[TRAINS]
    u8 train_amount[TRAINS]
    u8 train_order[TRAINS]  # alphabetical order of names (SN-55)
    # Rates and weather
    u8 excavation_values[16]
    u8 lay_values[16]
    u8 n_excavation
    u8 n_lay
    u8 excavation_start
    u8 lay_start
    i8 excavation_step[4]  # [weather]
    i8 lay_step[4]
    # Supplies
    u8 bag_start[4]  # bag before the coal on the shed's trains is taken off
    u8 yard_start[3]
    u8 solo_yard  # cubes drawn for the first yard of the solo game
    u8 restock  # cubes per round (SN-47)
    u8 shed_size
    u8 n_markers
    u8 n_labourers
    u8 take_amount  # yard action
    u8 take_coal_max
    u8 iron_per_steel
    u8 rubble_per_stone
    u8 works_max  # conversions per action
    u8 event_kind[EVENT_SPACES]  # [space]
    # Options
    u8 solo  # 1: Solo Training Mode
    u8 solo_train
    u8 thin_fog
    u8 steel_limit  # 0: none
    u8 fog_blocks_contracts
    u8 auto_forced
    u8 early_stations  # 1: a station opens with its own leading cards, and that may be early (SN-37)
    u8 tie_by_token  # 0: turn order as at the final round's start; 1: as the token stands at the end
    u8 forced_swap  # 1: a train owner with nothing else to build must swap
