"""Money, drafting and the control of one's deck: AC-65 to AC-68."""

from __future__ import annotations

import pytest
from acres_builder import Acres
from acres_cards import LOCATION_CARDS, SIDES, coins, empire, symbols

# ---- AC-65: take money ----


@pytest.mark.parametrize("card", [card for card in LOCATION_CARDS if coins(*card)], ids="-".join)
def test_ac_65_every_coin_card_pays_what_it_shows(card: tuple[str, str]) -> None:
    side, place = card
    seat = SIDES.index(side)
    board = {
        "british": "boston* new_york* new_haven norfolk philadelphia baltimore deerfield richmond pemaquid",
        "french": "quebec* montreal trois_rivieres port_royal",
    }
    table = Acres(place, side=side, **board).zones(side, discard="").go("money", place)
    assert table.money[seat] == (12, 5)[seat] + coins(side, place)
    assert table.money[1 - seat] == (5, 12)[seat]
    assert (table.cards(side, "discard"), table.actions_left) == ([place], 1)


def test_ac_65_no_money_without_a_coin_card() -> None:
    assert not Acres("st_marys pemaquid ships trader").can("money")


def test_ac_65_a_town_pays_no_more_than_a_village() -> None:
    assert Acres("boston", british="boston").go("money", "boston").money == (15, 5)


# ---- AC-65: merchant ----


def test_ac_65_merchant_with_one_and_with_two_coin_cards() -> None:
    table = Acres("norfolk boston new_york philadelphia").zones("british", discard="")
    table.play("merchant")
    assert table.choices() == ["boston", "new_york", "norfolk"]
    table.play("card:norfolk")
    assert table.choices() == ["boston", "new_york", "philadelphia"]
    table.play("card:boston")
    assert table.choices() == ["stop", "new_york", "philadelphia"]
    one = table.state.clone()
    table.play("card:philadelphia")
    # Three of Boston and three of Philadelphia, none of Norfolk.
    assert (table.phase, table.money) == ("MENU", (18, 5))
    assert table.cards("british", "discard") == ["boston", "norfolk", "philadelphia"]
    table.state = one
    table.play("stop")
    assert table.money == (15, 5)
    assert table.cards("british", "discard") == ["boston", "norfolk"]
    assert table.actions_left == 1


def test_ac_65_merchant_needs_a_ship_and_a_further_coin_card() -> None:
    assert not Acres("norfolk").can("merchant")
    assert not Acres("norfolk st_marys").can("merchant")
    assert not Acres("philadelphia deerfield", british="boston* new_haven philadelphia deerfield").can("merchant")
    assert Acres("ships norfolk").can("merchant")
    # The one coin card cannot be the ship at the same time.
    table = Acres("norfolk philadelphia").play("merchant")
    assert table.choices() == ["norfolk"]
    assert table.play("card:norfolk").choices() == ["philadelphia"]


def test_ac_65_merchant_with_ships() -> None:
    table = Acres("ships norfolk").go("merchant", "ships norfolk stop")
    assert table.money == (14, 5)


# ---- AC-65: trader ----


def test_ac_65_trader_two_for_every_fur_card() -> None:
    table = Acres("trader gaspe tadoussac montreal quebec", side="french").zones("french", discard="")
    table.play("trader")
    assert table.choices() == ["gaspe", "tadoussac", "montreal"]
    table.play("card:tadoussac")
    # Further cards in the order of kinds.
    assert table.choices() == ["stop", "montreal"]
    table.play("card:montreal", "stop")
    assert table.money == (12, 9)
    assert table.cards("french", "discard") == ["tadoussac", "montreal", "trader"]
    assert table.actions_left == 1


def test_ac_65_trader_with_one_fur_and_with_none() -> None:
    assert Acres("trader pemaquid").go("trader", "pemaquid stop").money == (14, 5)
    assert not Acres("trader boston").can("trader")
    assert not Acres("pemaquid").can("trader")


def test_ac_65_every_fur_card_is_good_for_the_trader() -> None:
    for side, place in LOCATION_CARDS:
        if "fur" not in symbols(side, place):
            continue
        route = {
            "british": "boston* new_york* albany fort_stanwix oswego fort_niagara detroit fort_frontenac "
            "trois_rivieres fort_presquisle fort_venango fort_duquesne fort_st_john ticonderoga pemaquid canso halifax",
            "french": "quebec* trois_rivieres montreal fort_frontenac oswego fort_niagara fort_presquisle fort_venango "
            "fort_duquesne detroit michillimackinac fort_st_john ticonderoga",
        }[side]
        if place not in route:
            route = f"{'boston*' if side == 'british' else 'quebec*'} {place}"
            if place == "albany":
                route += " new_york"
        other = "quebec*" if side == "british" else "boston*"
        boards = {side: route, SIDES[1 - SIDES.index(side)]: other}
        if side == "british":
            boards = {"french": other, "british": route}
        table = Acres(f"trader {place}", side=side, **boards)
        assert table.play("trader").choices() == [place], (side, place)


# ---- AC-65: piracy ----


def test_ac_65_piracy_takes_two_from_the_british() -> None:
    table = Acres("louisbourg port_royal quebec", side="french").zones("french", discard="").play("piracy")
    assert table.choices() == ["port_royal", "quebec"]
    table.play("card:port_royal")
    assert table.money == (10, 7)
    assert table.cards("french", "discard") == ["louisbourg", "port_royal"]
    assert table.actions_left == 1


@pytest.mark.parametrize(("british", "left"), [(3, 1), (2, 0), (1, 0), (0, 0)])
def test_ac_65_the_bank_pays_what_is_short(british: int, left: int) -> None:
    table = Acres("louisbourg ships", side="french", money=(british, 5)).go("piracy", "ships")
    assert table.money == (left, 7)


def test_ac_65_piracy_needs_louisbourg_and_another_ship() -> None:
    assert not Acres("louisbourg", side="french").can("piracy")
    assert not Acres("port_royal quebec", side="french").can("piracy")
    board = "boston* louisbourg norfolk"
    assert not Acres("louisbourg norfolk", british=board).can("piracy")


# ---- AC-66 ----


@pytest.mark.parametrize("side", SIDES)
def test_ac_66_every_empire_card_at_its_cost(side: str) -> None:
    seat = SIDES.index(side)
    for kind, _copies, cost in empire(side) + empire("neutral"):
        if (side, kind) in (("french", "bateaux"), ("french", "starting_infantry")):
            continue
        rich = (cost, 0) if side == "british" else (0, cost)
        table = Acres(side=side, money=rich).zones(side, discard="")
        left = table.cards(side, "pile").count(kind) + table.display()[kind]
        table.go("draft", kind)
        assert table.money[seat] == 0
        assert table.cards(side, "discard") == [kind]
        assert table.cards(side, "pile").count(kind) + table.display()[kind] == left - 1
        assert table.actions_left == 1
        if cost:
            poor = (cost - 1, 0) if side == "british" else (0, cost - 1)
            assert kind not in Acres(side=side, money=poor).play("draft").choices()


def test_ac_66_what_lies_open_only() -> None:
    table = Acres("rangers", money=(20, 0)).play("draft")
    assert "rangers" not in table.choices()
    assert not set(table.choices()) & {place for _side, place in LOCATION_CARDS}
    # A neutral card that the enemy has is gone.
    table = Acres(other="neutral_settlers neutral_settlers", money=(20, 0)).play("draft")
    assert "neutral_settlers" not in table.choices()


def test_ac_66_returned_starting_infantry_is_free() -> None:
    table = Acres(side="french", money=(0, 0)).zones("french", deck="", discard="")
    assert "starting_infantry" in table.cards("french", "pile")
    table.go("draft", "starting_infantry")
    assert table.cards("french", "discard") == ["starting_infantry"]
    assert table.money == (0, 0)


# ---- AC-67 ----


def test_ac_67_the_first_card_is_free() -> None:
    table = Acres("boston militia norfolk", money=(1, 0)).zones("british", discard="")
    table.go("discard", "boston")
    assert table.money == (1, 0)
    assert table.choices() == ["stop", "norfolk", "militia"]
    table.play("stop")
    assert (table.cards("british", "discard"), table.actions_left) == (["boston"], 1)


def test_ac_67_each_further_card_costs_one() -> None:
    table = Acres("boston militia norfolk settlers", money=(2, 0)).zones("british", discard="")
    table.go("discard", "boston norfolk militia")
    # No money for a fourth.
    assert table.money == (0, 0)
    assert table.choices() == ["stop"]
    table.play("stop")
    assert table.cards("british", "discard") == ["boston", "norfolk", "militia"]
    assert table.cards("british", "hand") == ["settlers"]
    assert table.actions_left == 1


def test_ac_67_nothing_to_discard() -> None:
    assert not Acres().can("discard")


def test_ac_67_equal_cards_may_follow_each_other() -> None:
    table = Acres("militia militia militia").zones("british", discard="").go("discard", "militia militia stop")
    assert table.cards("british", "discard") == ["militia", "militia"]
    assert table.money == (11, 5)


# ---- AC-68: reserve ----


def test_ac_68_a_card_into_the_reserve() -> None:
    table = Acres("boston militia neutral_natives").play("reserve")
    assert table.choices() == ["militia", "neutral_natives"]
    table.play("card:militia")
    assert table.cards("british", "reserve") == ["militia"]
    assert (table.cards("british", "hand"), table.actions_left) == (["boston", "neutral_natives"], 1)


def test_ac_68_no_location_card_and_at_most_five() -> None:
    assert not Acres("boston").can("reserve")
    table = Acres("militia").zones("british", reserve="militia rangers ships trader")
    assert table.can("reserve")
    table.zones("british", reserve="militia rangers ships trader bateaux")
    assert not table.can("reserve")


def test_ac_68_retrieving_takes_all_at_one_each() -> None:
    table = Acres("boston", money=(2, 0)).zones("british", reserve="militia ships").play("retrieve")
    assert table.money == (0, 0)
    assert table.cards("british", "hand") == ["boston", "militia", "ships"]
    assert (table.cards("british", "reserve"), table.actions_left) == ([], 2)
    assert not Acres("boston", money=(1, 0)).zones("british", reserve="militia ships").can("retrieve")
    assert not Acres("boston").can("retrieve")


# ---- AC-68: governor ----


def test_ac_68_governor_returns_one_or_two_cards() -> None:
    table = Acres("governor norfolk militia neutral_natives").zones("british", discard="").play("governor")
    assert table.choices() == ["norfolk", "militia", "neutral_natives"]
    table.play("card:norfolk")
    assert table.choices() == ["stop", "militia", "neutral_natives"]
    natives = table.display()["neutral_natives"]
    table.play("card:neutral_natives")
    assert (table.phase, table.actions_left) == ("MENU", 1)
    assert table.cards("british", "hand") == ["militia"]
    assert table.cards("british", "discard") == ["governor"]
    assert "norfolk" in table.cards("british", "pile")
    assert table.display()["neutral_natives"] == natives + 1
    # Control is not lost.
    assert "norfolk" in table.villages("british")
    table = Acres("governor militia norfolk").go("governor", "militia stop")
    assert table.cards("british", "hand") == ["norfolk"]


def test_ac_68_governor_needs_another_card() -> None:
    assert not Acres("governor").can("governor")
    assert not Acres("militia").can("governor")


# ---- AC-68: intendant ----


def test_ac_68_intendant_takes_a_discarded_card() -> None:
    table = Acres("intendant gaspe", side="french").zones("french", discard="quebec militia home_support")
    table.play("intendant")
    assert table.choices() == ["quebec", "militia", "home_support"]
    table.play("card:home_support")
    assert table.money == (12, 3)
    assert table.cards("french", "hand") == ["gaspe", "home_support"]
    assert table.cards("french", "discard") == ["quebec", "militia", "intendant"]
    assert table.actions_left == 1


def test_ac_68_intendant_needs_money_and_a_discard_pile() -> None:
    assert not Acres("intendant", side="french", money=(0, 1)).zones("french", discard="quebec").can("intendant")
    assert Acres("intendant", side="french", money=(0, 2)).zones("french", discard="quebec").can("intendant")
    assert not Acres("intendant", side="french").zones("french", discard="").can("intendant")


# ---- AC-68: home support ----


def test_ac_68_home_support_draws_three_for_free() -> None:
    table = Acres("home_support boston").zones("british", deck="norfolk pemaquid militia st_marys", discard="")
    table.play("home_support")
    assert table.chance() == pytest.approx(dict.fromkeys(["norfolk", "pemaquid", "militia", "st_marys"], 1 / 4))
    table.draw("militia norfolk st_marys").settle()
    assert table.cards("british", "hand") == ["boston", "norfolk", "st_marys", "militia"]
    assert table.cards("british", "deck") == ["pemaquid"]
    assert table.cards("british", "discard") == ["home_support"]
    assert (table.side, table.actions_left, table.money) == ("british", 2, (12, 5))


def test_ac_68_home_support_does_not_shuffle() -> None:
    table = Acres("home_support").zones("british", deck="norfolk pemaquid", discard="militia").play("home_support")
    table.settle()
    assert table.cards("british", "hand") == ["norfolk", "pemaquid"]
    assert (table.cards("british", "deck"), table.cards("british", "discard")) == ([], ["militia", "home_support"])
    assert not Acres("home_support").zones("british", deck="", discard="militia norfolk").can("home_support")


# ---- AC-68: pass ----


def test_ac_68_passing_is_nothing_and_allowed_again() -> None:
    table = Acres("boston", "gaspe").zones("british", discard="")
    before = table.s.copy()
    table.play("pass")
    assert (table.actions_left, table.phase, table.side) == (1, "MENU", "british")
    for field in ("hand", "deck", "discard", "reserve", "pile", "money", "villages", "towns", "cubes"):
        assert (table.s[field] == before[field]).all()
    table.play("pass", "end").settle()
    assert table.turn == "french"
    table.play("pass", "pass")
    assert table.actions_left == 0
