"""Snowdonia's engine: the contract's functions, the row of a finished game, and the names of everything for Python."""
from ..types cimport Action, Player, CHANCE, TERMINAL, i16, i32, i64, u8, u32, u64
from ..bits cimport low_bit, popcount, one_or_none, bit32
from ..rng cimport Rng, Streams, pick_bit, STREAM_SETUP, STREAM_DECK, STREAM_BAG, STREAM_SEAT
from ..choices cimport first_option, has_option, hash_words, is_single, list_options, pick_option
from ..engine cimport Engine
from ..driver cimport drive_playout, drive_perft, drive_soak
from libc.string cimport memcpy, memset
from .state cimport *
from .tables cimport *
from .movegen cimport Options, legal_options, empty_places
from .decisions cimport decide, assign_labourer
from .rounds cimport step
from .chance cimport chance_weights, sample_chance, resolve_chance, restock_yard, deal_track, deal_office
from .setup cimport set_up
from .scoring cimport Parts, seat_parts, parts_total, seat_ranks
from .observe cimport observe_state, OBSERVATION_SIZE
from .heuristics cimport estimate, weigh_actions
from .invariants cimport check_state

import numpy as np


cdef struct Row:  # one finished game; per-seat fields of unused seats are 0
    u64 index  # game i of the run
    u32 decisions
    u32 contracts_taken[SEATS]  # held at the end, bit card-1
    u32 contracts_used[SEATS]
    i16 score[SEATS]
    i16 track[SEATS]  # points by source (SN-62)
    i16 station[SEATS]
    i16 contract[SEATS]
    u8 train[SEATS]
    u8 surveyor[SEATS]
    u8 rank[SEATS]  # 1 = winner (SN-64)
    u8 train_owned[SEATS]  # 0 = none
    u8 tracks[SEATS]  # markers on track cards
    u8 spaces[SEATS]  # markers on station spaces
    u8 actions[SEATS][AREAS]  # labourers' actions resolved
    u8 events_fired[EVENT_SPACES]  # by space of the Event Track
    u8 rounds
    u8 players
    u8 start_seat  # first Start Player
    u8 end_reason
    u8 winner  # 255 in the solo game
    u8 tied  # seats that share the top score
    u8 spare[5]  # 0; fills the last word


# --- the contract ----------------------------------------------------------------------------------------------------

cdef inline void run_on(void* state, const void* tables, Streams* rng) noexcept nogil:
    """On to the next decision, even a forced one, the next chance event (rng NULL), or the end."""
    cdef State* s = <State*> state
    cdef const Tables* t = <const Tables*> tables
    while s.phase >= N_DECISIONS:
        if s.phase >= S_ROUND:
            step(s, t)
        elif s.phase == P_OVER or rng == NULL:
            return
        elif s.phase == C_CUBE:
            restock_yard(s, t, &rng.stream[STREAM_BAG])
        elif s.phase == C_OFFICE:
            deal_office(s, t, &rng.stream[STREAM_DECK])
        elif s.phase == C_TRACK:
            resolve_chance(s, t, deal_track(s, t, &rng.stream[STREAM_SETUP]))
        else:
            resolve_chance(s, t, sample_chance(s, t, rng))


cdef inline void advance(State* s, const Tables* t, Streams* rng) noexcept nogil:
    """On to the next decision that is one, the next chance event (rng NULL), or the end."""
    cdef Options o
    while True:
        run_on(s, t, rng)
        if s.phase >= N_DECISIONS or not t.auto_forced:
            return
        o = legal_options(s, t)
        if not is_single(o.word, 2):
            return
        decide(s, t, first_option(o.word, 2, o.base))


cdef inline void sn_deal(void* state, const void* tables, Streams* rng) noexcept nogil:
    set_up(<State*> state, <const Tables*> tables)
    advance(<State*> state, <const Tables*> tables, rng)


cdef inline Player sn_actor(const void* state) noexcept nogil:
    cdef const State* s = <const State*> state
    if s.phase < N_DECISIONS:
        return s.seat
    return TERMINAL if s.phase == P_OVER else CHANCE


cdef inline int sn_legal(const void* state, const void* tables, Action* out) noexcept nogil:
    cdef Options o = legal_options(<const State*> state, <const Tables*> tables)
    return list_options(o.word, 2, o.base, out)


cdef int sn_options(const void* state, const void* tables, u64* word, Action* base) noexcept nogil:
    cdef Options o = legal_options(<const State*> state, <const Tables*> tables)
    word[0] = o.word[0]
    word[1] = o.word[1]
    base[0] = o.base
    return 2 if o.word[1] else 1  # most decisions fill one word only


cdef inline bint sn_is_legal(const void* state, const void* tables, Action a) noexcept nogil:
    cdef Options o = legal_options(<const State*> state, <const Tables*> tables)
    return has_option(o.word, 2, o.base, a)


cdef inline Action pick(const Options* o, Rng* rng, i64* drawn) noexcept nogil:
    # most decisions fill one word only
    return pick_option(o.word, 2 if o.word[1] else 1, o.base, rng, drawn)


cdef inline Action sn_sample(const void* state, const void* tables, Rng* rng) noexcept nogil:
    cdef Options o = legal_options(<const State*> state, <const Tables*> tables)
    return pick(&o, rng, NULL)


cdef inline i64 sn_move(void* state, const void* tables, Streams* rng, void* tally) noexcept nogil:
    """Plays random decisions up to the next step that is not one; returns how many, forced ones not counted.

    Assigning labourers is half of all decisions and always of the same form, so these are played in a loop of their
    own (a quarter less time for a whole game than one decision at a time).
    """
    cdef State* s = <State*> state
    cdef const Tables* t = <const Tables*> tables
    cdef Options o
    cdef u32 empty
    cdef i64 n = 0
    cdef int seat, place
    if s.phase == P_PLACE:
        empty = empty_places(s, t)
        while s.phase == P_PLACE:
            seat = s.seat
            if one_or_none(empty) and t.auto_forced:
                place = low_bit(empty)
            else:
                place = pick_bit(&rng.stream[STREAM_SEAT + seat], empty)
                n += 1
            empty &= ~bit32(place) | bit32(PLACE_G)
            assign_labourer(s, t, seat, place)
        return n
    o = legal_options(s, t)
    if t.auto_forced:
        decide(s, t, pick(&o, &rng.stream[STREAM_SEAT + s.seat], &n))
        return n
    decide(s, t, pick(&o, &rng.stream[STREAM_SEAT + s.seat], NULL))
    return 1


cdef inline void sn_apply(void* state, const void* tables, Action a, Streams* rng) noexcept nogil:
    cdef State* s = <State*> state
    cdef const Tables* t = <const Tables*> tables
    if s.phase < N_DECISIONS:
        decide(s, t, a)
    else:
        resolve_chance(s, t, a)
    advance(s, t, rng)


cdef void sn_apply_counted(void* state, const void* tables, Action a, Streams* rng, void* tally) noexcept nogil:
    sn_apply(state, tables, a, rng)  # the state itself counts what a row reports


cdef int sn_chance(const void* state, const void* tables, Action* out, double* p) noexcept nogil:
    cdef u32 w[32]
    cdef Action base
    cdef u32 total = 0
    cdef int i
    cdef int n = 0
    cdef int m = chance_weights(<const State*> state, <const Tables*> tables, w, &base)
    for i in range(m):
        total += w[i]
    for i in range(m):
        if w[i]:
            out[n] = base + i
            p[n] = <double> w[i] / total
            n += 1
    return n


cdef Action sn_sample_chance(const void* state, const void* tables, Streams* rng) noexcept nogil:
    return sample_chance(<const State*> state, <const Tables*> tables, rng)


cdef void sn_scores(const void* state, const void* tables, i32* out) noexcept nogil:
    cdef const Tables* t = <const Tables*> tables
    cdef Parts parts
    cdef int i
    for i in range(t.n_seats):
        parts = seat_parts(<const State*> state, t, i)
        out[i] = parts_total(&parts)


cdef void sn_returns(const void* state, const void* tables, double* out) noexcept nogil:
    """1 for the winner, -1/(n-1) for the others; the score itself in the solo game (SN-72)."""
    cdef const State* s = <const State*> state
    cdef const Tables* t = <const Tables*> tables
    cdef i32 scores[SEATS]
    cdef int rank[SEATS]
    cdef int i
    for i in range(t.n_seats):
        out[i] = 0.0
    if s.phase != P_OVER:
        return
    sn_scores(state, tables, scores)
    if t.n_seats == 1:
        out[0] = scores[0]
        return
    seat_ranks(s, t, scores, rank)
    for i in range(t.n_seats):
        out[i] = 1.0 if rank[i] == 1 else -1.0 / (t.n_seats - 1)


cdef int sn_outcome(const void* state) noexcept nogil:
    return (<const State*> state).end_reason


cdef void sn_resample(void* state, const void* tables, Player observer, Rng* rng) noexcept nogil:
    """SN-80: the state holds nothing that is hidden from anybody; what is unknown is drawn when it happens."""
    pass


cdef void sn_observe(const void* state, const void* tables, Player observer, float* out) noexcept nogil:
    observe_state(<const State*> state, <const Tables*> tables, observer, out)


cdef void sn_observe_bytes(const void* state, const void* tables, Player observer, u8* out) noexcept nogil:
    observe_state(<const State*> state, <const Tables*> tables, observer, out)


cdef void sn_weigh(const void* state, const void* tables, const Action* actions, int n, float* out) noexcept nogil:
    weigh_actions(<const State*> state, <const Tables*> tables, actions, n, out)


cdef void sn_evaluate(const void* state, const void* tables, double* out) noexcept nogil:
    estimate(<const State*> state, <const Tables*> tables, out)


cdef u64 sn_hash(const void* state) noexcept nogil:
    return hash_words(<const u64*> state, sizeof(State) // 8)


cdef int sn_check(const void* state, const void* tables) noexcept nogil:
    return check_state(<const State*> state, <const Tables*> tables)


cdef void sn_row(
    const void* state, const void* tables, u64 index, i64 decisions, const void* tally, void* out
) noexcept nogil:
    cdef const State* s = <const State*> state
    cdef const Tables* t = <const Tables*> tables
    cdef Row* r = <Row*> out
    cdef Parts parts
    cdef i32 scores[SEATS]
    cdef int rank[SEATS]
    cdef int i, j
    cdef i32 top = -1
    memset(r, 0, sizeof(Row))
    for i in range(t.n_seats):
        parts = seat_parts(s, t, i)
        scores[i] = parts_total(&parts)
        r.score[i] = <i16> scores[i]
        r.track[i] = <i16> parts.track
        r.station[i] = <i16> parts.station
        r.contract[i] = <i16> parts.contract
        r.train[i] = <u8> parts.train
        r.surveyor[i] = <u8> parts.surveyor
        r.contracts_taken[i] = s.contracts[i]
        r.contracts_used[i] = s.contracts[i] & s.contracts_used
        r.train_owned[i] = s.train[i]
        r.tracks[i] = <u8> popcount(s.track_markers[i])
        r.spaces[i] = <u8> popcount(s.station_markers[i])
        for j in range(AREAS):
            r.actions[i][j] = s.actions[i][j]
        if scores[i] > top:
            top = scores[i]
            r.tied = 0
        if scores[i] == top:
            r.tied += 1
    seat_ranks(s, t, scores, rank)
    r.winner = 255
    for i in range(t.n_seats):
        r.rank[i] = <u8> rank[i]
        if rank[i] == 1 and t.n_seats > 1:
            r.winner = <u8> i
    for i in range(EVENT_SPACES):
        r.events_fired[i] = s.events_fired[i]
    r.index = index
    r.decisions = <u32> decisions
    r.rounds = s.rounds
    r.players = t.n_seats
    r.start_seat = s.start_seat
    r.end_reason = s.end_reason


cdef i64 sn_playout(void* state, const void* tables, Streams* rng, int policy, void* tally) noexcept nogil:
    return drive_playout(state, tables, rng, tally, sn_actor, sn_move, run_on)


cdef u64 sn_perft(const void* state, const void* tables, int depth) noexcept nogil:
    return drive_perft(
        state, tables, depth, sizeof(State), sn_perft, sn_actor, sn_legal, sn_chance, sn_apply
    )


cdef i64 sn_soak(void* state, const void* tables, Streams* rng, i64 limit) noexcept nogil:
    return drive_soak(
        state, tables, rng, limit, N_ACTIONS, sn_actor, sn_legal, sn_is_legal, sn_sample, sn_apply, sn_check
    )


cdef Engine ENGINE
ENGINE.name = b"snowdonia"
ENGINE.state_size = sizeof(State)
ENGINE.tables_size = sizeof(Tables)
ENGINE.row_size = sizeof(Row)
ENGINE.tally_size = 0  # the state itself counts what a row reports
ENGINE.num_actions = N_ACTIONS
ENGINE.num_chance = N_CHANCE
ENGINE.max_players = SEATS
ENGINE.observation_size = OBSERVATION_SIZE
ENGINE.deal = sn_deal
ENGINE.actor = sn_actor
ENGINE.legal = sn_legal
ENGINE.options = sn_options
ENGINE.is_legal = sn_is_legal
ENGINE.sample = sn_sample
ENGINE.apply = sn_apply
ENGINE.chance_outcomes = sn_chance
ENGINE.sample_chance = sn_sample_chance
ENGINE.returns = sn_returns
ENGINE.scores = sn_scores
ENGINE.outcome = sn_outcome
ENGINE.resample = sn_resample
ENGINE.observe = sn_observe
ENGINE.observe_bytes = sn_observe_bytes
ENGINE.hash = sn_hash
ENGINE.check = sn_check
ENGINE.row = sn_row
ENGINE.apply_counted = sn_apply_counted
ENGINE.weigh = sn_weigh
ENGINE.evaluate = sn_evaluate
ENGINE.score_scale = 60.0
ENGINE.playout = sn_playout
ENGINE.perft = sn_perft
ENGINE.soak = sn_soak


cdef const Engine* snowdonia_engine() noexcept:
    return &ENGINE


# --- names for Python -------------------------------------------------------------------------------------------------

def _dtypes():
    cdef State state
    cdef Tables tables
    cdef Row row
    memset(&state, 0, sizeof(State))
    memset(&tables, 0, sizeof(Tables))
    memset(&row, 0, sizeof(Row))
    return (
        np.asarray(<State[:1]> &state).dtype,
        np.asarray(<Tables[:1]> &tables).dtype,
        np.asarray(<Row[:1]> &row).dtype,
    )


STATE_DTYPE, TABLES_DTYPE, ROW_DTYPE = _dtypes()


def score_parts(const u8[::1] state, const u8[::1] tables):
    """Points by source of every seat, as if the game ended now.

    Parameters
    ----------
    state, tables : bytes
        A state of STATE_DTYPE and the tables of its game.

    Returns
    -------
    list of tuple of int
        (track, station, contract, train, surveyor) for each seat (SN-62).
    """
    cdef State s
    cdef Tables t
    cdef Parts p
    cdef int i
    if state.shape[0] != sizeof(State) or tables.shape[0] != sizeof(Tables):
        raise ValueError(f"expected {sizeof(State)} bytes of state and {sizeof(Tables)} of tables")
    memcpy(&s, &state[0], sizeof(State))
    memcpy(&t, &tables[0], sizeof(Tables))
    out = []
    for i in range(t.n_seats):
        p = seat_parts(&s, &t, i)
        out.append((p.track, p.station, p.contract, p.train, p.surveyor))
    return out


LIMITS = dict(
    SEATS=SEATS, AREAS=AREAS, AREA_SPACES=AREA_SPACES, PLACES=PLACES, PLACE_G=PLACE_G, TRACKS=TRACKS, CELLS=CELLS,
    SPACES=SPACES, STATIONS=STATIONS, TRAINS=TRAINS, EVENT_SPACES=EVENT_SPACES, LEVELS=LEVELS, CARDS=CARDS,
    KINDS=KINDS, TAKE_MAX=TAKE_MAX, N_TAKES=N_TAKES, N_ACTIONS=N_ACTIONS, N_CHANCE=N_CHANCE, MAX_ROUNDS=MAX_ROUNDS,
)
ACTIONS = dict(
    PASS=A_PASS, HIRE=A_HIRE, PERFORM=A_PERFORM, PAY_STEEL=A_PAY_STEEL, RETURN_TRAIN=A_RETURN_TRAIN, DISC=A_DISC,
    USE=A_USE, BUILD=A_BUILD, ACQUIRE=A_ACQUIRE, OFFICE=A_OFFICE, KEEP=A_KEEP, PLACE=A_PLACE, LIFT=A_LIFT,
    CONVERT=A_CONVERT, PAY=A_PAY, TAKE=A_TAKE,
)
CHANCES = dict(START=X_START, TRACK=X_TRACK, TRAIN=X_TRAIN, CARD=X_CARD, BACK=X_BACK, CUBE=X_CUBE)
PHASES = dict(
    HIRE=P_HIRE, PLACE=P_PLACE, WINDOW=P_WINDOW, DISC=P_DISC, LIFT=P_LIFT, MOVE=P_MOVE, KEEP=P_KEEP, TAKE=P_TAKE,
    CONVERT=P_CONVERT, BUILD=P_BUILD, PAY=P_PAY, OFFICE=P_OFFICE, DEFERRED=P_DEFERRED, MAINTENANCE=P_MAINTENANCE,
    CHANCE_START=C_START, CHANCE_TRACK=C_TRACK, CHANCE_TRAIN=C_TRAIN, CHANCE_OFFICE=C_OFFICE, CHANCE_LOOK=C_LOOK,
    CHANCE_BACK=C_BACK, CHANCE_CUBE=C_CUBE, CHANCE_CONTRACT_CUBE=C_CONTRACT_CUBE, CHANCE_SOLO_CUBE=C_SOLO_CUBE,
    OVER=P_OVER,
)
OPS = dict(
    NONE=OP_NONE, LAY_BONUS=OP_LAY_BONUS, CLEAR=OP_CLEAR, DISC=OP_DISC, DRAW=OP_DRAW,
    IRON_FOR_STEEL=OP_IRON_FOR_STEEL, EXTRA_CUBES=OP_EXTRA_CUBES, EXTRA_LAY=OP_EXTRA_LAY,
    STONE_DISCOUNT=OP_STONE_DISCOUNT, EXTRA_BUILD=OP_EXTRA_BUILD, CONVERT_RUBBLE=OP_CONVERT_RUBBLE,
    CONVERT_IRON=OP_CONVERT_IRON, LOCK=OP_LOCK, MAINTENANCE=OP_MAINTENANCE, RUBBLE_FOR_STONE=OP_RUBBLE_FOR_STONE,
    BAG=OP_BAG, YARD=OP_YARD, START=OP_START, DOUBLE=OP_DOUBLE, SURVEYOR=OP_SURVEYOR, RELOCATE=OP_RELOCATE,
    COAL=OP_COAL,
)
SCORES = dict(SET=SCORE_SET, COAL=SCORE_COAL, SURVEYOR_SET=SCORE_SURVEYOR_SET, SURVEYOR=SCORE_SURVEYOR)
TRAIN_OPS = dict(
    NONE=T_NONE, EXCAVATE=T_EXCAVATE, WORKS=T_WORKS, CUBES=T_CUBES, POINTS=T_POINTS, BUILD=T_BUILD, LAY=T_LAY
)
EVENTS = dict(EXCAVATE=E_EXCAVATE, TRAINS=E_TRAINS, LAY=E_LAY, STATION=E_STATION, MAINTENANCE=E_MAINTENANCE)
WEATHER = dict(SUN=SUN, RAIN=RAIN, FOG=FOG, NONE=NO_WEATHER)
END_REASONS = dict(
    NONE=END_NONE, PLAYER_TRACK=END_PLAYER_TRACK, EVENT_TRACK=END_EVENT_TRACK, MARKERS=END_MARKERS,
    ROUND_LIMIT=END_ROUND_LIMIT,
)
# Slices of an observation in order: name, floats, meaning.
_TABLE = [
    ("phase", 24, "one-hot: kind of the pending decision, chance event or end (PHASES)"),
    ("to_move", SEATS, "one-hot: seat to move, relative to the observer"),
    ("start_player", SEATS, "one-hot: holder of the Start Player token, relative to the observer"),
    ("first_player", SEATS, "one-hot: who began this round's assignment, relative to the observer"),
    ("area", AREAS, "one-hot: area being resolved"),
    ("weather", 12, "left, middle, right disc, one-hot each: sun, rain, fog, none"),
    ("top_back", 4, "back of the deck's top card, one-hot: sun, rain, fog, none"),
    ("excavation_rate", 16, "one-hot: index on the rate track"),
    ("lay_rate", 16, "one-hot: index on the rate track"),
    ("rounds", 1, "rounds begun / 20"),
    ("last_round", 2, "1 if the game's last round is known; 1 if it is this round"),
    ("seats_left", 1, "seats still to be asked in this step / 5"),
    ("event_cubes", EVENT_SPACES, "cube on each space of the Event Track (index 1 = space 1)"),
    ("flags", 7, "trains open, area B is Build, token locked, contracts locked, built this round, "
                 "event cubes to place / 5, maintenance index / 8"),
    ("yard", 3, "iron, stone, coal / 10"),
    ("bag", 4, "iron, stone, coal, event cubes / 20"),
    ("office", 96, "cards on spaces 1, 2, 3, one-hot of 32 each"),
    ("deck", 32, "cards in the face-down deck (a set, no order)"),
    ("discard", 32, "cards in the discard pile"),
    ("rubble", CELLS, "rubble on each cell of the route / 5"),
    ("track_points", CELLS, "points of the track card on each cell / 5"),
    ("tracks_laid", CELLS, "track card on this cell is laid"),
    ("stations_closed", STATIONS, "No Entry marker"),
    ("shed", TRAINS, "train in the Engine Shed (index = number)"),
    ("train_coal", TRAINS, "coal on it / 2"),
    ("source", 32, "one-hot: contract whose effect is being carried out"),
    ("activity", 4, "amount / 5, coal allowed / 5, may be passed, an action is under way"),
    ("pending", 96, "one-hot: action id of the build being paid for"),
    ("drawn", 32, "cards looked at with card 5"),
    ("lifted_from", PLACES, "one-hot: place the labourer was lifted from (card 28)"),
    ("deferred", 32, "deferred contracts the seat to move may still use"),
]
_PLAYER = [
    ("goods", 10, "iron/10, stone/10, coal/5, steel/5, rubble/20, markers/16, labourers to place, "
                  "labourers in area G, temporary labourer hired, has begun to place this round"),
    ("surveyor", STATIONS, "one-hot: station"),
    ("train", TRAINS, "one-hot: train number - 1"),
    ("contracts", 32, "contracts held (index = card - 1)"),
    ("contracts_used", 32, "of these, turned sideways"),
    ("effects", 32, "of these, in force this round"),
    ("labourers", PLACES, "places of the labourers (area * 5 + space; 30 = G)"),
    ("track_markers", CELLS, "markers on track cards, by cell"),
    ("station_markers", SPACES, "markers on station spaces"),
    ("actions", AREAS, "labourers' actions resolved by area / 10"),
]
OBSERVATION = _TABLE + [
    (f"player{i}_{name}", size, f"player {i} places clockwise of the observer: {meaning}")
    for i in range(SEATS) for name, size, meaning in _PLAYER
]
if sum(size for _, size, _ in OBSERVATION) != OBSERVATION_SIZE:
    raise AssertionError("observation slices do not add up")
