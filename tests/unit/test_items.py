"""Items of both games: the option `forbid`, its forms and errors, and the columns that tell who had an item."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snowplay as sp
from snowplay.errors import RulesError
from snowplay.export import columns
from snowplay.items import Item
from snowplay.rules import load_rules, parse_option_text

GAMES = [("snowdonia", players) for players in range(1, 6)] + [("acres", 2)]


@pytest.mark.parametrize(
    ("game", "text", "value"),
    [
        ("snowdonia", "contract:5@0,train:2", ["contract:5@0", "train:2"]),
        ("snowdonia", " train:2@1, contract:10 ,contract:5@12", ["contract:5@12", "contract:10", "train:2@1"]),
        ("snowdonia", "contract:5@2,contract:5@0,contract:5@2", ["contract:5@0", "contract:5@2"]),
        ("snowdonia", "contract:5@2,contract:5", ["contract:5"]),
        ("snowdonia", "[train:1@01]", ["train:1@1"]),
        ("snowdonia", "", []),
        ("snowdonia", "[]", []),
        ("acres", "card:trader@1,card:militia", ["card:militia", "card:trader@1"]),
    ],
)
def test_forms(game: str, text: str, value: list[str]) -> None:
    assert parse_option_text(game, "forbid", text) == value


@pytest.mark.parametrize("kind", [list, tuple, set, frozenset])
def test_collections_of_all_kinds(kind: type) -> None:
    rules = load_rules("snowdonia", 2, None, {"forbid": kind(["train:2", "contract:7@1"])})
    assert rules.options["forbid"] == ["contract:7@1", "train:2"]


@pytest.mark.parametrize(
    ("game", "value", "words"),
    [
        ("snowdonia", ["trian:3"], "found 'trian:3' (text); allowed: a list of ITEM"),
        ("snowdonia", ["trian:3"], "did you mean 'train:3'?"),
        ("snowdonia", ["contract:33"], "items are contract:1 to contract:32, train:1 to train:8"),
        ("snowdonia", ["contract:31"], "found 'contract:31'; allowed: the contracts there are: 1, 2, 3"),
        ("snowdonia", ["train:8@0"], "found 'train:8@0'; allowed: the trains there are: 1, 2, 3, 4, 5, 6, 7"),
        ("snowdonia", ["train:1@3"], "found 'train:1@3' with 3 players; allowed: seats from 0 to 2"),
        ("snowdonia", ["train:1@"], "found 'train:1@' (text); allowed: train:1@SEAT"),
        ("snowdonia", ["train:1@-1"], "allowed: train:1@SEAT with the number of a seat"),
        ("snowdonia", [3], "found 3; allowed: a list of ITEM"),
        ("snowdonia", "train:1", "found 'train:1' (text); allowed: a list of ITEM"),
        ("snowdonia", {"train:1": True}, "found a table with train:1"),
        ("acres", ["card:milita"], "did you mean 'card:militia'?"),
        ("acres", ["card:boston"], "items are card:military_leader, card:regular_infantry"),
        ("acres", ["card:militia@2"], "found 'card:militia@2' with 2 players; allowed: seats from 0 to 1"),
        ("acres", ["card:intendant@0"], "allowed: card:intendant@1: the British have no such card"),
        ("acres", ["card:rangers@1"], "allowed: card:rangers@0: the French have no such card"),
    ],
)
def test_errors_name_the_entry_and_what_is_allowed(game: str, value: Any, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_rules(game, sp.load_game(game).players, None, {"forbid": value})
    assert words in str(caught.value)
    assert caught.value.path == "forbid"


def test_the_solo_game_has_seat_0() -> None:
    with pytest.raises(RulesError, match="with 1 player; allowed: seat 0"):
        load_rules("snowdonia", 1, None, {"forbid": ["train:1@1"]})


def test_a_game_with_forbidden_items_is_found_again() -> None:
    game = sp.load_game("snowdonia", 2, forbid=["train:1", "contract:5@1"])
    assert repr(game) == "load_game('snowdonia', players=2, forbid=['contract:5@1', 'train:1'])"
    assert sp.load_game("snowdonia", 2, forbid=game.options["forbid"]) == game


def had(item: Item, seat: int, flat: dict[str, np.ndarray]) -> np.ndarray:
    """In which of the games the seat had the item, as an item describes it."""
    values = flat[item.columns[seat]].astype(np.int64)
    if item.test == "bit":
        return values >> item.number & 1 == 1
    return values == item.number if item.test == "value" else values > item.number


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_who_had_what_and_never_what_is_forbidden(name: str, players: int) -> None:
    game = sp.load_game(name, players)
    items = game.front.items()
    assert [item.name for item in items.values()] == list(items)
    some = list(items.values())[::2]
    forbid = [f"{item.name}@{seat}" for item in some for seat in range(players) if item.columns[seat]]
    restricted = sp.load_game(name, players, forbid=forbid)
    assert restricted.front.items() == items
    free, kept = (columns(of, sp.playouts(of, 3000, seed=5)) for of in (game, restricted))
    for item in items.values():
        seats = [seat for seat in range(players) if item.columns[seat]]
        assert seats and any(had(item, seat, free).any() for seat in seats), item
        for seat in seats:
            assert item not in some or not had(item, seat, kept).any(), item


@pytest.mark.parametrize(
    ("name", "players", "item", "words", "seats"),
    [
        ("snowdonia", 3, "contract:5", "contract 5 (F: draws two, keeps one of three; 14 for", 3),
        ("snowdonia", 4, "train:3", "train 3 Wyddfa (", 4),
        ("snowdonia", 2, "train:5", "train 5 Moel Siabod", 2),
        ("acres", 2, "card:militia", "Militia", 2),
    ],
)
def test_words(name: str, players: int, item: str, words: str, seats: int) -> None:
    found = sp.load_game(name, players).front.items()[item]
    assert found.words.startswith(words)
    assert len(found.columns) == seats


def test_items_are_those_of_the_game() -> None:
    def of(name: str, players: int, **options: Any) -> dict[str, Item]:
        return sp.load_game(name, players, **options).front.items()

    assert [sum(name.startswith("contract") for name in of("snowdonia", n)) for n in (1, 2, 3)] == [28, 28, 30]
    assert not any(name.startswith("train") for name in of("snowdonia", 1))
    assert [name for name in of("snowdonia", 3, train_pool=[2, 5]) if name.startswith("train")] == [
        "train:2",
        "train:5",
    ]
    assert of("acres", 2)["card:intendant"].columns == ("", "french_drafted_intendant")
    assert of("acres", 2)["card:bateaux"].columns == ("british_drafted_bateaux", "")
    assert of("acres", 2, french_bateaux=True)["card:bateaux"].columns[1] == "french_drafted_bateaux"
    assert "card:governor" not in of("acres", 2, no_governor=True)
