"""Set-up of A Few Acres of Snow, AC-01 to AC-04."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from acres_builder import Acres, places
from acres_cards import LOCATION_CARDS, SIDES, empire, words

from snowplay import load_game
from snowplay.errors import RulesError


def piles(side: str) -> Counter[str]:
    """What lies open for a side besides its starting deck, counted by hand from AC-03."""
    cards = Counter(place for of, place in LOCATION_CARDS if of == side)
    cards.update({kind: copies for kind, copies, _cost in empire(side)})
    return cards


BRITISH_DECK = words("boston new_haven new_york norfolk pemaquid philadelphia st_marys")
FRENCH_DECK = words("gaspe louisbourg montreal quebec port_royal tadoussac trois_rivieres starting_infantry trader")


def test_ac_01_two_sides_and_their_money() -> None:
    table = Acres(deal=True)
    assert table.game.num_players() == 2
    assert table.money == (12, 5)


@pytest.mark.parametrize("players", [1, 3])
def test_ac_01_no_other_number_of_players(players: int) -> None:
    with pytest.raises(RulesError):
        load_game("acres", players=players)


def test_ac_01_money_is_unlimited() -> None:
    table = Acres("boston", money=(5000, 0)).go("money", "boston")
    assert table.money == (5003, 0)


def test_ac_02_pieces_on_the_board_and_in_supply() -> None:
    table = Acres(deal=True)
    assert table.towns("british") == {"boston", "new_york"}
    assert table.villages("british") == {"new_haven", "norfolk", "pemaquid", "philadelphia", "st_marys"}
    assert table.towns("french") == {"quebec"}
    assert table.villages("french") == {
        "gaspe",
        "louisbourg",
        "port_royal",
        "tadoussac",
        "trois_rivieres",
        "montreal",
    }
    # 18 cubes each less five and six, 12 and 9 discs less two and one.
    assert [table.value("cubes", side) for side in SIDES] == [13, 12]
    assert [table.value("discs", side) for side in SIDES] == [10, 8]
    assert (table.forts(), int(table.s["fort_discs"])) == (set(), 12)


def test_ac_02_all_starting_places_are_in_supply() -> None:
    table = Acres(deal=True)
    for seat, side in enumerate(SIDES):
        assert places(table.s["supplied"][seat]) == table.villages(side) | table.towns(side)


def test_ac_03_starting_decks() -> None:
    table = Acres(deal=True)
    assert Counter(table.cards("british", "deck")) == Counter(BRITISH_DECK)
    assert Counter(table.cards("french", "deck")) == Counter(FRENCH_DECK)
    for side in SIDES:
        for zone in ("hand", "discard", "reserve"):
            assert table.cards(side, zone) == []


def test_ac_03_the_other_cards_lie_open() -> None:
    table = Acres(deal=True)
    assert Counter(table.cards("british", "pile")) == piles("british") - Counter(BRITISH_DECK)
    # The Bateaux of the French is not in the game.
    assert Counter(table.cards("french", "pile")) == piles("french") - Counter(FRENCH_DECK) - Counter(["bateaux"])
    assert table.display() == {"neutral_natives": 5, "neutral_settlers": 2, "neutral_fortification": 2}


def test_ac_04_a_deck_smaller_than_a_hand_is_dealt_whole(tmp_path: Path) -> None:
    variant = tmp_path / "hand.toml"
    variant.write_text("[turn]\nhand = 9\n", encoding="utf-8")
    table = Acres(deal=True, variant=str(variant)).settle()
    assert Counter(table.cards("british", "hand")) == Counter(BRITISH_DECK)
    assert Counter(table.cards("french", "hand")) == Counter(FRENCH_DECK)
    assert table.phase == "MENU" and table.turn == "british"


def test_ac_04_five_cards_each_drawn_evenly() -> None:
    table = Acres(deal=True)
    assert table.chance() == pytest.approx(dict.fromkeys(BRITISH_DECK, 1 / 7))
    for _ in range(5):
        table.state.apply_action(table.state.chance_outcomes()[0][0])
    assert table.chance() == pytest.approx(dict.fromkeys(FRENCH_DECK, 1 / 9))
    table.state.apply_action(table.state.chance_outcomes()[0][0])
    assert list(table.chance().values()) == pytest.approx([1 / 8] * 8)
    table = Acres(deal=True)
    table.draw("boston new_haven new_york norfolk pemaquid gaspe quebec trader montreal starting_infantry").settle()
    assert sorted(table.cards("british", "hand")) == ["boston", "new_haven", "new_york", "norfolk", "pemaquid"]
    assert table.cards("british", "deck") == ["philadelphia", "st_marys"]
    assert sorted(table.cards("french", "hand")) == ["gaspe", "montreal", "quebec", "starting_infantry", "trader"]
    assert sorted(table.cards("french", "deck")) == ["louisbourg", "port_royal", "tadoussac", "trois_rivieres"]


def test_ac_04_the_british_begin() -> None:
    table = Acres(deal=True).settle()
    assert (table.phase, table.side, table.turn) == ("MENU", "british", "british")
