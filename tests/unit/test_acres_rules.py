"""The rules of A Few Acres of Snow: data file, tables, variants and the errors they raise."""

from __future__ import annotations

import pickle
import random
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from acres_tables import changed, kinds, load, nested, places, refusal, size, tables

from snowplay._core.acres.game import KIND_NAMES, LIMITS, SYMBOL_NAMES, TABLES_DTYPE
from snowplay._core.position import CoreGame
from snowplay._core.selftest import soak
from snowplay.acres.cards import BRITISH, FRENCH, SIDES, bits, card_bits
from snowplay.acres.cards import KIND_NAMES as KINDS
from snowplay.acres.options import ONLINE_CODES
from snowplay.acres.schema import CARD_PLACES, LOCATIONS
from snowplay.errors import RulesError
from snowplay.rules import default_players, load_rules

# --- cards ------------------------------------------------------------------------------------------------


def test_totals_of_cards() -> None:
    t, data = tables(), load().data
    assert [size(word) for word in t["location_cards"]] == [33, 26]
    empire = [[card for card in range(54) if 36 <= t["card_kind"][side][card] < 255] for side in SIDES]
    assert [len(cards) for cards in empire] == [21, 21]  # the French Bateaux too, which is set aside
    in_game = [t["start_deck"][side] | t["start_pile"][side] for side in SIDES]
    assert size(in_game[BRITISH]) == data.box.british_location_cards + data.box.british_empire_cards == 33 + 21
    assert size(in_game[FRENCH]) == data.box.french_location_cards + data.box.french_empire_cards == 26 + 20
    assert size(t["start_display"]) == size(t["neutral_cards"]) == data.box.neutral_cards == 9
    assert sum(map(size, in_game)) + 9 == data.box.cards == 109


def test_every_card_has_its_fixed_bit() -> None:
    t = tables()
    expected = {
        BRITISH: "military_leader regular_infantry:6 siege_artillery militia:3 rangers indian_leader home_support "
        "trader bateaux ships:2 settlers fortification governor",
        FRENCH: "military_leader regular_infantry:3 starting_infantry siege_artillery militia:3 coureurs_de_bois "
        "native_americans priest:2 home_support trader:2 ships fortification governor intendant bateaux",
    }
    for side, words in expected.items():
        names = [name for entry in words.split() for name in [entry.split(":")[0]] * int((entry + ":1").split(":")[1])]
        first = [33, 26][side]
        assert [KINDS[int(kind)] for kind in t["card_kind"][side][: first + 21]] == [*CARD_PLACES[side], *names]
        assert all(t["card_kind"][side][first + 21 : 54] == 255)
        neutral = ["neutral_natives"] * 5 + ["neutral_settlers"] * 2 + ["neutral_fortification"] * 2
        assert kinds(t, side, t["neutral_cards"]) == neutral
        for card, kind in enumerate(t["card_kind"][side]):
            if kind != 255:
                assert int(t["kind_cards"][side][kind]) >> card & 1
        assert sum(size(word) for word in t["kind_cards"][side]) == np.count_nonzero(t["card_kind"][side] != 255)


def test_a_places_number_and_its_cards_differ_by_a_shift() -> None:
    for side, shift in ((BRITISH, 0), (FRENCH, LIMITS["FRENCH_SHIFT"])):
        for card, place in enumerate(CARD_PLACES[side]):
            assert LOCATIONS.index(place) == card + shift
    assert len(LOCATIONS) == LIMITS["LOCATIONS"] == 36
    assert len(KINDS) == LIMITS["N_KINDS"]
    assert {name.upper(): number for number, name in enumerate(KINDS) if number >= 36} == KIND_NAMES


def test_starting_decks() -> None:
    t = tables()
    british = ["boston", "new_haven", "new_york", "norfolk", "philadelphia", "st_marys", "pemaquid"]
    french = ["gaspe", "louisbourg", "port_royal", "tadoussac", "trois_rivieres", "montreal", "quebec"]
    assert kinds(t, BRITISH, t["start_deck"][BRITISH]) == british
    assert kinds(t, FRENCH, t["start_deck"][FRENCH]) == [*french, "starting_infantry", "trader"]
    assert [places(w << s) for w, s in zip(t["starting_locations"].tolist(), (0, 10), strict=True)] == [
        set(british),
        set(french),
    ]
    for side in SIDES:
        assert t["start_deck"][side] & t["start_pile"][side] == 0


def test_symbols() -> None:
    t = tables()

    def cards(symbol: str, side: int) -> list[str]:
        return kinds(t, side, t["symbols"][SYMBOL_NAMES[symbol]][side])

    assert cards("WAGON", BRITISH) == ["philadelphia"]
    assert cards("WAGON", FRENCH) == []
    assert cards("SETTLER", FRENCH) == ["quebec", "neutral_settlers", "neutral_settlers"]
    assert cards("SETTLER", BRITISH) == [
        *("boston", "new_york", "philadelphia", "st_marys", "settlers", "neutral_settlers", "neutral_settlers"),
    ]
    assert cards("MILITARY", BRITISH) == [
        *("boston", "new_york", "military_leader", *["regular_infantry"] * 6, "siege_artillery"),
        *(*["militia"] * 3, "rangers"),
    ]
    assert cards("MILITARY", FRENCH) == [
        *("montreal", "quebec", "military_leader", *["regular_infantry"] * 3, "starting_infantry", "siege_artillery"),
        *(*["militia"] * 3, "coureurs_de_bois"),
    ]
    assert [len(cards("FUR", side)) for side in SIDES] == [14, 19]
    assert [int(t["card_coins"][side].sum()) for side in SIDES] == [20, 5]
    assert cards("SHIP", BRITISH)[-2:] == ["ships", "ships"]
    assert "bateaux" in cards("BATEAUX", BRITISH)


def test_abilities() -> None:
    t = tables()
    natives = ["neutral_natives"] * 5
    forts = ["fortification", "neutral_fortification", "neutral_fortification"]

    def sides(field: str) -> list[list[str]]:
        return [kinds(t, side, t[field][side]) for side in SIDES]

    assert sides("raiders") == sides("ambushers")
    assert sides("raiders") == [["rangers", *natives], ["coureurs_de_bois", "native_americans", *natives]]
    assert sides("extenders") == [["indian_leader"], ["priest", "priest"]]
    assert sides("natives") == [natives, ["native_americans", *natives]]
    assert sides("fortifications") == [forts, forts]
    assert sides("ambush_blockers") == [
        ["rangers", *natives],
        ["militia", "militia", "militia", "coureurs_de_bois", "native_americans", *natives],
    ]
    for side in SIDES:
        assert t["raid_blockers"][side] == t["ambush_blockers"][side] | t["fortifications"][side]
    assert [len(cards) for cards in sides("vulnerable")] == [10, 5]
    assert kinds(t, BRITISH, t["neutral_natives"]) == natives


def test_costs_and_strengths() -> None:
    t = tables()

    def figures(field: str, side: int) -> dict[str, int]:
        return {KINDS[kind]: int(t[field][side][kind]) for kind in np.flatnonzero(t[field][side])}

    assert figures("kind_cost", FRENCH) == {
        "military_leader": 5,
        "regular_infantry": 7,
        "siege_artillery": 8,
        "militia": 2,
        "priest": 2,
        "home_support": 5,
        "ships": 6,
        "neutral_settlers": 7,
        "neutral_fortification": 3,
    }
    assert figures("kind_cost", BRITISH) == {
        "military_leader": 5,
        "regular_infantry": 7,
        "siege_artillery": 8,
        "militia": 2,
        "rangers": 5,
        "indian_leader": 2,
        "home_support": 5,
        "ships": 6,
        "settlers": 5,
        "neutral_settlers": 7,
        "neutral_fortification": 3,
    }
    assert figures("kind_strength", BRITISH) == {
        "boston": 1,
        "new_york": 1,
        "military_leader": 1,
        "regular_infantry": 2,
        "siege_artillery": 3,
        "militia": 1,
        "rangers": 1,
        "fortification": 1,
        "neutral_fortification": 1,
    }
    assert figures("kind_fee", BRITISH) == figures("kind_fee", FRENCH) == {"siege_artillery": 3}


# --- the board --------------------------------------------------------------------------------------------


def test_points_at_the_start() -> None:
    t = tables()
    vp = t["vp"].astype(int)

    def points(side: int) -> int:
        villages, towns = (bits(t[field][side]) for field in ("start_villages", "start_towns"))
        return int(vp[villages].sum() + 2 * vp[towns].sum())

    assert [points(side) for side in SIDES] == [17, 29]
    assert (t["start_cubes"].tolist(), t["start_discs"].tolist()) == ([13, 12], [10, 8])
    assert t["start_money"].tolist() == [12, 5]
    assert t["start_fort_discs"] == 12
    assert [LOCATIONS[home] for home in t["home"]] == ["boston", "quebec"]


def test_places() -> None:
    t = tables()
    assert size(t["ports"]) == 17
    assert t["siege_ports"] == t["ports"]
    assert {LOCATIONS[i]: int(t["defence"][i]) for i in np.flatnonzero(t["defence"])} == {
        "boston": 1,
        "new_york": 1,
        "louisbourg": 1,
        "montreal": 1,
        "quebec": 2,
    }
    assert places(t["developable"]) == {LOCATIONS[i] for i in np.flatnonzero(t["vp"])}
    assert size(t["developable"]) == 28
    assert size(t["settler_places"]) == 22
    assert places(t["settle_wins"][BRITISH]) == places(t["siege_wins"][BRITISH]) == {"quebec"}
    assert places(t["settle_wins"][FRENCH]) == places(t["siege_wins"][FRENCH]) == {"boston", "new_york"}


@pytest.mark.parametrize(("field", "lines"), [("supply_edges", 30), ("raid_edges", 36)])
def test_lines_go_both_ways(field: str, lines: int) -> None:
    words = [int(word) for word in tables()[field]]
    assert sum(word.bit_count() for word in words) == 2 * lines
    for a, word in enumerate(words):
        assert not word >> a & 1
        for b in bits(word):
            assert words[b] >> a & 1


def test_which_lines_are_for_what() -> None:
    t = tables()

    def joined(field: str, line: str) -> bool:
        a, b = map(LOCATIONS.index, line.split("-"))
        return bool(int(t[field][a]) >> b & 1)

    data = load().data
    assert len(data.board.edges) == 41
    for line, edge in data.board.edges.items():
        assert (joined("supply_edges", line), joined("raid_edges", line)) == (edge.supply, edge.raid)
        if edge.way == "trail":
            assert not edge.supply
    for line in ("fort_st_john-quebec", "oswego-montreal"):
        assert not joined("supply_edges", line) and not joined("raid_edges", line)
    only_supply = {line for line, edge in data.board.edges.items() if edge.supply and not edge.raid}
    assert only_supply == {"st_marys-baltimore", "st_marys-richmond", "tadoussac-quebec"}


def test_connections_of_cards() -> None:
    t = tables()

    def leads(side: int, transport: str, place: str) -> set[str]:
        return places(t["connections"][side][SYMBOL_NAMES[transport]][LOCATIONS.index(place)])

    assert leads(BRITISH, "BATEAUX", "new_haven") == {"deerfield"}
    assert leads(BRITISH, "SHIP", "boston") == {"new_york", "new_haven", "pemaquid", "port_royal", "halifax"}
    assert leads(BRITISH, "WAGON", "cumberland") == {"fort_duquesne"}
    assert leads(FRENCH, "BATEAUX", "fort_halifax") == {"pemaquid"}
    assert leads(FRENCH, "BATEAUX", "fort_st_john") == {"ticonderoga", "quebec"}
    assert [size_of_all(t["connections"][side]) for side in SIDES] == [106, 79]
    for side in SIDES:
        for transport in ("BATEAUX", "WAGON", "SHIP"):
            assert leads(side, transport, "kennebec") == set()
    # no list of the other side's places
    assert not t["connections"][FRENCH][:, : LIMITS["FRENCH_SHIFT"]].any()
    assert not t["connections"][BRITISH][:, 33:].any()


def size_of_all(words: np.ndarray) -> int:
    return int(np.bitwise_count(words).sum())


def test_ship_connections_join_ports() -> None:
    t = tables()
    ports, ship = int(t["ports"]), SYMBOL_NAMES["SHIP"]
    for side in SIDES:
        for place, word in enumerate(t["connections"][side][ship]):
            assert not word or ports >> place & 1
            assert int(word) & ~ports == 0


def test_connections_by_land_are_lines_of_the_board() -> None:
    data = load().data
    lines = {frozenset(line.split("-")): edge.way for line, edge in data.board.edges.items()}
    for side in SIDES:
        for place, card in data.location_cards_of(side).items():
            for target in card.by_bateaux:
                assert lines[frozenset((place, target))] in ("river", "lake")
            for target in card.by_wagon:
                assert lines[frozenset((place, target))] == "road"


def test_derived_fields_say_what_the_others_do() -> None:
    t = tables()
    for side in SIDES:
        assert np.array_equal(t["linked"][:, side], np.bitwise_or.reduce(t["connections"][side], axis=0))
        drafted = [card for card, kind in enumerate(t["card_kind"][side]) if len(LOCATIONS) <= kind < 255]
        for money, word in enumerate(t["affordable"][:, side]):
            assert bits(word) == [card for card in drafted if t["kind_cost"][side][t["card_kind"][side][card]] <= money]


def test_figures_of_actions_and_sieges() -> None:
    t = tables()
    figures = {
        "ship_strength": 1,
        "fort_strength": 2,
        "fort_cost": 3,
        "native_cost": 1,
        "fur_value": 2,
        "piracy_value": 2,
        "intendant_cost": 2,
        "support_cards": 3,
        "hand_size": 5,
        "reserve_limit": 5,
        "actions": 2,
        "first_actions": 1,
        "attacker_wins_at": 2,
        "defender_wins_at": 1,
        "raid_range": 2,
        "capture_limit": 12,
        "cube_points": 2,
        "disc_points": 4,
        "siege_delay_vp": 25,
        "max_turns": 1000,
    }
    assert {name: int(t[name]) for name in figures} == figures
    assert LOCATIONS[t["piracy_place"]] == "louisbourg"


# --- where figures come from ------------------------------------------------------------------------------


def test_every_table_says_how_sure_it_is() -> None:
    rules = load()
    rows = rules.provenance()
    paths = {row.path for row in rows}
    for name in set(rules.data.__struct_fields__) - {"game", "edition", "sources"}:
        assert any(path == name or path.startswith(f"{name}.") for path in paths), name
    assert {row.confidence for row in rows} == {"summary", "two-sources", "one-source", "inferred", "unknown"}
    assert {row.path for row in rows if row.confidence == "unknown"} == {
        "board.edges.fort_st_john-quebec",
        "board.edges.oswego-montreal",
        "location_cards.british.fort_st_john.by_bateaux",
        "location_cards.french.fort_st_john.by_bateaux",
    }
    assert all(row.source for row in rows if row.confidence == "two-sources")


def test_every_conflict_is_told() -> None:
    text = (resources.files("snowplay") / "data" / "acres.toml").read_text(encoding="utf-8")
    for number in range(1, 11):
        told = re.search(rf"^#   C{number} .*?(?=^#   C|\n\n)", text, re.M | re.S)
        assert told and "Chosen:" in told[0], number
    assert tomllib.loads(text)["game"] == "acres"


# --- variants ---------------------------------------------------------------------------------------------


def test_a_variant_changes_one_figure(tmp_path: Path) -> None:
    file = tmp_path / "richer.toml"
    file.write_text("board.locations.halifax.vp = 3\n[location_cards.french.quebec]\ncoins = 3\n")
    rules = load(file)
    t = np.frombuffer(rules.tables, TABLES_DTYPE)[0]
    assert changed(t) == {"vp", "card_coins"}
    assert rules.variant_name == "richer"
    assert {(c.path, c.before, c.after) for c in rules.changes} == {
        ("board.locations.halifax.vp", 2, 3),
        ("location_cards.french.quebec.coins", 2, 3),
    }


@pytest.mark.parametrize(
    ("path", "value", "fields"),
    [
        ("board.locations.kennebec.vp", 1, {"vp", "developable"}),
        ("board.locations.kennebec.settler", True, {"settler_places"}),
        ("board.locations.albany.port", True, {"ports", "siege_ports"}),
        ("board.locations.halifax.start", "french village", {"start_villages", "start_cubes"}),
        ("board.edges.boston-deerfield.raid", False, {"raid_edges"}),
        ("board.edges.boston-deerfield.way", "road", set()),
        ("board.edges.boston-albany", {"way": "road", "raid": True, "supply": True}, {"raid_edges", "supply_edges"}),
        ("location_cards.british.kennebec.by_wagon", ["fort_halifax"], {"connections"}),
        ("location_cards.british.kennebec.icons", ["military"], {"symbols", "kind_strength"}),
        ("location_cards.british.albany.starting_deck", True, {"start_deck", "start_pile", "starting_locations"}),
        ("empire_cards.british.rangers.cost", 6, {"kind_cost"}),
        ("empire_cards.french.trader.starting_deck", 2, {"start_deck", "start_pile"}),
        ("empire_cards.british.trader.set_aside", True, {"start_pile"}),
        ("empire_cards.neutral.neutral_settlers.set_aside", True, {"start_display"}),
        ("empire_cards.french.militia.abilities", ["vulnerable"], {"raid_blockers", "ambush_blockers", "vulnerable"}),
        ("pieces.discs.french", 12, {"start_discs"}),
        ("end.capitals.british", ["quebec", "montreal"], {"settle_wins", "siege_wins"}),
        ("actions.piracy_card", "halifax", {"piracy_place"}),
        ("home.french", "montreal", {"home"}),
        ("siege.location", 2, {"kind_strength"}),
        ("optional.infantry_removed", 2, set()),
    ],
)
def test_what_an_entry_changes(path: str, value: object, fields: set[str]) -> None:
    assert changed(tables(nested(path, value))) == fields


def test_other_numbers_of_cards_keep_the_order_of_bits() -> None:
    variant = {"empire_cards": {"british": {"militia": {"count": 1}, "rangers": {"count": 3}}}}
    rules = load(variant)
    cards = card_bits(rules.data, BRITISH)
    assert (cards["militia"], cards["rangers"]) == ([41], [42, 43, 44])
    assert max(max(numbers) for kind, numbers in cards.items() if not kind.startswith("neutral")) == 53


def test_rules_can_be_pickled_and_loaded_again() -> None:
    rules = load({"name": "mine", "money": {"french": 8}, "options": {"free_fur": True}}, free_fur=False)
    assert pickle.loads(pickle.dumps(rules)) == rules
    again = load_rules("acres", 2, rules.variant, rules.options)
    assert (again.hash, again.tables, again.variant_name) == (rules.hash, rules.tables, "mine")
    assert rules.options["free_fur"] is False


# --- errors: the entry and what is allowed are named --------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "where", "allowed"),
    [
        ("board.locations.boston.vp", "many", "", "from 0 to 50"),
        ("board.locations.boston.vp", 51, "", "from 0 to 50"),
        ("board.locations.boston.vp", True, "", "from 0 to 50"),
        ("board.locations.boston.points", 3, "", "vp, settler, port"),
        ("board.locations.boston.start", "british city", "", "'british town'"),
        ("board.locations.boston.defence", 10, "", "from 0 to 9"),
        ("board.locations.bostn.vp", 3, "board.locations.bostn", "did you mean 'boston'"),
        ("locations.boston.vp", 3, "locations", "did you mean 'board.locations'"),
        ("board.edges.boston-deerfield.way", "path", "", "'river'"),
        ("board.edges.boston-deerfield.supply", True, "", "false along an Indian trail"),
        ("board.edges.boston-deerfield.raid", 1, "", "true or false"),
        ("board.edges.deerfield-boston", {"way": "road", "raid": True, "supply": True}, "*", "each line once"),
        ("board.edges.boston-boston", {"way": "road", "raid": True, "supply": True}, "", "two different places"),
        ("board.edges.boston-albny", {"way": "road", "raid": True, "supply": True}, "", "did you mean 'albany'"),
        ("board.edges.boston_albany", {"way": "road", "raid": True, "supply": True}, "", "such as boston-deerfield"),
        ("board.edges.boston-deerfeld.raid", False, "board.edges.boston-deerfeld.way", "did you mean"),
        ("location_cards.british.boston.icons", ["ships"], "location_cards.british.boston.icons.1", "mean 'ship'"),
        ("location_cards.british.boston.icons", ["ship", "ship"], "", "each entry once"),
        ("location_cards.british.boston.coins", 10, "", "from 0 to 9"),
        ("location_cards.british.boston.by_ship", ["boston"], "", "other places"),
        ("location_cards.british.boston.by_ship", ["halifax", "halifax"], "", "each entry once"),
        ("location_cards.british.boston.by_ship", ["atlantis"], "location_cards.british.boston.by_ship.1", "'boston'"),
        ("location_cards.british.boston.by_trail", ["deerfield"], "", "by_bateaux"),
        ("location_cards.british.quebec.coins", 1, "location_cards.british.quebec", "'boston'"),
        ("location_cards.french.boston.coins", 1, "location_cards.french.boston", "'quebec'"),
        ("empire_cards.british.militia.count", 29, "", "from 0 to 28"),
        ("empire_cards.british.militia.count", 4, "empire_cards.british", "at most 21"),
        ("empire_cards.french.militia.count", 11, "empire_cards.french", "at most 28"),
        ("empire_cards.neutral.neutral_natives.count", 6, "empire_cards.neutral", "at most 9"),
        ("empire_cards.british.militia.strength", 10, "", "from 0 to 9"),
        ("empire_cards.british.militia.fee", 1, "", "only the Siege Artillery"),
        ("empire_cards.british.militia.abilities", ["rade"], "empire_cards.british.militia.abilities.1", "'raid'"),
        ("empire_cards.british.militia.abilities", ["raid"] * 2, "", "each entry once"),
        ("empire_cards.british.militia.abilities", ["extend_raid"], "", "priest and indian_leader"),
        ("empire_cards.british.indian_leader.abilities", [], "", "always has"),
        ("empire_cards.french.priest.abilities", ["extend_raid", "raid"], "", "neutral_natives"),
        ("empire_cards.british.ships.abilities", ["raid"], "", "neutral_natives"),
        ("empire_cards.british.militia.starting_deck", 4, "", "at most 3"),
        ("empire_cards.french.bateaux.starting_deck", 1, "", "at most 0"),
        ("empire_cards.neutral.neutral_settlers.starting_deck", 1, "", "at most 0: neutral cards"),
        ("empire_cards.british.priest.count", 1, "empire_cards.british.priest", "'indian_leader'"),
        ("empire_cards.british.rangrs.cost", 1, "empire_cards.british.rangrs", "did you mean 'rangers'"),
        ("pieces.cubes.british", 5, "", "at least 6"),
        ("pieces.cubes.british", 101, "", "from 0 to 100"),
        ("pieces.discs.french", 1, "", "at least 2"),
        ("pieces.fortifications", -1, "", "from 0 to 100"),
        ("money.french", 1001, "", "from 0 to 1000"),
        ("money.dutch", 1, "", "british, french"),
        ("turn.hand", 0, "", "from 1 to 20"),
        ("turn.actions", 0, "", "from 1 to 9"),
        ("home.british", "plymouth", "", "'boston'"),
        ("siege.attacker_wins_at", 0, "", "from 1 to 20"),
        ("actions.raid_range", 0, "", "from 1 to 9"),
        ("actions.piracy_card", "boston", "", "'louisbourg'"),
        ("end.capture_limit", 0, "", "from 1 to 200"),
        ("end.capitals.british", ["new_york", "paris"], "end.capitals.british.2", "'boston'"),
        ("optional.fort_st_john_by_bateaux", ["fort_st_john"], "", "other places"),
        ("box.cards", 110, "box", "no rule uses them"),
        ("money.confidence", "sure", "", "'summary'"),
        ("money.confidence", {"brit": "summary"}, "money.confidence.brit", "british, french"),
        ("board.locations.boston.source", ["hearsay"], "", "rulebook"),
        ("game", "snowdonia", "", "'acres'"),
        ("options.free_fr", True, "free_fr", "did you mean 'free_fur'"),
    ],
)
def test_a_wrong_entry_is_named(path: str, value: object, where: str, allowed: str) -> None:
    error = refusal(nested(path, value))
    assert where == "*" or error.path == (where or path)
    assert allowed in error.allowed
    assert error.path in str(error)
    assert error.allowed in str(error)
    assert str(error).startswith("variant")


def test_more_strength_than_a_siege_can_count() -> None:
    cards = {"regular_infantry": {"strength": 9}, "militia": {"strength": 9}}
    error = refusal({"empire_cards": {"british": cards}})
    assert error.path == "empire_cards.british"
    assert "at most 100" in error.allowed


def test_a_side_needs_a_deck() -> None:
    cards = {place: {"starting_deck": False} for place in CARD_PLACES[BRITISH]}
    error = refusal({"location_cards": {"british": cards}})
    assert error.path == "location_cards.british"
    load({"location_cards": {"french": {place: {"starting_deck": False} for place in CARD_PLACES[FRENCH]}}})


@pytest.mark.parametrize("players", [0, 1, 3, True, "2", 2.0, None])
def test_a_wrong_number_of_players(players: Any) -> None:
    error = refusal(None, players)
    assert error.allowed == "2"
    assert default_players("acres") == 2


# --- what the checks let through, the core can play -----------------------------------------------------------


def random_variant(rng: random.Random) -> dict[str, Any]:
    """Figures all over the ranges that the schema allows, a few of them beyond what goes together."""
    starts = ["neutral", "british village", "british town", "french village", "french town"]
    return {
        "money": {"british": rng.randint(0, 1000), "french": rng.randint(0, 5)},
        "pieces": {"cubes": {"british": rng.randint(8, 100), "french": rng.randint(8, 100)}},
        "turn": {"hand": rng.randint(1, 20), "reserve": rng.randint(0, 20), "actions": rng.randint(1, 9)},
        "actions": {
            "native_cost": rng.randint(0, 9),
            "home_support_cards": rng.randint(0, 20),
            "raid_range": rng.randint(1, 9),
            "piracy_card": rng.choice(CARD_PLACES[FRENCH]),
        },
        "siege": {"attacker_wins_at": rng.randint(1, 20), "defender_wins_at": rng.randint(1, 20)},
        "end": {"capture_limit": rng.randint(1, 200)},
        "home": {"british": rng.choice(LOCATIONS)},
        "board": {
            "locations": {
                place: {"start": rng.choice(starts), "vp": rng.randint(0, 50), "port": rng.random() < 0.5}
                for place in rng.sample(LOCATIONS, 5)
            }
        },
        "location_cards": {
            "british": {
                place: {"icons": rng.sample(["bateaux", "wagon", "ship", "settler", "military", "fur"], 2)}
                for place in rng.sample(CARD_PLACES[BRITISH], 5)
            }
        },
        "empire_cards": {
            "british": {"rangers": {"count": rng.randint(0, 2)}, "regular_infantry": {"count": rng.randint(0, 5)}},
            "french": {"militia": {"count": rng.randint(0, 9), "starting_deck": rng.randint(0, 2)}},
        },
    }


def test_whatever_is_accepted_can_be_played() -> None:
    rng = random.Random(5)
    played = 0
    for _ in range(60):
        online = {name: rng.random() < 0.2 for name in ONLINE_CODES}
        options = {**online, "max_turns": 20, "victim_choices": rng.choice(["player", "automatic"])}
        try:
            rules = load(random_variant(rng), **options)
        except RulesError:
            continue
        played += 1
        assert soak(CoreGame("acres", 2, rules.tables), 1, rng.randrange(2**32)) == 0
    assert played >= 20
