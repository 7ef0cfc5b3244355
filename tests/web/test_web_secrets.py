"""No answer depends on what its seat may not see: cards, drafts, secrets of others, seeds."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from web_tables import step, table_of

from snowplay.web.store import SavedTable
from snowplay.web.table import Table
from snowplay.web.view import view_of

SEATS = (0, 1)


def answer(table: Table, seat: int) -> bytes:
    """Every byte that a request for a view gives."""
    return msgspec.json.encode(view_of(table, seat))


def copy_of(table: Table) -> Table:
    return Table(msgspec.json.decode(msgspec.json.encode(table.saved()), type=SavedTable))


def other_world(table: Table, seat: int, seed: int) -> Table:
    """The table as it may be for all that a seat knows: other cards and draws of the enemy, no draft of the enemy's."""
    world = copy_of(table)
    mover = world.mover()
    if mover != seat:
        world._clear()
    hidden = world.state.resample_from_infostate(seat, seed)
    random = Random(seed)
    draws = [event.words for event in world.events if event.seer not in (None, seat)]
    random.shuffle(draws)
    events = []
    for event in world.events:
        secret = event.seer not in (None, seat)
        events.append(event._replace(words=draws.pop(), notation="card:militia") if secret else event)
    world.events = events
    world.recorder.state = hidden
    world._draft_again([entry.notation for entry in table.draft if not entry.forced] if mover == seat else [])
    world.thoughts = {number: f"{text}?" for number, text in world.thoughts.items()}
    return world


def test_a_view_is_the_same_to_the_byte_in_every_world() -> None:
    random = Random(11)
    compared = moved = drafts = 0
    for seed in range(2):
        table = table_of("acres", "human", "ismcts:iterations=20", seed=seed, max_turns=60)
        turn = 0
        while not table.over:
            step(table, random, confirm=False)
            table.thoughts[len(table.events)] = "it thinks of its hand"
            turn += 1
            if turn % 17 or table.over:
                continue
            for seat in SEATS:
                if table.state.current_player() != seat and table.state.waiting_for() not in ("", _plain(table)):
                    continue  # hands with which the enemy could not be where it is are no worlds
                world = other_world(table, seat, turn)
                moved += world.state.raw() != table.state.raw()
                drafts += bool(table.draft)
                assert answer(world, seat) == answer(table, seat), f"seat {seat} after {len(table.events)} moves"
                compared += 1
    assert compared > 25 and moved > 20 and drafts > 5


def _plain(table: Table) -> str:
    """What the menu waits for: every hand can be there."""
    words = table.state.waiting_for()
    return words if words.startswith(("choose an action", "take a free action")) else ""


def test_a_draft_shows_in_no_other_seats_answer() -> None:
    for game in ("acres", "snowdonia"):
        table, random = table_of(game, "human", "human", seed=3), Random(12)
        for _ in range(6):
            seat = table.mover()
            assert seat is not None
            before = answer(table, 1 - seat)
            while not table.complete:
                step(table, random, confirm=False)
                assert answer(table, 1 - seat) == before
            while table.draft:
                table.back(seat, table.version(seat))
                assert answer(table, 1 - seat) == before
            while not table.complete:
                step(table, random, confirm=False)
            table.confirm(seat, table.version(seat))


@pytest.mark.parametrize("game", ["acres", "snowdonia"])
def test_no_view_holds_a_secret(game: str) -> None:
    table, random = table_of(game, "human", "human"), Random(13)
    secrets = [str(table.saved().seed).encode(), b"hash-of"]
    for _ in range(6):
        step(table, random)
        for seat in SEATS:
            assert not any(secret in answer(table, seat) for secret in secrets)


def test_the_log_of_a_seat_tells_its_own_draws_alone() -> None:
    table, random = table_of("acres", "human", "human", seed=5), Random(14)
    for _ in range(60):
        step(table, random)
    draws = [0, 0]
    for seat in SEATS:
        for entry, event in zip(view_of(table, seat).log, table.events, strict=True):
            if event.seer is None:
                assert entry.words == event.words
            elif event.seer == seat:
                assert entry.words == event.words
                draws[seat] += 1
            else:
                assert entry.words.startswith("a hidden card for ")
    assert min(draws) > 5
