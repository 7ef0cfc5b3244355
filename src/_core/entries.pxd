# Entries of a batch: what happens to one game of many between two decisions of the caller.
#
# Through the engine table, as a batch is of any game. The options of the pending decision are kept as words: the mask,
# the test of the next action and random actions all read them, and legal moves are found once a step.
from .types cimport Action, Player, TERMINAL, NO_ACTION, MAX_PLAYERS, i32, i64, u8, u32, u64
from .rng cimport Rng, Streams, seed_rng, seed_streams, STREAM_SEAT
from .bits cimport drop_low, low_bit
from .choices cimport MAX_WORDS, has_option, pick_option
from .engine cimport Engine
from libc.string cimport memset

cdef enum:  # what an ended game waits for
    AUTORESET_OFF = 0  # the caller resets it
    AUTORESET_NEXT_STEP = 1  # the next step deals a new game and plays nothing
    AUTORESET_SAME_STEP = 2  # the step that ends it deals a new game

cdef enum:  # whose view is written; a number from 0 on: the role's
    OBSERVE_NONE = -3
    OBSERVE_ALL = -2  # of every seat
    OBSERVE_CURRENT = -1  # of the seat to move; of an ended game, of the seat that was asked last

cdef enum:
    FORFEIT = -1  # end reason of a game ended by an illegal action
    GAME_SHIFT = 32  # game k of lane j has the index (k << GAME_SHIFT) + j
    MAX_DEALS = 64  # games in a row that may be over before the caller is asked
    STREAM_CALLER = 65  # purpose of random actions with a seed of their own; beyond those of a game and of resampling

cdef struct Choice:  # the options of the pending decision
    u64 word[MAX_WORDS]
    Action base
    i32 n

cdef struct Entries:
    const Engine* engine
    const void* tables
    i64 n
    i32 players
    i32 autoreset
    i32 observe
    bint as_bytes  # observations as bytes, not floats
    i32 limit_reason  # end reason that counts as truncation
    u32 random_roles  # bit role: played at random by the core
    bint must_move  # a game that runs, or that the next step deals anew, may not be passed over
    bint rotate  # the roles move on by one seat with every lane and game
    double forfeit  # utility of a seat that forfeits
    # one of each an entry
    u8* state
    Streams* streams
    Choice* choice
    u64* seed
    u64* lane
    i64* game  # number k of its game
    i32* asked  # seat asked last
    # what the caller reads
    i32* current_player  # TERMINAL when over
    u8* over
    u8* mask
    void* observation
    void* final_observation  # AUTORESET_SAME_STEP: of the game that has just ended
    double* rewards
    u8* terminated
    u8* truncated
    i32* scores  # of the game that ended last
    i32* end_reason


cdef inline u8* state_of(const Entries* b, i64 i) noexcept nogil:
    return b.state + i * b.engine.state_size


cdef inline i32 rotation_of(const Entries* b, i64 i) noexcept nogil:
    """Seat s has role (s + rotation) % players."""
    return <i32> ((b.lane[i] + <u64> b.game[i]) % <u64> b.players) if b.rotate else 0


cdef inline Player seat_of_role(const Entries* b, i64 i, i32 role) noexcept nogil:
    return (role - rotation_of(b, i) + b.players) % b.players


# --- outputs ---------------------------------------------------------------------------------------------------------

cdef inline void write_mask(u8* out, int size, const Choice* c) noexcept nogil:
    cdef u64 m
    cdef int w
    memset(out, 0, size)
    for w in range(c.n):
        m = c.word[w]
        while m:
            out[c.base + 64 * w + low_bit(m)] = 1
            m = drop_low(m)


cdef inline void write_view(const Entries* b, i64 i, Player seat, void* out, i64 row) noexcept nogil:
    """One seat's view of an entry into a row of an array."""
    cdef i64 at = row * b.engine.observation_size
    if b.as_bytes:
        b.engine.observe_bytes(state_of(b, i), b.tables, seat, <u8*> out + at)
    else:
        b.engine.observe(state_of(b, i), b.tables, seat, <float*> out + at)


cdef inline void write_observation(const Entries* b, i64 i, void* out) noexcept nogil:
    cdef i32 seat
    if b.observe == OBSERVE_ALL:
        for seat in range(b.players):
            write_view(b, i, seat, out, i * b.players + seat)
    elif b.observe == OBSERVE_CURRENT:
        write_view(b, i, b.asked[i], out, i)
    elif b.observe != OBSERVE_NONE:
        write_view(b, i, seat_of_role(b, i, b.observe), out, i)


cdef inline void write_views(Entries* b, i64 i) noexcept nogil:
    """Options, mask and observation of an entry as it stands."""
    cdef Choice* c = &b.choice[i]
    if b.over[i]:
        c.n = 0
    else:
        b.asked[i] = b.current_player[i]
        c.n = b.engine.options(state_of(b, i), b.tables, c.word, &c.base)
    write_mask(b.mask + i * b.engine.num_actions, b.engine.num_actions, c)
    write_observation(b, i, b.observation)


# --- the course of a game ---------------------------------------------------------------------------------------------

cdef inline void play_random_roles(Entries* b, i64 i) noexcept nogil:
    """On to the next decision that the caller is asked for, or the end."""
    cdef u8* s = state_of(b, i)
    cdef Streams* rng = &b.streams[i]
    cdef i32 rotation = rotation_of(b, i)
    cdef Player who = b.engine.actor(s)
    while who >= 0 and (b.random_roles >> ((who + rotation) % b.players)) & 1:
        b.engine.apply(s, b.tables, b.engine.sample(s, b.tables, &rng.stream[STREAM_SEAT + who]), rng)
        who = b.engine.actor(s)
    b.current_player[i] = who
    b.over[i] = who < 0


cdef inline void deal_entry(Entries* b, i64 i) noexcept nogil:
    """Game number `game[i]` of the entry, or the first after it in which the caller is asked for anything."""
    cdef int _tries
    for _tries in range(MAX_DEALS):
        seed_streams(&b.streams[i], b.seed[i], (<u64> b.game[i] << GAME_SHIFT) + b.lane[i])
        b.engine.deal(state_of(b, i), b.tables, &b.streams[i])
        play_random_roles(b, i)
        if not b.over[i]:
            return
        b.game[i] += 1


cdef inline void clear_results(Entries* b, i64 i) noexcept nogil:
    memset(b.rewards + i * b.players, 0, b.players * sizeof(double))
    b.terminated[i] = 0
    b.truncated[i] = 0


cdef inline void note_end(Entries* b, i64 i, i32 reason) noexcept nogil:
    b.over[i] = 1
    b.end_reason[i] = reason
    b.truncated[i] = reason == b.limit_reason
    b.terminated[i] = not b.truncated[i]
    b.engine.scores(state_of(b, i), b.tables, b.scores + i * b.players)


cdef inline void finish_entry(Entries* b, i64 i) noexcept nogil:
    """The rules have ended the game."""
    b.engine.returns(state_of(b, i), b.tables, b.rewards + i * b.players)
    note_end(b, i, b.engine.outcome(state_of(b, i)))


cdef inline void forfeit_entry(Entries* b, i64 i) noexcept nogil:
    """An illegal action ends the game: the seat to move gets the least utility, the others share as much gain."""
    cdef i32 seat
    for seat in range(b.players):
        if seat == b.current_player[i]:
            b.rewards[i * b.players + seat] = b.forfeit
        else:
            b.rewards[i * b.players + seat] = -b.forfeit / (b.players - 1)
    b.current_player[i] = TERMINAL
    note_end(b, i, FORFEIT)


# --- what the caller asks for -----------------------------------------------------------------------------------------

cdef inline void restart_entry(Entries* b, i64 i) noexcept nogil:
    """Deal game number `game[i]` with fresh outputs."""
    clear_results(b, i)
    deal_entry(b, i)
    write_views(b, i)


cdef inline bint may_take(const Entries* b, i64 i, i64 a) noexcept nogil:
    """Whether an action can be taken: legal, to be passed over, or not looked at."""
    if b.over[i]:
        return a == NO_ACTION or b.autoreset == AUTORESET_NEXT_STEP
    if a == NO_ACTION:
        return not b.must_move
    if a < 0 or a >= b.engine.num_actions:
        return False
    return has_option(b.choice[i].word, b.choice[i].n, b.choice[i].base, <Action> a)


cdef inline bint step_entry(Entries* b, i64 i, i64 a) noexcept nogil:
    """Play an action; one that may not be taken forfeits the game. Whether it has ended the game."""
    cdef bint ended
    if a == NO_ACTION and not (b.must_move and (not b.over[i] or b.autoreset == AUTORESET_NEXT_STEP)):
        return False
    if b.over[i]:  # AUTORESET_NEXT_STEP
        b.game[i] += 1
        restart_entry(b, i)
        return False
    clear_results(b, i)
    if may_take(b, i, a):
        b.engine.apply(state_of(b, i), b.tables, <Action> a, &b.streams[i])
        play_random_roles(b, i)
        if b.over[i]:
            finish_entry(b, i)
    else:
        forfeit_entry(b, i)
    ended = b.over[i]
    if ended and b.autoreset == AUTORESET_SAME_STEP:
        write_observation(b, i, b.final_observation)
        b.game[i] += 1
        deal_entry(b, i)
    write_views(b, i)
    return ended


cdef inline bint may_step_all(const Entries* b, const i64* actions, bint forfeit) noexcept nogil:
    """Whether every entry may take its action; with `forfeit` only a game that is over may stand against it."""
    cdef i64 i
    for i in range(b.n):
        if not may_take(b, i, actions[i]) and (b.over[i] or not forfeit):
            return False
    return True


cdef inline i64 step_entries(Entries* b, const i64* actions, i64 first, i64 last) noexcept nogil:
    """Step some entries; returns how many games that has ended."""
    cdef i64 i
    cdef i64 ended = 0
    for i in range(first, last):
        ended += step_entry(b, i, actions[i])
    return ended


cdef inline i64 random_action(Entries* b, i64 i, Rng* rng) noexcept nogil:
    """One legal action, each with the same chance; without a generator from that of the seat to move."""
    cdef Choice* c = &b.choice[i]
    if b.over[i]:
        return 0 if b.autoreset == AUTORESET_NEXT_STEP else NO_ACTION
    if rng == NULL:
        rng = &b.streams[i].stream[STREAM_SEAT + b.current_player[i]]
    return pick_option(c.word, c.n, c.base, rng, NULL)
