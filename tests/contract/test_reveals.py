"""Which actions may show their seat something hidden: a program that lets moves be taken back relies on it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hidden import HIDDEN
from support.cases import CASES
from support.walk import walk

from snowplay import Game, State

HIDING = [case for case in CASES if case.game in HIDDEN and "auto_forced" not in case.options]


def worlds(state: State, seat: int, random: Random) -> Iterator[State]:
    """States that the seat cannot tell from this one, where it is to decide."""
    for _ in range(2):
        world = state.clone()
        world.load_raw(HIDDEN[state.game.name].rearrange(state.data(), seat, random).tobytes())
        if world.raw() != state.raw():
            yield world


def seen(state: State, seat: int) -> tuple[object, ...]:
    legal = state.legal_actions() if state.current_player() == seat else None
    return state.observation_tensor(seat).tobytes(), state.current_player(), int(state.data()["phase"]), legal


def test_the_games_that_hide_say_so(game: Game) -> None:
    assert game.front.hides == (game.name in HIDDEN)


def test_an_action_that_reveals_nothing_ends_alike_in_every_world() -> None:
    random = Random(46)
    quiet = telling = different = 0
    for case in HIDING:
        start = case.load(auto_forced=False).new_initial_state(5, explicit_chance=True)
        for number, state in enumerate(walk(start, 5)):
            seat = state.current_player()
            if seat < 0:
                continue
            actions = state.legal_actions()
            for action in actions if number % 32 == 0 else random.sample(actions, 1):
                after = state.clone()
                after.apply_action(action)
                reveals = state.reveals(action, after)
                quiet, telling = quiet + (not reveals), telling + reveals
                expected = seen(after, seat)
                for world in worlds(state, seat, random):
                    world.apply_action(action)
                    if reveals:
                        different += seen(world, seat) != expected
                    else:
                        assert seen(world, seat) == expected, f"{case}: {state.action_to_string(action)}"
    assert quiet > 1000
    assert telling > 50 and different > 10, "next to nothing was revealed"
