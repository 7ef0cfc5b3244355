"""Sieges: AC-40 to AC-44 and AC-50 to AC-52."""

from __future__ import annotations

import pytest
from acres_builder import Acres

# ---- AC-40 ----


def test_ac_40_besieging_takes_three_cards() -> None:
    table = Acres("pemaquid norfolk militia settlers").zones("british", discard="")
    assert table.legal("besiege") == ["besiege:port_royal"]
    table.play("besiege:port_royal")
    assert table.choices() == ["pemaquid"]
    table.play("card:pemaquid")
    assert table.choices() == ["norfolk"]
    table.play("card:norfolk")
    assert table.choices() == ["militia"]
    table.play("card:militia")
    assert table.siege_at("british") == "port_royal"
    assert table.siege_cards("british", "british") == ["militia"]
    assert table.cards("british", "discard") == ["norfolk", "pemaquid"]
    assert table.cards("british", "hand") == ["settlers"]
    assert (table.actions_left, table.money) == (1, (12, 5))
    assert table.value("sieges_started", "british") == 1


def test_ac_40_launch_transport_and_soldier_are_three_cards() -> None:
    # Boston lists Port Royal by ship, and has a ship and a soldier itself.
    assert not Acres("boston").can("besiege:port_royal")
    assert not Acres("boston norfolk").can("besiege:port_royal")
    assert Acres("boston norfolk militia").can("besiege:port_royal")
    assert not Acres("boston bateaux militia").can("besiege:port_royal")


def test_ac_40_only_enemy_places() -> None:
    assert not Acres("boston norfolk militia", french="quebec*").legal("besiege")
    assert not Acres("boston norfolk militia", british="boston* norfolk port_royal").legal("besiege")


def test_ac_40_the_military_symbols_that_open_a_siege() -> None:
    soldiers = "regular_infantry siege_artillery militia rangers military_leader new_york"
    for soldier in soldiers.split():
        table = Acres(f"pemaquid ships {soldier}")
        assert table.can("besiege:port_royal"), soldier
        table.go("besiege:port_royal", f"pemaquid ships {soldier}")
        assert table.siege_cards("british", "british") == [soldier]
    for other in ("fortification", "neutral_fortification", "neutral_natives", "settlers", "st_marys", "trader"):
        assert not Acres(f"pemaquid ships {other}").can("besiege:port_royal"), other


def test_ac_40_french_symbols() -> None:
    soldiers = (
        "starting_infantry regular_infantry siege_artillery militia coureurs_de_bois military_leader montreal quebec"
    )
    for soldier in soldiers.split():
        assert Acres(f"port_royal ships {soldier}", side="french").can("besiege:pemaquid"), soldier
    for other in ("native_americans", "priest", "fortification", "gaspe"):
        assert not Acres(f"port_royal ships {other}", side="french").can("besiege:pemaquid"), other


def test_ac_40_a_military_leader_opens_a_siege_or_not_by_option() -> None:
    assert Acres("pemaquid norfolk military_leader").can("besiege:port_royal")
    assert not Acres("pemaquid norfolk military_leader", leader_besieges=False).can("besiege:port_royal")


def test_ac_40_ship_symbols_are_military_symbols_at_ports() -> None:
    """As AC-42 counts them, a ship symbol opens a siege of a port; two recorded games do so."""
    assert Acres("pemaquid norfolk new_haven").can("besiege:port_royal")
    board = "boston* new_york* albany fort_stanwix oswego fort_frontenac"
    inland = Acres("fort_frontenac bateaux ships", british=board)
    assert not inland.can("besiege:montreal")
    assert Acres("fort_frontenac bateaux militia", british=board).can("besiege:montreal")


def test_ac_40_one_siege_of_a_side_at_a_time() -> None:
    hand = "pemaquid norfolk militia boston new_haven"
    assert Acres(hand, french="quebec* port_royal halifax").legal("besiege") == [
        "besiege:halifax",
        "besiege:port_royal",
    ]
    table = Acres(hand, french="quebec* port_royal halifax").siege("british", "halifax", "rangers")
    assert table.legal("besiege") == []
    # The enemy's siege does not count.
    table = Acres(hand, french="quebec* port_royal halifax").siege("french", "new_york")
    assert len(table.legal("besiege")) == 2


def test_ac_40_artillery_is_paid_for() -> None:
    table = Acres("pemaquid norfolk siege_artillery", money=(3, 0))
    table.go("besiege:port_royal", "pemaquid norfolk siege_artillery")
    assert table.money == (0, 0)
    assert not Acres("pemaquid norfolk siege_artillery", money=(2, 0)).can("besiege:port_royal")


# ---- AC-41 ----


@pytest.mark.parametrize(
    ("side", "hand", "place", "forts", "expected"),
    [
        ("british", "pemaquid norfolk militia", "port_royal", "", 0),  # -1 + 1
        ("british", "pemaquid norfolk militia", "port_royal", "port_royal", -2),
        ("british", "pemaquid norfolk regular_infantry", "port_royal", "", 1),
        ("british", "pemaquid norfolk siege_artillery", "port_royal", "", 2),
        ("british", "pemaquid norfolk new_york", "port_royal", "", 0),
        ("british", "pemaquid norfolk ships", "port_royal", "", 0),
        ("british", "halifax norfolk militia", "louisbourg", "", -1),  # defence 1
        ("british", "halifax norfolk militia", "louisbourg", "louisbourg", -3),
        ("british", "tadoussac bateaux militia", "quebec", "", -2),  # defence 2
        ("british", "tadoussac bateaux siege_artillery", "quebec", "quebec", -2),
        ("british", "fort_frontenac bateaux rangers", "montreal", "", -1),  # defence 1
        ("french", "pemaquid ships militia", "boston", "", -1),  # defence 1
        ("french", "albany tadoussac regular_infantry", "new_york", "new_york", -2),  # -1 - 1 - 2 + 2
        ("french", "port_royal quebec starting_infantry", "halifax", "", 1),
        ("french", "port_royal quebec montreal", "halifax", "", 0),
        ("french", "port_royal quebec coureurs_de_bois", "halifax", "halifax", -2),
    ],
)
def test_ac_41_strength_at_the_start(side: str, hand: str, place: str, forts: str, expected: int) -> None:
    if side == "british":
        own = "boston* new_york* norfolk pemaquid halifax albany fort_stanwix oswego fort_frontenac"
        boards = {
            "british": own + " tadoussac" * ("tadoussac" in hand),
            "french": "quebec* louisbourg port_royal montreal",
        }
    else:
        boards = {
            "british": "boston* new_york* norfolk halifax",
            "french": "quebec* louisbourg port_royal montreal tadoussac trois_rivieres pemaquid "
            "fort_st_john ticonderoga fort_william_henry albany",
        }
    table = Acres(hand, side=side, forts=forts, **boards).go(f"besiege:{place}", hand)
    assert table.siege_at(side) == place
    assert table.strength(side) == expected


# ---- AC-42 ----


def test_ac_42_reinforcing_as_attacker_and_as_defender() -> None:
    table = Acres("regular_infantry", "starting_infantry fortification").siege("british", "port_royal")
    assert table.strength("british") == 0
    table.go("reinforce:british", "regular_infantry")
    assert table.strength("british") == 2
    assert table.siege_cards("british", "british") == ["regular_infantry", "militia"]
    assert (table.actions_left, table.cards("british", "hand")) == (1, [])
    table.set(turn=1, seat=1, actions_left=2)
    table.go("reinforce:british", "starting_infantry")
    assert table.strength("british") == 0
    table.go("reinforce:british", "fortification")
    assert table.strength("british") == -1
    assert table.siege_cards("french", "british") == ["starting_infantry", "fortification"]


@pytest.mark.parametrize(
    ("card", "added"),
    [
        ("regular_infantry", 2),
        ("siege_artillery", 3),
        ("militia", 1),
        ("rangers", 1),
        ("military_leader", 1),
        ("boston", 1),
        ("new_york", 1),
        ("norfolk", 1),  # a ship at a port
        ("ships", 1),
    ],
)
def test_ac_42_strengths(card: str, added: int) -> None:
    table = Acres(card).siege("british", "port_royal").go("reinforce:british", card)
    assert table.strength("british") == added


@pytest.mark.parametrize(
    ("card", "added"),
    [
        ("starting_infantry", 2),
        ("regular_infantry", 2),
        ("siege_artillery", 3),
        ("militia", 1),
        ("coureurs_de_bois", 1),
        ("military_leader", 1),
        ("montreal", 1),
        ("quebec", 1),
        ("louisbourg", 1),
        ("ships", 1),
        ("fortification", 1),
        ("neutral_fortification", 1),
    ],
)
def test_ac_42_strengths_of_the_defender(card: str, added: int) -> None:
    table = Acres(card, side="french").siege("british", "port_royal").go("reinforce:british", card)
    assert table.strength("british") == -added


def test_ac_42_what_does_not_reinforce() -> None:
    table = Acres("fortification neutral_fortification settlers neutral_natives indian_leader bateaux trader pemaquid")
    assert not table.siege("british", "port_royal").can("reinforce:british")
    table = Acres("native_americans priest gaspe tadoussac", side="french").siege("british", "port_royal")
    assert not table.can("reinforce:british")


def test_ac_42_ship_symbols_count_at_ports_only() -> None:
    board = "boston* new_york* norfolk albany fort_stanwix oswego fort_frontenac"
    assert not Acres("ships norfolk", british=board).siege("british", "montreal").can("reinforce:british")
    assert Acres("ships norfolk new_york", british=board).siege("british", "montreal").play(
        "reinforce:british"
    ).choices() == ["new_york"]


@pytest.mark.parametrize("place", ["fort_beausejour", "trois_rivieres"])
def test_ac_42_the_two_ports_without_ships_online(place: str) -> None:
    french = "quebec* fort_beausejour trois_rivieres"
    assert Acres("norfolk", french=french).siege("british", place).can("reinforce:british")
    online = Acres("norfolk", french=french, ships_in_siege="online").siege("british", place)
    assert not online.can("reinforce:british")
    quebec = Acres("norfolk", french=french, ships_in_siege="online").siege("british", "quebec")
    assert quebec.can("reinforce:british")


def test_ac_42_artillery_costs_three_each_time() -> None:
    table = Acres("siege_artillery", money=(3, 0)).siege("british", "port_royal")
    table.go("reinforce:british", "siege_artillery")
    assert table.money == (0, 0)
    assert not Acres("siege_artillery", money=(2, 0)).siege("british", "port_royal").can("reinforce:british")
    table = Acres("siege_artillery", side="french", money=(0, 4)).siege("british", "port_royal")
    table.go("reinforce:british", "siege_artillery")
    assert table.money == (0, 1)


def test_ac_42_the_defender_needs_supply_to_the_place() -> None:
    french = "quebec* trois_rivieres montreal"
    british = "boston* new_york* albany fort_stanwix oswego fort_frontenac"
    hand = "militia"
    table = Acres(hand, side="french", british=british, french=french).siege("british", "montreal")
    assert table.can("reinforce:british")
    # Without Trois Rivieres Montreal is cut off from Quebec.
    table = Acres(hand, side="french", british=british, french="quebec* montreal").siege("british", "montreal")
    assert not table.can("reinforce:british")


def test_ac_42_the_attacker_needs_a_supplied_place_next_to_it() -> None:
    french = "quebec* trois_rivieres montreal"
    route = "boston* new_york* albany fort_stanwix oswego fort_frontenac"
    assert (
        Acres("militia", british=route, french=french).siege("british", "montreal", "rangers").can("reinforce:british")
    )
    # Next to it, but not in supply; in supply, but not next to it.
    for board in ("boston* new_york* albany oswego fort_frontenac", "boston* new_york* albany fort_stanwix oswego"):
        table = Acres("militia", british=board, french=french).siege("british", "montreal", "rangers")
        assert not table.can("reinforce:british"), board
    # By sea every supplied port is next to a port.
    table = Acres("militia", british="boston*", french="quebec*").siege("british", "quebec", "rangers")
    assert table.can("reinforce:british")
    # A trail does not count: Deerfield and Fort William Henry.
    board = "boston* new_haven deerfield"
    table = Acres("militia", british=board, french="quebec* fort_william_henry")
    assert not table.siege("british", "fort_william_henry", "rangers").can("reinforce:british")


def test_ac_42_each_siege_is_reinforced_by_itself() -> None:
    table = Acres("militia regular_infantry", french="quebec* port_royal halifax")
    table.siege("british", "port_royal", "rangers").siege("french", "pemaquid", "militia")
    assert table.legal("reinforce") == ["reinforce:british", "reinforce:french"]
    table.go("reinforce:french", "militia")
    # From the French point of view.
    assert (table.strength("british"), table.strength("french")) == (0, -1)
    assert table.siege_cards("british", "french") == ["militia"]


# ---- AC-43 ----


def test_ac_43_military_leader_is_a_free_action() -> None:
    table = Acres("military_leader").siege("british", "port_royal")
    assert table.legal("leader") == ["leader:british"]
    table.play("leader:british")
    assert (table.strength("british"), table.actions_left) == (1, 2)
    assert table.siege_cards("british", "british") == ["military_leader", "militia"]
    table = Acres("military_leader").siege("french", "pemaquid", "militia").play("leader:french")
    assert table.strength("french") == -1


def test_ac_43_without_a_siege_there_is_nothing_to_lead() -> None:
    assert not Acres("military_leader").legal("leader")


def test_ac_43_the_leader_needs_no_supply() -> None:
    table = Acres("military_leader", british="new_york*").siege("british", "montreal")
    assert not table.can("reinforce:british")
    assert table.can("leader:british")


# ---- AC-44 ----


def test_ac_44_the_attacker_withdraws() -> None:
    table = Acres(other="starting_infantry").siege("british", "port_royal", "militia regular_infantry", "fortification")
    table.zones("british", discard="").zones("french", discard="")
    table.play("withdraw:british")
    assert (table.side, table.phase) == ("british", "RETURN")
    assert table.legal() == ["siege_card:regular_infantry", "siege_card:militia"]
    table.play("siege_card:militia")
    assert (table.side, table.phase, table.actions_left) == ("british", "MENU", 2)
    assert table.siege_at("british") is None
    assert "port_royal" in table.villages("french")
    assert table.cards("british", "discard") == ["regular_infantry"]
    assert table.cards("british", "pile").count("militia") == 3
    assert table.cards("french", "discard") == ["fortification"]
    assert [table.value("captured_cubes", side) for side in ("british", "french")] == [0, 0]


def test_ac_44_a_defenders_surrender_is_a_capture() -> None:
    table = Acres(side="french", other="philadelphia militia").zones("french", discard="")
    table.siege("british", "port_royal", "rangers", "starting_infantry").zones("british", discard="")
    table.play("withdraw:british")
    # The British may settle out of turn; Port Royal needs a settler.
    assert (table.turn, table.side, table.phase) == ("french", "british", "OCCUPY")
    assert table.legal() == ["stop", "card:philadelphia"]
    table.play("card:philadelphia")
    assert (table.side, table.phase) == ("french", "RETURN")
    table.play("siege_card:starting_infantry")
    assert (table.side, table.phase, table.actions_left) == ("french", "MENU", 2)
    assert table.value("captured_cubes", "british") == 1
    assert "port_royal" in table.villages("british")
    assert table.cards("british", "discard") == ["philadelphia", "port_royal", "rangers"]
    assert "starting_infantry" in table.cards("french", "pile")


def test_ac_44_surrender_of_a_capital_ends_the_game() -> None:
    table = Acres(side="french").siege("british", "quebec").play("withdraw:british").settle()
    assert table.over and table.reason == "capital"
    assert table.state.returns() == [1.0, -1.0]


def test_ac_44_withdrawing_only_from_a_siege() -> None:
    assert not Acres("boston").legal("withdraw")
    table = Acres("boston", actions=0).siege("french", "pemaquid")
    assert table.legal() == ["end", "withdraw:french"]


# ---- AC-50 ----


@pytest.mark.parametrize(
    ("shift", "won"),
    [(0, False), (1, False), (2, True), (3, True), (-1, False), (-2, False)],
)
def test_ac_50_the_attacker_wins_with_two(shift: int, won: bool) -> None:
    """Strength 0 by the cards; a lead of the defender does not end the siege on the attacker's turn."""
    table = Acres().siege("british", "port_royal", "militia", shift=shift)
    table.start_turn("british")
    assert (table.turn, table.strength("british") == shift) == ("british", not won)
    assert (table.siege_at("british") is None) == won
    assert ("port_royal" not in table.villages("french")) == won


@pytest.mark.parametrize(("shift", "won"), [(0, False), (1, False), (2, False), (5, False), (-1, True), (-2, True)])
def test_ac_50_the_defender_wins_with_one(shift: int, won: bool) -> None:
    """A lead of the attacker does not end the siege on the defender's turn."""
    table = Acres().siege("british", "port_royal", "militia", shift=shift).start_turn("french")
    if won:
        assert (table.side, table.phase) == ("british", "RETURN")
        table.play("siege_card:militia")
    assert (table.siege_at("british") is None) == won
    assert "port_royal" in table.villages("french")
    assert (table.turn, table.phase, table.actions_left) == ("french", "MENU", 2)


def test_ac_50_a_siege_decided_during_the_turn_waits_for_the_next() -> None:
    table = Acres("regular_infantry", "militia").siege("british", "port_royal")
    table.zones("british", deck="", discard="").zones("french", deck="", discard="")
    table.go("reinforce:british", "regular_infantry")
    assert table.strength("british") == 2
    table.play("pass", "end").settle()
    assert (table.turn, table.siege_at("british")) == ("french", "port_royal")
    table.go("reinforce:british", "militia")
    assert table.strength("british") == 1
    table.end_turn()
    assert (table.turn, table.siege_at("british")) == ("british", "port_royal")


# ---- AC-51 ----


def test_ac_51_a_village_is_captured_and_settled() -> None:
    hand = "gaspe louisbourg tadoussac montreal quebec"
    table = Acres("settlers boston", hand, forts="port_royal").zones("british", discard="")
    table.siege("british", "port_royal", "siege_artillery regular_infantry").zones("french", deck="port_royal trader")
    assert table.strength("british") == 2
    cubes = table.value("cubes", "french"), table.value("cubes", "british")
    table.start_turn("british")
    assert table.legal() == ["stop", "card:boston", "card:settlers"]
    table.play("card:settlers")
    assert "port_royal" in table.villages("british")
    assert "port_royal" not in table.villages("french")
    assert table.value("captured_cubes", "british") == 1
    # The captured cube does not come back; the fortification disc does.
    assert (table.value("cubes", "french"), table.value("cubes", "british")) == (cubes[0], cubes[1] - 1)
    assert (table.forts(), int(table.s["fort_discs"])) == (set(), 12)
    assert sorted(table.cards("british", "discard")) == [
        "port_royal",
        "regular_infantry",
        "settlers",
        "siege_artillery",
    ]
    assert table.cards("french", "deck") == ["port_royal", "trader"]
    assert (table.phase, table.actions_left, table.cards("british", "hand")) == ("MENU", 2, ["boston"])
    assert table.value("sieges_won_attacking", "british") == 1


def test_ac_51_a_town_is_captured_as_a_disc() -> None:
    table = Acres("settlers", french="quebec* louisbourg*").siege("british", "louisbourg", "siege_artillery militia")
    assert table.strength("british") == 2  # -1 - 1 + 3 + 1
    discs, cubes = table.value("discs", "french"), table.value("cubes", "british")
    table.start_turn("british").play("card:settlers")
    assert "louisbourg" in table.villages("british") and "louisbourg" not in table.towns("french")
    assert (table.value("captured_discs", "british"), table.value("captured_cubes", "british")) == (1, 0)
    assert (table.value("discs", "french"), table.value("cubes", "british")) == (discs, cubes - 1)


def test_ac_51_declining_leaves_the_place_neutral() -> None:
    table = Acres("settlers").siege("british", "port_royal", "siege_artillery").start_turn("british").play("stop")
    for side in ("british", "french"):
        assert "port_royal" not in table.villages(side) | table.towns(side)
    assert table.cards("british", "hand") == ["settlers"]
    assert "port_royal" in table.cards("british", "pile")
    assert table.value("captured_cubes", "british") == 1


def test_ac_51_without_a_settler_or_a_cube_the_place_stays_neutral() -> None:
    table = Acres("militia").siege("british", "port_royal", "siege_artillery").start_turn("british")
    assert table.phase == "MENU"
    assert "port_royal" not in table.villages("british") | table.villages("french")
    table = Acres("settlers").captured("french", cubes=13).siege("british", "port_royal", "siege_artillery")
    table.start_turn("british")
    assert (table.turn, table.phase) == ("british", "MENU")
    assert "port_royal" not in table.villages("british") | table.villages("french")


def test_ac_51_a_settler_of_a_place_in_use_only() -> None:
    # Philadelphia is not British any more.
    table = Acres("philadelphia boston", british="boston* new_york*").siege("british", "port_royal", "siege_artillery")
    assert table.start_turn("british").legal() == ["stop", "card:boston"]


def test_ac_51_a_fort_needs_no_settler() -> None:
    board = "boston* new_york* albany"
    table = Acres(british=board, french="quebec* fort_stanwix").siege("british", "fort_stanwix", "siege_artillery")
    table.zones("british", discard="").start_turn("british")
    assert (table.phase, table.legal()) == ("OCCUPY", ["stop", "yes"])
    table.play("yes")
    assert "fort_stanwix" in table.villages("british")
    assert "fort_stanwix" in table.cards("british", "discard")


def test_ac_51_a_place_won_without_an_own_card() -> None:
    board = "boston* new_york* albany fort_stanwix oswego fort_frontenac"
    table = Acres("settlers", british=board).siege("british", "montreal", "siege_artillery regular_infantry")
    table.zones("british", discard="").start_turn("british").play("card:settlers")
    assert "montreal" in table.villages("british")
    assert sorted(table.cards("british", "discard")) == ["regular_infantry", "settlers", "siege_artillery"]


def test_ac_51_the_losers_card_stays_and_is_of_no_use() -> None:
    table = Acres("settlers", "gaspe port_royal tadoussac montreal quebec")
    table.siege("british", "port_royal", "siege_artillery").start_turn("british").play("card:settlers").end_turn()
    assert table.turn == "french"
    # Its coin is not to be had.
    assert "port_royal" in table.cards("french", "hand")
    assert table.play("money").choices() == ["montreal", "quebec"]


def test_ac_51_the_french_win_a_siege() -> None:
    table = Acres("quebec", side="french").siege("french", "pemaquid", "siege_artillery", "militia rangers", shift=2)
    assert table.strength("french") == 2
    table.zones("french", discard="").zones("british", discard="").start_turn("french")
    table.play("card:quebec")
    assert (table.side, table.phase) == ("british", "RETURN")
    table.play("siege_card:rangers")
    assert "pemaquid" in table.villages("french")
    assert table.value("captured_cubes", "french") == 1
    assert table.cards("british", "discard") == ["militia"]
    assert sorted(table.cards("french", "discard")) == ["pemaquid", "quebec", "siege_artillery"]


# ---- AC-52 ----


def test_ac_52_the_defender_wins_and_both_take_their_cards_back() -> None:
    table = Acres().siege("british", "port_royal", "regular_infantry militia norfolk", "siege_artillery militia quebec")
    table.zones("british", discard="").zones("french", discard="")
    assert table.strength("british") == -2  # -1 + 2 + 1 + 1 - 3 - 1 - 1
    table.start_turn("french")
    assert (table.side, table.phase) == ("british", "RETURN")
    # One card that is no Location card, of the loser's choice.
    assert table.legal() == ["siege_card:regular_infantry", "siege_card:militia"]
    table.play("siege_card:regular_infantry")
    assert table.cards("british", "discard") == ["norfolk", "militia"]
    assert table.cards("british", "pile").count("regular_infantry") == 6
    assert table.cards("french", "discard") == ["quebec", "siege_artillery", "militia"]
    assert table.siege_cards("british", "british") == table.siege_cards("french", "british") == []
    assert (table.siege_at("british"), table.strength("british")) == (None, 0)
    assert table.value("sieges_won_defending", "french") == 1
    assert (table.side, table.phase) == ("french", "MENU")


def test_ac_52_a_neutral_card_goes_back_to_the_display() -> None:
    table = Acres("settlers").siege(
        "british", "port_royal", "siege_artillery militia", "neutral_fortification", shift=2
    )
    assert table.display()["neutral_fortification"] == 1
    table.start_turn("british").play("stop").play("siege_card:neutral_fortification")
    assert table.display()["neutral_fortification"] == 2


def test_ac_52_only_location_cards_and_nothing_is_returned() -> None:
    table = Acres("settlers").siege("british", "port_royal", "siege_artillery", "quebec", shift=2)
    table.zones("french", discard="").start_turn("british").play("stop")
    assert (table.side, table.phase) == ("british", "MENU")
    assert table.cards("french", "discard") == ["quebec"]


def test_ac_52_equal_cards_are_one_choice() -> None:
    table = Acres().siege("british", "port_royal", "militia militia").play("withdraw:british")
    assert table.legal() == ["siege_card:militia"]
    table.play("siege_card:militia")
    assert table.cards("british", "pile").count("militia") == 2
