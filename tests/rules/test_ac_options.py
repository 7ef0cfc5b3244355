"""The 26 optional rules of AC-82, each on and off, and what contradicts what."""

from __future__ import annotations

import numpy as np
import pytest
from acres_builder import Acres, rules_of
from acres_cards import words

from snowplay import load_game
from snowplay._core.acres.game import TABLES_DTYPE
from snowplay.acres.text import phase_name
from snowplay.errors import RulesError

ONLINE = words(
    "reshuffle_costs louisbourg_fortified duquesne_wins ambush_takes_siege_card fewer_british_infantry french_swap "
    "locations_in_reserve british_bateaux_in_deck blocked_ambush_free blocked_raid_free quebec_fortified free_fur "
    "free_discard french_extra_card governor_loses_location natives_in_sieges british_siege_delay "
    "lost_cards_leave_hand governor_keeps_starting no_governor lost_cards_in_reserve french_bateaux "
    "first_edition_bateaux first_edition_home_support first_edition_raid_range late_reshuffle"
)
CONTRADICTIONS = [
    {"first_edition_home_support", "late_reshuffle"},
    {"french_bateaux", "first_edition_bateaux"},
    {"no_governor", "governor_loses_location"},
    {"no_governor", "governor_keeps_starting"},
]


def on(name: str, **more: bool) -> dict[str, bool]:
    """Options with this one on."""
    return {name: True, **more}


# ---- all of them ----


def test_ac_82_there_are_26_and_all_are_off() -> None:
    options = rules_of().options
    assert len(ONLINE) == 26
    assert {name: options[name] for name in ONLINE} == dict.fromkeys(ONLINE, False)


@pytest.mark.parametrize("name", ONLINE)
def test_ac_82_each_option_changes_the_game_and_nothing_is_off_by_name(name: str) -> None:
    base, changed, off = rules_of(), rules_of(**on(name)), rules_of(**{name: False})
    tables = [np.frombuffer(game.rules.tables, TABLES_DTYPE)[0] for game in (base, changed, off)]
    assert tables[0].tobytes() != tables[1].tobytes()
    assert tables[0].tobytes() == tables[2].tobytes()
    assert base.rules_hash != changed.rules_hash


@pytest.mark.parametrize("name", ONLINE)
def test_ac_82_whole_games_with_each_option(name: str) -> None:
    for seed in range(3):
        state = rules_of(**on(name), max_turns=150).new_initial_state(seed=seed)
        rng = np.random.default_rng(seed)
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
            assert state.check() == 0


@pytest.mark.parametrize("pair", CONTRADICTIONS, ids=sorted)
def test_ac_82_contradictions_are_errors(pair: set[str]) -> None:
    with pytest.raises(RulesError) as caught:
        load_game("acres", **dict.fromkeys(pair, True))
    assert all(name in str(caught.value) for name in pair)


def test_ac_82_everything_else_goes_together() -> None:
    for out in ("french_bateaux", "first_edition_bateaux"):
        for without in (
            {"no_governor", "late_reshuffle"},
            {"governor_loses_location", "governor_keeps_starting", "first_edition_home_support"},
        ):
            options = {name: True for name in ONLINE if name != out and name not in without}
            game = load_game("acres", **options)
            assert all(game.options[name] for name in options)
            state = game.new_initial_state(seed=1)
            rng = np.random.default_rng(1)
            for _ in range(600):
                if state.is_terminal():
                    break
                state.apply_action(int(rng.choice(state.legal_actions())))
                assert state.check() == 0


# ---- 0 ----


def refill(hand: str, money: int, **options: bool) -> Acres:
    """The British at the end of their turn with an empty deck and a discard pile of three."""
    table = Acres(hand, "gaspe", actions=0, money=(money, 5), **options)
    return table.zones("british", deck="", discard="pemaquid militia settlers").play("end")


def test_ac_82_reshuffle_costs_money() -> None:
    table = refill("boston norfolk", 4, **on("reshuffle_costs"))
    assert (table.side, table.phase) == ("british", "RESHUFFLE")
    assert table.legal() == ["pay", "card:boston", "card:norfolk"]
    table.play("pay")
    assert table.money == (3, 5)
    assert set(table.chance()) == {"pemaquid", "militia", "settlers"}
    table.settle()
    assert len(table.cards("british", "hand")) == 5
    assert table.turn == "french"


def test_ac_82_reshuffle_costs_or_two_cards_on_the_new_discard_pile() -> None:
    table = refill("boston norfolk ships", 4, **on("reshuffle_costs")).play("card:boston")
    assert "stop" not in table.legal()
    table.play("card:ships")
    assert table.money == (4, 5)
    assert set(table.chance()) == {"pemaquid", "militia", "settlers"}
    assert table.cards("british", "discard") == ["boston", "ships"]
    table.settle()
    # One card in hand, three drawn, and the deck is empty again: the next shuffle has its price, too.
    assert table.cards("british", "hand") == ["norfolk", "pemaquid", "militia", "settlers"]
    assert table.phase == "RESHUFFLE"


def test_ac_82_reshuffle_costs_with_too_little_of_one() -> None:
    assert refill("boston norfolk", 0, **on("reshuffle_costs")).legal() == ["card:boston", "card:norfolk"]
    assert refill("", 1, **on("reshuffle_costs")).legal() == ["pay"]
    # Who has neither shuffles all the same.
    assert set(refill("", 0, **on("reshuffle_costs")).chance()) == {"pemaquid", "militia", "settlers"}


def test_ac_82_reshuffle_costs_off() -> None:
    table = refill("boston norfolk", 4)
    assert table.state.is_chance_node()
    assert table.money == (4, 5)


def test_ac_82_reshuffle_costs_nothing_while_the_deck_lasts() -> None:
    table = Acres("boston norfolk pemaquid", "gaspe", actions=0, **on("reshuffle_costs"))
    table.zones("british", deck="militia ships", discard="settlers").play("end").settle()
    assert (table.turn, table.money) == ("french", (12, 5))


# ---- 1, 10 ----


@pytest.mark.parametrize(
    ("options", "forts"),
    [
        ({}, set()),
        ({"louisbourg_fortified": True}, {"louisbourg"}),
        ({"quebec_fortified": True}, {"quebec"}),
        ({"louisbourg_fortified": True, "quebec_fortified": True}, {"louisbourg", "quebec"}),
    ],
)
def test_ac_82_louisbourg_fortified_and_quebec_fortified(options: dict[str, bool], forts: set[str]) -> None:
    table = Acres(deal=True, **options)
    assert table.forts() == forts
    assert int(table.s["fort_discs"]) == 12 - len(forts)


# ---- 2 ----


@pytest.mark.parametrize("value", [False, True])
def test_ac_82_duquesne_wins(value: bool) -> None:
    table = Acres(french="quebec*", british="boston* fort_duquesne", duquesne_wins=value)
    table.siege("french", "fort_duquesne", "siege_artillery").start_turn("french")
    assert table.over == value
    if value:
        assert table.reason == "capital"
        assert table.state.returns() == [-1.0, 1.0]
    # Nothing for the British in it.
    table = Acres(french="quebec* fort_duquesne", duquesne_wins=value)
    table.siege("british", "fort_duquesne", "siege_artillery").start_turn("british")
    assert not table.over


# ---- 3 ----


def test_ac_82_ambush_takes_siege_card() -> None:
    hand = "starting_infantry gaspe"
    table = Acres("rangers", hand, **on("ambush_takes_siege_card"))
    table.siege("british", "port_royal", "militia", "siege_artillery quebec").go("ambush", "rangers")
    assert (table.side, table.phase) == ("french", "LOSE")
    assert table.legal() == ["card:starting_infantry", "siege_card:siege_artillery"]
    strength = table.strength("british")
    table.play("siege_card:siege_artillery")
    assert table.siege_cards("french", "british") == ["quebec"]
    assert table.strength("british") == strength + 3
    assert "siege_artillery" in table.cards("french", "pile")


def test_ac_82_ambush_takes_siege_card_of_the_attacker() -> None:
    table = Acres("coureurs_de_bois", side="french", **on("ambush_takes_siege_card"))
    table.siege("british", "port_royal", "regular_infantry boston").go("ambush", "coureurs_de_bois")
    assert table.legal() == ["siege_card:regular_infantry"]
    strength = table.strength("british")
    table.play("siege_card:regular_infantry")
    assert table.strength("british") == strength - 2
    assert table.siege_at("british") == "port_royal"


def test_ac_82_ambush_takes_siege_card_off() -> None:
    table = Acres("rangers", "starting_infantry").siege("british", "port_royal", "militia", "siege_artillery")
    assert table.go("ambush", "rangers").legal() == ["card:starting_infantry"]


# ---- 4, 7, 13, 19, 21, 22 ----


def test_ac_82_fewer_british_infantry() -> None:
    for value, left in ((False, 6), (True, 3)):
        table = Acres(deal=True, fewer_british_infantry=value)
        assert table.cards("british", "pile").count("regular_infantry") == left
        assert table.cards("french", "pile").count("regular_infantry") == 3


def test_ac_82_british_bateaux_in_deck() -> None:
    for value in (False, True):
        table = Acres(deal=True, british_bateaux_in_deck=value)
        assert ("bateaux" in table.cards("british", "deck")) == value
        assert ("bateaux" in table.cards("british", "pile")) == (not value)
        assert len(table.cards("british", "deck")) == 7 + value


@pytest.mark.parametrize("kind", ["siege_artillery", "native_americans", "priest", "trader", "intendant"])
def test_ac_82_french_extra_card(kind: str) -> None:
    table = Acres(deal=True, **on("french_extra_card")).settle()
    assert (table.side, table.phase) == ("french", "START_CARD")
    empire = (
        "military_leader regular_infantry siege_artillery militia coureurs_de_bois native_americans priest "
        "home_support trader ships fortification governor intendant"
    )
    assert table.choices() == empire.split()
    before = table.cards("french", "pile").count(kind)
    table.play(f"card:{kind}").settle()
    assert table.cards("french", "pile").count(kind) == before - 1
    own = table.cards("french", "hand") + table.cards("french", "deck")
    assert len(own) == 10 and kind in own
    assert len(table.cards("french", "hand")) == 5
    assert table.money == (12, 5)


def test_ac_82_french_extra_card_off() -> None:
    table = Acres(deal=True)
    assert table.state.is_chance_node()
    table.settle()
    assert len(table.cards("french", "hand") + table.cards("french", "deck")) == 9


def test_ac_82_no_governor() -> None:
    for value in (False, True):
        table = Acres(deal=True, no_governor=value)
        for side in ("british", "french"):
            zones = [kind for zone in ("deck", "pile", "hand", "discard") for kind in table.cards(side, zone)]
            assert ("governor" in zones) == (not value)


def test_ac_82_french_bateaux_in_the_pile_or_the_deck() -> None:
    for options, pile, deck in (
        ({}, False, False),
        (on("french_bateaux"), True, False),
        (on("first_edition_bateaux"), False, True),
    ):
        table = Acres(deal=True, **options)
        assert ("bateaux" in table.cards("french", "pile")) == pile
        assert ("bateaux" in table.cards("french", "deck")) == deck
    # Its boat carries settlers.
    table = Acres("montreal bateaux", side="french", **on("french_bateaux"))
    assert table.can("settle:fort_frontenac")
    table = Acres(side="french", money=(0, 0), **on("french_bateaux")).play("draft")
    assert "bateaux" in table.choices()


# ---- 5 ----


def test_ac_82_french_swap() -> None:
    table = Acres(side="french", hand="gaspe militia", **on("french_swap"))
    table.zones("french", deck="quebec ships", discard="")
    table.siege("british", "port_royal", "militia").set(turn=0, seat=0).play("withdraw:british", "siege_card:militia")
    assert (table.side, table.phase) == ("french", "SWAP")
    assert table.legal() == ["stop", "card:gaspe", "card:militia"]
    kept = table.state.clone()
    table.play("card:gaspe")
    assert table.chance() == pytest.approx({"quebec": 0.5, "ships": 0.5})
    table.draw("ships").settle()
    assert table.cards("french", "hand") == ["militia", "ships"]
    assert (table.cards("french", "discard"), table.cards("french", "deck")) == (["gaspe"], ["quebec"])
    assert (table.side, table.phase, table.turn) == ("british", "MENU", "british")
    table.state = kept
    table.play("stop")
    assert table.cards("french", "hand") == ["gaspe", "militia"]


@pytest.mark.parametrize(("attacker", "place"), [("british", "port_royal"), ("french", "pemaquid")])
def test_ac_82_french_swap_after_every_siege(attacker: str, place: str) -> None:
    for options, swaps in ((on("french_swap"), True), ({}, False)):
        table = Acres(side="french", hand="gaspe", **options).zones("french", deck="quebec")
        table.siege(attacker, place, "siege_artillery").play("withdraw:" + attacker)
        for _ in range(2):
            if table.phase in ("RETURN", "OCCUPY"):
                table.play(table.legal()[0])
        assert (table.phase == "SWAP") == swaps


def test_ac_82_french_swap_needs_a_hand_and_a_deck() -> None:
    for hand, deck in (("", "quebec"), ("gaspe", "")):
        table = Acres(side="french", hand=hand, **on("french_swap")).zones("french", deck=deck)
        table.siege("british", "port_royal", "boston").set(turn=0, seat=0).play("withdraw:british")
        assert table.phase == "MENU"


# ---- 6, 20 ----


def test_ac_82_locations_in_reserve() -> None:
    for value in (False, True):
        table = Acres("boston norfolk", locations_in_reserve=value)
        assert table.can("reserve") == value
    table.go("reserve", "norfolk")
    assert table.cards("british", "reserve") == ["norfolk"]
    assert table.play("retrieve").cards("british", "hand") == ["boston", "norfolk"]


def test_ac_82_lost_cards_in_reserve() -> None:
    board = "boston* new_york*"
    for value in (False, True):
        table = Acres("boston norfolk", british=board, lost_cards_in_reserve=value)
        assert table.can("reserve") == value
    # Only those of places that are not controlled.
    assert table.play("reserve").choices() == ["norfolk"]
    table.play("card:norfolk")
    assert table.cards("british", "reserve") == ["norfolk"]


# ---- 8, 9 ----


@pytest.mark.parametrize("value", [False, True])
def test_ac_82_blocked_ambush_free(value: bool) -> None:
    table = Acres("rangers", "starting_infantry militia", blocked_ambush_free=value)
    table.go("ambush", "rangers").play("card:militia")
    assert table.actions_left == 1 + value
    table = Acres("rangers", "starting_infantry militia", blocked_ambush_free=value)
    table.go("ambush", "rangers").play("stop", "card:starting_infantry")
    assert table.actions_left == 1
    # Without a target it is not blocked.
    table = Acres("rangers", "militia", blocked_ambush_free=value).go("ambush", "rangers")
    assert table.actions_left == 1


@pytest.mark.parametrize("value", [False, True])
def test_ac_82_blocked_raid_free(value: bool) -> None:
    boards = {"british": "boston* pemaquid", "french": "quebec* fort_halifax kennebec"}
    table = Acres("rangers", "militia", blocked_raid_free=value, **boards)
    table.go("raid:fort_halifax", "rangers stop").play("card:militia")
    assert table.actions_left == 1 + value
    table = Acres("rangers", "militia", blocked_raid_free=value, **boards)
    table.go("raid:fort_halifax", "rangers stop").play("stop")
    assert table.actions_left == 1


# ---- 11 ----


def test_ac_82_free_fur() -> None:
    table = Acres("pemaquid boston", **on("free_fur")).zones("british", discard="")
    assert table.can("free_fur")
    table.play("free_fur")
    assert table.choices() == ["pemaquid"]
    table.play("card:pemaquid")
    assert (table.money, table.actions_left) == ((13, 5), 2)
    assert table.cards("british", "discard") == ["pemaquid"]
    assert not table.can("free_fur")
    # The place has to be in use (AC-14).
    assert not Acres("pemaquid boston", british="boston*", **on("free_fur")).can("free_fur")
    assert not Acres("pemaquid boston").can("free_fur")
    # After the actions, too.
    assert Acres("gaspe", side="french", actions=0, **on("free_fur")).legal() == ["end", "free_fur"]


# ---- 12 ----


@pytest.mark.parametrize("value", [False, True])
def test_ac_82_free_discard(value: bool) -> None:
    table = Acres("boston militia norfolk", money=(0, 0), free_discard=value).zones("british", discard="")
    table.go("discard", "boston")
    assert table.can("card:norfolk") == value
    if value:
        table.play("card:norfolk", "card:militia")
        table.play(*table.legal("stop"))
        assert table.cards("british", "discard") == ["boston", "norfolk", "militia"]
        assert (table.money, table.actions_left) == ((0, 0), 1)


# ---- 14, 18 ----


def test_ac_82_governor_loses_location() -> None:
    hand = "governor norfolk philadelphia militia"
    table = Acres(hand, british="boston* norfolk philadelphia*", **on("governor_loses_location"))
    cubes, discs = table.value("cubes", "british"), table.value("discs", "british")
    table.go("governor", "norfolk philadelphia")
    assert table.villages("british") | table.towns("british") == {"boston"}
    assert (table.value("cubes", "british"), table.value("discs", "british")) == (cubes + 1, discs + 1)
    assert table.value("captured_cubes", "french") == table.value("captured_discs", "french") == 0
    # Without the option control stays.
    table = Acres(hand, british="boston* norfolk philadelphia*").go("governor", "norfolk philadelphia")
    assert table.villages("british") | table.towns("british") == {"boston", "norfolk", "philadelphia"}


def test_ac_82_governor_loses_location_but_not_a_besieged_one() -> None:
    table = Acres("governor norfolk militia", **on("governor_loses_location")).siege("french", "norfolk", "montreal")
    assert table.play("governor").choices() == ["militia"]
    # A card of a place that is not controlled goes back as always, and the enemy keeps what he has.
    table = Acres("governor norfolk", british="boston*", french="quebec* norfolk", **on("governor_loses_location"))
    table.go("governor", "norfolk stop")
    assert "norfolk" in table.villages("french")


def test_ac_82_governor_loses_location_with_its_fortification() -> None:
    table = Acres("governor norfolk", forts="norfolk", **on("governor_loses_location"))
    table.go("governor", "norfolk stop")
    assert (table.forts(), int(table.s["fort_discs"])) == (set(), 12)


def test_ac_82_governor_keeps_starting() -> None:
    hand = "governor norfolk baltimore militia philadelphia"
    board = "boston* norfolk baltimore"
    table = Acres(hand, british=board, **on("governor_keeps_starting")).play("governor")
    # Norfolk is a held starting place; Philadelphia is lost, and Baltimore was won later.
    assert table.choices() == ["philadelphia", "baltimore", "militia"]
    table = Acres(hand, british=board).play("governor")
    assert table.choices() == ["norfolk", "philadelphia", "baltimore", "militia"]
    # Empire cards of the starting deck are no Location cards.
    table = Acres("governor starting_infantry gaspe", side="french", **on("governor_keeps_starting"))
    assert table.play("governor").choices() == ["starting_infantry"]


# ---- 15 ----


@pytest.mark.parametrize("value", [False, True])
def test_ac_82_natives_in_sieges(value: bool) -> None:
    table = Acres("pemaquid ships neutral_natives", natives_in_sieges=value)
    assert table.can("besiege:port_royal") == value
    table = Acres("neutral_natives", natives_in_sieges=value).siege("british", "port_royal", "militia")
    assert table.can("reinforce:british") == value
    if value:
        table.go("reinforce:british", "neutral_natives")
        assert (table.strength("british"), table.money) == (1, (12, 5))
    table = Acres("native_americans neutral_natives", side="french", natives_in_sieges=value)
    table.siege("british", "port_royal", "militia")
    if value:
        table.go("reinforce:british", "native_americans").go("reinforce:british", "neutral_natives")
        assert table.strength("british") == -2
    else:
        assert not table.can("reinforce:british")


# ---- 16 ----


def test_ac_82_british_siege_delay() -> None:
    hand = "pemaquid norfolk militia"
    option = on("british_siege_delay")
    assert Acres(hand).can("besiege:port_royal")
    # 17 points and no French siege yet.
    assert not Acres(hand, **option).can("besiege:port_royal")
    # A French siege has begun, in progress or over.
    table = Acres(hand, **option).siege("french", "new_haven", "montreal")
    assert table.can("besiege:port_royal")
    table = Acres("port_royal ships militia", hand, side="french", **option)
    table.go("besiege:pemaquid", "port_royal ships militia").play("withdraw:french", "siege_card:militia")
    table.play("pass", "end").settle()
    assert table.turn == "british" and table.can("besiege:port_royal")
    # The French are not held back.
    assert Acres("port_royal ships militia", side="french", **option).can("besiege:pemaquid")


@pytest.mark.parametrize("points", [24, 25])
def test_ac_82_british_siege_delay_ends_at_25_points(points: int) -> None:
    # The starting places are 17 points, St. Mary's 1 of them; Deerfield as a town 8.
    start = "boston* new_york* new_haven norfolk pemaquid philadelphia"
    full = f"{start} st_marys deerfield*" if points == 25 else f"{start} deerfield*"
    table = Acres("pemaquid norfolk militia", british=full, **on("british_siege_delay"))
    assert table.state.scores()[0] == points
    assert table.can("besiege:port_royal") == (points == 25)


# ---- 17 ----


def test_ac_82_lost_cards_leave_hand() -> None:
    hand = "norfolk philadelphia militia"
    board = "boston* norfolk"
    table = Acres(hand, british=board, **on("lost_cards_leave_hand")).zones("british", discard="")
    assert table.can("drop")
    table.play("drop")
    assert table.choices() == ["philadelphia"]
    table.play("card:philadelphia")
    assert (table.actions_left, table.money) == (2, (12, 5))
    assert "philadelphia" in table.cards("british", "pile")
    assert table.cards("british", "discard") == []
    assert not table.can("drop")
    assert not Acres(hand, british=board).can("drop")


# ---- 23 ----


def test_ac_82_first_edition_home_support() -> None:
    for value in (False, True):
        table = Acres("home_support", first_edition_home_support=value)
        table.zones("british", deck="norfolk", discard="militia ships boston").play("home_support").settle()
        drawn = table.cards("british", "hand")
        assert len(drawn) == (3 if value else 1)
        assert "norfolk" in drawn
        assert (table.side, table.phase, table.actions_left) == ("british", "MENU", 2)
    table = Acres("home_support", **on("first_edition_home_support")).zones("british", deck="", discard="militia ships")
    table.play("home_support").draw("militia ships").settle()
    assert {"militia", "ships"} <= set(table.cards("british", "hand"))


# ---- 24 ----


def test_ac_82_first_edition_raid_range() -> None:
    boards = {"british": "boston* pemaquid", "french": "quebec* fort_halifax kennebec"}
    option = on("first_edition_raid_range")
    assert Acres("rangers", **boards, **option).legal("raid") == ["raid:fort_halifax"]
    table = Acres("rangers neutral_natives", **boards, **option)
    assert table.legal("raid") == ["raid:fort_halifax", "raid:kennebec"]
    table = Acres("rangers neutral_natives indian_leader", **boards, **option)
    assert table.legal("raid") == ["raid:fort_halifax", "raid:kennebec", "raid:quebec"]
    assert Acres("rangers", **boards).legal("raid") == ["raid:fort_halifax", "raid:kennebec"]


# ---- 25 ----


def test_ac_82_late_reshuffle() -> None:
    table = Acres("boston ships trader", "gaspe", actions=0, **on("late_reshuffle"))
    table.zones("british", deck="norfolk", discard="pemaquid militia settlers").play("end").settle()
    assert table.turn == "french"
    # The hand stays short; the empty deck is renewed at the very end.
    assert table.cards("british", "hand") == ["boston", "norfolk", "trader", "ships"]
    assert table.cards("british", "deck") == ["pemaquid", "militia", "settlers"]
    assert table.cards("british", "discard") == []
    table = Acres("boston ships trader", "gaspe", actions=0)
    table.zones("british", deck="norfolk", discard="pemaquid militia settlers").play("end").settle()
    assert len(table.cards("british", "hand")) == 5


def test_ac_82_late_reshuffle_with_cards_left_in_the_deck() -> None:
    table = Acres("boston ships trader", "gaspe", actions=0, **on("late_reshuffle"))
    table.zones("british", deck="norfolk st_marys philadelphia", discard="pemaquid militia").play("end").settle()
    assert len(table.cards("british", "hand")) == 5
    assert len(table.cards("british", "deck")) == 1
    assert table.cards("british", "discard") == ["pemaquid", "militia"]


def test_ac_52_a_swap_needs_a_card_to_draw() -> None:
    game = rules_of(french_swap=True)
    for index in range(200):
        state = game.new_initial_state(seed=2, index=index)
        rng = np.random.default_rng(index)
        while not state.is_terminal() and phase_name(state.data()) != "SWAP":
            state.apply_action(int(rng.choice(state.legal_actions())))
        if not state.is_terminal():
            break
    else:
        pytest.fail("no swap in 200 games")
    data, seat = state.data(), state.current_player()
    data["discard"][seat] |= data["deck"][seat]
    data["deck"][seat] = 0
    with pytest.raises(ValueError, match="invariant 13"):
        state.load_raw(data.tobytes())
