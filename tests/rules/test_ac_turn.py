"""The turn, AC-10 to AC-14."""

from __future__ import annotations

import pytest
from acres_builder import Acres
from acres_cards import words


def dealt(**options: bool) -> Acres:
    """The game after the deal: British boston to pemaquid, French two Empire and three Location cards."""
    table = Acres(deal=True, **options)
    cards = "boston new_haven new_york norfolk pemaquid gaspe quebec trader montreal starting_infantry"
    return table.draw(cards).settle()


# ---- AC-10 ----


def test_ac_10_a_siege_is_resolved_before_the_first_action() -> None:
    table = Acres("boston").siege("british", "port_royal", "militia militia regular_infantry", shift=-1)
    assert table.strength("british") == 2
    table.start_turn("british")
    assert (table.side, table.phase) == ("british", "OCCUPY")
    assert "pass" not in table.legal()


def test_ac_10_a_siege_that_ends_at_the_start_still_holds_off_the_end_of_the_game() -> None:
    table = Acres("boston").captured("british", cubes=6).siege("british", "port_royal", "militia", shift=2)
    table.start_turn("british").play("stop")
    assert not table.over
    assert table.phase == "MENU"
    assert table.siege_at("british") is None


def test_ac_10_the_end_is_tested_before_any_action() -> None:
    table = Acres("boston norfolk").captured("british", cubes=6).start_turn("british")
    assert table.over


def test_ac_10_own_siege_first_then_the_enemys() -> None:
    table = Acres("boston")
    table.siege("british", "port_royal", "regular_infantry regular_infantry")
    table.siege("french", "pemaquid", "militia", "militia militia")
    assert (table.strength("british"), table.strength("french")) == (3, -2)
    table.start_turn("british")
    assert (table.phase, table.siege_at("french")) == ("OCCUPY", "pemaquid")
    table.play("stop")
    assert not table.over
    # The French had no card at Port Royal; at Pemaquid they lose and return their Militia.
    assert (table.side, table.phase) == ("french", "RETURN")
    table.play("siege_card:militia")
    assert (table.side, table.phase, table.actions_left) == ("british", "MENU", 2)
    assert (table.siege_at("british"), table.siege_at("french")) == (None, None)


# ---- AC-11 ----


def test_ac_11_one_action_on_each_sides_first_turn_then_two() -> None:
    table = dealt()
    seen = []
    for _ in range(6):
        assert not table.over
        seen.append((table.turn, table.actions_left))
        table.end_turn()
    assert seen == [("british", 1), ("french", 1), ("british", 2), ("french", 2), ("british", 2), ("french", 2)]


def test_ac_11_two_actions_and_the_turn_passes_to_the_enemy() -> None:
    table = Acres("boston new_york", "gaspe").go("money", "boston")
    assert (table.side, table.actions_left) == ("british", 1)
    table.go("money", "new_york")
    assert table.money == (18, 5)
    assert (table.side, table.actions_left) == ("british", 0)
    assert table.legal() == ["end"]
    table.play("end").settle()
    assert (table.side, table.turn, table.actions_left) == ("french", "french", 2)


def test_ac_11_free_actions_before_between_and_after() -> None:
    hand = "boston new_york home_support military_leader"
    table = Acres(hand).siege("british", "port_royal", "militia")
    table.zones("british", deck="", discard="", reserve="ships")
    for left in (2, 1):
        assert {"leader:british", "withdraw:british", "retrieve"} <= set(table.legal())
        table.play("pass")
        assert table.actions_left == left - 1
    # Home Support needs a deck (AC-68).
    assert set(table.legal()) == {"end", "leader:british", "withdraw:british", "retrieve"}
    table.play("retrieve")
    assert (table.money, table.actions_left) == ((11, 5), 0)
    table.play("leader:british")
    assert table.strength("british") == 1
    assert set(table.legal()) == {"end", "withdraw:british"}
    table.play("end")
    assert table.turn == "french"


def test_ac_11_a_free_action_takes_no_action() -> None:
    table = Acres("boston").zones("british", reserve="ships militia").play("retrieve")
    assert table.actions_left == 2


def test_ac_11_no_free_action_after_the_refill() -> None:
    table = Acres("boston", "gaspe", actions=1).zones("british", deck="home_support", discard="", reserve="")
    table.play("pass", "end").settle()
    assert table.drawn == ["home_support"]
    assert table.turn == "french"


def test_ac_11_without_a_choice_left_the_turn_ends_by_itself() -> None:
    table = Acres("boston new_york", "gaspe", actions=1, auto_forced=True).play("pass").settle()
    assert (table.turn, table.actions_left) == ("french", 2)
    table = Acres("boston", "gaspe", actions=1, auto_forced=True).zones("british", reserve="ships").play("pass")
    assert (table.turn, set(table.legal())) == ("british", {"end", "retrieve"})


# ---- AC-12 ----


def test_ac_12_refill_to_five() -> None:
    table = Acres("boston new_york", "gaspe", actions=1)
    table.zones("british", deck="norfolk philadelphia st_marys militia", discard="pemaquid")
    table.play("pass", "end")
    assert table.chance() == pytest.approx(dict.fromkeys(["norfolk", "philadelphia", "st_marys", "militia"], 1 / 4))
    table.draw("st_marys norfolk militia").settle()
    assert sorted(table.cards("british", "hand")) == ["boston", "militia", "new_york", "norfolk", "st_marys"]
    assert table.cards("british", "deck") == ["philadelphia"]
    assert table.cards("british", "discard") == ["pemaquid"]


def test_ac_12_an_empty_deck_is_refilled_by_the_discard_pile() -> None:
    table = Acres("boston new_york", "gaspe", actions=1)
    table.zones("british", deck="norfolk", discard="pemaquid militia militia")
    table.play("pass", "end")
    assert table.chance() == {"norfolk": 1.0}
    table.state.apply_action(table.state.chance_outcomes()[0][0])
    # Two of the three cards are Militia.
    assert table.chance() == pytest.approx({"pemaquid": 1 / 3, "militia": 2 / 3})
    assert table.cards("british", "discard") == []
    table.draw("militia pemaquid").settle()
    assert table.cards("british", "hand") == ["boston", "new_york", "norfolk", "pemaquid", "militia"]
    assert table.cards("british", "deck") == ["militia"]


def test_ac_12_the_deck_is_renewed_when_a_card_is_needed() -> None:
    table = Acres("boston new_york norfolk trader", "gaspe", actions=1)
    table.zones("british", deck="ships", discard="pemaquid militia").play("pass", "end").settle()
    assert len(table.cards("british", "hand")) == 5
    assert (table.cards("british", "deck"), table.cards("british", "discard")) == ([], ["pemaquid", "militia"])


def test_ac_12_cards_played_this_turn_are_shuffled_in() -> None:
    table = Acres("boston", "gaspe", actions=1).zones("british", deck="", discard="").go("money", "boston")
    table.play("end").settle()
    assert table.drawn == ["boston"]
    assert table.cards("british", "hand") == ["boston"]


def test_ac_12_more_than_five_cards_are_kept() -> None:
    hand = "boston new_york norfolk pemaquid new_haven st_marys philadelphia"
    table = Acres(hand, "gaspe", actions=1).zones("british", deck="militia").play("pass", "end").settle()
    assert len(table.cards("british", "hand")) == 7
    assert (table.drawn, table.cards("british", "deck")) == ([], ["militia"])


def test_ac_12_without_cards_the_hand_stays_short() -> None:
    table = Acres("boston new_york", "gaspe", actions=1).zones("british", deck="norfolk", discard="")
    table.play("pass", "end").settle()
    assert table.cards("british", "hand") == ["boston", "new_york", "norfolk"]
    assert table.turn == "french"


# ---- AC-13 ----


def test_ac_13_played_cards_go_to_the_discard_pile() -> None:
    table = Acres("norfolk boston new_york militia").zones("british", discard="")
    table.play("merchant")
    assert table.cards("british", "discard") == []
    table.play("card:norfolk card:boston stop")
    assert table.cards("british", "discard") == ["boston", "norfolk"]
    assert table.cards("british", "hand") == ["new_york", "militia"]
    assert table.money == (15, 5)


def test_ac_13_settling_discards_what_was_played_and_the_new_card() -> None:
    table = Acres("new_york st_marys boston").zones("british", discard="")
    table.go("settle:albany", "new_york st_marys boston")
    assert table.cards("british", "discard") == ["boston", "new_york", "st_marys", "albany"]


# ---- AC-14 ----

# What a hand of British cards can be used for, with the place of one of them out of use: hand, place, move.
USES = [
    ("new_york st_marys boston", "new_york", "settle:albany"),  # launch
    ("new_york st_marys boston", "st_marys", "settle:albany"),  # transport
    ("new_york bateaux philadelphia", "philadelphia", "settle:albany"),  # settler
    ("new_haven philadelphia", "new_haven", "develop:new_haven"),
    ("new_haven philadelphia", "philadelphia", "develop:new_haven"),
    ("new_haven fortification", "new_haven", "fortify:new_haven"),
    ("pemaquid ships militia", "pemaquid", "besiege:port_royal"),  # launch
    ("pemaquid norfolk militia", "norfolk", "besiege:port_royal"),  # transport
    ("pemaquid ships new_york", "new_york", "besiege:port_royal"),  # military symbol
    ("norfolk", "norfolk", "money"),
    ("norfolk philadelphia", "norfolk", "merchant"),  # ship
    ("ships philadelphia", "philadelphia", "merchant"),  # coins
    ("trader pemaquid", "pemaquid", "trader"),
]
ALL = words("boston* new_york* new_haven norfolk pemaquid philadelphia st_marys")


@pytest.mark.parametrize(("hand", "place", "move"), USES)
def test_ac_14_a_card_of_a_place_in_supply_serves(hand: str, place: str, move: str) -> None:
    assert Acres(hand).can(move)


@pytest.mark.parametrize(("hand", "place", "move"), USES)
def test_ac_14_a_card_of_a_lost_place_does_not_serve(hand: str, place: str, move: str) -> None:
    board = " ".join(name for name in ALL if name.strip("*") != place)
    assert not Acres(hand, british=board).can(move)


@pytest.mark.parametrize(("hand", "place", "move"), USES)
def test_ac_14_a_card_of_a_besieged_place_does_not_serve(hand: str, place: str, move: str) -> None:
    assert not Acres(hand).siege("french", place).can(move)


@pytest.mark.parametrize(("hand", "place", "move"), USES)
def test_ac_14_without_supply_no_location_card_serves(hand: str, place: str, move: str) -> None:
    board = " ".join(name for name in ALL if name != "boston*")
    assert not Acres(hand, british=board).can(move)


def test_ac_14_cut_off_places_only() -> None:
    # Deerfield hangs on New Haven by the river; the trail from Boston supplies nothing.
    board = "boston* new_york* norfolk deerfield"
    assert Acres("deerfield", british=board + " new_haven").can("money")
    table = Acres("deerfield norfolk", british=board).play("money")
    assert table.choices() == ["norfolk"]


def test_ac_14_any_card_may_be_discarded_or_returned() -> None:
    table = Acres("norfolk governor", british="boston* new_york*").zones("british", discard="")
    assert "norfolk" in table.play("discard").choices()
    table = Acres("norfolk governor", british="boston* new_york*").zones("british", discard="")
    table.go("governor", "norfolk")
    assert "norfolk" in table.cards("british", "pile")


def test_ac_14_reinforcing_with_a_card_of_a_lost_place() -> None:
    table = Acres("new_york").siege("british", "port_royal")
    assert table.can("reinforce:british")
    table = Acres("new_york", british="boston* pemaquid").siege("british", "port_royal")
    assert not table.can("reinforce:british")


def test_ac_14_piracy_needs_louisbourg_and_the_ship_in_use() -> None:
    board = "quebec* gaspe louisbourg port_royal"
    assert Acres("louisbourg port_royal", side="french", french=board).can("piracy")
    assert not Acres("louisbourg port_royal", side="french", french="quebec* gaspe port_royal").can("piracy")
    assert not Acres("louisbourg port_royal", side="french", french="quebec* gaspe louisbourg").can("piracy")
    assert not Acres("louisbourg port_royal", side="french").siege("british", "louisbourg").can("piracy")
