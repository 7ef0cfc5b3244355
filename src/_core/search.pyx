"""Information set Monte Carlo tree search: one tree, driven in portions so that its owner can stop it."""
from .types cimport Action, STATE_WORDS, i32, u8, u32, u64
from .rng cimport seed_rng, seed_streams
from .position cimport CoreGame, CoreState
from .tree cimport *
from .leaves cimport *
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

PLAYOUTS = {"random": PLAYOUT_RANDOM, "heuristic": PLAYOUT_HEURISTIC, "mast": PLAYOUT_MAST}
NODE_BYTES = sizeof(Node)
FIRST_NODES = 1024

# Purposes of the search's own streams, beyond those of a game.
cdef enum:
    STREAM_HIDDEN = 80
    STREAM_PICK = 81


cdef class SearchTree:
    """A tree for one seat of one game.

    Parameters
    ----------
    game : CoreGame
    observer : int
        Seat that searches; only what it knows is used.
    nodes : int
        Most nodes the tree may hold, of NODE_BYTES each. A full tree is searched on, but does not grow.
    exploration, bias, puct, margin, greed : float
        Factor of the square root of UCB1; weight of the heuristic prior (progressive bias, 0: none); factor of the
        prior's term when moves are chosen by it instead of by UCB1 (PUCT, 0: no); part of the reward that is the margin
        of points; MAST's chance of taking the best-known move.
    playout : str
        From PLAYOUTS.
    cutoff : int
        Decisions of a playout before the game's evaluation takes its place; -1: none.
    flat : bool
        Flat Monte Carlo: try the moves in turn, without a tree below them.
    cheat : bool
        Search the true state instead of redrawing what is hidden from the observer.
    batch : int
        Above 0: positions are judged outside, at most so many at a time, by `collect` and `settle` instead of `run`;
        moves are then chosen by PUCT.
    """

    cdef Tree tree
    cdef bint begun
    cdef Leaf* leaves
    cdef i32 room  # leaves there is room for
    cdef i32 pending  # leaves that wait for their judgement
    cdef readonly CoreGame game

    def __cinit__(
        self, CoreGame game not None, int observer, *, long long nodes=1 << 22, double exploration=0.7, double bias=0.0,
        double puct=0.0, double margin=0.1, double greed=0.8, str playout="random", int cutoff=-1, bint flat=False,
        bint cheat=False, int batch=0,
    ):
        if not 0 <= observer < game.players:
            raise ValueError(f"observer must be 0 to {game.players - 1}, not {observer}")
        if not FIRST_NODES <= nodes < 1 << 31:
            raise ValueError(f"nodes must be {FIRST_NODES} to 2**31 - 1, not {nodes}")
        if playout not in PLAYOUTS:
            raise ValueError(f"unknown playout {playout!r}; there is {', '.join(PLAYOUTS)}")
        if batch < 0 or (batch and not puct > 0):
            raise ValueError(f"batch must be at least 0, and puct above 0 with a batch; not {batch} and {puct}")
        self.game = game
        self.tree.engine = game.engine
        self.tree.tables = game.tables
        self.tree.observer = observer
        self.tree.limit = <u32> nodes
        self.tree.capacity = FIRST_NODES
        self.tree.node = <Node*> malloc(FIRST_NODES * sizeof(Node))
        if self.tree.node == NULL:
            raise MemoryError()
        self.tree.set.exploration = exploration
        self.tree.set.bias = bias
        self.tree.set.puct = puct
        self.tree.set.margin = margin
        self.tree.set.greed = greed
        self.tree.set.playout = PLAYOUTS[playout]
        self.tree.set.cutoff = cutoff
        self.tree.set.flat = flat
        self.tree.set.hidden = not cheat
        self.tree.set.outside = batch > 0
        self.tree.set.seats = game.players
        if playout == "mast":
            self.tree.mast_sum = <double*> calloc(game.players * game.engine.num_actions, sizeof(double))
            self.tree.mast_count = <u32*> calloc(game.players * game.engine.num_actions, sizeof(u32))
            if self.tree.mast_sum == NULL or self.tree.mast_count == NULL:
                raise MemoryError()
        if batch:
            self.room = batch
            self.leaves = <Leaf*> malloc(batch * sizeof(Leaf))
            if self.leaves == NULL:
                raise MemoryError()
        start_tree(&self.tree)

    def __dealloc__(self):
        free(self.leaves)
        free(self.tree.node)
        free(self.tree.mast_sum)
        free(self.tree.mast_count)

    def begin(self, CoreState state not None, object seed, object index=0, bint keep=False):
        """Set the position to search and the streams of (seed, index).

        With `keep` the tree as it stands is searched on; its root must then be this position, see `follow`.
        """
        cdef u64 s = <u64> (int(seed) & 0xFFFFFFFFFFFFFFFF)
        cdef u64 i = <u64> (int(index) & 0xFFFFFFFFFFFFFFFF)
        cdef u64[STATE_WORDS] root
        if state.game is not self.game and state.game.table_data != self.game.table_data:
            raise ValueError("the state belongs to another game")
        state.copy_to(root, NULL)
        if self.tree.engine.actor(root) != self.tree.observer:
            raise ValueError(f"seat {self.tree.observer} is not to move")
        self.abandon()
        memset(self.tree.root, 0, sizeof(self.tree.root))
        memcpy(self.tree.root, root, self.tree.engine.state_size)
        seed_streams(&self.tree.streams, s, i)
        seed_rng(&self.tree.hidden_rng, s, i, STREAM_HIDDEN)
        seed_rng(&self.tree.pick_rng, s, i, STREAM_PICK)
        if keep:
            clear_counts(&self.tree)
        else:
            start_tree(&self.tree)
        settle_root(&self.tree)
        self.begun = True

    def follow(self, moves):
        """Make the node that these moves lead to the root, and forget the rest.

        Parameters
        ----------
        moves : sequence of (int, int)
            Seat and action, as they were played since the root's position.

        Returns
        -------
        bool
            Whether there is such a node; if not, the tree is left empty.
        """
        cdef u32 at = ROOT
        cdef u32 block
        cdef i32 key
        cdef int i
        self.abandon()
        for seat, action in moves:
            key = (<i32> seat << KEY_SHIFT) | <i32> action
            block = self.tree.node[at].block
            for i in range(self.tree.node[at].children):
                if self.tree.node[block + i].key == key:
                    at = block + i
                    break
            else:
                start_tree(&self.tree)
                return False
        if at == ROOT:
            return True
        return self._keep(at)

    cdef bint _keep(self, u32 top):
        """Copy the part of the tree below a node to a new arena, breadth first: a block is copied when its parent is
        reached, and its children's blocks later."""
        cdef Tree* x = &self.tree
        cdef Node* fresh = <Node*> malloc(x.capacity * sizeof(Node))
        cdef u32 done = ROOT
        cdef u32 used = ROOT + 1
        cdef u32 size
        if fresh == NULL:
            start_tree(x)
            return False
        memset(fresh, 0, 2 * sizeof(Node))
        fresh[ROOT] = x.node[top]
        fresh[ROOT].key = 0
        while done < used:
            size = fresh[done].children
            if size:
                memcpy(&fresh[used], &x.node[fresh[done].block], size * sizeof(Node))
                fresh[done].block = used
                used += size
            done += 1
        free(x.node)
        x.node = fresh
        x.used = used
        x.full = False
        memset(x.free_block, 0, sizeof(x.free_block))
        return True

    def run(self, long long iterations):
        """Search on for so many iterations, without the GIL."""
        cdef long long _i
        if not self.begun:
            raise ValueError("there is no position to search: begin comes first")
        if self.room:
            raise ValueError("this tree is judged outside: collect and settle search it")
        with nogil:
            for _i in range(iterations):
                iterate(&self.tree)

    def collect(self, long long iterations, float[:, ::1] observations not None, u8[:, ::1] masks not None):
        """Go down the tree so many times, without the GIL, and hand out the positions to be judged there.

        A walk that meets the end of the game needs no judgement. A root that is not judged yet comes alone, and judging
        it counts as no iteration.

        Parameters
        ----------
        iterations : int
            At most the batch.
        observations : float32 array, shape (batch, D)
            Row i becomes the view of the seat to move in leaf i.
        masks : uint8 array, shape (batch, A)
            Row i becomes 1 for its legal actions.

        Returns
        -------
        int
            Number of leaves. `settle` or `abandon` comes next, unless there are none.
        """
        cdef long long _i
        if not self.begun:
            raise ValueError("there is no position to search: begin comes first")
        if self.pending:
            raise ValueError(f"{self.pending} leaves wait for their judgement: settle or abandon comes first")
        if not 0 <= iterations <= self.room:
            raise ValueError(f"iterations must be 0 to the batch of {self.room}, not {iterations}")
        self._check("observations", observations.shape[0], observations.shape[1], self.game.engine.observation_size)
        self._check("masks", masks.shape[0], masks.shape[1], self.game.engine.num_actions)
        with nogil:
            for _i in range(iterations):
                if walk_to_leaf(
                    &self.tree, &self.leaves[self.pending], &observations[self.pending, 0], &masks[self.pending, 0]
                ):
                    self.pending += 1
                    if self.leaves[self.pending - 1].depth == 0:
                        break
        return self.pending

    cdef int _check(self, str name, Py_ssize_t rows, Py_ssize_t columns, int wanted) except -1:
        if rows < self.room or columns != wanted:
            raise ValueError(f"{name} must have the shape ({self.room}, {wanted}), not ({rows}, {columns})")
        return 0

    def settle(self, logits, values):
        """Take the judgement of the leaves that `collect` handed out, in their order.

        Parameters
        ----------
        logits : C-contiguous float32 array, shape (leaves, A)
            The softmax over the legal actions of a leaf becomes their prior; the others are not looked at.
        values : C-contiguous float64 array, shape (leaves, players)
            Expected rewards, 0 to 1: of the seat to move, then of the others clockwise.

        Raises
        ------
        ValueError
            If a shape does not fit, a logit of a legal action is not finite or a value is not 0 to 1. The leaves then
            still wait.
        """
        cdef Py_ssize_t i
        cdef Py_ssize_t n = self.pending
        for name, array, columns in (
            ("logits", logits, self.game.engine.num_actions), ("values", values, self.game.players)
        ):
            if array.shape != (n, columns):
                raise ValueError(f"{name} must have the shape ({n}, {columns}), not {array.shape}")
        cdef const float[:, ::1] logit = logits
        cdef const double[:, ::1] value = values
        for i in range(n):
            if not is_judgement(&self.tree, &self.leaves[i], &logit[i, 0], &value[i, 0]):
                raise ValueError(
                    f"row {i}: the logits of legal actions must be finite and the values 0 to 1; "
                    f"the values are {values[i].tolist()}"
                )
        with nogil:
            for i in range(n):
                settle_leaf(&self.tree, &self.leaves[i], &logit[i, 0], &value[i, 0])
        self.pending = 0

    def abandon(self):
        """Forget the leaves that wait for their judgement, and take back the visits that their walks counted."""
        cdef i32 i
        for i in range(self.pending):
            abandon_leaf(&self.tree, &self.leaves[i])
        self.pending = 0

    def moves(self):
        """What the search found out about the moves of the root.

        Returns
        -------
        list of tuple
            ``(action, visits, available, value, sum, squares, counted, prior)`` for every move of the root, ascending:
            visits and mean reward (0 to 1, of the observer) with those of earlier searches, how often it was legal;
            then the sum of rewards and of their squares and their number, of this search alone.
        """
        cdef u32 block = self.tree.node[ROOT].block
        cdef Node* c
        cdef int i
        found = []
        for i in range(self.tree.node[ROOT].children):
            c = &self.tree.node[block + i]
            found.append((
                c.key & ((1 << KEY_SHIFT) - 1), c.visits, c.available, c.value / c.visits if c.visits else 0.0,
                self.tree.sums[i], self.tree.squares[i], self.tree.counted[i], c.prior,
            ))
        return found

    def line(self, Action first, int length=8):
        """The most visited moves from here, beginning with this one: a list of (seat, action, visits)."""
        cdef u32 at = ROOT
        cdef u32 block, best
        cdef i32 key
        cdef int i
        found = []
        for _ in range(length):
            block = self.tree.node[at].block
            best = 0
            for i in range(self.tree.node[at].children):
                if at == ROOT:
                    if self.tree.node[block + i].key & ((1 << KEY_SHIFT) - 1) == first:
                        best = block + i
                elif self.tree.node[block + i].visits and (
                    best == 0 or self.tree.node[block + i].visits > self.tree.node[best].visits
                ):
                    best = block + i
            if best == 0:
                break
            at = best
            key = self.tree.node[at].key
            found.append((key >> KEY_SHIFT, key & ((1 << KEY_SHIFT) - 1), self.tree.node[at].visits))
        return found

    @property
    def iterations(self):
        """Iterations of this search."""
        return self.tree.iterations

    @property
    def applied(self):
        """Actions applied in this search, in the tree and in playouts."""
        return self.tree.applied

    @property
    def nodes(self):
        """Nodes in use."""
        return self.tree.used - ROOT

    @property
    def full(self):
        """Whether the tree had no room for a node it wanted."""
        return bool(self.tree.full)

    @property
    def mean_depth(self):
        """Mean number of moves made inside the tree."""
        return <double> self.tree.depth_sum / <double> self.tree.iterations if self.tree.iterations else 0.0

    @property
    def deepest(self):
        """Most moves made inside the tree."""
        return self.tree.deepest
