"""A Few Acres of Snow's engine: the contract's functions, the row of a finished game, and the names for Python."""
from ..types cimport Action, Player, CHANCE, TERMINAL, i16, i32, i64, u8, u16, u32, u64
from ..bits cimport popcount
from ..rng cimport Rng, Streams, STREAM_SEAT
from ..choices cimport first_option, has_option, hash_words, is_single, list_options, pick_option
from ..engine cimport Engine
from ..driver cimport drive_playout, drive_perft, drive_soak
from libc.string cimport memcpy, memset
from .state cimport *
from .tables cimport *
from .movegen cimport Options, legal_options
from .effects cimport decide
from .turns cimport step
from .chance cimport chance_weights, draw_cards, resolve_chance, resample_hand, sample_chance, set_up
from .victim cimport is_victim_phase, victim_choice
from .scoring cimport Parts, side_parts, board_points, winner
from .observe cimport observe_state, OBSERVATION_SIZE
from .features cimport N_FEATURES, count_features
from .heuristics cimport Network, estimate, weigh_actions
from .invariants cimport can_go_on, check_state
from .supply cimport flood

import numpy as np

cdef enum:
    CHOICES = OTHER_ACTION + 26  # menu choices: settle, develop, fortify, besiege, raid, then the O_*
    EMPIRE_KINDS = N_KINDS - LOCATIONS

cdef struct Tally:  # what a playout counts; the state has no room for it
    u8 actions[SIDES][CHOICES]  # menu choices taken, 255 = that many or more
    u8 drafted[SIDES][EMPIRE_KINDS]  # cards drafted by kind

cdef struct Row:  # one finished game
    u64 index  # game i of the run
    u32 decisions
    i16 score[SIDES]
    i16 villages_points[SIDES]  # points by source (AC-72)
    i16 towns_points[SIDES]
    i16 captured_points[SIDES]
    u16 turns  # player-turns
    u16 money[SIDES]
    u8 villages[SIDES]
    u8 towns[SIDES]
    u8 captured_cubes[SIDES]
    u8 captured_discs[SIDES]
    u8 sieges_started[SIDES]
    u8 sieges_won_attacking[SIDES]
    u8 sieges_won_defending[SIDES]
    u8 raids_tried[SIDES]
    u8 raids_won[SIDES]
    u8 ambushes_tried[SIDES]
    u8 ambushes_won[SIDES]
    u8 settled[SIDES]  # locations settled, after sieges too
    u8 deck_size[SIDES]  # hand, deck, discard pile, reserve and siege cards at the end
    u8 rank[SIDES]  # 1 = winner
    u8 british_drafted[EMPIRE_KINDS]  # cards drafted, by kind from 36
    u8 french_drafted[EMPIRE_KINDS]  # (two fields: see `symbols` in tables.pxd)
    u8 actions[SIDES][CHOICES]  # menu choices: settle, develop, fortify, besiege, raid, then the O_*; 255 = or more
    u8 end_reason
    u8 winner
    u8 tied  # sides with the top score
    u8 truncated  # 1: AC-73
    u8 spare[6]  # 0; fills the last word


# --- the contract ----------------------------------------------------------------------------------------------------

cdef inline void run_on(void* state, const void* tables, Streams* rng) noexcept nogil:
    """On to the next decision, even a forced one, the next chance event (rng NULL), or the end."""
    cdef State* s = <State*> state
    cdef const Tables* t = <const Tables*> tables
    while True:
        if s.phase < N_DECISIONS:
            if not (t.automatic_victim and is_victim_phase(s.phase)):
                return
            decide(s, t, victim_choice(s, t))
        elif s.phase >= S_SIEGES:
            step(s, t)
        elif s.phase == P_OVER or rng == NULL:
            return
        else:
            draw_cards(s, t, rng)


cdef inline void count_choice(Tally* tally, int phase, int seat, Action a) noexcept nogil:
    cdef u8* n
    if phase == P_MENU:
        n = &tally.actions[seat][a >> 6 if a < A_OTHER else OTHER_ACTION + a - A_OTHER]
    elif phase == P_DRAFT:
        n = &tally.drafted[seat][a - A_CARD - LOCATIONS]
    else:
        return
    if n[0] < 255:
        n[0] += 1


cdef inline void advance(State* s, const Tables* t, Streams* rng, Tally* tally) noexcept nogil:
    """On to the next decision that is one, the next chance event (rng NULL), or the end; forced choices are counted
    if there is a tally."""
    cdef Options o
    cdef Action a
    while True:
        run_on(s, t, rng)
        if s.phase >= N_DECISIONS or not t.auto_forced:
            return
        legal_options(s, t, &o)
        if not is_single(o.word, BLOCKS):
            return
        a = first_option(o.word, BLOCKS, 0)
        if tally != NULL:
            count_choice(tally, s.phase, s.seat, a)
        decide(s, t, a)


cdef inline void fa_deal(void* state, const void* tables, Streams* rng) noexcept nogil:
    set_up(<State*> state, <const Tables*> tables)
    advance(<State*> state, <const Tables*> tables, rng, NULL)


cdef inline Player fa_actor(const void* state) noexcept nogil:
    cdef const State* s = <const State*> state
    if s.phase < N_DECISIONS:
        return s.seat
    return TERMINAL if s.phase == P_OVER else CHANCE


cdef inline int fa_legal(const void* state, const void* tables, Action* out) noexcept nogil:
    cdef Options o
    legal_options(<const State*> state, <const Tables*> tables, &o)
    return list_options(o.word, BLOCKS, 0, out)


cdef int fa_options(const void* state, const void* tables, u64* word, Action* base) noexcept nogil:
    cdef Options o
    legal_options(<const State*> state, <const Tables*> tables, &o)
    memcpy(word, &o.word[o.first], o.n * sizeof(u64))
    base[0] = 64 * o.first
    return o.n


cdef inline bint fa_is_legal(const void* state, const void* tables, Action a) noexcept nogil:
    cdef Options o
    legal_options(<const State*> state, <const Tables*> tables, &o)
    return has_option(o.word, BLOCKS, 0, a)


cdef inline Action fa_sample(const void* state, const void* tables, Rng* rng) noexcept nogil:
    cdef Options o
    legal_options(<const State*> state, <const Tables*> tables, &o)
    return pick_option(&o.word[o.first], o.n, 64 * o.first, rng, NULL)


cdef inline i64 fa_move(void* state, const void* tables, Streams* rng, void* tally) noexcept nogil:
    """Plays one random decision; returns 1, or 0 if it was forced (and then draws nothing)."""
    cdef State* s = <State*> state
    cdef const Tables* t = <const Tables*> tables
    cdef Options o
    cdef Action a
    cdef i64 n = 0
    legal_options(s, t, &o)
    if t.auto_forced:
        a = pick_option(&o.word[o.first], o.n, 64 * o.first, &rng.stream[STREAM_SEAT + s.seat], &n)
    else:
        a = pick_option(&o.word[o.first], o.n, 64 * o.first, &rng.stream[STREAM_SEAT + s.seat], NULL)
        n = 1
    count_choice(<Tally*> tally, s.phase, s.seat, a)
    decide(s, t, a)
    return n


cdef inline void fa_apply(void* state, const void* tables, Action a, Streams* rng) noexcept nogil:
    cdef State* s = <State*> state
    cdef const Tables* t = <const Tables*> tables
    if s.phase < N_DECISIONS:
        decide(s, t, a)
    else:
        resolve_chance(s, t, a)
    advance(s, t, rng, NULL)


cdef void fa_apply_counted(void* state, const void* tables, Action a, Streams* rng, void* tally) noexcept nogil:
    cdef State* s = <State*> state
    cdef const Tables* t = <const Tables*> tables
    count_choice(<Tally*> tally, s.phase, s.seat, a)
    decide(s, t, a)
    advance(s, t, rng, <Tally*> tally)


cdef int fa_chance(const void* state, const void* tables, Action* out, double* p) noexcept nogil:
    cdef u32 w[MAX_KINDS]
    cdef u32 total = 0
    cdef int i
    cdef int n = 0
    cdef int m = chance_weights(<const State*> state, <const Tables*> tables, w)
    for i in range(m):
        total += w[i]
    for i in range(m):
        if w[i]:
            out[n] = X_CARD + i
            p[n] = <double> w[i] / total
            n += 1
    return n


cdef Action fa_sample_chance(const void* state, const void* tables, Streams* rng) noexcept nogil:
    return sample_chance(<const State*> state, <const Tables*> tables, rng)


cdef void fa_scores(const void* state, const void* tables, i32* out) noexcept nogil:
    cdef int side
    for side in range(SIDES):
        out[side] = board_points(<const State*> state, <const Tables*> tables, side)


cdef void fa_returns(const void* state, const void* tables, double* out) noexcept nogil:
    """1 for the winner, -1 for the loser."""
    cdef const State* s = <const State*> state
    cdef int side
    for side in range(SIDES):
        out[side] = 0.0
        if s.phase == P_OVER:
            out[side] = 1.0 if winner(s, <const Tables*> tables) == side else -1.0


cdef int fa_outcome(const void* state) noexcept nogil:
    return (<const State*> state).end_reason


cdef void fa_resample(void* state, const void* tables, Player observer, Rng* rng) noexcept nogil:
    """AC-90. If the enemy is in the middle of an action, only hands that can finish it are possible worlds; if he is
    asked to block, only hands with something to block with (AC-61) and, in an ambush, to lose (AC-62). Others are drawn
    again; the true hand stays in the practically impossible case that 10,000 draws find none."""
    cdef State* s = <State*> state
    cdef const Tables* t = <const Tables*> tables
    cdef State before
    cdef int enemy = 1 - observer
    cdef int _i
    memcpy(&before, s, sizeof(State))
    for _i in range(10000):
        resample_hand(s, enemy, rng)
        if s.phase >= N_DECISIONS or s.seat != enemy or can_go_on(s, t):
            return
    memcpy(s, &before, sizeof(State))


cdef void fa_observe(const void* state, const void* tables, Player observer, float* out) noexcept nogil:
    observe_state(<const State*> state, <const Tables*> tables, observer, out)


cdef void fa_observe_bytes(const void* state, const void* tables, Player observer, u8* out) noexcept nogil:
    observe_state(<const State*> state, <const Tables*> tables, observer, out)


cdef void fa_weigh(const void* state, const void* tables, const Action* actions, int n, float* out) noexcept nogil:
    weigh_actions(<const State*> state, <const Tables*> tables, actions, n, out)


cdef Network NETWORK  # read only once games are played; filled when the package is imported


cdef void fa_features(const void* state, const void* tables, float* out) noexcept nogil:
    count_features(<const State*> state, <const Tables*> tables, out)


cdef void fa_evaluate(const void* state, const void* tables, double* out) noexcept nogil:
    estimate(<const State*> state, <const Tables*> tables, &NETWORK, out)


cdef u64 fa_hash(const void* state) noexcept nogil:
    return hash_words(<const u64*> state, sizeof(State) // 8)


cdef int fa_check(const void* state, const void* tables) noexcept nogil:
    return check_state(<const State*> state, <const Tables*> tables)


cdef void fa_row(
    const void* state, const void* tables, u64 index, i64 decisions, const void* tally, void* out
) noexcept nogil:
    cdef const State* s = <const State*> state
    cdef const Tables* t = <const Tables*> tables
    cdef Row* r = <Row*> out
    cdef Parts p
    cdef int side
    memset(r, 0, sizeof(Row))
    memcpy(r.british_drafted, (<const Tally*> tally).drafted[BRITISH], EMPIRE_KINDS)
    memcpy(r.french_drafted, (<const Tally*> tally).drafted[FRENCH], EMPIRE_KINDS)
    memcpy(r.actions, (<const Tally*> tally).actions, sizeof(r.actions))
    for side in range(SIDES):
        p = side_parts(s, t, side)
        r.villages_points[side] = <i16> p.villages
        r.towns_points[side] = <i16> p.towns
        r.captured_points[side] = <i16> p.captured
        r.score[side] = <i16> (p.villages + p.towns + p.captured)
        r.money[side] = s.money[side]
        r.villages[side] = <u8> popcount(s.villages[side])
        r.towns[side] = <u8> popcount(s.towns[side])
        r.captured_cubes[side] = s.captured_cubes[side]
        r.captured_discs[side] = s.captured_discs[side]
        r.sieges_started[side] = s.sieges_started[side]
        r.sieges_won_attacking[side] = s.sieges_won_attacking[side]
        r.sieges_won_defending[side] = s.sieges_won_defending[side]
        r.raids_tried[side] = s.raids_tried[side]
        r.raids_won[side] = s.raids_won[side]
        r.ambushes_tried[side] = s.ambushes_tried[side]
        r.ambushes_won[side] = s.ambushes_won[side]
        r.settled[side] = s.settled[side]
        r.deck_size[side] = <u8> popcount(
            s.hand[side] | s.deck[side] | s.discard[side] | s.reserve[side]
            | s.siege_cards[side][0] | s.siege_cards[side][1]
        )
    r.winner = <u8> winner(s, t)
    r.rank[r.winner] = 1
    r.rank[1 - r.winner] = 2
    r.tied = 2 if r.score[0] == r.score[1] else 1
    r.index = index
    r.decisions = <u32> decisions
    r.turns = s.turns
    r.end_reason = s.end_reason
    r.truncated = s.end_reason == END_TRUNCATED


cdef i64 fa_playout(void* state, const void* tables, Streams* rng, int policy, void* tally) noexcept nogil:
    return drive_playout(state, tables, rng, tally, fa_actor, fa_move, run_on)


cdef u64 fa_perft(const void* state, const void* tables, int depth) noexcept nogil:
    return drive_perft(state, tables, depth, sizeof(State), fa_perft, fa_actor, fa_legal, fa_chance, fa_apply)


cdef i64 fa_soak(void* state, const void* tables, Streams* rng, i64 limit) noexcept nogil:
    return drive_soak(
        state, tables, rng, limit, N_ACTIONS, fa_actor, fa_legal, fa_is_legal, fa_sample, fa_apply, fa_check
    )


cdef Engine ENGINE
ENGINE.name = b"acres"
ENGINE.state_size = sizeof(State)
ENGINE.tables_size = sizeof(Tables)
ENGINE.row_size = sizeof(Row)
ENGINE.tally_size = sizeof(Tally)
ENGINE.num_actions = N_ACTIONS
ENGINE.num_chance = N_CHANCE
ENGINE.max_players = SIDES
ENGINE.observation_size = OBSERVATION_SIZE
ENGINE.deal = fa_deal
ENGINE.actor = fa_actor
ENGINE.legal = fa_legal
ENGINE.options = fa_options
ENGINE.is_legal = fa_is_legal
ENGINE.sample = fa_sample
ENGINE.apply = fa_apply
ENGINE.chance_outcomes = fa_chance
ENGINE.sample_chance = fa_sample_chance
ENGINE.returns = fa_returns
ENGINE.scores = fa_scores
ENGINE.outcome = fa_outcome
ENGINE.resample = fa_resample
ENGINE.observe = fa_observe
ENGINE.observe_bytes = fa_observe_bytes
ENGINE.hash = fa_hash
ENGINE.check = fa_check
ENGINE.row = fa_row
ENGINE.apply_counted = fa_apply_counted
ENGINE.weigh = fa_weigh
ENGINE.evaluate = fa_evaluate
ENGINE.features = fa_features
ENGINE.num_features = N_FEATURES
ENGINE.score_scale = 40.0
ENGINE.playout = fa_playout
ENGINE.perft = fa_perft
ENGINE.soak = fa_soak


cdef const Engine* acres_engine() noexcept:
    return &ENGINE


# --- names for Python ------------------------------------------------------------------------------------------------

def _dtypes():
    cdef State state
    cdef Tables tables
    cdef Row row
    memset(&NETWORK, 0, sizeof(Network))
    memset(&state, 0, sizeof(State))
    memset(&tables, 0, sizeof(Tables))
    memset(&row, 0, sizeof(Row))
    return (
        np.asarray(<State[:1]> &state).dtype,
        np.asarray(<Tables[:1]> &tables).dtype,
        np.asarray(<Row[:1]> &row).dtype,
        np.asarray(<Network[:1]> &NETWORK).dtype,
    )


STATE_DTYPE, TABLES_DTYPE, ROW_DTYPE, NETWORK_DTYPE = _dtypes()


def score_parts(const u8[::1] state, const u8[::1] tables):
    """Points by source of both sides, as if the game ended now.

    Parameters
    ----------
    state, tables : bytes
        A state of STATE_DTYPE and the tables of its game.

    Returns
    -------
    list of tuple of int
        (villages, towns, captured) for each side (AC-72).
    """
    cdef State s
    cdef Tables t
    cdef Parts p
    cdef int side
    if state.shape[0] != sizeof(State) or tables.shape[0] != sizeof(Tables):
        raise ValueError(f"expected {sizeof(State)} bytes of state and {sizeof(Tables)} of tables")
    memcpy(&s, &state[0], sizeof(State))
    memcpy(&t, &tables[0], sizeof(Tables))
    out = []
    for side in range(SIDES):
        p = side_parts(&s, &t, side)
        out.append((p.villages, p.towns, p.captured))
    return out


def supply(const u8[::1] tables, u64 own, int home, i64 repeat=1):
    """Supplied places by flood fill (AC-20), `repeat` times for benchmarks.

    Parameters
    ----------
    tables : bytes
        The tables of a game.
    own : int
        Controlled locations, bit = location.
    home : int
        Location supply is traced to.

    Returns
    -------
    int
        Locations in supply.
    """
    cdef Tables t
    cdef u64 seen = 0
    cdef i64 _i
    if tables.shape[0] != sizeof(Tables):
        raise ValueError(f"expected {sizeof(Tables)} bytes of tables")
    if not 0 <= home < LOCATIONS:
        raise ValueError(f"home must be 0..{LOCATIONS - 1}")
    own &= (<u64> 1 << LOCATIONS) - 1
    memcpy(&t, &tables[0], sizeof(Tables))
    with nogil:
        for _i in range(repeat):
            seen = flood(&t, own ^ (seen & 0), home)
    return seen


LIMITS = dict(
    SIDES=SIDES, LOCATIONS=LOCATIONS, KINDS=MAX_KINDS, N_KINDS=N_KINDS, FRENCH_SHIFT=FRENCH_SHIFT,
    NEUTRAL_BIT=NEUTRAL_BIT, NEUTRALS=NEUTRALS, NOWHERE=NOWHERE, TRANSPORTS=TRANSPORTS, N_ACTIONS=N_ACTIONS,
    N_CHANCE=N_CHANCE, BLOCKS=BLOCKS,
    OTHER_ACTION=OTHER_ACTION, CHOICES=CHOICES, EMPIRE_KINDS=EMPIRE_KINDS,
)
ACTIONS = dict(
    SETTLE=A_SETTLE, DEVELOP=A_DEVELOP, FORTIFY=A_FORTIFY, BESIEGE=A_BESIEGE, RAID=A_RAID, OTHER=A_OTHER, CARD=A_CARD,
    RESERVE_CARD=A_RESERVE_CARD, SIEGE_CARD=A_SIEGE_CARD,
)
OTHERS = dict(
    PASS=O_PASS, END=O_END, STOP=O_STOP, REINFORCE=O_REINFORCE, LEADER=O_LEADER, WITHDRAW=O_WITHDRAW, AMBUSH=O_AMBUSH,
    PRIEST=O_PRIEST, MONEY=O_MONEY, MERCHANT=O_MERCHANT, TRADER=O_TRADER, PIRACY=O_PIRACY, DRAFT=O_DRAFT,
    DISCARD=O_DISCARD, RESERVE=O_RESERVE, RETRIEVE=O_RETRIEVE, GOVERNOR=O_GOVERNOR, INTENDANT=O_INTENDANT,
    HOME_SUPPORT=O_HOME_SUPPORT, YES=O_YES, FUR=O_FUR, DROP=O_DROP, PAY=O_PAY,
)
CHANCES = dict(CARD=X_CARD)
KIND_NAMES = dict(
    MILITARY_LEADER=K_MILITARY_LEADER, REGULAR_INFANTRY=K_REGULAR_INFANTRY, STARTING_INFANTRY=K_STARTING_INFANTRY,
    SIEGE_ARTILLERY=K_SIEGE_ARTILLERY, MILITIA=K_MILITIA, RANGERS=K_RANGERS, COUREURS_DE_BOIS=K_COUREURS_DE_BOIS,
    NATIVE_AMERICANS=K_NATIVE_AMERICANS, NEUTRAL_NATIVES=K_NEUTRAL_NATIVES, PRIEST=K_PRIEST,
    INDIAN_LEADER=K_INDIAN_LEADER, HOME_SUPPORT=K_HOME_SUPPORT, TRADER=K_TRADER, BATEAUX=K_BATEAUX, SHIPS=K_SHIPS,
    SETTLERS=K_SETTLERS, NEUTRAL_SETTLERS=K_NEUTRAL_SETTLERS, FORTIFICATION=K_FORTIFICATION,
    NEUTRAL_FORTIFICATION=K_NEUTRAL_FORTIFICATION, GOVERNOR=K_GOVERNOR, INTENDANT=K_INTENDANT,
)
PHASES = dict(
    MENU=P_MENU, LAUNCH=P_LAUNCH, TRANSPORT=P_TRANSPORT, SETTLER=P_SETTLER, MILITARY=P_MILITARY, FORT=P_FORT,
    RAIDER=P_RAIDER, BLOCK_RAID=P_BLOCK_RAID, AMBUSHER=P_AMBUSHER, BLOCK_AMBUSH=P_BLOCK_AMBUSH, LOSE=P_LOSE,
    GIVE=P_GIVE, COINS=P_COINS, SHIP=P_SHIP, COIN=P_COIN, FUR=P_FUR, DRAFT=P_DRAFT, DISCARD=P_DISCARD,
    RESERVE=P_RESERVE, GOVERN=P_GOVERN, INTENDANT=P_INTENDANT, OCCUPY=P_OCCUPY, RETURN=P_RETURN, SWAP=P_SWAP,
    RESHUFFLE=P_RESHUFFLE, START_CARD=P_START_CARD, CHANCE_DEAL=C_DEAL, CHANCE_REFILL=C_REFILL,
    CHANCE_SUPPORT=C_SUPPORT, CHANCE_SWAP=C_SWAP, OVER=P_OVER,
)
SYMBOL_NAMES = dict(
    BATEAUX=BATEAUX, WAGON=WAGON, SHIP=SHIP, SETTLER=SETTLER, MILITARY=MILITARY, COIN=COIN, FUR=FUR
)
END_REASONS = dict(
    NONE=END_NONE, CAPITAL=END_CAPITAL, CUBES=END_CUBES, DISCS=END_DISCS, CAPTURES=END_CAPTURES,
    TRUNCATED=END_TRUNCATED,
)
_SIDE = [
    ("discard", 64, "discard pile, cards by kind / 4"),
    ("reserve", 64, "reserve, cards by kind / 4"),
    ("pile", 64, "own cards that lie open, by kind / 4"),
    ("known", 64, "cards of the hand the other side has seen, by kind / 4"),
    ("villages", LOCATIONS, "villages by location"),
    ("towns", LOCATIONS, "towns by location"),
    ("supplied", LOCATIONS, "locations in supply"),
    ("numbers", 14, "money/20, cubes/20, discs/10, captured cubes/5, captured discs/5, cards in hand/5, deck/20, "
                    "discard pile/20, reserve/5, has begun, has the turn, decides, won the siege, settled/20"),
]
OBSERVATION = [
    ("phase", 31, "one-hot: kind of the pending decision, chance event or end (PHASES)"),
    ("side", 2, "one-hot: the observer's side (British, French)"),
    ("actions_left", 2, "one-hot for 0 and 1, both 1 for 2"),
    ("counters", 4, "turns/100, cards played so far/5, raid cards needed/5, fortification discs/10"),
    ("forts", LOCATIONS, "fortified locations"),
    ("played", 64, "cards played in the action under way, by kind / 4"),
    ("display", 64, "neutral cards that lie open, by kind / 4"),
    ("action", 31, "one-hot: action under way"),
    ("target", LOCATIONS, "one-hot: its location"),
    ("flow", 7, "last kind/50, siege when the turn began, French have besieged, sieges checked/4, siege, next step/50, "
                "end reason/5"),
] + [
    (f"{who}_siege_{name}", size, f"{meaning} of the siege in which {whom} attacks")
    for who, whom in (("own", "the observer"), ("enemy", "the enemy"))
    for name, size, meaning in (
        ("at", LOCATIONS, "one-hot: location"), ("strength", 1, "strength / 10"),
        ("own_cards", 64, "the observer's cards, by kind / 4,"), ("enemy_cards", 64, "the enemy's cards, by kind / 4,"),
    )
] + [
    (f"{who}_{name}", size, f"{whom}: {meaning}")
    for who, whom in (("own", "the observer"), ("enemy", "the enemy"))
    for name, size, meaning in _SIDE
] + [
    ("own_hand", 64, "the observer's hand, by kind / 4"),
    ("own_deck", 64, "the observer's deck (a set, no order), by kind / 4"),
    ("enemy_unseen", 64, "the enemy's cards that may be in hand or deck, by kind / 4"),
    ("enemy_hand", 64, "cards that are surely in the enemy's hand, by kind / 4"),
]
if sum(size for _, size, _ in OBSERVATION) != OBSERVATION_SIZE:
    raise AssertionError("observation slices do not add up")
HABIT_NAMES = dict(
    POINT=H_POINT, DEVELOP=H_DEVELOP, GUARD=H_GUARD, GUARD_DRAFT=H_GUARD_DRAFT, BEGIN_AT=H_BEGIN_AT, ARMY=H_ARMY,
    SAFE_AT=H_SAFE_AT, FIGHT_TO=H_FIGHT_TO, LEVY=H_LEVY, RAID_POINT=H_RAID_POINT, RAID_HOME=H_RAID_HOME,
    AMBUSH=H_AMBUSH, PRIEST=H_PRIEST, PURSE=H_PURSE, COIN=H_COIN, PURGE=H_PURGE, THROW=H_THROW, HEAT=H_HEAT,
)


def load_network(const u8[::1] weights):
    """Set the weights of the evaluation, the bytes of a record of NETWORK_DTYPE."""
    if weights.shape[0] != sizeof(Network):
        raise ValueError(f"the network has {sizeof(Network)} bytes, got {weights.shape[0]}")
    memcpy(&NETWORK, &weights[0], sizeof(Network))
