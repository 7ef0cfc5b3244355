"""Settling, developing, fortifying: AC-30 to AC-33; the cards' connections: AC-80, AC-81."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest
from acres_builder import HOME, Acres, members, place_word, places, rules_of
from acres_cards import (
    LOCATION_CARDS,
    PLACES,
    POINTS_OF,
    RAID_GRAPH,
    SETTLER_PLACES,
    SIDES,
    SUPPLY_GRAPH,
    coins,
    links,
    symbols,
)

from snowplay._core.acres.game import SYMBOL_NAMES, TABLES_DTYPE

TRANSPORTS = ("bateaux", "wagon", "ship")
FORTS_ROUTE = "quebec* trois_rivieres montreal fort_frontenac"


def table_of(**options: object) -> np.void:
    """All figures of a game by name."""
    return np.frombuffer(rules_of(**options).rules.tables, TABLES_DTYPE)[0]


def listed(tables: np.void, side: str, card: str, transport: str) -> set[str]:
    """The places a Location card lists in the figures of a game."""
    seat, number = SIDES.index(side), TRANSPORTS.index(transport)
    return places(tables["connections"][seat][number][PLACES.index(card)])


# ---- AC-30 ----


def test_ac_30_settling_takes_a_card_for_each_part() -> None:
    table = Acres("new_york st_marys boston militia").zones("british", discard="")
    assert table.legal("settle") == ["settle:albany", "settle:halifax"]
    table.play("settle:albany")
    assert table.choices() == ["new_york"]
    table.play("card:new_york")
    assert table.choices() == ["st_marys"]
    table.play("card:st_marys")
    assert table.choices() == ["boston"]
    table.play("card:boston")
    assert "albany" in table.villages("british")
    assert table.value("cubes", "british") == 12
    assert table.cards("british", "discard") == ["boston", "new_york", "st_marys", "albany"]
    assert table.cards("british", "hand") == ["militia"]
    assert "albany" not in table.cards("british", "pile")
    assert (table.actions_left, table.money) == (1, (12, 5))


def test_ac_30_one_symbol_of_a_card_only() -> None:
    # St. Mary's has boats and a settler, New York a settler: each card gives one thing.
    assert not Acres("new_york st_marys").can("settle:albany")
    assert Acres("new_york st_marys philadelphia").can("settle:albany")


def test_ac_30_the_launching_card_is_not_the_transport() -> None:
    # Montreal lists Fort Frontenac by boat and has a boat itself.
    assert not Acres("montreal", side="french").can("settle:fort_frontenac")
    assert Acres("montreal tadoussac", side="french").can("settle:fort_frontenac")


def test_ac_30_the_transport_has_to_fit() -> None:
    # Fort Duquesne lies on the road from Cumberland: boats do not help, Philadelphia's wagon does.
    board = "boston* philadelphia st_marys cumberland"
    assert not Acres("cumberland bateaux", british=board).can("settle:fort_duquesne")
    assert Acres("cumberland philadelphia", british=board).can("settle:fort_duquesne")


def test_ac_30_a_place_without_a_settler_symbol_needs_no_settler() -> None:
    table = Acres("montreal tadoussac", side="french").go("settle:fort_frontenac", "montreal tadoussac")
    assert "fort_frontenac" in table.villages("french")
    assert table.actions_left == 1


def test_ac_30_places_that_need_a_settler() -> None:
    assert places(table_of()["settler_places"]) == set(SETTLER_PLACES)


def test_ac_30_several_ways_are_offered_and_only_those_that_can_be_finished() -> None:
    hand = "new_york st_marys bateaux boston philadelphia"
    table = Acres(hand).play("settle:albany", "card:new_york")
    assert table.choices() == ["st_marys", "bateaux"]
    table.play("card:bateaux")
    assert table.choices() == ["boston", "philadelphia", "st_marys"]
    # With St. Mary's as the only further settler the boats have to come from elsewhere.
    table = Acres("new_york st_marys bateaux").play("settle:albany", "card:new_york")
    assert table.choices() == ["bateaux"]


def test_ac_30_neutral_places_only() -> None:
    assert not Acres("new_york st_marys boston", french="quebec* albany").can("settle:albany")
    # An own place whose card is not in the pile.
    table = Acres("new_york st_marys boston", british="boston* new_york* st_marys albany")
    table.zones("british", deck="albany")
    assert not table.can("settle:albany")


def test_ac_30_a_lost_place_whose_card_was_kept() -> None:
    """The place is neutral, its card is still in the deck: the cube is placed, no card is gained."""
    table = Acres("boston norfolk settlers", british="boston* norfolk").zones("british", discard="", deck="new_haven")
    table.go("settle:new_haven", "boston norfolk settlers")
    assert "new_haven" in table.villages("british")
    assert table.cards("british", "discard") == ["boston", "norfolk", "settlers"]
    assert table.cards("british", "deck") == ["new_haven"]


def test_ac_30_an_own_place_may_be_settled_again_for_its_card() -> None:
    table = Acres("new_york st_marys boston", british="boston* new_york* st_marys albany")
    table.zones("british", discard="")
    cubes = table.value("cubes", "british")
    assert "albany" in table.cards("british", "pile")
    table.go("settle:albany", "new_york st_marys boston")
    assert "albany" in table.cards("british", "discard")
    assert "albany" in table.villages("british")
    assert table.value("cubes", "british") == cubes
    assert table.actions_left == 1


def test_ac_30_an_own_town_settled_again_stays_a_town() -> None:
    table = Acres("new_york st_marys boston", british="boston* new_york* st_marys albany*")
    discs = table.value("discs", "british")
    table.go("settle:albany", "new_york st_marys boston")
    assert "albany" in table.towns("british") and "albany" not in table.villages("british")
    assert table.value("discs", "british") == discs


def test_ac_30_a_village_cube_must_be_left() -> None:
    # 13 of 18 cubes captured, five on the board.
    table = Acres("new_york st_marys boston").captured("french", cubes=12)
    assert table.value("cubes", "british") == 1
    assert table.can("settle:albany")
    table.captured("french", cubes=13)
    assert table.value("cubes", "british") == 0
    assert not table.can("settle:albany")


@pytest.mark.parametrize(
    ("hand", "board", "place"),
    [
        # Fort Frontenac lists Montreal, but no chain joins it to Boston.
        ("fort_frontenac bateaux settlers", "boston* fort_frontenac halifax", "montreal"),
        ("detroit bateaux", "boston* detroit", "michillimackinac"),
        # New Haven does not list Albany; Albany is one step from New York only.
        ("new_haven bateaux settlers", "boston* new_haven", "albany"),
    ],
)
def test_ac_30_the_place_must_be_listed_and_the_card_in_supply(hand: str, board: str, place: str) -> None:
    table = Acres(hand, british=board, french="quebec*")
    assert f"settle:{place}" not in table.legal()


def test_ac_30_a_place_without_an_own_card() -> None:
    route = "boston* new_york* albany fort_stanwix oswego fort_frontenac"
    table = Acres("fort_frontenac bateaux settlers", british=route, french="quebec*")
    table.zones("british", discard="")
    table.go("settle:montreal", "fort_frontenac bateaux settlers")
    assert "montreal" in table.villages("british")
    assert table.cards("british", "discard") == ["fort_frontenac", "bateaux", "settlers"]
    # French: New York from Albany.
    table = Acres(
        "albany tadoussac quebec",
        side="french",
        british="boston*",
        french="quebec* tadoussac trois_rivieres fort_st_john ticonderoga fort_william_henry albany",
    )
    assert table.can("settle:new_york")


def test_ac_30_the_card_gained_may_be_in_use_next_turn_only_through_the_deck() -> None:
    table = Acres("new_york st_marys boston bateaux").go("settle:albany", "new_york st_marys boston")
    assert "albany" not in table.cards("british", "hand")


def test_ac_30_each_kind_of_settler() -> None:
    for settler in ("philadelphia", "boston", "settlers", "neutral_settlers"):
        table = Acres(f"new_york bateaux {settler}").play("settle:albany card:new_york card:bateaux")
        assert table.choices() == [settler]
    table = Acres("quebec louisbourg neutral_settlers", side="french", british="boston*")
    assert table.can("settle:halifax")


# ---- AC-31 ----


def test_ac_31_a_village_becomes_a_town() -> None:
    table = Acres("philadelphia boston").zones("british", discard="")
    table.play("develop:philadelphia")
    assert table.choices() == ["boston"]
    table.play("card:boston")
    assert table.towns("british") == {"boston", "new_york", "philadelphia"}
    assert "philadelphia" not in table.villages("british")
    assert (table.value("cubes", "british"), table.value("discs", "british")) == (14, 9)
    assert table.cards("british", "discard") == ["boston", "philadelphia"]
    assert table.actions_left == 1


def test_ac_31_what_cannot_be_developed() -> None:
    # The settler symbol of the place's own card does not count twice.
    assert not Acres("philadelphia").can("develop:philadelphia")
    assert Acres("new_york philadelphia").legal("develop") == ["develop:philadelphia"]  # New York is a town
    assert not Acres("boston settlers").can("develop:new_haven")  # its card is not in hand
    board = "boston* fort_beausejour norfolk"
    table = Acres("fort_beausejour norfolk settlers", british=board)
    assert table.legal("develop") == ["develop:norfolk"]  # Fort Beausejour has no points


def test_ac_31_a_disc_must_be_left() -> None:
    # Two of twelve discs on the board, nine or ten captured.
    assert Acres("philadelphia boston").captured("french", discs=9).can("develop:philadelphia")
    assert not Acres("philadelphia boston").captured("french", discs=10).can("develop:philadelphia")


def test_ac_31_places_with_points() -> None:
    assert places(table_of()["developable"]) == set(POINTS_OF)


# ---- AC-32 ----


def test_ac_32_fortifying() -> None:
    table = Acres("new_haven fortification boston").zones("british", discard="")
    assert table.legal("fortify") == ["fortify:boston", "fortify:new_haven"]
    table.go("fortify:new_haven", "fortification")
    assert table.forts() == {"new_haven"}
    assert int(table.s["fort_discs"]) == 11
    assert table.money == (9, 5)
    assert table.cards("british", "discard") == ["new_haven", "fortification"]
    assert table.actions_left == 1


def test_ac_32_own_or_neutral_fortification() -> None:
    table = Acres("new_haven fortification neutral_fortification").play("fortify:new_haven")
    assert table.choices() == ["fortification", "neutral_fortification"]
    table = Acres("gaspe neutral_fortification", side="french").go("fortify:gaspe", "neutral_fortification")
    assert table.forts() == {"gaspe"}


def test_ac_32_money_and_a_free_place() -> None:
    assert Acres("new_haven fortification", money=(3, 0)).can("fortify:new_haven")
    assert not Acres("new_haven fortification", money=(2, 0)).can("fortify:new_haven")
    assert not Acres("new_haven fortification", forts="new_haven").can("fortify:new_haven")
    assert not Acres("new_haven fortification").siege("french", "new_haven").can("fortify:new_haven")
    assert not Acres("fortification").legal("fortify")
    assert not Acres("new_haven").legal("fortify")


def test_ac_32_a_fortification_disc_must_be_left() -> None:
    others = "boston new_york norfolk pemaquid philadelphia st_marys gaspe louisbourg port_royal tadoussac montreal"
    table = Acres("new_haven fortification", forts=others)
    assert int(table.s["fort_discs"]) == 1
    assert table.can("fortify:new_haven")
    table.board(forts=others + " quebec")
    assert not table.can("fortify:new_haven")


def test_ac_32_no_position_waits_for_a_fortification_without_a_disc() -> None:
    others = "boston new_york norfolk pemaquid philadelphia st_marys gaspe louisbourg port_royal tadoussac montreal"
    table = Acres("new_haven fortification boston", forts=others).play("fortify:new_haven")
    assert table.phase == "FORT"
    with pytest.raises(ValueError, match="invariant 10 is broken"):
        table.board(forts=others + " quebec")


# ---- AC-33 ----


def test_ac_33_a_town_scores_double() -> None:
    table = Acres("philadelphia boston")
    # Villages 2+2+2+2+1 and towns 2*2+2*2; the French 1+4+3+2+3+4 and 2*6.
    assert table.state.scores() == [17, 29]
    table.go("develop:philadelphia", "boston")
    assert table.state.scores() == [19, 29]


def test_ac_33_a_developed_place_keeps_its_fortification() -> None:
    table = Acres("philadelphia boston", forts="philadelphia").go("develop:philadelphia", "boston")
    assert table.forts() == {"philadelphia"}
    assert int(table.s["fort_discs"]) == 11


# ---- AC-80, AC-81 ----


@pytest.mark.parametrize("card", LOCATION_CARDS, ids="-".join)
def test_ac_81_connections_of_every_card(card: tuple[str, str]) -> None:
    tables = table_of()
    for transport in TRANSPORTS:
        assert listed(tables, *card, transport) == set(links(*card, transport)), transport


def test_ac_81_symbols_of_every_card() -> None:
    tables = table_of()
    for (side, place), _card in LOCATION_CARDS.items():
        seat = SIDES.index(side)
        bit = PLACES.index(place) - 10 * seat
        seen = {
            name.lower()
            for name, number in SYMBOL_NAMES.items()
            if int(tables["symbols"][number][seat]) >> bit & 1 and name != "COIN"
        }
        assert seen == set(symbols(side, place)), (side, place)
        assert int(tables["card_coins"][seat][bit]) == coins(side, place)


def path(side: str, goal: str) -> list[str]:
    """A chain from a side's home to a place, through places the side has a card for."""
    before: dict[str, str] = {}
    queue = deque([HOME[side]])
    while goal not in before and queue:
        place = queue.popleft()
        for near in sorted(SUPPLY_GRAPH[place]):
            if near not in before and near != HOME[side] and (near == goal or (side, near) in LOCATION_CARDS):
                before[near] = place
                queue.append(near)
    chain = [goal]
    while chain[-1] != HOME[side]:
        chain.append(before[chain[-1]])
    return chain


LINKED = [
    (side, place, transport)
    for side, place in LOCATION_CARDS
    for transport in TRANSPORTS
    if not (side == "french" and transport == "wagon")  # the French have neither wagons nor roads on cards
]


@pytest.mark.parametrize(("side", "place", "transport"), LINKED)
def test_ac_81_every_card_settles_what_it_lists(side: str, place: str, transport: str) -> None:
    """Played: a chain from home to the place, all other places neutral, every card in its pile (AC-30)."""
    carrier = {"bateaux": "bateaux", "wagon": "philadelphia", "ship": "ships"}[transport]
    own = set(path(side, place)) if place != HOME[side] else {place}
    if carrier == "philadelphia":
        own.add(carrier)
    board = " ".join(sorted(own))
    boards = {"british": board, "french": ""} if side == "british" else {"british": "", "french": board}
    settler = "settlers" if side == "british" else "neutral_settlers"
    hand = f"{place} {carrier} {settler}" if place != carrier else f"{place} {settler}"
    table = Acres(hand, side=side, **boards, french_bateaux=True)
    table.zones(side, deck="", discard="")
    expected = set(links(side, place, transport)) if place != carrier else set()
    if carrier == "philadelphia" and "ship" in symbols(side, place):
        # The other way round: from Philadelphia, with the ship of the place's card.
        expected |= set(links(side, carrier, "ship")) - {place}
    assert {move.partition(":")[2] for move in table.legal("settle")} == expected


ONE_WAY = {
    "british": "boston>halifax boston>port_royal philadelphia>new_haven fort_niagara>detroit fort_beausejour>canso "
    "louisbourg>fort_beausejour louisbourg>trois_rivieres trois_rivieres>fort_st_john fort_halifax>kennebec",
    "french": "fort_niagara>detroit fort_beausejour>canso louisbourg>fort_beausejour louisbourg>trois_rivieres "
    "trois_rivieres>fort_st_john montreal>fort_st_john fort_st_john>quebec quebec>gaspe quebec>kennebec",
}


@pytest.mark.parametrize("side", SIDES)
def test_ac_81_links_that_lead_one_way_only(side: str) -> None:
    tables = table_of()
    own = [place for of, place in LOCATION_CARDS if of == side]
    leads = {(a, b) for a in own for transport in TRANSPORTS for b in listed(tables, side, a, transport) if b in own}
    assert {f"{a}>{b}" for a, b in leads if (b, a) not in leads} == set(ONE_WAY[side].split())


def test_ac_81_a_one_way_link_in_play() -> None:
    # Boston lists Halifax; the Halifax card does not list Boston.
    board = "boston* halifax norfolk"
    assert Acres("boston norfolk settlers", british="boston* norfolk").can("settle:halifax")
    table = Acres("halifax norfolk militia", side="british", british=board, french="quebec*")
    assert not table.can("settle:boston")
    table = Acres("halifax ships militia", side="french", french="quebec* halifax")
    assert not table.can("besiege:boston")
    assert table.can("besiege:pemaquid")


def test_ac_81_board_edges() -> None:
    """Supply and raids use the board's edges, whatever the cards list (AC-20, AC-60)."""
    tables = table_of()
    sea = set(members(tables["ports"]))
    for place in PLACES:
        number = PLACES.index(place)
        supply = set(members(tables["supply_edges"][number]))
        if number in sea:
            supply |= sea - {number}
        assert {PLACES[near] for near in supply} == SUPPLY_GRAPH[place], place
        assert places(tables["raid_edges"][number]) == RAID_GRAPH[place], place


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("option", "expected"),
    [("cards", {"quebec", "ticonderoga"}), ("graph", {"montreal", "trois_rivieres", "ticonderoga"})],
)
def test_ac_80_where_the_fort_st_john_card_leads(side: str, option: str, expected: set[str]) -> None:
    tables = table_of(fort_st_john=option)
    assert listed(tables, side, "fort_st_john", "bateaux") == expected
    base = table_of()
    for card in LOCATION_CARDS:
        for transport in TRANSPORTS:
            if card[1] != "fort_st_john":
                assert listed(tables, *card, transport) == listed(base, *card, transport)
    # The board is the same.
    for field in ("supply_edges", "raid_edges", "ports"):
        assert np.array_equal(tables[field], base[field])


def test_ac_80_in_play() -> None:
    board = "boston* new_york* albany fort_william_henry ticonderoga fort_st_john"
    hand = "fort_st_john bateaux settlers"
    cards = Acres(hand, british=board, french="gaspe")
    assert cards.legal("settle") == ["settle:ticonderoga", "settle:quebec"]
    graph = Acres(hand, british=board, french="gaspe", fort_st_john="graph")
    assert graph.legal("settle") == ["settle:ticonderoga", "settle:trois_rivieres", "settle:montreal"]


def test_ac_81_all_places_fit_in_a_word() -> None:
    assert place_word(PLACES) == 2**36 - 1
