"""Loading rules: the data file, variants, options, the errors they raise, and the rules hash."""

from __future__ import annotations

import pickle
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from snowplay._core.position import CoreGame
from snowplay._core.selftest import soak
from snowplay._core.snowdonia.game import LIMITS, OPS, TABLES_DTYPE
from snowplay.errors import NotationError, RulesError, UnknownGameError
from snowplay.rules import Rules, game_options, load_rules, parse_option_text
from snowplay.snowdonia import actions
from snowplay.snowdonia.schema import EFFECTS, TRAIN_EFFECTS


def tables(rules: Rules) -> np.void:
    return np.frombuffer(rules.tables, TABLES_DTYPE)[0]


def nested(path: str, value: object) -> dict[str, Any]:
    """The variant that changes the one entry at this path."""
    for key in reversed(path.split(".")):
        value = {key: value}
    assert isinstance(value, dict)
    return value


def refusal(variant: object = None, players: int = 3, **options: object) -> RulesError:
    with pytest.raises(RulesError) as caught:
        load_rules("snowdonia", players, variant, options)  # type: ignore[arg-type]
    return caught.value


# --- the data file ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "stations", "tracks", "spaces", "contracts", "bag", "restock", "places"),
    [
        (1, 7, 12, 30, 28, [16, 10, 6, 4], 6, 9),
        (2, 7, 12, 30, 28, [20, 11, 13, 5], 6, 9),
        (3, 8, 13, 33, 30, [20, 11, 13, 5], 9, 12),
        (4, 8, 13, 33, 30, [27, 16, 13, 5], 12, 16),
        (5, 9, 14, 37, 30, [33, 20, 13, 5], 12, 18),
    ],
)
def test_figures_by_number_of_players(
    players: int,
    stations: int,
    tracks: int,
    spaces: int,
    contracts: int,
    bag: list[int],
    restock: int,
    places: int,
) -> None:
    t = tables(load_rules("snowdonia", players))
    assert (t["n_seats"], t["n_stations"], t["n_tracks"]) == (players, stations, tracks)
    assert np.count_nonzero(t["space_station"] != 255) == spaces
    assert int(t["all_cards"]).bit_count() == contracts
    assert t["bag_start"].tolist() == bag
    assert t["restock"] == restock
    assert int(t["places"]).bit_count() == places + 1  # and area G
    assert t["solo"] == (players == 1)


def test_weather_backs_and_areas_add_up() -> None:
    t = tables(load_rules("snowdonia", 3))
    assert [int(m).bit_count() for m in t["back_cards"]] == [12, 12, 6, 0]
    assert [int(m).bit_count() for m in t["area_cards"]] == [8, 3, 3, 3, 7, 1, 3]
    t = tables(load_rules("snowdonia", 2))
    assert [int(m).bit_count() for m in t["back_cards"]] == [12, 10, 6, 0]


def test_rubble_of_the_stations() -> None:
    rubble = [int(tables(load_rules("snowdonia", n))["cell_rubble"].sum()) for n in range(1, 6)]
    assert rubble == [28, 28, 30, 30, 34]


def test_cells_are_in_route_order_with_cards_before_their_station() -> None:
    for players in range(1, 6):
        t = tables(load_rules("snowdonia", players))
        n = int(t["n_cells"])
        tracks = [int(k) for k in t["cell_track"][:n] if k != 255]
        spaces = [int(s) for s in t["cell_space"][:n] if s != 255]
        assert tracks == list(range(int(t["n_tracks"])))
        assert spaces == sorted(spaces)
        assert all((t["cell_track"][c] == 255) != (t["cell_space"][c] == 255) for c in range(n))
        assert all(t["cell_track"][n:] == 255) and all(t["cell_space"][n:] == 255)


def test_reachable_spaces_are_those_behind_clear_cards() -> None:
    rules = load_rules("snowdonia", 4)
    t = tables(rules)
    route = rules.data.route(4)
    for track in range(int(t["n_tracks"])):
        open_spaces = int(t["reachable"][t["track_cell"][track]])
        passed = 0
        for index, station in enumerate(route):
            passed += station.track_cards
            own = int(t["station_spaces"][index]) & int(t["building_spaces"])
            assert open_spaces & own == (own if passed <= track else 0)
    assert t["reachable"][LIMITS["CELLS"]] == t["building_spaces"]


def test_alphabetical_order_of_trains() -> None:
    t = tables(load_rules("snowdonia", 3))
    assert t["train_order"][: t["n_trains"]].tolist() == [2, 1, 5, 6, 7, 4, 3]


def test_card_28_and_29_need_stations_of_the_route() -> None:
    for players in (3, 4, 5):
        rules = load_rules("snowdonia", players)
        t = tables(rules)
        numbers = [station.number for station in rules.data.route(players)]
        assert numbers[t["card_station"][28]] == 6
        assert t["tier_vp"][: len(numbers)].tolist() == [{5: 6, 6: 10, 7: 15}.get(number, 0) for number in numbers]


def test_affordability_words_say_what_they_should() -> None:
    t = tables(load_rules("snowdonia", 5))
    for n in range(LIMITS["LEVELS"]):
        for space in range(37):
            building = int(t["building_spaces"]) >> space & 1
            assert int(t["stone_ok"][n]) >> space & 1 == (building and t["space_stone"][space] <= n)
            assert int(t["steel_ok"][n]) >> space & 1 == (building and t["space_steel"][space] <= n)
        for train in range(1, 8):
            assert int(t["trains_ok"][n]) >> train & 1 == (t["train_cost"][train] <= n)


def test_every_core_operation_can_be_written_in_the_data() -> None:
    assert {spec.op for spec in EFFECTS.values()} == set(OPS)
    assert {spec.op for spec in TRAIN_EFFECTS.values()} == {
        "NONE",
        "EXCAVATE",
        "WORKS",
        "CUBES",
        "POINTS",
        "BUILD",
        "LAY",
    }


def test_every_table_says_how_sure_it_is() -> None:
    rules = load_rules("snowdonia", 3)
    rows = rules.provenance()
    paths = [row.path for row in rows]
    for name in set(rules.data.__struct_fields__) - {"game", "scenario", "sources"}:
        value = getattr(rules.data, name)
        if name == "areas":
            value = dict.fromkeys(value.__struct_fields__)
        for table in [f"{name}.{key}" for key in value] if isinstance(value, dict) else [name]:
            assert any(path == table or path.startswith(table + ".") for path in paths), table
    assert {row.confidence for row in rows} == {"rulebook", "two-sources", "one-source", "inferred", "assumed"}
    assumed = {row.path for row in rows if row.confidence == "assumed"}
    assert assumed == {"work_rates", "event_track.events", "event_track.returns"}
    assert ("coal.solo", "rulebook") in {(row.path, row.confidence) for row in rows}


# --- variants ---------------------------------------------------------------------------------------------


def test_a_variant_changes_one_figure(tmp_path: Path) -> None:
    file = tmp_path / "dearer.toml"
    file.write_text("contracts.20.score.vp = 35\n[stations.hebron.spaces.2]\nvp = 8\n")
    rules = load_rules("snowdonia", 3, file)
    t, base = tables(rules), tables(load_rules("snowdonia", 3))
    changed = {name for name in TABLES_DTYPE.names if not np.array_equal(t[name], base[name])}
    assert changed == {"card_vp", "space_vp"}
    assert t["card_vp"][20] == 35
    assert t["space_vp"][10] == 8
    assert rules.variant_name == "dearer"
    assert {(c.path, c.before, c.after) for c in rules.changes} == {
        ("contracts.20.score.vp", 40, 35),
        ("stations.hebron.spaces.2.vp", 6, 8),
    }
    assert ("contracts.20.score.vp", "variant") in {(p.path, p.confidence) for p in rules.provenance()}


def test_file_string_and_mapping_give_the_same_rules(tmp_path: Path) -> None:
    file = tmp_path / "v.toml"
    file.write_text("restock.cubes.3 = 8\n")
    hashes = {
        load_rules("snowdonia", 3, variant).hash
        for variant in (file, str(file), {"restock": {"cubes": {3: 8}}}, {"restock": {"cubes": (6, 6, 8, 12, 12)}})
    }
    assert len(hashes) == 1
    assert hashes != {load_rules("snowdonia", 3).hash}


def test_loading_again_from_what_the_rules_keep() -> None:
    variant = {"name": "mine", "coal": {"total": 20}, "options": {"steel_limit": 18, "thin_fog": True}}
    rules = load_rules("snowdonia", 3, variant, {"thin_fog": False})
    assert rules.options["steel_limit"] == 18
    assert rules.options["thin_fog"] is False
    again = load_rules("snowdonia", 3, rules.variant, rules.options)
    assert (again.hash, again.tables, again.variant_name) == (rules.hash, rules.tables, "mine")


def test_a_variant_is_not_changed_and_not_kept_by_reference() -> None:
    variant: dict[str, Any] = {"coal": {"total": 20}, "options": {"steel_limit": 18}}
    rules = load_rules("snowdonia", 3, variant)
    assert variant == {"coal": {"total": 20}, "options": {"steel_limit": 18}}
    variant["coal"]["total"] = 30
    assert rules.variant == {"coal": {"total": 20}}
    assert load_rules("snowdonia", 3).data.coal.total == 14


def test_another_kind_of_score_or_effect_replaces_the_table() -> None:
    variant = nested("contracts.20", {"score": {"kind": "per_coal", "vp_each": 3}, "effect": {"op": "lock_contracts"}})
    t = tables(load_rules("snowdonia", 3, variant))
    assert t["card_vp"][20] == 3
    assert t["card_op"][20] == OPS["LOCK"]
    assert t["card_amount"][20] == 0


def test_a_card_can_be_added_and_taken_out() -> None:
    new = {
        "area": "B",
        "back": "fog",
        "effect": {"op": "clear_next_space"},
        "score": {"kind": "set", "vp": 9, "rubble": 5},
    }
    variant = {"contracts": {"31": new, "1": {"in_deck": False}}}
    t = tables(load_rules("snowdonia", 3, variant))
    assert int(t["all_cards"]) == ((1 << 31) - 1) & ~1
    assert int(t["op_cards"][OPS["CLEAR"]]) == (1 << 2) | (1 << 30)


def test_a_station_can_be_left_out() -> None:
    variant = {"stations": {"waterfall": {"players": [5, 5]}}}
    assert tables(load_rules("snowdonia", 3, variant))["n_stations"] == 7


def test_rules_can_be_pickled() -> None:
    rules = load_rules("snowdonia", 3, {"coal": {"total": 20}})
    assert pickle.loads(pickle.dumps(rules)) == rules


# --- errors: the entry and what is allowed are named --------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "where", "allowed"),
    [
        ("contracts.20.score.vp", "many", "", "from 0 to 200"),
        ("contracts.20.score.vp", 201, "", "from 0 to 200"),
        ("contracts.20.score.vp", -1, "", "from 0 to 200"),
        ("contracts.20.score.vp", True, "", "from 0 to 200"),
        ("contracts.20.score.vp", 1.5, "", "from 0 to 200"),
        ("contracts.20.score.vp", 10**30, "", "from 0 to 200"),
        ("contracts.20.score.points", 3, "", "kind, vp, build_markers, track_markers, rubble"),
        ("contracts.20.vp", 35, "", "did you mean 'contracts.20.score.vp'"),
        ("contracts.20.bak", "sun", "", "did you mean 'back'"),
        ("contracts.20.back", "snow", "", "'fog', 'rain', 'sun'"),
        ("contracts.20.score.kind", "per_cole", "", "did you mean 'per_coal'"),
        ("contracts.20.score.kind", "per_coal", "contracts.20.score.vp_each", "from 0 to 20"),
        ("contracts.33.area", "A", "contracts.33", "1 to 32"),
        ("contracts.020.area", "A", "contracts.020", "1 to 32"),
        ("contracts", 3, "", "a table"),
        ("contracts.20", [1], "", "a table"),
        ("contract.20.score.vp", 35, "contract", "did you mean 'contracts'"),
        ("contracts.3.area", "D", "", "'B'"),
        ("contracts.8.area", "B", "", "'D'"),
        ("contracts.10.area", "B", "", "'E'"),
        ("contracts.28.area", "F", "", "'A'"),
        ("contracts.16.area", "A", "", "'none'"),
        ("contracts.20.area", "none", "", "'A', 'B'"),
        ("contracts.3.effect.amount", 1, "", "has no amount"),
        ("contracts.1.effect.amount", 0, "", "from 1 to"),
        ("contracts.11.effect.times", 6, "", "from 1 to 5"),
        ("contracts.20.effect.amount", 8, "", "from 1 to 7"),
        ("contracts.7.effect.amount", 6, "stock_yard.take", "at most 7"),
        ("contracts.28.score.station", 6.5, "", "4.5, 5, 6, 7"),
        ("contracts.29.score.tiers.1.station", 8, "", "4.5, 5, 6, 7"),
        ("contracts.29.players", [5, 3], "", "fewest"),
        ("contracts.29.players", [3], "", "a list of 2"),
        ("stations.hebrn.surveyor_vp", 3, "stations.hebrn.number", "did you mean 'hebron'"),
        ("stations.hebron.number", 4, "stations.halfway.number", "of its own"),
        ("stations.hebron.spaces.6.vp", 3, "stations.hebron.spaces.6", "1 to 5"),
        ("stations.hebron.spaces.0.vp", 3, "stations.hebron.spaces.0", "1 to 5"),
        ("stations.hebron.spaces.2.rubble", 3, "stations.hebron.spaces.2", "rubble to excavate"),
        ("stations.hebron.spaces.2.stone", 0, "stations.hebron.spaces.2", "rubble to excavate"),
        ("stations.hebron.spaces.2.stone", 8, "", "from 0 to 7"),
        ("stations.hebron.spaces", [{"vp": 1, "stone": 1}] * 20, "stations", "at most 47"),
        ("stations.hebron.track_cards", 6, "stations", "1 to 16"),
        ("stations.hebron.track_cards", 4, "track_cards.kinds", "at least 15"),
        ("trains.1.steel", 8, "", "from 0 to 7"),
        ("trains.9.steel", 2, "trains.9", "from 1 to 8"),
        ("trains.1.effect.amount", 0, "", "from 1 to 30"),
        ("trains.1.effect.op", "excavate", "", "did you mean 'excavate_bonus'"),
        ("trains.2.coal", 9, "coal.total", "at least"),
        ("coal.total", 7, "", "at least 8"),
        ("stock_yard.coal", 9, "coal.total", "at least 16"),
        ("stock_yard.take", 5, "", "at most 7"),
        ("stock_yard.take", 0, "", "from 1 to 7"),
        ("stock_yard.iron", 231, "", "from 0 to 200"),
        ("supply_bag.iron", [200] * 5, "", ""),
        ("supply_bag.iron", [1] * 4, "", "a list of 5 entries"),
        ("restock.cubes.3", 0, "", "from 1 to 60"),
        ("areas.A.spaces.3", 6, "", "from 1 to 5"),
        ("areas.A.spaces.3", 0, "", "from 1 to 5"),
        ("areas.G.spaces", 4, "", "'unlimited'"),
        ("areas.H.spaces", 4, "areas.H", "A, B, C, D, E, F, G"),
        ("pieces.markers", 61, "", "from 1 to 60"),
        ("pieces.labourers", 3, "", "from 1 to 2"),
        ("overlay.spaces", 2, "", "1"),
        ("works.iron_per_steel", 0, "", "from 1 to"),
        ("works.conversions", 6, "", "from 1 to 5"),
        ("work_rates.excavation.values", [], "", "1 to 16 entries"),
        ("work_rates.excavation.values", [1] * 17, "", "1 to 16 entries"),
        ("work_rates.excavation.values", [1, 2], "work_rates.excavation.start", "from 1 to 2"),
        ("work_rates.lay_track.start", 4, "", "from 1 to 3"),
        ("weather.sun.excavation", 16, "", "from -15 to 15"),
        ("weather.snow.excavation", 1, "weather.snow", "sun, rain, fog"),
        ("event_track.events.2", "train", "", "did you mean 'trains'"),
        ("event_track.events", ["excavate"] * 16, "", "1 to 15 entries"),
        ("event_track.events", ["excavate"] * 9, "event_track.returns.10", "from 1 to 9"),
        ("event_track.returns.10", [8, 9], "", "10 in it"),
        ("event_track.returns.4", [5], "", "from 1 to 4"),
        ("track_cards.kinds.1.copies", 0, "track_cards.kinds", "at least 13"),
        ("track_cards.kinds.2.rubble", 30, "", ""),
        ("track_cards.kinds", [{"rubble": 1, "vp": 1, "copies": 2}] * 9, "", "1 to 8 entries"),
        ("track_cards.kinds", [{"rubble": 30, "vp": 1, "copies": 14}], "", "at most 250"),
        ("coal.confidence", "sure", "", "'one-source'"),
        ("coal.confidence", {"totl": "rulebook"}, "coal.confidence.totl", "total, solo"),
        ("coal.source", ["hearsay"], "", "rulebook"),
        ("box.iron", 41, "box", "no rule uses them"),
        ("game", "acres", "", "'snowdonia'"),
        ("name", 3, "", "text"),
        ("options", 3, "", "a table"),
        ("options.steel_limt", 3, "steel_limt", "did you mean 'steel_limit'"),
        ("options.steel_limit", 201, "steel_limit", "from 0 to 200"),
    ],
)
def test_a_wrong_entry_is_named(path: str, value: object, where: str, allowed: str) -> None:
    if not allowed:  # within bounds
        load_rules("snowdonia", 3, nested(path, value))
        return
    error = refusal(nested(path, value))
    assert error.path == (where or path)
    assert allowed in error.allowed
    assert error.path in str(error)
    assert error.allowed in str(error)
    assert str(error).startswith("variant")


def test_too_many_cubes_of_a_kind() -> None:
    error = refusal({"supply_bag": {"iron": [200] * 5}, "stock_yard": {"iron": 100}})
    assert error.path == "supply_bag.iron.3"
    assert "at most 250" in error.allowed


def test_multipliers_that_would_run_away() -> None:
    effect = {"op": "multiply_excavation", "amount": 5}
    variant = {"contracts": {key: {"effect": effect, "area": "B"} for key in ("1", "2", "3", "4", "5")}}
    assert "at most 1000" in refusal(variant).allowed


def test_different_tiers_on_two_cards() -> None:
    score = {"kind": "surveyor_tiers", "tiers": [{"station": 3, "vp": 1}]}
    assert "same tiers" in refusal({"contracts": {"28": {"score": score}}}).allowed


def test_too_few_contracts() -> None:
    variant = {"contracts": {key: {"in_deck": False} for key in range(1, 29)}}
    error = refusal(variant)
    assert error.path == "contracts"
    assert "at least 3" in error.allowed


def test_solo_yard_needs_cubes() -> None:
    variant = {"supply_bag": {"iron": [0] * 5, "stone": [0] * 5}}
    assert refusal(variant, players=1).path == "solo.yard_cubes"
    assert refusal({"coal": {"solo": 1}}, players=1, solo_train=5).path == "coal.solo"
    load_rules("snowdonia", 1, {"coal": {"solo": 1}}, {"solo_train": 1})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("contracts.20.score.vp = \n", "not valid TOML: .*line 1"),
        ("contracts.20.score.vp = 1\ncontracts.20.score.vp = 2\n", "not valid TOML"),
        ("coal.total = 1979-05-27\n", "coal.total: found .*date"),
        ("coal.total = nan\n", "coal.total: .*whole number"),
        ("contracts.20.score.vp = 'x'\n", "contracts.20.score.vp: .*whole number from 0 to 200"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(text)
    error = refusal(file)
    assert str(file) in str(error)
    assert re.search(words, str(error))


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    assert "no such file" in str(refusal(tmp_path / "missing.toml"))
    assert "cannot be read" in str(refusal(tmp_path))
    (tmp_path / "latin").write_bytes(b"name = '\xe4'\n")
    assert "not UTF-8" in str(refusal(tmp_path / "latin"))


@pytest.mark.parametrize("variant", [5, b"x", ["a"], {"coal": None}, {"coal": {"total": object()}}, {True: 1}])
def test_a_variant_that_is_no_data(variant: object) -> None:
    assert "allowed" in str(refusal(variant))


def test_a_variant_within_itself() -> None:
    loop: dict[str, object] = {}
    loop["coal"] = loop
    assert "nested too deep" in str(refusal(loop))


@pytest.mark.parametrize("players", [0, 6, -1, True, "3", 3.0, None])
def test_a_wrong_number_of_players(players: Any) -> None:
    error = refusal(None, players)
    assert "from 1 to 5" in error.allowed


def test_numpy_numbers_are_numbers() -> None:
    rules = load_rules("snowdonia", np.int64(3), {"coal": {"total": np.int16(20)}})  # type: ignore[arg-type]
    assert rules.players == 3
    assert rules.data.coal.total == 20


def test_an_unknown_game() -> None:
    with pytest.raises(UnknownGameError, match="did you mean 'snowdonia'"):
        load_rules("snowdnia", 3)


# --- options ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("thin_fog", 1, "true or false"),
        ("thin_fog", "yes", "true or false"),
        ("steel_limit", 201, "from 0 to 200"),
        ("steel_limit", True, "from 0 to 200"),
        ("train_pool", [], "one or more"),
        ("train_pool", [1, 1], "different"),
        ("train_pool", [9], "from 1 to 8"),
        ("train_pool", [8], "1, 2, 3, 4, 5, 6, 7"),
        ("train_pool", 3, "a list"),
        ("solo_train", 8, "1, 2, 3, 4, 5, 6, 7"),
        ("tie_break", "tokn", "did you mean 'token'"),
        ("thinfog", True, "did you mean 'thin_fog'"),
    ],
)
def test_a_wrong_option_is_named(name: str, value: object, allowed: str) -> None:
    error = refusal(None, 3, **{name: value})
    assert error.path == name
    assert allowed in error.allowed
    assert str(error).startswith("option")


def test_train_8_may_not_be_left_out() -> None:
    train = {"name": "Eryri", "steel": 1, "coal": 1, "hire": 1, "effect": {"op": "none"}}
    variant = {"trains": {"8": train}}
    assert refusal(variant, train_pool=[1, 2, 3, 4, 5, 6, 8]).path == "train_pool"
    t = tables(load_rules("snowdonia", 3, variant, {"train_pool": [8, 2]}))
    assert (int(t["train_pool"]), int(t["shed_size"])) == (1 << 8 | 1 << 2, 2)


def test_options_reach_the_tables() -> None:
    given = {
        "extra_track_cards": True,
        "thin_fog": True,
        "steel_limit": 18,
        "fog_blocks_contracts": False,
        "train_pool": (5, 1, 2),
        "auto_forced": False,
        "tie_break": "token",
        "forced_swap": True,
        "stations_open": "route",
    }
    rules = load_rules("snowdonia", 3, None, given)
    t = tables(rules)
    assert t["kind_copies"].tolist() == [3, 5, 4, 2, 1, 1, 1, 0]
    assert (t["zero_kinds"], t["early_stations"]) == (1, 0)
    assert tables(load_rules("snowdonia", 3, None, {"extra_track_cards": True}))["early_stations"] == 1
    assert tables(load_rules("snowdonia", 3))["early_stations"] == 0
    names = ("thin_fog", "steel_limit", "fog_blocks_contracts", "auto_forced", "tie_by_token", "forced_swap")
    assert [int(t[name]) for name in names] == [1, 18, 0, 0, 1, 1]
    assert (int(t["train_pool"]), int(t["shed_size"])) == (0b100110, 3)
    assert rules.options["train_pool"] == [1, 2, 5]
    assert set(rules.options) == {option.name for option in game_options("snowdonia")}
    assert tables(load_rules("snowdonia", 1, None, {"solo_train": 4}))["solo_train"] == 4


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("thin_fog", "true", True),
        ("thin_fog", "OFF", False),
        ("steel_limit", "18", 18),
        ("train_pool", "1,2,5", [1, 2, 5]),
        ("train_pool", "[5, 2]", [2, 5]),
        ("tie_break", "token", "token"),
    ],
)
def test_options_written_as_text(name: str, text: str, value: object) -> None:
    assert parse_option_text("snowdonia", name, text) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [("thin_fog", "maybe"), ("steel_limit", "x"), ("steel_limit", "-1"), ("train_pool", "1,,2"), ("train_pool", "")],
)
def test_options_written_wrongly(name: str, text: str) -> None:
    with pytest.raises(RulesError, match=f"option: {name}: found .*; allowed: "):
        parse_option_text("snowdonia", name, text)


# --- the hash -----------------------------------------------------------------------------------------------


def test_the_hash_stands_for_players_options_and_figures() -> None:
    hashes = [load_rules("snowdonia", players).hash for players in range(1, 6)]
    hashes += [
        load_rules("snowdonia", 3, None, options).hash
        for options in ({"thin_fog": True}, {"steel_limit": 1}, {"train_pool": [1]}, {"tie_break": "token"})
    ]
    hashes += [
        load_rules("snowdonia", 3, nested(path, value)).hash
        for path, value in (
            ("contracts.20.score.vp", 39),
            ("contracts.20.back", "sun"),
            ("trains.3.name", "A"),
            ("event_track.events.1", "trains"),
            ("weather.fog.excavation", 1),
            ("contracts.1.in_deck", False),
        )
    ]
    assert len(set(hashes)) == len(hashes)
    assert all(re.fullmatch("[0-9a-f]{16}", digits) for digits in hashes)


def test_the_hash_leaves_out_where_figures_come_from() -> None:
    variant = {
        "sources": {"letter": "a letter"},
        "coal": {"confidence": "assumed", "source": ["letter"], "note": "a note"},
        "contracts": {"20": {"confidence": {"score": "assumed"}, "note": "another"}},
    }
    rules = load_rules("snowdonia", 3, variant)
    assert rules.hash == load_rules("snowdonia", 3).hash
    assert rules.data.coal.note == "a note"
    assert rules.changes == ()


def test_the_hash_is_that_of_the_default_when_nothing_changes(tmp_path: Path) -> None:
    file = tmp_path / "same.toml"
    file.write_text("# nothing new\n[contracts.20.score]\nvp = 40\n[coal]\nsolo = 6\ntotal = 14\n")
    options = {"train_pool": [7, 6, 5, 4, 3, 2, 1], "thin_fog": False}
    assert load_rules("snowdonia", 3, file, options).hash == load_rules("snowdonia", 3).hash


def test_the_order_of_keys_does_not_matter() -> None:
    base = load_rules("snowdonia", 5)
    one = {"contracts": {"20": {"score": {"vp": 1}}, "3": {"score": {"rubble": 2, "vp": 2}}}, "coal": {"total": 20}}
    two = {"coal": {"total": 20}, "contracts": {"3": {"score": {"vp": 2, "rubble": 2}}, "20": {"score": {"vp": 1}}}}
    first, second = load_rules("snowdonia", 5, one), load_rules("snowdonia", 5, two)
    assert (first.hash, first.tables) == (second.hash, second.tables)
    assert first.hash != base.hash
    # stations stand in the order of their numbers, wherever they are written
    hut = {"number": 6.5, "name": "Hut", "players": [5, 5], "track_cards": 0, "surveyor_vp": 17, "spaces": []}
    moved = {"stations": {"aaa": hut, "passing_loop": {"players": [3, 4]}}}
    names = [station.name for station in load_rules("snowdonia", 5, moved).data.route(5)]
    assert names[-2:] == ["Hut", "Yr Wyddfa"]


# --- actions ------------------------------------------------------------------------------------------------


def test_every_action_has_four_forms_that_agree() -> None:
    data = load_rules("snowdonia", 5).data
    words = [actions.describe(action, data) for action in actions.action_ids()]
    assert len(set(words)) == len(words)
    for action in actions.action_ids():
        structured = actions.decode(action)
        assert actions.encode(structured) == action
        assert actions.parse(actions.notation(action)) == action
        assert actions.parse(actions.describe(action, data), data) == action
        assert actions.rule_of(structured.kind).startswith("SN-")


def test_every_chance_outcome_has_four_forms_that_agree() -> None:
    data = load_rules("snowdonia", 5).data
    words = [actions.describe_chance(outcome, data) for outcome in actions.chance_ids()]
    assert len(set(words)) == len(words)
    for outcome in actions.chance_ids():
        structured = actions.decode_chance(outcome)
        assert actions.encode_chance(structured) == outcome
        assert actions.parse_chance(actions.chance_notation(outcome)) == outcome
        assert actions.parse_chance(actions.describe_chance(outcome, data), data) == outcome
        assert actions.rule_of(structured.kind).startswith("SN-")


@pytest.mark.parametrize(
    ("action", "notation", "words"),
    [
        (0, "pass", "pass"),
        (7, "disc:fog", "middle disc: fog"),
        (27, "use:20", "use contract 20"),
        (23, "use:16", "discard contract 16 for maintenance"),
        (51, "build:11", "build Hebron stone 3 (7 VP)"),
        (91, "acquire:4", "acquire train 4 Snowdon"),
        (160, "place:A1", "place labourer: A1 Stock Yard"),
        (190, "place:G", "place labourer: G Move the Surveyor"),
        (198, "lift:B2", "lift labourer: B2 Excavation"),
        (237, "convert:2,1", "convert into 2 steel, 1 stone"),
        (272, "pay:1,0", "pay 1 steel with iron"),
        (398, "take:2,1,0", "take 2 iron, 1 stone"),
    ],
)
def test_notation_and_words(action: int, notation: str, words: str) -> None:
    data = load_rules("snowdonia", 3).data
    assert (actions.notation(action), actions.describe(action, data)) == (notation, words)
    assert actions.parse(f" {notation.upper()} ") == action


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plce:A1", "did you mean 'place'"),
        ("place:H1", "place:A1"),
        ("take:4,4,4", "at most 7"),
        ("use:0", "use:CONTRACT"),
        ("", "kinds: pass"),
        ("use contract 99", "kinds: pass"),
    ],
)
def test_text_that_is_no_action(text: str, words: str) -> None:
    data = load_rules("snowdonia", 3).data
    with pytest.raises(NotationError, match=re.escape(words)):
        actions.parse(text, data)


@pytest.mark.parametrize("action", [-1, 191, 223, 224, 260, 448])
def test_ids_that_are_no_action(action: int) -> None:
    with pytest.raises(NotationError, match=f"no action with the id {action}"):
        actions.decode(action)


def test_twins_are_told_apart() -> None:
    spaces = [{"stone": 1, "vp": 1}, {"stone": 1, "vp": 1}]
    rules = load_rules("snowdonia", 3, {"stations": {"hebron": {"spaces": spaces}}})
    words = {actions.describe(actions.parse(f"build:{space}"), rules.data) for space in (9, 10)}
    assert words == {"build Hebron stone 1 (1 VP) no. 1", "build Hebron stone 1 (1 VP) no. 2"}


# --- what the checks let through, the core can play -----------------------------------------------------------


def random_variant(rng: random.Random) -> dict[str, Any]:
    """Figures all over the ranges that the schema allows, a few of them beyond what goes together."""
    rates = [rng.randint(1, 30) for _ in range(rng.randint(1, 16))]
    return {
        "pieces": {"markers": rng.randint(1, 60), "labourers": rng.randint(1, 2)},
        "areas": {area: {"spaces": [rng.randint(1, 5)] * 5} for area in "ABCDEF"},
        "stock_yard": {"take": rng.randint(1, 5), "coal_max": rng.randint(0, 7)},
        "works": {"conversions": rng.randint(1, 5), "iron_per_steel": rng.randint(1, 4)},
        "supply_bag": {"iron": [rng.randint(0, 200)] * 5, "event": [rng.randint(0, 9)] * 5},
        "restock": {"cubes": [rng.randint(1, 60)] * 5},
        "work_rates": {"excavation": {"values": rates, "start": rng.randint(1, len(rates))}},
        "weather": {"fog": {"excavation": rng.randint(-15, 15), "lay_track": rng.randint(-15, 15)}},
        "engine_shed": {"size": rng.randint(0, 8)},
        "contracts": {key: {"in_deck": rng.random() < 0.5} for key in range(1, 31)},
    }


def test_whatever_is_accepted_can_be_played() -> None:
    rng = random.Random(4)
    played = 0
    for _ in range(60):
        players = rng.randint(1, 5)
        pool = rng.sample(range(1, 8), rng.randint(1, 7))
        try:
            rules = load_rules("snowdonia", players, random_variant(rng), {"train_pool": pool})
        except RulesError:
            continue
        played += 1
        assert soak(CoreGame("snowdonia", players, rules.tables), 2, rng.randrange(2**32)) == 0
    assert played >= 30
