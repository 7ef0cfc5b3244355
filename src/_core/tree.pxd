# Search tree of information sets: an arena of nodes, and one iteration of SO-ISMCTS over it.
#
# One algorithm for every game (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012, with
# a single observer): an iteration redraws what the observer cannot know, goes down the tree by UCB1 that counts how
# often a move was available, samples chance on the way (open loop: a node is the moves that led to it, whatever the
# cards did), adds one node, plays the game out and adds the reward of every seat to the moves that seat chose (max^n).
from libc.math cimport log, sqrt
from libc.stdlib cimport realloc
from libc.string cimport memcpy, memset
from .types cimport Action, Player, i32, i64, u8, u16, u32, u64, MAX_LEGAL, MAX_PLAYERS, MAX_TALLY, STATE_WORDS
from .rng cimport Rng, Streams, below, next64, STREAM_SEAT
from .engine cimport Engine
from .policy cimport weighted_move

cdef enum:
    ROOT = 1  # node 0 is nothing
    KEY_SHIFT = 20  # a move's key: seat above, action below
    MAX_PATH = 512  # decisions from the root that are remembered; deeper ones are left to the playout
    MAX_MOVES = 4096  # moves of one playout that MAST learns from
    LOGS = 4096

cdef enum:  # playout policies
    PLAYOUT_RANDOM = 0
    PLAYOUT_HEURISTIC = 1
    PLAYOUT_MAST = 2

cdef struct Node:
    double value  # sum of the rewards of the seat that chose this move
    u32 visits
    u32 available  # passes through the parent in which this move was legal
    u32 block  # index of the first child, 0 for none; children lie side by side, by ascending key
    u16 children
    u16 unused
    i32 key  # seat << KEY_SHIFT | action
    float prior  # heuristic weight of the move among its sisters, 0 to 1

cdef struct Settings:
    double exploration  # factor of UCB1's square root
    double bias  # weight of the prior, fading with the visits (progressive bias)
    double puct  # above 0: choose by the prior (PUCT), with this factor, instead of by UCB1
    double margin  # part of the reward that is the margin instead of the win
    double greed  # MAST: chance of the best-known move instead of a random one
    int playout
    int cutoff  # decisions of a playout before the evaluation takes over, -1: none
    bint flat  # flat Monte Carlo: the root's moves in turn, no tree below them
    bint hidden  # whether to redraw what the observer cannot know; False is cheating
    bint outside  # priors and values come from outside, see leaves.pxd
    int seats

cdef struct Tree:
    const Engine* engine
    const void* tables
    Settings set
    Player observer
    Node* node
    u32 used  # nodes handed out
    u32 capacity  # nodes there is room for now; doubled when needed
    u32 limit  # nodes there may be at most
    u32 free_block[MAX_LEGAL + 1]  # [size]: first of a list of blocks that were outgrown, linked by `block`
    bint full  # a node was wanted and there was none
    u64 iterations
    u64 applied  # actions applied, those of playouts too
    u64 depth_sum  # moves made inside the tree
    u32 deepest
    double squares[MAX_LEGAL]  # [child of the root]: sum of squared rewards
    double sums[MAX_LEGAL]  # the rewards themselves, without those of an earlier search
    u32 counted[MAX_LEGAL]
    Streams streams  # chance and playouts
    Rng hidden_rng
    Rng pick_rng
    double logs[LOGS]  # natural logarithms of small numbers
    double* mast_sum  # [seat * num_actions + action], or NULL
    u32* mast_count
    u64 root[STATE_WORDS]


cdef inline void start_tree(Tree* x) noexcept nogil:
    """An empty tree over the arena it has."""
    cdef int i
    memset(&x.node[0], 0, 2 * sizeof(Node))
    memset(x.free_block, 0, sizeof(x.free_block))
    x.used = ROOT + 1
    x.full = False
    for i in range(1, LOGS):
        x.logs[i] = log(<double> i)
    x.logs[0] = 0.0
    if x.mast_sum != NULL:  # what an earlier search learnt would change this one
        memset(x.mast_sum, 0, x.set.seats * x.engine.num_actions * sizeof(double))
        memset(x.mast_count, 0, x.set.seats * x.engine.num_actions * sizeof(u32))
    clear_counts(x)


cdef inline void clear_counts(Tree* x) noexcept nogil:
    x.iterations = 0
    x.applied = 0
    x.depth_sum = 0
    x.deepest = 0
    memset(x.squares, 0, sizeof(x.squares))
    memset(x.sums, 0, sizeof(x.sums))
    memset(x.counted, 0, sizeof(x.counted))


cdef inline bint grow(Tree* x, u32 needed) noexcept nogil:
    """Room for at least so many nodes in all; nodes may move in memory, their indices stay."""
    cdef u64 capacity = x.capacity
    cdef Node* moved
    while capacity < needed:
        capacity *= 2
    if capacity > x.limit:
        capacity = x.limit
    if capacity < needed:
        return False
    moved = <Node*> realloc(x.node, capacity * sizeof(Node))
    if moved == NULL:
        return False
    x.node = moved
    x.capacity = <u32> capacity
    return True


cdef inline u32 new_block(Tree* x, int size) noexcept nogil:
    """Room for so many sisters, 0 if the arena is full."""
    cdef u32 at = x.free_block[size]
    if at:
        x.free_block[size] = x.node[at].block
        return at
    if x.used + <u32> size > x.capacity and not grow(x, x.used + <u32> size):
        x.full = True
        return 0
    at = x.used
    x.used += <u32> size
    return at


cdef inline void put_node(Node* at, i32 key) noexcept nogil:
    memset(at, 0, sizeof(Node))
    at.key = key


cdef inline bint open_block(Tree* x, u32 parent, const i32* keys, int n) noexcept nogil:
    """Give a node children with these keys, keeping those it has; False if there is no room (nothing changed)."""
    cdef u32 old = x.node[parent].block
    cdef int had = x.node[parent].children
    cdef int size = had
    cdef int i = 0
    cdef int j = 0
    cdef int k = 0
    cdef u32 at
    for i in range(n):
        while j < had and x.node[old + j].key < keys[i]:
            j += 1
        if j == had or x.node[old + j].key != keys[i]:
            size += 1
    if size == had:
        return True
    if size > MAX_LEGAL:
        x.full = True
        return False
    at = new_block(x, size)
    if at == 0:
        return False
    i = j = 0
    while i < n or j < had:
        if i == n or (j < had and x.node[old + j].key < keys[i]):
            x.node[at + k] = x.node[old + j]
            j += 1
        elif j < had and x.node[old + j].key == keys[i]:
            x.node[at + k] = x.node[old + j]
            i += 1
            j += 1
        else:
            put_node(&x.node[at + k], keys[i])
            i += 1
        k += 1
    if had:
        x.node[old].block = x.free_block[had]
        x.free_block[had] = old
    x.node[parent].block = at
    x.node[parent].children = <u16> size
    return True


cdef inline double natural_log(const Tree* x, u32 n) noexcept nogil:
    return x.logs[n] if n < LOGS else log(<double> n)


cdef inline u32 choose_child(Tree* x, u32 parent, const i32* keys, int n) noexcept nogil:
    """The child to go on with: one that was never tried, else the best by UCB1; 0 if no legal move has a node.

    Every legal move that has a node was available once more.
    """
    cdef u32 block = x.node[parent].block
    cdef int had = x.node[parent].children
    cdef Node* c
    cdef double score, best_score = -1e300
    cdef u32 best = 0
    cdef u32 fresh = 0
    cdef u32 untried = 0
    cdef float fresh_prior = -1.0
    cdef int i, j = 0
    for i in range(n):
        while j < had and x.node[block + j].key < keys[i]:
            j += 1
        if j == had:
            break
        c = &x.node[block + j]
        if c.key != keys[i]:
            continue
        c.available += 1
        if c.visits == 0:
            untried += 1
            if x.set.bias > 0:  # likely moves first
                if c.prior > fresh_prior:
                    fresh_prior = c.prior
                    fresh = block + j
            elif below(&x.pick_rng, untried) == 0:  # each with the same chance, in one pass
                fresh = block + j
            continue
        if untried:
            continue
        score = (
            c.value / c.visits
            + x.set.exploration * sqrt(natural_log(x, c.available) / c.visits)
            + x.set.bias * c.prior / (c.visits + 1)
        )
        if score > best_score:
            best_score = score
            best = block + j
    return fresh if untried else best


cdef inline u32 choose_by_prior(Tree* x, u32 parent, const i32* keys, int n) noexcept nogil:
    """The child to go on with by PUCT: its mean reward, and its prior times a term that fades with its visits.

    A child that was never tried counts as the mean of those that were, so that moves nobody would make cost nothing
    until the others disappoint.
    """
    cdef u32 block = x.node[parent].block
    cdef int had = x.node[parent].children
    cdef u32 at[MAX_LEGAL]
    cdef Node* c
    cdef double total = 0.0
    cdef double score, mean
    cdef double best_score = -1e300
    cdef u32 visits = 0
    cdef u32 best = 0
    cdef int i, j = 0
    cdef int found = 0
    for i in range(n):
        while j < had and x.node[block + j].key < keys[i]:
            j += 1
        if j == had:
            break
        c = &x.node[block + j]
        if c.key == keys[i]:
            c.available += 1
            total += c.value
            visits += c.visits
            at[found] = block + j
            found += 1
    mean = total / visits if visits else 0.5
    for i in range(found):
        c = &x.node[at[i]]
        score = (c.value / c.visits if c.visits else mean) + x.set.puct * c.prior * sqrt(<double> c.available) / (
            1 + c.visits
        )
        if score > best_score:
            best_score = score
            best = at[i]
    return best


cdef inline u32 least_visited(Tree* x, const i32* keys, int n) noexcept nogil:
    """The root's move that was tried least, the first of them; the root's moves are always the same."""
    cdef u32 block = x.node[ROOT].block
    cdef u32 best = block
    cdef int i
    for i in range(n):
        x.node[block + i].available += 1
        if x.node[block + i].visits < x.node[best].visits:
            best = block + i
    return best


cdef inline void read_rewards(const Tree* x, const void* s, double* reward) noexcept nogil:
    """Reward of every seat in 0..1: the win, and in small part the margin; in the solo game its points."""
    cdef i32 score[MAX_PLAYERS]
    cdef double share[MAX_PLAYERS]
    cdef double scale = x.engine.score_scale
    cdef double lead
    cdef int i, j
    cdef i32 rival
    x.engine.scores(s, x.tables, score)
    if x.set.seats == 1:
        reward[0] = score[0] / (score[0] + scale) if score[0] > 0 else 0.0
        return
    x.engine.returns(s, x.tables, share)
    for i in range(x.set.seats):
        rival = -30000
        for j in range(x.set.seats):
            if j != i and score[j] > rival:
                rival = score[j]
        lead = 0.5 + (score[i] - rival) / (2.0 * scale)
        lead = 0.0 if lead < 0.0 else (1.0 if lead > 1.0 else lead)
        reward[i] = (1.0 - x.set.margin) * (1.0 if share[i] > 0 else 0.0) + x.set.margin * lead


# --- playouts ---------------------------------------------------------------------------------------------------------

cdef inline Action learnt_move(Tree* x, Player who, const Action* actions, int n, Rng* rng) noexcept nogil:
    """MAST: usually the move with the best mean reward in all playouts so far, wherever it was made; else any."""
    cdef i64 base = <i64> who * x.engine.num_actions
    cdef double score, best_score = -1.0
    cdef int best = 0
    cdef int ties = 0
    cdef int i
    if (next64(rng) >> 11) * (1.0 / 9007199254740992.0) >= x.set.greed:
        return actions[below(rng, <u32> n)]
    for i in range(n):
        score = 1.0  # a move never made counts as a sure win: it is tried soon
        if x.mast_count[base + actions[i]]:
            score = x.mast_sum[base + actions[i]] / x.mast_count[base + actions[i]]
        if score > best_score:
            best_score = score
            best = i
            ties = 1
        elif score == best_score:
            ties += 1
            if below(rng, <u32> ties) == 0:
                best = i
    return actions[best]


cdef inline void play_out(Tree* x, void* s, double* reward) noexcept nogil:
    """Play to the end, or to the cut-off, and say what it is worth to every seat."""
    cdef u8 tally[MAX_TALLY]
    cdef Action actions[MAX_LEGAL]
    cdef i32 made[MAX_MOVES]
    cdef int moves = 0
    cdef int left = x.set.cutoff
    cdef int n, i
    cdef i64 at
    cdef Player who
    cdef Action a
    if x.set.playout == PLAYOUT_RANDOM and left < 0:
        memset(tally, 0, x.engine.tally_size)
        x.applied += <u64> x.engine.playout(s, x.tables, &x.streams, 0, tally)
        read_rewards(x, s, reward)
        return
    while True:
        who = x.engine.actor(s)
        if who < 0:
            read_rewards(x, s, reward)
            break
        if left == 0:
            x.engine.evaluate(s, x.tables, reward)
            break
        left -= 1
        if x.set.playout == PLAYOUT_RANDOM:
            a = x.engine.sample(s, x.tables, &x.streams.stream[STREAM_SEAT + who])
        else:
            n = x.engine.legal(s, x.tables, actions)
            if n == 1:
                a = actions[0]
            elif x.set.playout == PLAYOUT_HEURISTIC:
                a = weighted_move(x.engine, s, x.tables, actions, n, &x.streams.stream[STREAM_SEAT + who])
            else:
                a = learnt_move(x, who, actions, n, &x.streams.stream[STREAM_SEAT + who])
        if moves < MAX_MOVES:
            made[moves] = (who << KEY_SHIFT) | a
            moves += 1
        x.engine.apply(s, x.tables, a, &x.streams)
        x.applied += 1
    if x.set.playout == PLAYOUT_MAST:
        for i in range(moves):
            who = made[i] >> KEY_SHIFT
            at = <i64> who * x.engine.num_actions + (made[i] & ((1 << KEY_SHIFT) - 1))
            x.mast_sum[at] += reward[who]
            x.mast_count[at] += 1


# --- an iteration -----------------------------------------------------------------------------------------------------

cdef inline void set_priors(
    Tree* x, u32 parent, const void* s, const Action* actions, int n, Player who
) noexcept nogil:
    """Heuristic weights of a node's children that have none yet, as shares of the legal moves."""
    cdef float w[MAX_LEGAL]
    cdef double total = 0.0
    cdef u32 block = x.node[parent].block
    cdef int had = x.node[parent].children
    cdef int i, j = 0
    x.engine.weigh(s, x.tables, actions, n, w)
    for i in range(n):
        total += w[i]
    for i in range(n):
        while j < had and x.node[block + j].key < ((who << KEY_SHIFT) | actions[i]):
            j += 1
        if j < had and x.node[block + j].prior == 0:
            x.node[block + j].prior = <float> (w[i] / total)


cdef inline void count_iteration(Tree* x, int depth, u32 child, const double* reward) noexcept nogil:
    """Note how deep an iteration went, and what the move of the root that it began with (0: none) has brought."""
    cdef u32 first
    cdef double gain
    x.iterations += 1
    x.depth_sum += <u64> depth
    if <u32> depth > x.deepest:
        x.deepest = <u32> depth
    if child:
        # the root's moves are those of the observer: always the same, so their places stay
        first = child - x.node[ROOT].block
        x.counted[first] += 1
        gain = reward[x.node[child].key >> KEY_SHIFT]
        x.sums[first] += gain
        x.squares[first] += gain * gain


cdef inline void iterate(Tree* x) noexcept nogil:
    cdef u64[STATE_WORDS] state
    cdef Action actions[MAX_LEGAL]
    cdef i32 keys[MAX_LEGAL]
    cdef u32 path[MAX_PATH]
    cdef double reward[MAX_PLAYERS]
    cdef u32 at = ROOT
    cdef u32 child
    cdef int depth = 0
    cdef int n, i
    cdef u16 had
    cdef Player who
    memcpy(state, x.root, x.engine.state_size)
    if x.set.hidden:
        x.engine.resample(state, x.tables, x.observer, &x.hidden_rng)
    while depth < MAX_PATH:
        who = x.engine.actor(state)
        if who < 0:
            break
        if at != ROOT and x.node[at].block == 0 and x.node[at].visits == 0:
            break  # a new node: from here on it is played out
        n = x.engine.legal(state, x.tables, actions)
        for i in range(n):
            keys[i] = (who << KEY_SHIFT) | actions[i]
        had = x.node[at].children
        # a node gets children at its second visit, so that leaves cost one node and no more
        if open_block(x, at, keys, n) and (x.set.bias > 0 or x.set.puct > 0) and x.node[at].children != had:
            set_priors(x, at, state, actions, n, who)
        if x.set.flat:
            child = least_visited(x, keys, n)
        elif x.set.puct > 0:
            child = choose_by_prior(x, at, keys, n)
        else:
            child = choose_child(x, at, keys, n)
        if child == 0:
            break  # the arena is full, and none of these moves has a node
        x.engine.apply(state, x.tables, x.node[child].key & ((1 << KEY_SHIFT) - 1), &x.streams)
        x.applied += 1
        path[depth] = child
        depth += 1
        at = child
        if x.set.flat:
            break
    play_out(x, state, reward)
    x.node[ROOT].visits += 1
    for i in range(depth):
        x.node[path[i]].visits += 1
        x.node[path[i]].value += reward[x.node[path[i]].key >> KEY_SHIFT]
    count_iteration(x, depth, path[0] if depth else 0, reward)


cdef inline void settle_root(Tree* x) noexcept nogil:
    """Give the root the legal moves of its position and no others: a kept one knows those of other chance outcomes."""
    cdef Action actions[MAX_LEGAL]
    cdef i32 keys[MAX_LEGAL]
    cdef Node* root = &x.node[ROOT]
    cdef int n = x.engine.legal(x.root, x.tables, actions)
    cdef int i, j = 0
    cdef u16 kept = 0
    for i in range(n):
        keys[i] = (x.observer << KEY_SHIFT) | actions[i]
    for i in range(root.children):
        while j < n and keys[j] < x.node[root.block + i].key:
            j += 1
        if j < n and keys[j] == x.node[root.block + i].key:
            x.node[root.block + kept] = x.node[root.block + i]
            kept += 1
    root.children = kept
    if kept == 0:
        root.block = 0
    if not open_block(x, ROOT, keys, n):
        start_tree(x)  # an empty arena has room for any list of moves
        open_block(x, ROOT, keys, n)
    if (x.set.bias > 0 or x.set.puct > 0) and not x.set.outside:
        set_priors(x, ROOT, x.root, actions, n, x.observer)
