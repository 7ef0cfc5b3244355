"""Actions and chance outcomes of A Few Acres of Snow: ids, notation and words."""

from __future__ import annotations

import re

import pytest
from acres_tables import load

import snowplay as sp
from snowplay._core.acres.game import ACTIONS, OTHERS, PHASES
from snowplay.acres import actions
from snowplay.acres.cards import kind_number, kind_words
from snowplay.acres.text import PHASE_WORDS
from snowplay.errors import NotationError

N_OTHERS = 26


# --- actions ------------------------------------------------------------------------------------------------


def test_every_action_has_four_forms_that_agree() -> None:
    data = load().data
    words = [actions.describe(action, data) for action in actions.action_ids()]
    assert len(set(words)) == len(words) == 5 * 36 + N_OTHERS + 3 * 57
    for action in actions.action_ids():
        structured = actions.decode(action)
        assert actions.encode(structured) == action
        assert actions.parse(actions.notation(action)) == action
        assert actions.parse(actions.describe(action, data), data) == action
        assert actions.rule_of(structured.kind).startswith("AC-")


def test_every_chance_outcome_has_four_forms_that_agree() -> None:
    data = load().data
    assert len(actions.chance_ids()) == 57
    for outcome in actions.chance_ids():
        structured = actions.decode_chance(outcome)
        assert actions.encode_chance(structured) == outcome
        assert actions.parse_chance(actions.chance_notation(outcome)) == outcome
        assert actions.parse_chance(actions.describe_chance(outcome, data), data) == outcome
        assert actions.rule_of(structured.kind) == "AC-13"


def test_every_menu_choice_of_the_core_has_a_notation() -> None:
    known = {action - ACTIONS["OTHER"] for action in actions.action_ids() if 0 <= action - ACTIONS["OTHER"] < 64}
    double = {OTHERS[name] + 1 for name in ("REINFORCE", "LEADER", "WITHDRAW")}
    assert known == set(OTHERS.values()) | double == set(range(N_OTHERS))
    assert set(PHASE_WORDS) == set(PHASES)


@pytest.mark.parametrize(
    ("action", "notation", "words"),
    [
        (25, "settle:halifax", "settle Halifax"),
        (64, "develop:boston", "develop Boston"),
        (162, "fortify:quebec", "fortify Quebec"),
        (219, "besiege:louisbourg", "besiege Louisbourg"),
        (264, "raid:deerfield", "raid Deerfield"),
        (320, "pass", "pass"),
        (321, "end", "end the turn"),
        (323, "reinforce:british", "reinforce the British siege"),
        (326, "leader:french", "send the Military Leader to the French siege"),
        (327, "withdraw:british", "withdraw from the British siege"),
        (343, "free_fur", "sell one fur card"),
        (345, "pay", "pay 1 money"),
        (385, "card:new_haven", "play New Haven"),
        (421, "card:regular_infantry", "play Regular Infantry"),
        (422, "card:starting_infantry", "play starting Regular Infantry"),
        (488, "reserve_card:militia", "give up Militia of the reserve"),
        (552, "siege_card:militia", "give up Militia of the siege"),
    ],
)
def test_notation_and_words(action: int, notation: str, words: str) -> None:
    data = load().data
    assert (actions.notation(action), actions.describe(action, data)) == (notation, words)
    assert actions.parse(f" {notation.upper()} ") == action
    assert actions.parse(words.upper(), data) == action


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("setle:halifax", "did you mean 'settle'"),
        ("settle:paris", "settle:PLACE such as settle:albany"),
        ("reinforce:dutch", "by the side that attacks"),
        ("card:dragon", "card:CARD such as"),
        ("", "kinds: settle"),
    ],
)
def test_text_that_is_no_action(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=re.escape(words)):
        actions.parse(text, load().data)


@pytest.mark.parametrize("action", [-1, 36, 63, 346, 441, 576])
def test_ids_that_are_no_action(action: int) -> None:
    with pytest.raises(NotationError, match=f"no action with the id {action}"):
        actions.decode(action)


def test_names_of_cards() -> None:
    data = load().data
    assert kind_words(kind_number("coureurs_de_bois"), data) == "Coureurs de Bois"
    assert kind_words(kind_number("neutral_natives"), data) == "neutral Native Americans"
    assert kind_words(kind_number("fort_presquisle"), data) == "Fort Presqu'Isle"


def test_a_card_is_told_as_the_decision_uses_it() -> None:
    state = sp.load_game("acres", auto_forced=False).new_initial_state(seed=3)
    assert state.action_to_string(state.string_to_action("draft")) == "draft a card"
    state.apply_action(state.string_to_action("draft"))
    card = state.legal_actions()[0]
    words = state.action_to_string(card)
    assert words.startswith("draft ") and state.string_to_action(words) == card
    assert state.string_to_action(words.replace("draft", "play")) == card
    with pytest.raises(sp.IllegalActionError, match=r"may not draft Quebec: .*Legal: draft "):
        state.apply_action(state.string_to_action("card:quebec"))
    state = sp.load_game("acres", auto_forced=False).new_initial_state(seed=3)
    state.apply_action(state.string_to_action("discard"))
    assert all(state.action_to_string(action).startswith("discard ") for action in state.legal_actions())
