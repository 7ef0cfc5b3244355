# Leaves that are judged outside: walks down the tree in batches, so that a network judges many positions at once.
#
# A walk is an iteration without its end: it redraws what the observer cannot know, goes down by PUCT and stops at the
# first position with a move that was never judged. Every move on the way counts as visited at once, its reward comes
# later: until then it looks like a loss, and the next walk of the batch goes elsewhere (virtual loss). Paths are kept
# as keys: blocks of children move when other leaves of the batch are settled.
from libc.math cimport exp, isfinite
from libc.string cimport memcpy, memset
from .types cimport Action, Player, i32, u8, u16, u32, u64, MAX_LEGAL, MAX_PLAYERS, STATE_WORDS
from .tree cimport *

cdef enum:
    KEY_MASK = (1 << KEY_SHIFT) - 1

cdef struct Leaf:
    i32 depth
    i32 n
    Player who
    i32 path[MAX_PATH]  # keys of the moves that led here
    i32 keys[MAX_LEGAL]  # of its n legal moves

cdef extern from *:
    # Below it the choice would hardly ever come back to a move, and 0 means that a move has no prior yet.
    """
    #define SP_LEAST_PRIOR 1e-6
    """
    const double LEAST_PRIOR "SP_LEAST_PRIOR"


cdef inline u32 find_child(const Tree* x, u32 parent, i32 key) noexcept nogil:
    """The child with this key, which there is."""
    cdef u32 low = x.node[parent].block
    cdef u32 high = low + x.node[parent].children - 1
    cdef u32 middle
    while low < high:
        middle = (low + high) >> 1
        if x.node[middle].key < key:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline bint unjudged(const Tree* x, u32 parent, const i32* keys, int n) noexcept nogil:
    """Whether any of these moves has no prior yet."""
    cdef u32 block = x.node[parent].block
    cdef int had = x.node[parent].children
    cdef int i, j = 0
    for i in range(n):
        while j < had and x.node[block + j].key < keys[i]:
            j += 1
        if j == had or x.node[block + j].key != keys[i] or x.node[block + j].prior == 0:
            return True
    return False


cdef inline u32 back_up_leaf(Tree* x, const Leaf* leaf, const double* reward) noexcept nogil:
    """Add the rewards to the moves that led to a leaf, whose visits are counted already; returns its node."""
    cdef u32 at = ROOT
    cdef u32 first = 0
    cdef int i
    for i in range(leaf.depth):
        at = find_child(x, at, leaf.path[i])
        x.node[at].value += reward[leaf.path[i] >> KEY_SHIFT]
        if i == 0:
            first = at
    if leaf.depth:  # judging the root is no iteration
        x.node[ROOT].visits += 1
        count_iteration(x, leaf.depth, first, reward)
    return at


cdef inline bint walk_to_leaf(Tree* x, Leaf* leaf, float* observation, u8* mask) noexcept nogil:
    """Go down once and write what there is to be judged; False if the game ended on the way, which is settled."""
    cdef u64[STATE_WORDS] state
    cdef Action actions[MAX_LEGAL]
    cdef double reward[MAX_PLAYERS]
    cdef u32 at = ROOT
    cdef u32 child
    cdef int i
    memcpy(state, x.root, x.engine.state_size)
    if x.set.hidden:
        x.engine.resample(state, x.tables, x.observer, &x.hidden_rng)
    leaf.depth = 0
    while True:
        leaf.who = x.engine.actor(state)
        if leaf.who < 0:
            read_rewards(x, state, reward)
            back_up_leaf(x, leaf, reward)
            return False
        leaf.n = x.engine.legal(state, x.tables, actions)
        for i in range(leaf.n):
            leaf.keys[i] = (leaf.who << KEY_SHIFT) | actions[i]
        # a full tree is searched on with the moves that have a node
        if leaf.depth == MAX_PATH or ((at == ROOT or not x.full) and unjudged(x, at, leaf.keys, leaf.n)):
            break
        child = choose_by_prior(x, at, leaf.keys, leaf.n)
        if child == 0:
            break
        x.node[child].visits += 1
        leaf.path[leaf.depth] = x.node[child].key
        leaf.depth += 1
        at = child
        x.engine.apply(state, x.tables, x.node[child].key & KEY_MASK, &x.streams)
        x.applied += 1
    x.engine.observe(state, x.tables, leaf.who, observation)
    memset(mask, 0, x.engine.num_actions)
    for i in range(leaf.n):
        mask[actions[i]] = 1
    return True


cdef inline bint is_judgement(const Tree* x, const Leaf* leaf, const float* logit, const double* value) noexcept nogil:
    """Whether the logits of the legal moves are finite and the values are rewards."""
    cdef int i
    for i in range(leaf.n):
        if not isfinite(logit[leaf.keys[i] & KEY_MASK]):
            return False
    for i in range(x.set.seats):
        if not 0.0 <= value[i] <= 1.0:
            return False
    return True


cdef inline void settle_leaf(Tree* x, const Leaf* leaf, const float* logit, const double* value) noexcept nogil:
    """Back the values up, and give the moves that have no prior theirs: softmax over the legal moves.

    The values begin with the seat to move, the others follow clockwise.
    """
    cdef double reward[MAX_PLAYERS]
    cdef double share[MAX_LEGAL]
    cdef double most = -1e300
    cdef double total = 0.0
    cdef double prior
    cdef u32 at, block
    cdef int i, j = 0
    for i in range(x.set.seats):
        reward[(leaf.who + i) % x.set.seats] = value[i]
    at = back_up_leaf(x, leaf, reward)
    if not open_block(x, at, leaf.keys, leaf.n):
        return
    for i in range(leaf.n):
        share[i] = logit[leaf.keys[i] & KEY_MASK]
        if share[i] > most:
            most = share[i]
    for i in range(leaf.n):
        share[i] = exp(share[i] - most)
        total += share[i]
    block = x.node[at].block
    for i in range(leaf.n):
        while x.node[block + j].key < leaf.keys[i]:
            j += 1
        if x.node[block + j].prior == 0:
            prior = share[i] / total
            x.node[block + j].prior = <float> (prior if prior > LEAST_PRIOR else LEAST_PRIOR)


cdef inline void abandon_leaf(Tree* x, const Leaf* leaf) noexcept nogil:
    """Take back the visits that a walk counted."""
    cdef u32 at = ROOT
    cdef int i
    for i in range(leaf.depth):
        at = find_child(x, at, leaf.path[i])
        x.node[at].visits -= 1
