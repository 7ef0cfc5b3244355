# Snowdonia: one game as one plain struct, and the ids of its actions and chance outcomes.
#
# No pointers, no secrets, no order hidden in it: a state is copied by memcpy, compared and hashed by its bytes, and
# viewed from Python as the named fields below. So every field that means nothing at the moment is 0. Wide fields
# come first, so that the compiler pads nowhere.
#
# Numbering used throughout
#   seat      0..n-1 clockwise (SN-01)
#   area      0..6 = A..G;  place = area * AREA_SPACES + numbered space from 0; place 30 is area G, without limit
#   station   index along this game's route, 0 = Llanberis (SN-02)
#   track     index along this game's route, 0..n_tracks-1 (SN-03)
#   space     fixed id of a station space, excavation or building, the same for every number of players
#   cell      anything that can hold rubble, in the strict order of SN-33: track cards and excavation spaces
#   card      contract 1..30 is bit card-1 of a word
#   train     1..7 is bit train of a word; 0 = none
#   kind      of a track card: index into the data file's list (by rubble)
from ..types cimport i8, u8, u16, u32, u64

cdef enum:
    SEATS = 5
    AREAS = 7
    AREA_SPACES = 5
    PLACES = 31
    PLACE_G = 30
    TRACKS = 16  # capacity; 12 to 14 are used
    CELLS = 32  # capacity; 20 to 25 are used
    SPACES = 48  # capacity; ids 0..36 are used
    STATIONS = 9
    TRAINS = 9  # trains 1..8
    EVENT_SPACES = 16  # capacity; 10 are used
    NO_CARD = 0

cdef enum:  # areas
    AREA_A = 0
    AREA_B = 1
    AREA_C = 2
    AREA_D = 3
    AREA_E = 4
    AREA_F = 5
    AREA_G = 6

cdef enum:  # weather, also the backs of contracts
    SUN = 0
    RAIN = 1
    FOG = 2
    NO_WEATHER = 3  # empty space of the Weather Track; no card to show a back

cdef enum:  # cubes
    IRON = 0
    STONE = 1
    COAL = 2
    EVENT_CUBE = 3

cdef enum:  # the action table; ids are fixed, version 1
    A_PASS = 0  # use no (more) contract; do not hire; leave a deferred effect or an optional build
    A_HIRE = 1  # SN-21
    A_PERFORM = 2  # take a deferred excavation or lay-track effect (SN-92)
    A_PAY_STEEL = 3  # maintenance (SN-55)
    A_RETURN_TRAIN = 4  # maintenance
    A_DISC = 5  # + weather kind: card 4
    A_USE = 7  # + card: use a contract (SN-30); in maintenance: discard it (SN-55)
    A_BUILD = 40  # + space (SN-37)
    A_ACQUIRE = 87  # + train (SN-38)
    A_OFFICE = 95  # + card: take from the Site Office (SN-39)
    A_KEEP = 127  # + card: what to keep after card 5
    A_PLACE = 160  # + place: labourer there (SN-20); target of card 28
    A_LIFT = 192  # + place: the labourer card 28 moves
    A_CONVERT = 224  # + 6 * (steel made) + (stone made) (SN-35, SN-89)
    A_PAY = 264  # + 8 * (steel paid with iron) + (stone paid with rubble) (SN-85, SN-87)
    A_TAKE = 328  # + index of (iron, stone, coal), at most 7 cubes, in lexicographic order (SN-32, SN-90)
    N_ACTIONS = 448
    TAKE_MAX = 7
    N_TAKES = 120

cdef enum:  # the chance table
    X_START = 0  # + seat: first Start Player
    X_TRACK = 8  # + kind: next track card of the route
    X_TRAIN = 16  # + train that is left out of the shed
    X_CARD = 23  # + card drawn
    X_BACK = 56  # + weather on the back of the deck's new top card
    X_CUBE = 60  # + cube drawn from the bag
    N_CHANCE = 64

cdef enum:  # phases: what the state waits for. Decisions of a seat come first, then chance, then the end.
    P_HIRE = 0
    P_PLACE = 1
    P_WINDOW = 2  # contracts of an area
    P_DISC = 3  # card 4
    P_LIFT = 4  # card 28: which labourer
    P_MOVE = 5  # card 28: where to
    P_KEEP = 6  # card 5
    P_TAKE = 7  # cubes from the yard
    P_CONVERT = 8  # works
    P_BUILD = 9  # build or acquire
    P_PAY = 10  # how to pay for it
    P_OFFICE = 11
    P_DEFERRED = 12  # contract 3 or 8
    P_MAINTENANCE = 13
    N_DECISIONS = 14
    C_START = 14
    C_TRACK = 15
    C_TRAIN = 16
    C_OFFICE = 17  # a card for the Site Office
    C_LOOK = 18  # a card for card 5
    C_BACK = 19
    C_CUBE = 20  # restocking the yard
    C_CONTRACT_CUBE = 21  # cards 18 and 19
    C_SOLO_CUBE = 22  # the first yard of the solo game
    P_OVER = 23
    S_ROUND = 24  # from here on: steps that the engine takes by itself; never seen between two moves
    S_WINDOW = 25
    S_RESOLVE = 26
    S_AFTER = 27
    S_AFTER_TRAIN = 28
    S_AFTER_SEAT = 29
    S_RESTOCK = 30
    S_FILL = 31
    S_WEATHER = 32
    S_YARD = 33
    S_EVENT = 34
    S_MAINTENANCE = 35
    S_ROUND_END = 36
    S_LOOK = 37
    S_SETUP_YARD = 38

cdef enum:  # why the game ended (SN-60, SN-61)
    END_NONE = 0
    END_PLAYER_TRACK = 1  # a player laid the last track card
    END_EVENT_TRACK = 2  # an event laid it; one more round was played
    END_MARKERS = 3  # nobody has a marker left (1 and 2 players)
    END_ROUND_LIMIT = 4  # safety stop, not a rule: MAX_ROUNDS were played
    MAX_ROUNDS = 250

cdef struct State:
    u64 station_markers[SEATS]  # bit space: the seat owns it
    u64 spaces_taken  # bit space: owned by anybody (union of the above)
    u64 spaces_closed  # bit space: at a station with a No Entry marker (SN-54)
    u32 track_markers[SEATS]  # bit track: the seat's marker is on it
    u32 contracts[SEATS]  # bit card-1: held
    u32 contracts_used  # bit card-1: turned sideways; always held by someone
    u32 effects  # bit card-1: used this round; whoever holds the card has the effect
    u32 deck  # bit card-1: face down, in no order
    u32 discard  # bit card-1: face-down discard pile
    u32 deferred  # bit card-1: deferred effects the seat may still take (during S_AFTER)
    u32 rubble_cells  # bit cell: holds rubble that counts as next and left (SN-33)
    u32 tracks_laid  # bit track: turned over, by anybody or an event
    u32 occupied  # bit place 0..29: a labourer waits there
    u16 event_cubes  # bit space 1..10 of the Event Track
    u16 shed  # bit train: in the Engine Shed
    u16 stations_closed  # bit station: No Entry marker
    u8 occupant[30]  # seat on an occupied place, else 0
    u8 surveyors_waiting[SEATS]  # labourers of the seat in area G, 0..3
    u8 labourers[SEATS]  # still to be placed this round, 0..3
    u8 markers[SEATS]  # ownership markers left, 0..16 (SN-05)
    u8 iron[SEATS]
    u8 stone[SEATS]
    u8 coal[SEATS]
    u8 steel[SEATS]
    u8 rubble[SEATS]  # cubes in the seat's supply
    u8 train[SEATS]  # 0 = none
    u8 surveyor[SEATS]  # station
    u8 cell_rubble[CELLS]  # cubes lying there (also where they no longer count)
    u8 track_card[TRACKS]  # kind of the card, 0 beyond the route
    u8 train_coal[TRAINS]  # coal on a train in the shed
    u8 yard[3]  # iron, stone, coal
    u8 bag[4]  # iron, stone, coal, event cubes
    u8 office[3]  # card on spaces 1, 2, 3 of the Site Office, 0 = empty
    u8 weather[3]  # discs on the left, middle and right space
    u8 top_back  # weather on the back of the deck's top card; NO_WEATHER = none or not seen yet
    u8 excavation_rate  # index into the rate track (SN-07)
    u8 lay_rate
    u8 start_player  # holder of the token now
    u8 start_seat  # first Start Player of the game (SN-01)
    u8 first_player  # who began this round's assignment; turn order of the round (SN-64)
    u8 start_locked  # 1: card 22 keeps the token this round
    u8 contracts_locked  # 1: card 13 this round
    u8 hired  # bit seat: temporary labourer taken this round
    u8 hire_asked  # bit seat: has begun to place this round
    u8 trains_open  # 1: trains may be acquired (SN-52)
    u8 overlay  # 1: area B is a Build space (SN-34)
    u8 built_this_round  # 1: something was built or acquired (SN-93)
    u8 rounds  # rounds begun, 1..
    u8 last_round  # rounds after which the game ends, 0 = not known yet (SN-60)
    u8 end_cause  # reason that goes with last_round
    u8 end_reason  # 0 while the game runs
    u8 phase
    u8 area  # being resolved
    u8 seat  # to decide, or whose turn it is within the step
    u8 seats_left  # seats still to be asked, this one included
    u8 resume  # phase after the present activity
    u8 source  # card whose effect is being carried out, 0 = a labourer's action
    u8 place  # place of the labourer whose action it is; for card 28 the place it was lifted from
    u8 amount  # P_TAKE: cubes; P_CONVERT: conversions; C_*: draws still to come
    u8 coal_max  # P_TAKE: coal allowed
    u8 optional  # P_BUILD: may be passed
    u8 pending  # P_PAY: action id of the build or purchase
    u8 events  # event cubes drawn and not placed yet
    u8 drawn[2]  # cards looked at with card 5
    u8 maintenance  # index into the alphabetical list of trains
    u8 spare  # 0; fills the last word
    u8 actions[SEATS][AREAS]  # labourers' actions resolved (statistics)
    u8 events_fired[EVENT_SPACES]  # by space of the Event Track (statistics)


cdef inline u32 card_bit(int card) noexcept nogil:
    return (<u32> 1) << (card - 1)
