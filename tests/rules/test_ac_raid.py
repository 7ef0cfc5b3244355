"""Raids, ambushes, priests and the victim's choices: AC-60 to AC-64, AC-83."""

from __future__ import annotations

import itertools
import random
from collections import deque
from pathlib import Path

import pytest
from acres_builder import Acres
from acres_cards import PLACES, RAID_GRAPH, words

# A British piece at Pemaquid, French ones one, two and three connections away.
NEAR = {"british": "boston* pemaquid", "french": "quebec* fort_halifax kennebec"}


def raid(table: Acres, move: str, kinds: str) -> Acres:
    """Play the cards of a raid and end it."""
    return table.go(move, kinds).play("stop")


def reach(own: set[str], targets: set[str], forts: set[str], besieged: set[str]) -> dict[str, int]:
    """Distances from a side's places to the enemy's by a plain search: what AC-60 says, written anew."""
    queue = deque((place, 0) for place in own - besieged)
    seen = dict.fromkeys(own - besieged, 0)
    while queue:
        place, steps = queue.popleft()
        if steps and place in forts:
            continue
        for near in RAID_GRAPH[place]:
            if near not in seen:
                seen[near] = steps + 1
                queue.append((near, steps + 1))
    return {place: seen[place] for place in targets - forts - besieged if place in seen}


# ---- AC-60 ----


def test_ac_60_one_card_reaches_two_connections() -> None:
    table = Acres("rangers", **NEAR)
    assert table.legal("raid") == ["raid:fort_halifax", "raid:kennebec"]
    raid(table, "raid:kennebec", "rangers")
    assert table.villages("french") == {"fort_halifax"}
    assert table.value("captured_cubes", "british") == 1
    assert table.actions_left == 1
    assert "rangers" in table.cards("british", "discard")


def test_ac_60_every_further_card_one_more() -> None:
    table = Acres("rangers neutral_natives", **NEAR)
    assert table.legal("raid") == ["raid:fort_halifax", "raid:kennebec", "raid:quebec"]
    table.play("raid:quebec", "card:rangers")
    # Quebec is three away: the raid cannot stop yet.
    assert table.choices() == ["neutral_natives"]
    table.play("card:neutral_natives", "stop")
    assert "quebec" in table.villages("french")
    # From New York: Albany, Fort William Henry, Ticonderoga, Fort St. John and Montreal are five steps.
    boards = {"british": "boston* new_york*", "french": "quebec* albany fort_william_henry ticonderoga montreal"}
    table = Acres("rangers neutral_natives neutral_natives", **boards)
    # Quebec is four steps from Boston, over Deerfield, Fort Halifax and Kennebec.
    near = ["raid:albany", "raid:fort_william_henry", "raid:ticonderoga"]
    assert table.legal("raid") == [*near, "raid:quebec"]
    table = Acres("rangers neutral_natives neutral_natives neutral_natives", **boards)
    assert table.legal("raid") == [*near, "raid:montreal", "raid:quebec"]


def test_ac_60_no_first_card_that_leaves_the_raid_short() -> None:
    # Cards are played in the order of kinds: after the Native Americans the Rangers could not follow.
    assert Acres("rangers neutral_natives", **NEAR).play("raid:quebec").choices() == ["rangers"]
    hand = "neutral_natives neutral_natives indian_leader"
    table = Acres(hand, money=(1, 5), **NEAR).play("raid:quebec", "card:neutral_natives")
    # One money is gone: only the Indian Leader can extend the raid.
    assert table.choices() == ["indian_leader"]


def test_ac_60_random_boards_agree_with_a_plain_search() -> None:
    rng = random.Random(60)
    cards = ["rangers", "neutral_natives", "neutral_natives", "indian_leader"]
    seen = set()
    for _ in range(250):
        pieces = rng.sample(PLACES, rng.randint(4, 26))
        half = len(pieces) // 2
        british, french = pieces[:half], pieces[half:]
        forts = rng.sample(pieces, rng.randint(0, 3))
        number = rng.randint(1, 4)
        table = Acres(
            " ".join(cards[:number]), british=" ".join(british), french=" ".join(french), forts=" ".join(forts)
        )
        besieged = set()
        for side, places in (("british", french), ("french", british)):
            if rng.random() < 0.4:
                besieged.add(rng.choice(places))
                table.siege(side, max(besieged & set(places)))
        distances = reach(set(british), set(french), set(forts), besieged)
        expected = {place for place, steps in distances.items() if steps <= number + 1}
        assert {move.partition(":")[2] for move in table.legal("raid")} == expected
        seen |= {(number, steps) for place, steps in distances.items() if place in expected}
    assert len(seen) > 10


def test_ac_60_roads_and_trails_count_and_the_sea_does_not() -> None:
    # Deerfield lies at the end of a trail from Boston, Fort William Henry at the end of another.
    table = Acres("rangers", british="boston*", french="quebec* deerfield fort_william_henry fort_halifax")
    assert table.legal("raid") == ["raid:deerfield", "raid:fort_halifax", "raid:fort_william_henry"]
    table = Acres("rangers", british="boston* cumberland", french="quebec* fort_duquesne")
    assert table.legal("raid") == ["raid:fort_duquesne"]
    table = Acres("rangers", british="boston* halifax", french="quebec* louisbourg gaspe")
    assert table.legal("raid") == []


def test_ac_60_rivers_that_no_raid_follows() -> None:
    table = Acres("rangers", british="boston* st_marys", french="quebec* baltimore richmond")
    # Both lie two away, by way of Cumberland; a direct step would let two more through.
    assert table.legal("raid") == ["raid:baltimore", "raid:richmond"]
    assert Acres("rangers", british="boston* tadoussac", french="quebec*").legal("raid") == []


def test_ac_60_the_start_needs_no_supply_but_no_siege_either() -> None:
    boards = {"british": "pemaquid", "french": "quebec* fort_halifax"}
    assert Acres("rangers", **boards).legal("raid") == ["raid:fort_halifax"]
    assert Acres("rangers", **boards).siege("french", "pemaquid").legal("raid") == []


def test_ac_60_fortified_and_besieged_targets() -> None:
    assert Acres("rangers", forts="kennebec", **NEAR).legal("raid") == ["raid:fort_halifax"]
    # Nor may a raid pass through a fortified place.
    assert Acres("rangers", forts="fort_halifax", **NEAR).legal("raid") == []
    # A besieged place cannot be the target, but be passed through.
    table = Acres("rangers", **NEAR).siege("british", "fort_halifax", "militia")
    assert table.legal("raid") == ["raid:kennebec"]
    # A fortified own place may send a raid.
    assert Acres("rangers", forts="pemaquid", **NEAR).legal("raid") == ["raid:fort_halifax", "raid:kennebec"]


@pytest.mark.parametrize(
    ("side", "card", "can"),
    [
        ("british", "rangers", True),
        ("british", "neutral_natives", True),
        ("british", "indian_leader", False),
        ("british", "militia", False),
        ("british", "regular_infantry", False),
        ("british", "boston", False),
        ("french", "coureurs_de_bois", True),
        ("french", "native_americans", True),
        ("french", "neutral_natives", True),
        ("french", "priest", False),
        ("french", "militia", False),
        ("french", "quebec", False),
    ],
)
def test_ac_60_cards_that_raid(side: str, card: str, can: bool) -> None:
    if side == "british":
        assert bool(Acres(card, **NEAR).legal("raid")) == can
    else:
        boards = {"british": "boston* pemaquid", "french": "quebec* kennebec"}
        assert bool(Acres(card, side="french", **boards).legal("raid")) == can


def test_ac_60_priest_and_indian_leader_only_extend() -> None:
    table = Acres("indian_leader", **NEAR)
    assert table.legal("raid") == []
    table = Acres("rangers indian_leader", **NEAR)
    assert table.legal("raid") == ["raid:fort_halifax", "raid:kennebec", "raid:quebec"]
    table.play("raid:quebec")
    assert table.choices() == ["rangers"]
    table.play("card:rangers")
    assert table.choices() == ["indian_leader"]
    # Priests for the French: Quebec to Pemaquid is three steps.
    boards = {"british": "boston* pemaquid", "french": "quebec*"}
    table = Acres("coureurs_de_bois priest", side="french", **boards)
    assert table.legal("raid") == ["raid:pemaquid"]
    table = raid(table, "raid:pemaquid", "coureurs_de_bois priest")
    assert "pemaquid" not in table.villages("british")


def test_ac_60_native_americans_cost_one_each() -> None:
    table = raid(Acres("neutral_natives neutral_natives", **NEAR), "raid:quebec", "neutral_natives neutral_natives")
    assert table.money == (10, 5)
    table = Acres("neutral_natives neutral_natives", money=(1, 5), **NEAR)
    assert table.legal("raid") == ["raid:fort_halifax", "raid:kennebec"]
    assert Acres("neutral_natives", money=(0, 5), **NEAR).legal("raid") == []
    assert Acres("rangers", money=(0, 5), **NEAR).legal("raid") != []
    boards = {"british": "boston* pemaquid", "french": "quebec* kennebec"}
    table = raid(Acres("native_americans", side="french", **boards), "raid:pemaquid", "native_americans")
    assert table.money == (12, 4)


def test_ac_60_natives_may_be_free_in_a_variant(tmp_path: Path) -> None:
    variant = tmp_path / "natives.toml"
    variant.write_text("[actions]\nnative_cost = 0\n", encoding="utf-8")
    table = Acres("neutral_natives neutral_natives", money=(0, 5), variant=str(variant), **NEAR)
    assert table.legal("raid") == ["raid:fort_halifax", "raid:kennebec", "raid:quebec"]
    table.go("raid:quebec", "neutral_natives neutral_natives")
    assert table.money == (0, 5)


def test_ac_60_a_blocked_raid_costs_its_natives_too() -> None:
    table = raid(Acres("neutral_natives", "fort_halifax militia", **NEAR), "raid:fort_halifax", "neutral_natives")
    table.play("card:militia")
    assert table.money == (11, 5)
    assert "neutral_natives" in table.cards("british", "discard")


# ---- AC-61 ----


def test_ac_61_the_victim_may_block_with_one_card() -> None:
    hand = (
        "fort_halifax militia coureurs_de_bois native_americans neutral_natives fortification neutral_fortification "
        "priest gaspe starting_infantry trader"
    )
    boards = {"british": "boston* pemaquid", "french": "quebec* fort_halifax kennebec gaspe"}
    table = raid(Acres("rangers", hand, **boards).zones("french", discard=""), "raid:fort_halifax", "rangers")
    assert (table.side, table.phase) == ("french", "BLOCK_RAID")
    assert table.choices() == [
        "stop",
        "fort_halifax",
        "militia",
        "coureurs_de_bois",
        "native_americans",
        "neutral_natives",
        "fortification",
        "neutral_fortification",
    ]
    table.play("card:coureurs_de_bois")
    assert table.cards("french", "discard") == ["coureurs_de_bois"]
    assert "fort_halifax" in table.villages("french")
    assert "rangers" in table.cards("british", "discard")
    assert (table.side, table.actions_left) == ("british", 1)
    assert table.value("captured_cubes", "british") == 0
    assert (table.value("raids_tried", "british"), table.value("raids_won", "british")) == (1, 0)


def test_ac_61_what_the_british_block_with() -> None:
    boards = {"british": "boston* pemaquid", "french": "quebec* kennebec"}
    hand = "pemaquid boston rangers neutral_natives militia indian_leader fortification"
    table = raid(Acres("coureurs_de_bois", hand, side="french", **boards), "raid:pemaquid", "coureurs_de_bois")
    # British Militia does not block.
    assert table.choices() == ["stop", "pemaquid", "rangers", "neutral_natives", "fortification"]


def test_ac_61_natives_block_for_free() -> None:
    table = raid(Acres("rangers", "native_americans", money=(12, 0), **NEAR), "raid:fort_halifax", "rangers")
    table.play("card:native_americans")
    assert table.money == (12, 0)


def test_ac_61_the_places_own_card_only_in_supply() -> None:
    # Fort Halifax without Kennebec is cut off from Quebec.
    boards = {"british": "boston* pemaquid", "french": "quebec* fort_halifax"}
    table = raid(Acres("rangers", "fort_halifax", **boards), "raid:fort_halifax", "rangers")
    assert table.villages("french") == set()
    table = raid(Acres("rangers", "kennebec", **NEAR), "raid:fort_halifax", "rangers")
    assert "fort_halifax" not in table.villages("french")  # another place's card is no block
    table = raid(Acres("rangers", "fort_halifax", **NEAR), "raid:fort_halifax", "rangers")
    assert table.choices() == ["stop", "fort_halifax"]


def test_ac_61_blockers_in_the_reserve_do_not_help() -> None:
    table = Acres("rangers", **NEAR).zones("french", reserve="coureurs_de_bois fortification")
    raid(table, "raid:fort_halifax", "rangers")
    assert "fort_halifax" not in table.villages("french")


def test_ac_61_an_unblocked_raid_takes_a_cube() -> None:
    table = Acres("rangers", "militia", **NEAR)
    cubes = table.value("cubes", "french")
    raid(table, "raid:fort_halifax", "rangers").play("stop")
    assert "fort_halifax" not in table.villages("french") | table.villages("british")
    assert (table.value("captured_cubes", "british"), table.value("cubes", "french")) == (1, cubes)
    assert table.cards("french", "hand") == ["militia"]
    assert table.value("raids_won", "british") == 1


def test_ac_61_an_unblocked_raid_takes_a_disc_and_leaves_a_cube() -> None:
    boards = {"british": "boston* new_york*", "french": "quebec* albany*"}
    table = Acres("rangers", **boards)
    cubes, discs = table.value("cubes", "french"), table.value("discs", "french")
    raid(table, "raid:albany", "rangers")
    assert "albany" in table.villages("french") and "albany" not in table.towns("french")
    assert (table.value("captured_discs", "british"), table.value("captured_cubes", "british")) == (1, 0)
    assert (table.value("cubes", "french"), table.value("discs", "french")) == (cubes - 1, discs)


def test_ac_61_without_a_cube_the_place_of_the_disc_is_neutral() -> None:
    boards = {"british": "boston* new_york*", "french": "quebec* albany*"}
    table = Acres("rangers", **boards).captured("british", cubes=18)
    assert table.value("cubes", "french") == 0
    raid(table, "raid:albany", "rangers")
    assert "albany" not in table.villages("french") | table.towns("french")
    assert table.value("captured_discs", "british") == 1


# ---- AC-62 ----


def test_ac_62_an_ambush_takes_a_vulnerable_card() -> None:
    table = Acres("rangers", "starting_infantry gaspe").zones("french", discard="")
    table.go("ambush", "rangers")
    assert (table.side, table.phase) == ("french", "LOSE")
    table.play("card:starting_infantry")
    assert table.cards("french", "hand") == ["gaspe"]
    assert "starting_infantry" in table.cards("french", "pile")
    assert table.cards("french", "discard") == []
    assert "rangers" in table.cards("british", "discard")
    assert (table.side, table.actions_left) == ("british", 1)
    assert (table.value("ambushes_tried", "british"), table.value("ambushes_won", "british")) == (1, 1)


def test_ac_62_the_victim_chooses_from_hand_and_reserve() -> None:
    hand = "starting_infantry regular_infantry militia gaspe military_leader ships"
    table = Acres("rangers", hand).zones("french", reserve="siege_artillery regular_infantry trader")
    table.go("ambush", "rangers").play("stop")
    assert (table.side, table.phase) == ("french", "LOSE")
    # French Militia is not vulnerable.
    assert table.legal() == [
        "card:regular_infantry",
        "card:starting_infantry",
        "reserve_card:regular_infantry",
        "reserve_card:siege_artillery",
    ]
    table.play("reserve_card:siege_artillery")
    assert table.cards("french", "reserve") == ["regular_infantry", "trader"]
    assert "siege_artillery" in table.cards("french", "pile")
    assert len(table.cards("french", "hand")) == 6


def test_ac_62_what_is_vulnerable_of_the_british() -> None:
    hand = "regular_infantry siege_artillery militia rangers military_leader ships settlers boston"
    table = Acres("coureurs_de_bois", hand, side="french").go("ambush", "coureurs_de_bois").play("stop")
    assert table.choices() == ["regular_infantry", "siege_artillery", "militia"]


def test_ac_62_who_ambushes_and_what_it_costs() -> None:
    table = Acres("rangers neutral_natives indian_leader militia", "starting_infantry").play("ambush")
    assert table.choices() == ["rangers", "neutral_natives"]
    table.play("card:neutral_natives")
    assert table.money == (11, 5)
    assert not Acres("neutral_natives", "starting_infantry", money=(0, 5)).can("ambush")
    table = Acres("coureurs_de_bois native_americans neutral_natives priest militia", "militia", side="french")
    assert table.play("ambush").choices() == ["coureurs_de_bois", "native_americans", "neutral_natives"]
    table.play("card:native_americans")
    assert table.money == (12, 4)


def test_ac_62_blocking_from_the_hand() -> None:
    hand = "starting_infantry militia coureurs_de_bois native_americans neutral_natives fortification gaspe"
    table = Acres("neutral_natives", hand).zones("french", reserve="militia", discard="")
    table.go("ambush", "neutral_natives")
    assert (table.side, table.phase) == ("french", "BLOCK_AMBUSH")
    assert table.choices() == ["stop", "militia", "coureurs_de_bois", "native_americans", "neutral_natives"]
    table.play("card:militia")
    assert table.cards("french", "discard") == ["militia"]
    assert "starting_infantry" in table.cards("french", "hand")
    assert (table.side, table.actions_left, table.money) == ("british", 1, (11, 5))
    assert table.value("ambushes_won", "british") == 0


def test_ac_62_a_blocker_in_the_reserve_does_not_help() -> None:
    table = Acres("rangers", "starting_infantry").zones("french", reserve="coureurs_de_bois").go("ambush", "rangers")
    assert table.phase == "LOSE"


def test_ac_62_british_blockers() -> None:
    table = Acres("coureurs_de_bois", "rangers neutral_natives militia fortification", side="french")
    assert table.go("ambush", "coureurs_de_bois").choices() == ["stop", "rangers", "neutral_natives"]


def test_ac_62_without_a_vulnerable_card_the_hand_is_shown() -> None:
    table = Acres("rangers", "militia coureurs_de_bois gaspe").zones("french", discard="")
    table.go("ambush", "rangers")
    # Nothing to block: the hand is seen, no card is lost.
    assert (table.side, table.phase, table.actions_left) == ("british", "MENU", 1)
    assert int(table.s["known"][1]) == int(table.s["hand"][1]) != 0
    assert table.cards("french", "discard") == []
    assert table.value("ambushes_won", "british") == 0


def test_ac_62_siege_cards_are_safe() -> None:
    table = Acres("rangers", "gaspe").siege("british", "port_royal", "militia", "starting_infantry")
    table.go("ambush", "rangers")
    assert table.siege_cards("french", "british") == ["starting_infantry"]
    assert table.phase == "MENU"


# ---- AC-63 ----


def test_ac_63_the_priest_takes_a_neutral_native() -> None:
    table = Acres("priest", "neutral_natives boston", side="french").zones("french", discard="")
    table.play("priest", "card:neutral_natives")
    assert table.cards("french", "discard") == ["neutral_natives", "priest"]
    assert table.cards("british", "hand") == ["boston"]
    assert (table.side, table.actions_left) == ("french", 1)


def test_ac_63_the_indian_leader_does_so_too_but_not_with_french_natives() -> None:
    table = Acres("indian_leader", "native_americans neutral_natives").zones("british", discard="").play("priest")
    assert table.legal() == ["card:neutral_natives"]
    table.play("card:neutral_natives")
    assert table.cards("british", "discard") == ["neutral_natives", "indian_leader"]
    assert table.cards("french", "hand") == ["native_americans"]
    # With only the French card there is nothing to take.
    table = Acres("indian_leader", "native_americans").zones("british", discard="").play("priest")
    assert table.cards("british", "discard") == ["indian_leader"]
    assert table.cards("french", "hand") == ["native_americans"]


def test_ac_63_from_hand_or_reserve_as_the_victim_chooses() -> None:
    table = Acres("priest", "neutral_natives boston", side="french").zones("british", reserve="neutral_natives ships")
    table.play("priest")
    assert (table.side, table.phase) == ("british", "GIVE")
    assert table.legal() == ["card:neutral_natives", "reserve_card:neutral_natives"]
    table.play("reserve_card:neutral_natives")
    assert table.cards("british", "reserve") == ["ships"]
    assert table.cards("british", "hand") == ["boston", "neutral_natives"]
    table = Acres("priest", "boston", side="french").zones("british", reserve="neutral_natives ships").play("priest")
    table.play("reserve_card:neutral_natives")
    assert table.cards("british", "reserve") == ["ships"]


def test_ac_63_without_natives_the_hand_is_shown() -> None:
    table = Acres("priest", "boston militia", side="french").zones("french", discard="").play("priest")
    assert table.cards("french", "discard") == ["priest"]
    assert int(table.s["known"][0]) == int(table.s["hand"][0]) != 0
    assert (table.side, table.actions_left) == ("french", 1)


# ---- AC-64 ----


@pytest.mark.parametrize(
    ("side", "hand", "board", "target"),
    [
        ("british", "rangers neutral_natives", {"british": "boston* kennebec", "french": "quebec"}, "quebec"),
        ("french", "coureurs_de_bois", {"british": "boston", "french": "quebec* deerfield"}, "boston"),
        ("french", "coureurs_de_bois", {"british": "boston* new_york", "french": "quebec* albany"}, "new_york"),
    ],
)
def test_ac_64_a_raid_on_a_capital_wins_nothing_at_once(
    side: str, hand: str, board: dict[str, str], target: str
) -> None:
    table = raid(Acres(hand, side=side, **board), f"raid:{target}", hand.split()[0])
    assert not table.over
    assert target not in table.villages("british") | table.villages("french")
    assert table.value("captured_cubes", side) == 1


# ---- AC-83 ----

RAIDED = {"british": "boston* pemaquid", "french": "quebec* fort_halifax kennebec"}
BLOCK_ORDER = words(
    "neutral_natives native_americans fort_halifax fortification neutral_fortification militia coureurs_de_bois"
)


def test_ac_83_automatic_raid_blocks_in_order() -> None:
    for first in range(len(BLOCK_ORDER)):
        hand = BLOCK_ORDER[first:]
        random.Random(first).shuffle(hand)
        table = Acres("rangers", " ".join(hand), victim_choices="automatic", **RAIDED).zones("french", discard="")
        raid(table, "raid:fort_halifax", "rangers")
        assert table.side == "british"
        assert table.cards("french", "discard") == [BLOCK_ORDER[first]]
        assert "fort_halifax" in table.villages("french")
    table = Acres("rangers", "gaspe", victim_choices="automatic", **RAIDED)
    raid(table, "raid:fort_halifax", "rangers")
    assert "fort_halifax" not in table.villages("french")


def test_ac_83_automatic_raid_blocks_of_the_british() -> None:
    boards = {"british": "boston* pemaquid", "french": "quebec* kennebec"}
    order = words("neutral_natives pemaquid fortification neutral_fortification rangers")
    for first in range(len(order)):
        hand = " ".join(reversed(order[first:]))
        table = Acres("coureurs_de_bois", hand, side="french", victim_choices="automatic", **boards)
        table.zones("british", discard="")
        raid(table, "raid:pemaquid", "coureurs_de_bois")
        assert table.cards("british", "discard") == [order[first]]


def test_ac_83_automatic_ambush_blocks_in_order() -> None:
    order = words("neutral_natives native_americans militia coureurs_de_bois")
    for first in range(len(order)):
        hand = " ".join(["starting_infantry", "fortification", *reversed(order[first:])])
        table = Acres("rangers", hand, victim_choices="automatic").zones("french", discard="").go("ambush", "rangers")
        assert table.side == "british"
        assert table.cards("french", "discard") == [order[first]]
        assert "starting_infantry" in table.cards("french", "hand")


@pytest.mark.parametrize("zones", list(itertools.product(["hand", "reserve"], repeat=2)))
def test_ac_83_the_cheapest_vulnerable_card_is_lost(zones: tuple[str, str]) -> None:
    for side, order in (
        ("french", ["starting_infantry", "regular_infantry", "siege_artillery"]),
        ("british", ["militia", "regular_infantry", "siege_artillery"]),
    ):
        enemy = "british" if side == "french" else "french"
        raider = "rangers" if enemy == "british" else "coureurs_de_bois"
        for cheap, dear in itertools.combinations(order, 2):
            table = Acres(raider, side=enemy, victim_choices="automatic")
            lying = {"hand": "", "reserve": ""}
            for zone, kind in zip(zones, (cheap, dear), strict=True):
                lying[zone] += f" {kind}"
            table.zones(side, **lying).go("ambush", raider)
            assert table.side == enemy
            left = table.cards(side, "hand") + table.cards(side, "reserve")
            assert left == [dear], (side, cheap, dear)
            assert cheap in table.cards(side, "pile")


def test_ac_83_automatic_priest() -> None:
    table = Acres("priest", "neutral_natives boston", side="french", victim_choices="automatic")
    table.zones("british", reserve="neutral_natives ships").play("priest")
    assert table.side == "french"
    left = table.cards("british", "hand") + table.cards("british", "reserve")
    assert left.count("neutral_natives") == 1


def test_ac_83_by_default_the_player_decides() -> None:
    table = raid(Acres("rangers", "fort_halifax", **RAIDED), "raid:fort_halifax", "rangers")
    assert (table.side, table.choices()) == ("french", ["stop", "fort_halifax"])
    table.play("stop")
    assert "fort_halifax" not in table.villages("french")
