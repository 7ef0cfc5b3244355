"""What a player knows, AC-90."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from acres_builder import BITS, Acres, members, rules_of
from acres_cards import KINDS, LOCATION_CARDS, SIDES
from support.statistics import fit_p

from snowplay._core.acres.game import ACTIONS, OTHERS
from snowplay.acres.text import phase_name

ZONES = ("hand", "deck", "discard", "reserve", "pile")


def mid_game(seed: int, moves: int, **options: Any) -> Any:
    """A position some moves into a random game, with sampled chance."""
    state = rules_of(**options).new_initial_state(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        if state.is_terminal():
            break
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def word(state: Any, zone: str, seat: int) -> int:
    """A zone of a side."""
    return int(state.data()[zone][seat])


def seen_alike(state: Any, other: Any, seat: int, *, text: bool = True) -> None:
    """Both positions look the same to a seat; without `text` only the numbers are compared."""
    np.testing.assert_array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
    if not text:
        return
    assert other.observation_string(seat) == state.observation_string(seat)
    assert other.information_state_string(seat) == state.information_state_string(seat)


# ---- resampling ----


@pytest.mark.parametrize("observer", [0, 1])
def test_ac_90_a_redrawn_state_looks_the_same_to_the_observer(observer: int) -> None:
    moved = 0
    for seed in range(25):
        state = mid_game(seed, 40 + 11 * seed)
        before = state.raw()
        for draw in range(4):
            other = state.resample_from_infostate(observer, 100 * seed + draw)
            assert other.check() == 0
            seen_alike(state, other, observer)
            assert other.current_player() == state.current_player()
            if state.current_player() == observer:
                assert other.legal_actions() == state.legal_actions()
                np.testing.assert_array_equal(other.legal_actions_mask(), state.legal_actions_mask())
            moved += other.raw() != state.raw()
        assert state.raw() == before
    assert moved > 20


@pytest.mark.parametrize("observer", [0, 1])
def test_ac_90_cards_stay_where_they_can_be(observer: int) -> None:
    enemy = 1 - observer
    for seed in range(25):
        state = mid_game(seed, 60 + 7 * seed)
        for draw in range(4):
            other = state.resample_from_infostate(observer, draw)
            # The enemy's hand and deck together, and the number in each, are as before; known cards stay.
            union = word(state, "hand", enemy) | word(state, "deck", enemy)
            assert word(other, "hand", enemy) | word(other, "deck", enemy) == union
            assert word(other, "hand", enemy) & word(other, "deck", enemy) == 0
            assert word(other, "hand", enemy).bit_count() == word(state, "hand", enemy).bit_count()
            known = word(state, "known", enemy)
            assert word(other, "known", enemy) == known
            assert word(other, "hand", enemy) & known == known
            # Everything else is public or the observer's own.
            for name in state.data().dtype.names:
                ours, theirs = np.array(state.data()[name]), np.array(other.data()[name])
                if name in ("hand", "deck"):
                    ours, theirs = ours[observer], theirs[observer]
                np.testing.assert_array_equal(ours, theirs)


def test_ac_90_the_same_seed_draws_the_same_world() -> None:
    state = mid_game(3, 110)
    worlds = {state.resample_from_infostate(0, seed).raw() for seed in range(40)}
    assert len(worlds) > 5
    for seed in range(10):
        assert state.resample_from_infostate(0, seed).raw() == state.resample_from_infostate(0, seed).raw()


@pytest.mark.parametrize(
    ("hand", "known", "deck"),
    [
        ("gaspe quebec trader", "", "montreal tadoussac louisbourg ships"),
        ("gaspe quebec trader", "trader", "montreal tadoussac louisbourg"),
        ("gaspe militia militia", "", "militia tadoussac quebec"),
        ("militia militia quebec", "militia", "militia gaspe tadoussac"),
        ("gaspe quebec priest ships", "gaspe priest", "priest militia"),
    ],
)
def test_ac_90_every_possible_world_is_equally_likely(hand: str, known: str, deck: str) -> None:
    """Compared with all ways to split the unseen cards; equal cards count as different ones."""
    table = Acres("boston").zones("french", hand=hand, known=known, deck=deck, discard="")
    seat, draws = 1, 4000
    sure = word(table.state, "known", seat)
    free = members((word(table.state, "hand", seat) | word(table.state, "deck", seat)) & ~sure)
    wanted = word(table.state, "hand", seat).bit_count() - sure.bit_count()

    def kinds(bits: int) -> tuple[str, ...]:
        return tuple(sorted(BITS["french"][bit] for bit in members(bits)))

    worlds = Counter(kinds(sure | sum(1 << bit for bit in chosen)) for chosen in combinations(free, wanted))
    total = sum(worlds.values())
    found = Counter(kinds(word(table.state.resample_from_infostate(0, seed), "hand", seat)) for seed in range(draws))
    assert set(found) <= set(worlds)
    expected = {world: draws * ways / total for world, ways in worlds.items()}
    assert fit_p(found, {world: ways / total for world, ways in worlds.items()}) > 1e-4, (found, expected)
    # The true hand comes no more often than chance has it.
    truth = kinds(word(table.state, "hand", seat))
    assert found[truth] < expected[truth] + 5 * expected[truth] ** 0.5


def test_ac_90_the_observers_own_cards_stay() -> None:
    state = mid_game(8, 120)
    for seat in (0, 1):
        for seed in range(20):
            other = state.resample_from_infostate(seat, seed)
            for zone in ZONES:
                assert word(other, zone, seat) == word(state, zone, seat)


# ---- worlds that look alike stay alike ----


OPEN = ("phase", "seat", "discard", "reserve", "siege_cards", "pile", "display", "played", "money")
SHOWING = {ACTIONS["OTHER"] + OTHERS["AMBUSH"], ACTIONS["OTHER"] + OTHERS["PRIEST"]}


def parted(before: Any, move: int, after: Any, other: Any) -> bool:
    """Whether a move has told two worlds apart on the table.

    Where a side has one choice, or the victim none, no question is asked: that is seen. So is a shown hand.
    """
    showing = move in SHOWING or int(before.data()["action"]) + ACTIONS["OTHER"] - 5 in SHOWING
    shown = showing and not np.array_equal(after.data()["known"], before.data()["known"])
    return shown or any(not np.array_equal(after.data()[name], other.data()[name]) for name in OPEN)


@pytest.mark.parametrize("options", [{}, {"auto_forced": False}, {"victim_choices": "automatic"}], ids=str)
def test_ac_90_what_cannot_be_seen_changes_no_view(options: dict[str, Any]) -> None:
    """Two worlds that a seat cannot tell apart look alike after the same open move as well."""
    compared = Counter[str]()
    for seed in range(12):
        rng = np.random.default_rng(seed)
        state = rules_of(**options).new_initial_state(seed=seed, explicit_chance=True)
        for step in range(260):
            if state.is_terminal():
                break
            observer = int(rng.integers(2))
            twin = state.resample_from_infostate(observer, step)
            move = int(rng.choice(state.legal_actions()))
            if move in twin.legal_actions():
                after = state.clone()
                after.apply_action(move)
                twin.apply_action(move)
                who = state.current_player()
                if not parted(state, move, after, twin):
                    seen_alike(after, twin, observer, text=step % 20 == 0)
                    compared["chance" if who < 0 else "own" if who == observer else "enemy"] += 1
            state.apply_action(move)
    assert min(compared[kind] for kind in ("chance", "own", "enemy")) > 200, compared


@pytest.mark.parametrize("seat", [0, 1])
def test_ac_90_a_card_the_enemy_draws_is_not_seen(seat: int) -> None:
    """Whatever the enemy draws at the end of his turn, the view is the same."""
    enemy = SIDES[1 - seat]
    cards = {"british": ("boston norfolk", "militia ships trader st_marys"), "french": ("gaspe", "quebec ships priest")}
    hand, deck = cards[enemy]
    views = []
    for first in deck.split():
        table = Acres(hand, side=enemy, actions=0).zones(enemy, deck=deck + " settlers" * (seat == 1), discard="")
        table.play("end").draw(first)
        table.state.apply_action(KINDS.index(first))
        views.append(table.state)
    for other in views[1:]:
        seen_alike(views[0], other, seat)
        assert not np.array_equal(views[0].observation_tensor(1 - seat), other.observation_tensor(1 - seat))


@pytest.mark.parametrize("side", SIDES)
def test_ac_90_swapping_hand_and_deck_of_the_enemy_changes_nothing_seen(side: str) -> None:
    enemy, seat = SIDES[1 - SIDES.index(side)], SIDES.index(side)
    hands = {"british": ("boston militia", "norfolk ships"), "french": ("gaspe militia", "quebec ships")}[enemy]
    tables = [Acres(side=side).zones(enemy, hand=a, deck=b, discard="") for a, b in (hands, hands[::-1])]
    first, second = (table.state for table in tables)
    assert first.raw() != second.raw()
    seen_alike(first, second, seat)
    assert first.legal_actions() == second.legal_actions()
    np.testing.assert_array_equal(first.legal_actions_mask(), second.legal_actions_mask())
    # The enemy sees the difference.
    assert not np.array_equal(first.observation_tensor(1 - seat), second.observation_tensor(1 - seat))


# ---- what is public ----


@pytest.mark.parametrize("seat", [0, 1])
def test_ac_90_everything_on_the_table_is_public(seat: int) -> None:
    def plain() -> Acres:
        return Acres("boston", "gaspe").zones("british", discard="norfolk").zones("french", discard="quebec")

    base = plain()
    for what, other in {
        "money of the British": plain().set(money=(11, 5)),
        "money of the French": plain().set(money=(12, 6)),
        "British reserve": plain().zones("british", reserve="militia"),
        "French reserve": plain().zones("french", reserve="militia"),
        "British discard pile": plain().zones("british", discard="norfolk militia"),
        "French discard pile": plain().zones("french", discard="quebec militia"),
        "British pile": plain().zones("british", deck="st_marys"),
        "neutral cards": plain().zones("french", discard="quebec neutral_natives"),
        "villages": plain().board(british="boston* new_york*"),
        "towns": plain().board(french="quebec* montreal*"),
        "fortifications": plain().board(forts="quebec"),
        "captured pieces": plain().captured("french", cubes=1),
        "a siege": plain().siege("british", "port_royal"),
        "another siege card": plain().siege("british", "port_royal", "rangers"),
        "a defender's card": plain().siege("british", "port_royal", "militia", "militia"),
        "actions left": plain().set(actions_left=1),
        "size of the British hand": plain().zones("british", hand="boston new_york"),
        "size of the French hand": plain().zones("french", hand="gaspe montreal"),
    }.items():
        assert not np.array_equal(base.state.observation_tensor(seat), other.state.observation_tensor(seat)), what
    assert not np.array_equal(
        plain().siege("british", "port_royal").state.observation_tensor(seat),
        plain().siege("british", "port_royal", "rangers").state.observation_tensor(seat),
    )


def known(table: Acres, side: str) -> list[str]:
    """The kinds of a side's hand that its enemy knows to be there."""
    word_of = table.s["known"][SIDES.index(side)]
    return sorted((BITS[side][bit] for bit in members(word_of)), key=KINDS.index)


def test_ac_90_a_shown_hand_is_known() -> None:
    table = Acres("rangers indian_leader", "gaspe quebec montreal trader militia").go("ambush", "rangers")
    assert known(table, "french") == ["gaspe", "montreal", "quebec", "militia", "trader"]
    for seed in range(20):
        other = table.state.resample_from_infostate(0, seed)
        assert word(other, "hand", 1) == word(table.state, "hand", 1)


def test_ac_90_the_true_hand_stays_where_hardly_another_one_fits() -> None:
    """In the middle of a raid that needs these very four cards, out of a deck with none of them."""
    deck = " ".join(place for side, place in LOCATION_CARDS if side == "british")
    boards = {"british": "boston* new_york*", "french": "quebec* albany fort_william_henry ticonderoga montreal"}
    table = Acres("rangers neutral_natives neutral_natives neutral_natives", **boards).zones("british", deck=deck)
    table.play("raid:montreal")
    assert len(table.cards("british", "deck")) == 33
    for seed in range(3):
        other = table.state.resample_from_infostate(1, seed)
        assert other.raw() == table.state.raw()


def test_ac_90_playing_a_known_card_leaves_the_others_known() -> None:
    table = Acres("rangers", "gaspe quebec montreal trader militia").go("ambush", "rangers").end_turn()
    table.go("money", "quebec")
    assert known(table, "french") == ["gaspe", "montreal", "militia", "trader"]
    table.draw("tadoussac").end_turn()
    assert known(table, "french") == ["gaspe", "montreal", "militia", "trader"]
    assert "tadoussac" in table.cards("french", "hand")


def test_ac_90_cards_taken_openly_into_the_hand_are_known() -> None:
    table = Acres("intendant gaspe", side="french").zones("french", discard="quebec militia").go("intendant", "militia")
    assert known(table, "french") == ["militia"]
    table = Acres("boston").zones("british", reserve="militia ships").play("retrieve")
    assert known(table, "british") == ["militia", "ships"]
    table = Acres("boston norfolk").zones("british", deck="militia ships settlers trader").play("pass")
    assert known(table, "british") == []


def test_ac_90_an_empty_deck_gives_the_hand_away() -> None:
    """All unseen cards are in the hand, and stay known when the discard pile becomes the deck (AC-12)."""
    table = Acres("boston norfolk", "gaspe", actions=0).zones(
        "british", deck="", discard="militia ships settlers trader"
    )
    other = table.state.resample_from_infostate(1, 5)
    assert word(other, "hand", 0) == word(table.state, "hand", 0)
    table.play("end").draw("ships trader militia").settle()
    assert {"boston", "norfolk"} <= set(known(table, "british"))
    hands = {word(table.state.resample_from_infostate(1, seed), "hand", 0) for seed in range(60)}
    # Three of four shuffled cards are in the hand with the two known ones.
    assert len(hands) == 4


def test_ac_90_the_last_card_of_a_deck_is_known_too() -> None:
    table = Acres("boston norfolk", "gaspe", actions=0).zones(
        "british", deck="pemaquid", discard="militia ships trader"
    )
    table.play("end").draw("pemaquid ships trader").settle()
    assert {"boston", "norfolk", "pemaquid"} <= set(known(table, "british"))


def test_ac_90_one_of_two_equal_cards_is_known() -> None:
    """A known and an unknown Militia: when one is played nobody knows which; no more is known than before."""
    views = []
    for unknown in ("militia", "norfolk"):
        deck = {"militia": "norfolk", "norfolk": "militia"}[unknown] + " pemaquid"
        table = Acres(f"militia {unknown} boston").zones("british", deck=deck, discard="")
        table.zones("british", hand=f"militia {unknown} boston", known="militia", deck=deck)
        table.play("reserve", "card:militia")
        views.append(table.state)
    seen_alike(views[0], views[1], 1)


@pytest.mark.parametrize("phase", ["BLOCK_RAID", "BLOCK_AMBUSH"])
def test_ac_90_who_is_asked_to_block_has_something_to_block_with(phase: str) -> None:
    """The attacker knows it, as nobody else is asked (AC-61); and in an ambush something to lose, or the hand would be
    shown (AC-62)."""
    game = rules_of()
    asked = 0
    for index in range(60):
        state = game.new_initial_state(seed=6, index=index)
        rng = np.random.default_rng(index)
        while not state.is_terminal() and asked < 12:
            if phase_name(state.data()) == phase:
                asked += 1
                victim = state.current_player()
                for number in range(50):
                    world = state.resample_from_infostate(1 - victim, number)
                    assert world.check() == 0
                    assert len(world.legal_actions()) > 1  # more than to let it happen
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert asked == 12


def test_ac_90_own_deck_is_a_set_and_the_enemys_unseen_cards_are_one_heap() -> None:
    game = rules_of()
    spec = {item.name: item for item in game.obs_spec()}
    table = (
        Acres("boston", "gaspe quebec").zones("british", deck="norfolk militia").zones("french", deck="montreal ships")
    )

    def part(name: str, seat: int) -> list[str]:
        values = table.state.observation_tensor(seat)[spec[name].start : spec[name].stop]
        return [KINDS[i] for i in np.flatnonzero(values[: len(KINDS)])]

    assert part("own_hand", 0) == ["boston"]
    assert part("own_deck", 0) == ["norfolk", "militia"]
    assert part("enemy_unseen", 0) == ["gaspe", "montreal", "quebec", "ships"]
    assert part("enemy_hand", 0) == []
    assert part("enemy_unseen", 1) == ["boston", "norfolk", "militia"]


def test_ac_90_the_map_and_the_actions_left_are_seen() -> None:
    game = rules_of()
    spec = {item.name: item for item in game.obs_spec()}
    left = set()
    for seed in range(4):
        state = game.new_initial_state(seed=seed)
        rng = np.random.default_rng(seed)
        while not state.is_terminal():
            data = state.data()
            for observer in range(2):
                seen = state.observation_tensor(observer)
                words = {"forts": int(data["forts"])}
                for side, who in (("own", observer), ("enemy", 1 - observer)):
                    words |= {f"{side}_{name}": int(data[name][who]) for name in ("villages", "towns", "supplied")}
                for name, word in words.items():
                    cells = seen[spec[name].start : spec[name].stop]
                    assert list(cells) == [word >> i & 1 for i in range(len(cells))], name
                cells = seen[spec["actions_left"].start : spec["actions_left"].stop]
                assert list(cells) == [[1, 0], [0, 1], [1, 1]][int(data["actions_left"])]
                left.add(int(data["actions_left"]))
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert left == {0, 1, 2}


def test_ac_90_text_does_not_show_the_enemys_hand() -> None:
    table = Acres("boston", "priest gaspe").zones("french", deck="trader")
    text = table.state.observation_string(0)
    other = Acres("boston", "trader gaspe").zones("french", deck="priest").state.observation_string(0)
    assert text == other
    assert table.state.observation_string(1) != other
