"""The option `forbid`: contracts that a seat may not take or keep and trains that it may not acquire."""

from __future__ import annotations

import numpy as np
import pytest
from builder import Table, action_id, cards_of

from snowplay import IllegalActionError
from snowplay.rules import load_rules


def refusal(table: Table, move: str) -> IllegalActionError:
    """Why a move is illegal."""
    with pytest.raises(IllegalActionError) as caught:
        table.state.apply_action(action_id(move))
    return caught.value


# ---- SN-39 ----


def test_sn_39_forbidden_contracts_stay_in_the_site_office() -> None:
    table = Table(3, office=(16, 9, 12), forbid=["contract:9@0", "contract:12"]).place("F1", "F2")
    assert (table.seat, table.legal()) == (0, ["office:16"])
    refused = refusal(table, "office:9")
    assert refused.rule == "SN-39"
    assert "the option forbid keeps contract 9 from seat 0" in str(refused)
    table.play("office:16")
    assert (table.seat, table.legal()) == (1, ["office:9"])
    assert "does not lie face up" in str(refusal(table, "office:16"))


def test_sn_39_an_office_with_forbidden_contracts_only_is_an_empty_one() -> None:
    forbid = ["contract:9@0", "contract:12@0", "contract:16@0"]
    table = Table(3, office=(16, 9, 12), forbid=forbid).place("F1", "F2")
    assert (table.seat, table.legal()) == (1, ["office:9", "office:12", "office:16"])
    assert [int(n) for n in table.s["actions"][:3, 5]] == [1, 1, 0], "the labourer's action is taken as with no card"
    table.play("office:9").to_chance()
    assert [cards_of(word) for word in table.s["contracts"][:3]] == [[], [9], []]


def test_sn_39_a_single_contract_left_is_no_decision() -> None:
    table = Table(3, office=(16, 9, 12), forbid=["contract:9", "contract:12"], auto_forced=True).place("F1")
    assert cards_of(table.s["contracts"][0]) == [16]


def test_sn_39_nobody_takes_anything() -> None:
    game = Table(2, forbid=[f"contract:{card}" for card in range(1, 31)], deal=False).game
    rng = np.random.default_rng(3)
    state = game.new_initial_state(seed=3)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
        assert state.check() == 0
    assert not np.any(state.data()["contracts"])


# ---- SN-88 ----


def test_sn_88_a_forbidden_card_is_not_kept() -> None:
    table = Table(3, back="fog", forbid=["contract:27@0"]).hold(0, 5).place()
    table.force(card=[27, 20], back=["fog"]).play("use:5").settle()
    assert table.legal() == ["keep:5", "keep:20"]
    refused = refusal(table, "keep:27")
    assert refused.rule == "SN-88"
    assert "the option forbid keeps contract 27 from seat 0" in str(refused)
    table.play("keep:20")
    assert cards_of(table.s["contracts"][0]) == [20]
    assert {5, 27} <= set(cards_of(table.s["discard"]))


def test_sn_88_with_forbidden_cards_only_contract_5_is_kept() -> None:
    table = Table(3, back="fog", forbid=["contract:20@0", "contract:27"]).hold(0, 5).place()
    table.force(card=[27, 20]).play("use:5").settle()
    assert table.legal() == ["keep:5"]
    table.play("keep:5")
    assert (cards_of(table.s["contracts"][0]), cards_of(table.s["contracts_used"])) == ([5], [5])
    assert {20, 27} <= set(cards_of(table.s["discard"]))


def test_sn_88_another_seat_may_keep_it() -> None:
    table = Table(3, back="fog", forbid=["contract:27@0"]).hold(1, 5).place()
    table.force(card=[27, 20]).play("use:5").settle()
    assert (table.seat, table.legal()) == (1, ["keep:5", "keep:20", "keep:27"])


# ---- SN-38 ----


def test_sn_38_a_forbidden_train_is_not_acquired() -> None:
    table = Table(3, left_out=1, forbid=["train:2@0", "train:6"]).set(trains_open=1).give(0, steel=2).place("E1")
    assert table.legal() == ["acquire:3", "acquire:4", "acquire:5", "acquire:7"]
    refused = refusal(table, "acquire:2")
    assert refused.rule == "SN-38"
    assert "the option forbid keeps train 2 from seat 0" in str(refused)


def test_sn_38_with_forbidden_trains_only_there_is_nothing_to_build() -> None:
    forbid = [f"train:{train}@0" for train in range(1, 8)]
    table = Table(3, forbid=forbid).set(trains_open=1).give(0, steel=9).give(1, steel=1).place("E1", "E2")
    assert (table.seat, table.legal()) == (1, ["acquire:4"])
    assert [int(n) for n in table.s["actions"][:3, 4]] == [1, 1, 0]


def test_sn_38_swaps_are_for_allowed_trains_forced_or_not() -> None:
    forbid = ["train:1", "train:2", "train:3@1", "train:6", "train:7@0"]
    table = Table(3, left_out=1, forbid=forbid).set(trains_open=1).own_train(0, 3).give(0, steel=2).place("E1")
    assert table.legal() == ["pass", "acquire:4", "acquire:5"]
    forced = Table(3, left_out=1, forbid=forbid, forced_swap=True).set(trains_open=1).own_train(0, 3)
    assert forced.give(0, steel=2).place("E1").legal() == ["acquire:4", "acquire:5"]
    # who may have none of the others is not asked, not even to pass
    rest = [*forbid, "train:4@0", "train:5@0"]
    none = Table(3, left_out=1, forbid=rest, forced_swap=True).set(trains_open=1).own_train(0, 3)
    none.give(0, steel=2).place("E1").to_chance()
    assert none.seat_values("train")[0] == 3


def test_sn_38_a_forbidden_train_pays_with_no_substitute() -> None:
    """SN-85: iron for steel makes other trains affordable, not this one."""
    table = Table(3, left_out=1, forbid=["train:5@0"]).set(trains_open=1).hold(0, 6).give(0, iron=3).place("E1")
    table.play("use:6")
    assert table.legal() == ["acquire:4"]


def test_sn_70_the_train_of_the_solo_game_is_not_acquired() -> None:
    game = Table(1, solo_train=6, forbid=["train:6"], deal=False).game
    state = game.new_initial_state(seed=1)
    assert (int(state.data()["train"][0]), state.check()) == (6, 0)


# ---- positions ----


def test_sn_39_positions_in_which_a_seat_has_a_forbidden_item_are_refused() -> None:
    table = Table(3, left_out=1, forbid=["contract:9@0", "train:3@1"])
    for change in (lambda: table.hold(0, 9), lambda: table.own_train(1, 3)):
        with pytest.raises(ValueError, match="invariant 17 is broken"):
            change()
    assert table.hold(1, 9).own_train(0, 3).state.check() == 0


def test_sn_38_the_hash_knows_what_is_forbidden() -> None:
    hashes = [load_rules("snowdonia", 3, None, {"forbid": forbid}).hash for forbid in ([], ["train:1"], ["train:1@0"])]
    assert len(set(hashes)) == 3
    one, same = (load_rules("snowdonia", 3, None, {"forbid": f}) for f in (["train:1"], ["train:1", "train:1@2"]))
    assert (one.hash, one.options["forbid"]) == (same.hash, ["train:1"])
