"""The option `forbid`: kinds of cards that a side may not draft, nor add to its starting deck (AC-66, AC-82)."""

from __future__ import annotations

import pytest
from acres_builder import Acres, action_id
from acres_cards import words

from snowplay import IllegalActionError
from snowplay.errors import RulesError
from snowplay.rules import load_rules

BRITISH = words(
    "military_leader regular_infantry siege_artillery militia rangers indian_leader home_support trader bateaux ships "
    "settlers fortification governor neutral_natives neutral_settlers neutral_fortification"
)


def refusal(table: Acres, move: str) -> IllegalActionError:
    """Why a move is illegal."""
    with pytest.raises(IllegalActionError) as caught:
        table.state.apply_action(action_id(move))
    return caught.value


def test_ac_66_forbidden_cards_are_not_drafted() -> None:
    forbid = ("card:militia@0", "card:neutral_settlers", "card:ships@1")
    table = Acres(money=(20, 20), forbid=forbid).play("draft")
    assert not {"militia", "neutral_settlers"} & set(table.choices())
    assert {"ships", "rangers", "neutral_natives"} <= set(table.choices())
    refused = refusal(table, "card:militia")
    assert refused.rule == "AC-66"
    assert "the option forbid keeps Militia from the British" in str(refused)
    table = Acres(side="french", money=(20, 20), forbid=forbid).play("draft")
    assert not {"ships", "neutral_settlers"} & set(table.choices())
    assert "militia" in table.choices()


def test_ac_66_no_draft_with_forbidden_cards_only() -> None:
    table = Acres(money=(50, 50), forbid=tuple(f"card:{kind}@0" for kind in BRITISH))
    assert not table.can("draft")
    refused = refusal(table, "draft")
    assert (refused.rule, "not forbidden" in str(refused)) == ("AC-66", True)
    assert table.end_turn().can("draft")


def test_ac_66_no_draft_if_only_forbidden_cards_can_be_paid() -> None:
    """The free ones are forbidden and the money does for no other."""
    table = Acres(money=(0, 0))
    free = table.play("draft").choices()
    assert 0 < len(free) < len(BRITISH)
    forbid = tuple(f"card:{kind}@0" for kind in free)
    assert not Acres(money=(0, 0), forbid=forbid).can("draft")
    assert not set(Acres(money=(20, 0), forbid=forbid).play("draft").choices()) & set(free)


def test_ac_66_a_forbidden_card_of_the_starting_deck_serves_until_it_is_returned() -> None:
    """AC-68: what the Governor sends back to the pile stays there."""
    table = Acres("governor militia norfolk", money=(9, 0), forbid=("card:militia",)).go("governor", "militia stop")
    assert "militia" in table.cards("british", "pile")
    assert "militia" not in table.play("draft").choices()


def test_ac_63_a_visit_is_no_draft() -> None:
    table = Acres("indian_leader", "neutral_natives", forbid=("card:neutral_natives@0",)).play("priest")
    table.play("card:neutral_natives")
    assert "neutral_natives" in table.cards("british", "discard")


def test_ac_82_french_extra_card_is_an_allowed_one() -> None:
    table = Acres(deal=True, french_extra_card=True, forbid=("card:priest", "card:militia@0", "card:ships@1")).settle()
    assert (table.side, table.phase) == ("french", "START_CARD")
    assert not {"priest", "ships"} & set(table.choices())
    assert "militia" in table.choices()
    assert "the option forbid keeps Priest from the French" in str(refusal(table, "card:priest"))


def test_ac_82_french_extra_card_needs_an_allowed_one() -> None:
    kinds = (
        "military_leader regular_infantry siege_artillery militia coureurs_de_bois native_americans priest "
        "home_support trader ships fortification governor intendant"
    )
    forbid = [f"card:{kind}@1" for kind in kinds.split()]
    with pytest.raises(RulesError, match="french_extra_card: found true with no French Empire card in the pile"):
        load_rules("acres", 2, None, {"french_extra_card": True, "forbid": forbid})
    load_rules("acres", 2, None, {"french_extra_card": True, "forbid": forbid[1:]})
    load_rules("acres", 2, None, {"forbid": forbid})
