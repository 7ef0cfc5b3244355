"""Arms and chunks: what exactly is played."""

from __future__ import annotations

from typing import Any

import pytest
from runs import asked

import snowplay as sp
from snowplay.experiments import Arm, arms_of
from snowplay.experiments.plan import chunks_of, derived_seed
from snowplay.rules import game_options


def arms(**entries: Any) -> list[Arm]:
    return list(arms_of(sp.load_experiment(asked(**entries))))


def names(**entries: Any) -> list[str]:
    return [arm.name for arm in arms(**entries)]


def test_without_arms_there_is_one_with_the_rules_as_they_are() -> None:
    (arm,) = arms(options={"thin_fog": True}, agents=["random"])
    assert arm.name == "standard"
    assert arm.game == sp.load_game("snowdonia", players=2, thin_fog=True)
    assert arm.agents == ("random", "random")


def test_an_arm_lies_on_top_of_the_experiment() -> None:
    given = [
        {"name": "a", "options": {"forced_swap": True}, "variant": {"contracts": {"7": {"score": {"vp": 1}}}}},
        {"name": "b", "players": 4, "options": {"thin_fog": False}},
    ]
    a, b = arms(arms=given, options={"thin_fog": True}, variant={"contracts": {"8": {"score": {"vp": 2}}}})
    assert a.options == {"thin_fog": True, "forced_swap": True}
    assert a.variant == {"contracts": {"8": {"score": {"vp": 2}}, "7": {"score": {"vp": 1}}}}
    assert b.game == sp.load_game("snowdonia", players=4, variant=b.variant)
    assert b.agents == ("random",) * 4


def test_each_option() -> None:
    switches = [option for option in game_options("acres") if option.kind == "bool" and option.rules]
    made = arms(game="acres", generate={"each_option": ["*"]})
    assert made[0].game == sp.load_game("acres")
    assert len(made) == len(switches) + 1
    for arm, option in zip(made[1:], switches, strict=True):
        assert arm.name == (f"{option.name}-off" if option.default else option.name)
        assert arm.game == sp.load_game("acres", **{option.name: not option.default})
    assert names(game="acres", generate={"each_option": ["blocked_*", "auto_forced"]}) == [
        *("standard", "blocked_ambush_free", "blocked_raid_free", "auto_forced-off")
    ]


def test_forbidden_items() -> None:
    made = arms(generate={"forbid": ["contract:1", "train:*"], "forbid_seat": 1}, options={"forbid": ["contract:2"]})
    assert [arm.name for arm in made[:3]] == ["standard", "no-contract-1", "no-train-1"]
    assert (made[1].item, made[1].seat, made[0].item) == ("contract:1", 1, None)
    assert made[1].game == sp.load_game("snowdonia", players=2, forbid=["contract:2", "contract:1@1"])
    assert all(arm.item and arm.item.startswith("train:") for arm in made[2:])


def test_items_forbidden_together() -> None:
    asked = {"forbid": ["train:4"], "forbid_all": ["train:*", "contract:1?"], "forbid_seat": 1}
    made = arms(generate=asked, options={"forbid": ["contract:2"]})
    assert [arm.name for arm in made] == ["standard", "no-train-4", "no-train", "no-contract-1"]
    assert [(arm.item, arm.seat) for arm in made[2:]] == [(None, None)] * 2  # compared like other arms
    trains = [f"train:{number}@1" for number in range(1, 8)]
    assert made[2].game == sp.load_game("snowdonia", players=2, forbid=["contract:2", *trains])
    tens = [f"contract:{number}@1" for number in range(10, 20)]
    assert made[3].game == sp.load_game("snowdonia", players=2, forbid=["contract:2", *tens])
    assert names(generate={"forbid_all": ["*"]}) == ["standard", "no-items"]


def test_an_item_that_a_seat_can_never_take_makes_no_arm() -> None:
    british, french = (
        {arm.item for arm in arms(game="acres", generate={"forbid": ["*"], "forbid_seat": seat})} for seat in (0, 1)
    )
    assert british - french and french - british


def test_players_and_sweeps() -> None:
    by_players = arms(generate={"players": [2, 5]})
    assert [(arm.name, arm.players, arm.sweep_value) for arm in by_players] == [
        *(("players-2", 2, 2), ("players-5", 5, 5))
    ]
    by_option = arms(generate={"sweep": {"option": "train_pool", "values": [[1], [1, 2]]}})
    assert [arm.game.options["train_pool"] for arm in by_option] == [[1], [1, 2]]
    by_figure = arms(game="acres", generate={"sweep": {"figure": "money.french", "values": [3, 4]}})
    assert [arm.name for arm in by_figure] == ["money.french-3", "money.french-4"]
    assert [arm.game.rules.data.money.french for arm in by_figure] == [3, 4]
    assert [arm.sweep_value for arm in by_figure] == [3, 4]


def test_written_arms_come_first() -> None:
    made = names(arms=[{"name": "z"}], generate={"each_option": ["thin_fog"], "players": [3]})
    assert made == ["z", "thin_fog", "players-3"]


def test_seeds_of_arms() -> None:
    paired = arms(arms=[{"name": "a"}, {"name": "b"}], seed=7)
    assert [arm.seed for arm in paired] == [7, 7]
    apart = arms(arms=[{"name": "a"}, {"name": "b"}], seed=7, pairing=False)
    assert [arm.seed for arm in apart] == [derived_seed(7, 0), derived_seed(7, 1)]
    # They must never change: rows already on disk were played with them.
    assert derived_seed(7, 0) == 2839694100495219769


@pytest.mark.parametrize(("games", "chunk"), [(250, 100), (100, 100), (1, 100), (101, 7)])
def test_chunks_cover_every_game_once_and_go_round_the_arms(games: int, chunk: int) -> None:
    made = arms(arms=[{"name": "a"}, {"name": "b"}], games=games, chunk=chunk)
    chunks = list(chunks_of(made))
    for arm in made:
        own = [c for c in chunks if c.arm is arm]
        assert [c.index for c in own] == list(range(arm.chunks))
        assert [g for c in own for g in range(c.first, c.first + c.games)] == list(range(games))
    assert [c.index for c in chunks] == sorted(c.index for c in chunks)


def test_paired_games_are_never_torn_apart() -> None:
    made = arms(rotate="paired", games=100, chunk=10, generate={"players": [2, 3]})
    assert [(arm.games, arm.chunk) for arm in made] == [(100, 10), (102, 12)]
    assert all(c.first % c.arm.players == 0 == c.games % c.arm.players for c in chunks_of(made))
