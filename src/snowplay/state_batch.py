"""Many games side by side, stepped together: what trainers and vectorized environments stand on.

Entry i of a batch plays one game after another. Its k-th game (from 0) is the game of index ``k * 2**32 + lane`` of its
seed, and the lane is i: it depends on the rules, the seed, i and k alone, not on the size of the batch, the threads or
the other entries, and ``game.new_initial_state(seed, index=k * 2**32 + i)`` deals it again. The first games of a batch
are those of ``playouts(game, n, seed=seed)``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._core.batch import AUTORESETS, FORFEITED, GAME_BITS, OBSERVERS, SKIP, CoreBatch
from .batch import default_threads, whole
from .errors import IllegalActionsError
from .state import State

if TYPE_CHECKING:
    from .games import Game

__all__ = ["FORFEITED", "SKIP", "StateBatch"]

_MAX_SEED = 2**64 - 1
_INT64 = np.dtype(np.int64)
_MAX_INT64 = 2**63 - 1
_GAMES_EACH = 2 ** (63 - GAME_BITS)  # later indices belong to searches
_MOST_ENTRIES = 2**24
# Fewer entries than this are not worth a thread: handing them out would take longer than stepping them.
_LEAST_SLICE = 128
# Illegal entries that an error message describes.
_SHOWN = 3
#: What a caller may have written into memory of his own.
OUTPUTS = (
    "legal_mask",
    "observation",
    "final_observation",
    "current_player",
    "over",
    "rewards",
    "terminated",
    "truncated",
    "scores",
    "end_reason",
)


class StateBatch:
    """Games side by side, stepped together without the GIL.

    All outputs are arrays that every `step` and `reset` overwrites; copy what is to be kept. A batch belongs to one
    thread at a time: a second one that steps, resets, samples or copies it meanwhile gets a `RuntimeError`. n is the
    number of entries, A ``game.num_distinct_actions()``, P the number of players and D the length of an observation.

    Parameters
    ----------
    game : Game
        What to play.
    n : int
        Entries, 1 to 2**24.
    seed : int or sequence of int
        Master seed; see the module for how an entry's games follow from it. A sequence gives each entry a seed and lane
        0: the entry plays what a batch of one with this seed would.
    autoreset : str
        What happens to an entry whose game is over. ``"off"``: it waits for `reset`. ``"next_step"``: the next `step`
        deals a new game instead of playing (whatever the action). ``"same_step"``: the step that ends the game deals
        the next; `final_observation` holds the last view of the old one.
    observe : str or int
        Whose view is written: ``"current"`` (the seat to move; in an ended game the seat that was asked last),
        ``"all"``, ``"none"``, or the number of a role (see `rotate`).
    dtype : str
        ``"float32"``, as `State.observation_tensor`, or ``"uint8"``: the numbers before they are divided (the pages on
        observations name the divisors), at most 255, a signed one plus 128. A quarter of the memory, and faster.
    random_seats : sequence of int
        Roles that play by themselves, each legal action with the same chance; `step` goes on to the next decision of
        another seat. Not all.
    rotate : bool
        Let roles change seats: in the k-th game of an entry, seat s has role ``(s + lane + k) % players``. Otherwise a
        role is its seat.
    illegal : str
        ``"raise"``: an illegal action raises `IllegalActionsError`, and nothing is stepped. ``"forfeit"``: it ends the
        game of its entry; the seat gets the least utility of the game and the others share as much gain, `end_reason`
        is `FORFEITED`.
    threads : int, optional
        Threads to step on; None: one for each processor this process may use. Changes no result, and pays from some
        thousand entries on.
    out : mapping of str to ndarray, optional
        Arrays of the caller to write outputs into, by name: C-contiguous, of exactly the dtype and shape below.

    Attributes
    ----------
    legal_mask : ndarray of uint8, shape (n, A)
        1 for every legal action of the seat to move; all 0 when the game is over.
    observation : ndarray of float32 or uint8, shape (n, D) or, for ``"all"``, (n, P, D)
    final_observation : ndarray
        Only with ``"same_step"``: as `observation`, written for the entries whose game has just ended.
    current_player : ndarray of int32, shape (n,)
        Seat to move, -4 when the game is over.
    over : ndarray of bool, shape (n,)
        The game is over and waits for a reset; never with ``"same_step"``.
    rewards : ndarray of float64, shape (n, P)
        Utilities of the game that the last step ended, else 0.
    terminated, truncated : ndarray of bool, shape (n,)
        The last step ended the game: by its rules, or by the limit that stops endless ones.
    scores : ndarray of int32, shape (n, P)
        Points of the game that ended last in the entry.
    end_reason : ndarray of int32, shape (n,)
        Why it ended: a key of ``game.front.end_reasons``, or `FORFEITED`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of the kind described.

    Examples
    --------
    >>> import snowplay as sp
    >>> batch = sp.StateBatch(sp.load_game("snowdonia", players=2), 4, seed=7)
    >>> while not batch.over.all():
    ...     batch.step(batch.sample_actions())
    >>> rows = sp.playouts(batch.game, 4, seed=7)
    >>> (batch.scores == rows["score"][:, :2]).all()
    np.True_
    """

    legal_mask: npt.NDArray[np.uint8]
    observation: npt.NDArray[Any]
    final_observation: npt.NDArray[Any]
    current_player: npt.NDArray[np.int32]
    over: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float64]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    scores: npt.NDArray[np.int32]
    end_reason: npt.NDArray[np.int32]

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int | Sequence[int] = 0,
        *,
        autoreset: str = "off",
        observe: str | int = "current",
        dtype: str = "float32",
        random_seats: Sequence[int] = (),
        rotate: bool = False,
        illegal: str = "raise",
        threads: int | None = 1,
        out: Mapping[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        self.game = game
        self.n = whole("n", n, 1, _MOST_ENTRIES)
        self.autoreset = _one_of("autoreset", autoreset, AUTORESETS)
        self.dtype = _one_of("dtype", dtype, ("float32", "uint8"))
        self.illegal = _one_of("illegal", illegal, ("raise", "forfeit"))
        if isinstance(observe, str):
            view = OBSERVERS[_one_of("observe", observe, OBSERVERS)]
        else:
            view = whole("observe", observe, 0, game.players - 1)
        self.observe = observe
        self.random_seats = tuple(sorted({whole("random_seats", s, 0, game.players - 1) for s in random_seats}))
        if len(self.random_seats) == game.players:
            raise ValueError("random_seats must leave a seat to the caller; playouts() plays all at random")
        self.rotate = bool(rotate)
        self.threads = default_threads() if threads is None else whole("threads", threads, 1, 4096)
        self._pool: tuple[int, ThreadPoolExecutor] | None = None
        self._core = self._allocate(view, out or {})
        self.reset(seed=seed)

    def _allocate(self, view: int, out: Mapping[str, npt.NDArray[Any]]) -> CoreBatch:
        core, autoreset = self.game.core, AUTORESETS[self.autoreset]
        layout = CoreBatch.layout(core, self.n, autoreset, view, self.dtype == "uint8")
        outputs = [name for name in OUTPUTS if 0 not in layout[name][1]]
        for name, array in out.items():
            if name not in outputs:
                raise ValueError(f"out: there is no output {name!r} in this batch; there is {', '.join(outputs)}")
            _check_out(name, array, *layout[name])
        given = list(out.items())
        for at, (name, array) in enumerate(given):
            for other, with_array in given[:at]:
                if np.may_share_memory(array, with_array):
                    raise ValueError(f"out: {other!r} and {name!r} share memory")
        arrays = {name: out[name] if name in out else np.zeros(shape, dt) for name, (dt, shape) in layout.items()}
        for name in outputs:
            setattr(self, name, arrays[name])
        self._shape = (self.n,)
        self._forfeit = self.illegal == "forfeit"
        self._alone = min(self.threads, self.n // _LEAST_SLICE) < 2
        return CoreBatch(
            core,
            self.n,
            autoreset=autoreset,
            observe=view,
            as_bytes=self.dtype == "uint8",
            random_roles=sum(1 << role for role in self.random_seats),
            rotate=self.rotate,
            limit_reason=self.game.front.limit_reason,
            forfeit=self.game.min_utility(),
            arrays=arrays,
        )

    # ---- play ----

    def reset(self, seed: int | Sequence[int] | None = None, mask: npt.NDArray[np.bool_] | None = None) -> None:
        """Deal new games.

        Parameters
        ----------
        seed : int or sequence of int, optional
            Begin anew with these seeds, at game 0. Without it every entry goes on to its next game.
        mask : ndarray of bool, shape (n,), optional
            The entries to deal; the others stay as they are.
        """
        chosen = np.ones(self.n, bool) if mask is None else np.asarray(mask)
        if chosen.dtype != np.bool_ or chosen.shape != (self.n,):
            raise ValueError(f"mask must be bool of shape ({self.n},), not {chosen.dtype} of shape {chosen.shape}")
        anew = None if seed is None else self._seeds(seed)
        with self._core:
            self._reset(anew, chosen, None if mask is None else chosen.view(np.uint8))

    def _reset(
        self,
        anew: tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]] | None,
        chosen: npt.NDArray[np.bool_],
        bits: npt.NDArray[np.uint8] | None,
    ) -> None:
        arrays = self._core.arrays
        if anew is None:
            if (arrays["game"][chosen] >= _GAMES_EACH - 1).any():
                raise ValueError(f"an entry has played {_GAMES_EACH:,} games: reset it with a seed")
            arrays["game"][chosen] += 1
        else:
            arrays["seed"][chosen], arrays["lane"][chosen] = (each[chosen] for each in anew)
            arrays["game"][chosen] = 0

        def deal(first: int, last: int) -> int:
            self._core.restart(first, last, bits)
            return last - first

        self._share(deal)
        if self.over[chosen].any():
            raise ValueError("games with these rules end before any seat but the random ones has to decide")

    def _seeds(self, seed: int | Sequence[int]) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
        if isinstance(seed, (int, np.integer)) and not isinstance(seed, (bool, np.bool_)):
            one = whole("seed", seed, 0, _MAX_SEED)
            return np.full(self.n, one, np.uint64), np.arange(self.n, dtype=np.uint64)
        try:
            seeds = [whole("seed", one, 0, _MAX_SEED) for one in seed]  # type: ignore[union-attr]
        except TypeError:
            raise TypeError(f"seed must be an integer or a sequence of {self.n} integers, not {seed!r}") from None
        if len(seeds) != self.n:
            raise ValueError(f"{len(seeds)} seeds for {self.n} entries")
        return np.array(seeds, np.uint64), np.zeros(self.n, np.uint64)

    def step(self, actions: npt.ArrayLike, *, may_skip: bool = True) -> int:
        """Play one action in every entry; the results are in the arrays.

        Parameters
        ----------
        actions : array_like of int, shape (n,)
            Legal actions of the seats to move. `SKIP` (-1) passes an entry over: neither it nor its outputs change. An
            entry whose game is over takes nothing else, unless ``autoreset="next_step"`` resets it now.
        may_skip : bool
            False: `SKIP` is an illegal action in a game that is under way, and does not keep ``"next_step"`` from
            dealing a new one.

        Returns
        -------
        int
            How many games this step has ended.

        Raises
        ------
        IllegalActionsError
            If an action is not legal; it names the entries. Nothing is stepped, so that the call can be repeated with
            these entries corrected (or skipped). With ``illegal="forfeit"`` only for entries whose game is over.
        TypeError, ValueError
            If these are not n integers, of 64 bits with a sign.
        """
        played = np.asarray(actions)
        if played.shape != self._shape:
            raise ValueError(f"actions must have the shape ({self.n},), not {played.shape}")
        if played.dtype is not _INT64 or not played.flags.c_contiguous:
            if played.dtype.kind not in "iu":
                raise TypeError(f"actions must be integers, not {played.dtype}")
            if played.dtype.kind == "u" and int(played.max()) > _MAX_INT64:
                raise ValueError(f"actions must be less than 2**63, not {played.max()}")
            played = np.ascontiguousarray(played, np.int64)
        core = self._core
        if self._alone:
            ended = core.step_all(played, self._forfeit, not may_skip)
            if ended >= 0:
                return ended
        with core:
            if not self._alone and core.may_step(played, self._forfeit, not may_skip):
                return self._share(lambda first, last: core.step(played, first, last))
            raise self._error(played)

    def sample_actions(
        self, seed: int | None = None, out: npt.NDArray[np.int64] | None = None
    ) -> npt.NDArray[np.int64]:
        """Return one legal action of every entry, each with the same chance.

        Parameters
        ----------
        seed : int, optional
            Draw from streams of (seed, entry): the same seed gives the same actions in the same positions. Without it
            the streams of the seats draw, and go on: games played so are those of `playouts`.
        out : ndarray of int64, shape (n,), optional
            Where to write them.

        Returns
        -------
        ndarray of int64, shape (n,)
            `SKIP` for an entry whose game is over, 0 for one that the next step resets.
        """
        actions = np.empty(self.n, np.int64) if out is None else out
        seed = None if seed is None else whole("seed", seed, 0, _MAX_SEED)
        try:
            self._core.sample(actions, seed)
        except (TypeError, ValueError):  # asked only now, as asking takes longer than drawing
            _check_out("out", actions, np.int64, (self.n,))
            raise
        return actions

    # ---- single entries ----

    def seats_of(self, role: int) -> npt.NDArray[np.int64]:
        """Return the seat that a role has in each entry's game, shape (n,)."""
        role = whole("role", role, 0, self.game.players - 1)
        return (role - self.rotations) % self.game.players

    @property
    def rotations(self) -> npt.NDArray[np.int64]:
        """By how many seats the roles of each entry's game are turned, shape (n,)."""
        if not self.rotate:
            return np.zeros(self.n, np.int64)
        arrays = self._core.arrays
        turned: npt.NDArray[np.int64] = (arrays["lane"].astype(np.int64) + arrays["game"]) % self.game.players
        return turned

    @property
    def games(self) -> npt.NDArray[np.int64]:
        """Number k of each entry's present game, shape (n,), read-only."""
        view: npt.NDArray[np.int64] = self._core.arrays["game"].view()
        view.flags.writeable = False
        return view

    @property
    def data(self) -> npt.NDArray[np.void]:
        """The positions as a read-only structured array of ``game.dtype``, shape (n,), that shows every change."""
        view: npt.NDArray[np.void] = self._core.arrays["state"].view(self.game.dtype).reshape(self.n)
        view.flags.writeable = False
        return view

    def state(self, i: int) -> State:
        """Return a copy of the position of an entry, with its generators.

        A forfeited position is where the illegal action was tried: by the rules it is not terminal.
        """
        i = whole("i", i, 0, self.n - 1)
        with self._core:
            return self._state(i)

    def _state(self, i: int) -> State:
        arrays = self._core.arrays
        index = (int(arrays["game"][i]) << GAME_BITS) + int(arrays["lane"][i])
        state = State.deal(self.game, int(arrays["seed"][i]), index, False)
        self._core.take_out(i, state)
        return state

    def set_state(self, i: int, state: State) -> None:
        """Put a copy of a position, with its generators, into an entry.

        Seats that play by themselves play on to the next decision of another. The entry's later games are what they
        would have been.

        Raises
        ------
        ValueError
            If the state is of another game, has explicit chance, or is over where the batch resets in the same step.
        """
        i = whole("i", i, 0, self.n - 1)
        if state.game != self.game:
            raise ValueError(f"the state is of {state.game!r}, the batch of {self.game!r}")
        if state.explicit:
            raise ValueError("a batch draws its chance: it takes no state with explicit chance")
        if self.autoreset == "same_step" and state.is_terminal():
            raise ValueError('with autoreset="same_step" no entry holds a game that is over')
        with self._core:
            self._core.put_in(i, state)

    # ---- copies ----

    def clone(self) -> StateBatch:
        """Return an independent copy with arrays of its own; both go on alike."""
        copy = object.__new__(StateBatch)
        copy.__setstate__(self.__getstate__())
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> StateBatch:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        left_out = (*OUTPUTS, "_core", "_pool")
        state = {name: value for name, value in self.__dict__.items() if name not in left_out}
        with self._core:
            return state | {"arrays": {name: array.copy() for name, array in self._core.arrays.items()}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        arrays = state.pop("arrays")
        self.__dict__.update(state)
        self._pool = None
        view = OBSERVERS[self.observe] if isinstance(self.observe, str) else self.observe
        self._core = self._allocate(view, {})
        for name, array in arrays.items():
            self._core.arrays[name][...] = array

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"StateBatch({self.game!r}, {self.n}, autoreset={self.autoreset!r})"

    # ---- the rest ----

    def _share(self, work: Callable[[int, int], int]) -> int:
        """Have ``work(first, last)`` done for all entries, in slices on the threads; returns the sum of its answers."""
        if self._alone:
            return work(0, self.n)
        slices = min(self.threads, self.n // _LEAST_SLICE)
        bounds = [self.n * k // slices for k in range(slices + 1)]
        if self._pool is None or self._pool[0] != os.getpid():  # threads do not survive a fork
            self._pool = os.getpid(), ThreadPoolExecutor(self.threads - 1, thread_name_prefix="snowplay-batch")
        others: list[Future[int]] = []
        try:
            for pair in pairwise(bounds[1:]):
                others.append(self._pool[1].submit(work, *pair))
            return work(bounds[0], bounds[1]) + sum(one.result() for one in others)
        finally:  # also after Ctrl-C: the batch is given back when nobody writes into it any more
            wait(others)

    def _error(self, actions: npt.NDArray[np.int64]) -> IllegalActionsError:
        indices = self._core.illegal(actions, self._forfeit)
        if not indices:  # between the refusal and this question
            raise RuntimeError("another thread stepped this batch: make one for each thread")
        words = []
        for i in indices[:_SHOWN]:
            if self.over[i]:  # the position of a forfeited game does not know
                words.append(f"entry {i}: its game is over; reset it or pass it over")
                continue
            try:
                self._state(i).apply_action(int(actions[i]))
            except ValueError as error:
                words.append(f"entry {i}: {error}")
        more = f"\nand {len(indices) - _SHOWN} more: {indices[_SHOWN:]}" if len(indices) > _SHOWN else ""
        entries = "entry" if len(indices) == 1 else "entries"
        return IllegalActionsError(
            f"illegal actions in {len(indices)} {entries} of {self.n}, nothing was stepped\n" + "\n".join(words) + more,
            indices=indices,
            actions=actions[indices].tolist(),
        )


def _one_of(name: str, value: str, allowed: Mapping[str, int] | Sequence[str]) -> str:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {value!r}")
    return value


def _check_out(name: str, array: Any, dtype: type, shape: tuple[int, ...]) -> None:
    """Refuse an array of the caller that cannot be written to as it must be."""
    good = isinstance(array, np.ndarray) and array.dtype == dtype and array.shape == shape
    if good and array.flags.c_contiguous and array.flags.writeable:
        return
    wanted = f"a writable, C-contiguous array of {np.dtype(dtype)} and shape {shape}"
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} must be {wanted}, not {type(array).__name__}")
    wrong = [
        f"of {array.dtype}" if array.dtype != dtype else "",
        f"of shape {array.shape}" if array.shape != shape else "",
        "not C-contiguous" if not array.flags.c_contiguous else "",
        "not writable" if not array.flags.writeable else "",
    ]
    raise ValueError(f"{name} must be {wanted}; it is {', '.join(filter(None, wrong))}")
