# The contract between a game and everything that drives games.
#
# A game is one const table of functions. All are `noexcept nogil`, none allocates, all take the game's state and
# its tables as untyped pointers: a driver never knows a game, a game never knows a driver. Core functions trust
# their arguments; the one check of moves is in position.pyx.
from .types cimport Action, Player, i32, i64, u8, u64
from .rng cimport Rng, Streams

# A new game. With rng NULL (explicit chance) it stops at the first chance event.
ctypedef void (*deal_fn)(void* s, const void* t, Streams* rng) noexcept nogil
# Who moves: a seat, CHANCE or TERMINAL.
ctypedef Player (*actor_fn)(const void* s) noexcept nogil
# The legal actions of the seat to move, ascending and unique, into out[MAX_LEGAL]; returns how many (at least 1).
ctypedef int (*legal_fn)(const void* s, const void* t, Action* out) noexcept nogil
# The same as words of option bits, word[MAX_WORDS] for `choices.pxd`: bit i of word w is action base + 64 * w + i;
# returns how many words.
ctypedef int (*options_fn)(const void* s, const void* t, u64* word, Action* base) noexcept nogil
ctypedef bint (*is_legal_fn)(const void* s, const void* t, Action a) noexcept nogil
# One legal action, each with the same chance, without making the list.
ctypedef Action (*sample_fn)(const void* s, const void* t, Rng* rng) noexcept nogil
# Plays a legal action, or at a chance event an outcome with positive probability. With rng NULL play stops at the next
# chance event; otherwise chance events are drawn from rng until a seat has to decide or the game is over.
ctypedef void (*apply_fn)(void* s, const void* t, Action a, Streams* rng) noexcept nogil
# The outcomes of the pending chance event, ascending, and their probabilities (sum 1); returns how many.
ctypedef int (*chance_fn)(const void* s, const void* t, Action* out, double* p) noexcept nogil
# One outcome of the pending chance event, drawn from the stream that sampled play would use; nothing is applied.
ctypedef Action (*sample_chance_fn)(const void* s, const void* t, Streams* rng) noexcept nogil
# Utility per seat at the end (0 while the game runs) and the points as they would be scored now.
ctypedef void (*returns_fn)(const void* s, const void* t, double* out) noexcept nogil
ctypedef void (*scores_fn)(const void* s, const void* t, i32* out) noexcept nogil
# Why the game ended: 0 while it runs, else an index into the game's end reasons.
ctypedef int (*outcome_fn)(const void* s) noexcept nogil
# Redraws what the observer cannot know.
ctypedef void (*resample_fn)(void* s, const void* t, Player observer, Rng* rng) noexcept nogil
# The observer's view as numbers, out[observation_size].
ctypedef void (*observe_fn)(const void* s, const void* t, Player observer, float* out) noexcept nogil
# The same as bytes: numbers without their scale, see `cells.pxd`.
ctypedef void (*observe_bytes_fn)(const void* s, const void* t, Player observer, u8* out) noexcept nogil
ctypedef u64 (*hash_fn)(const void* s) noexcept nogil
# 0, or the number of the first broken invariant.
ctypedef int (*check_fn)(const void* s, const void* t) noexcept nogil
# Writes the row of a finished game, row_size bytes. tally: what the playout counted.
ctypedef void (*row_fn)(
    const void* s, const void* t, u64 index, i64 decisions, const void* tally, void* out
) noexcept nogil
# For search and heuristic players: a positive weight for each of n legal actions, and an estimate of every seat's
# reward (0 to 1; in a game of several, their sum is 1) in a game that is still running.
ctypedef void (*weigh_fn)(const void* s, const void* t, const Action* a, int n, float* out) noexcept nogil
ctypedef void (*evaluate_fn)(const void* s, const void* t, double* out) noexcept nogil
# A position as numbers that evaluations are learnt from, out[num_features].
ctypedef void (*features_fn)(const void* s, const void* t, float* out) noexcept nogil
# Coarse slots, instantiated per game from driver.pxd so that their inner loops call the game directly.
# playout: returns the decisions made; counts into tally[tally_size], zeroed by the caller, what rows report and
# states do not hold.
ctypedef i64 (*playout_fn)(void* s, const void* t, Streams* rng, int policy, void* tally) noexcept nogil
ctypedef u64 (*perft_fn)(const void* s, const void* t, int depth) noexcept nogil
# Sampled apply that counts the action, and the forced ones after it, into a tally as playout does.
ctypedef void (*apply_counted_fn)(void* s, const void* t, Action a, Streams* rng, void* tally) noexcept nogil
# Plays n random games with every legal action tried against is_legal; returns the number of faults.
ctypedef i64 (*soak_fn)(void* s, const void* t, Streams* rng, i64 limit) noexcept nogil

cdef struct Engine:
    const char* name  # as in load_game
    int state_size  # bytes of a state
    int tables_size  # bytes of the tables
    int row_size  # bytes of a row, at most 256
    int tally_size  # bytes a playout counts into, at most MAX_TALLY
    int num_actions  # ids of the action table
    int num_chance  # ids of the chance table
    int max_players
    int observation_size  # cells of an observation
    deal_fn deal
    actor_fn actor
    legal_fn legal
    options_fn options
    is_legal_fn is_legal
    sample_fn sample
    apply_fn apply
    chance_fn chance_outcomes
    sample_chance_fn sample_chance
    returns_fn returns
    scores_fn scores
    outcome_fn outcome
    resample_fn resample
    observe_fn observe
    observe_bytes_fn observe_bytes
    hash_fn hash
    check_fn check
    row_fn row
    apply_counted_fn apply_counted
    weigh_fn weigh
    evaluate_fn evaluate
    features_fn features
    int num_features
    double score_scale  # a lead of so many points is as good as won; half of the solo game reward
    playout_fn playout
    perft_fn perft
    soak_fn soak
