"""Scripted agents: legal, repeatable, without secret knowledge, true to their plans, and no weak players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import snowplay as sp
from snowplay.agents import AGENTS, Agent, AgentError, PlanAgent, make_agent

ACRES = ["halifax_hammer", "british_towns", "french_raider", "french_fur_and_towns"]
SNOWDONIA = ["balanced", "contracts", "track_layer", "surveyor", "builder", "train_first"]
PLANS = ACRES + SNOWDONIA


def table(name: str, index: int, players: int = 3) -> tuple[sp.State, int, list[Agent]]:
    """A game of a plan against random players: the first position, the plan's seat, and who plays."""
    kind = AGENTS[name]
    assert kind.game is not None
    game = sp.load_game(kind.game, 2 if kind.game == "acres" else players)
    seat = index % game.players if kind.seat is None else kind.seat
    agents = [make_agent(name if s == seat else "random", seed=1, index=index, seat=s) for s in range(game.players)]
    return game.new_initial_state(1, index=index), seat, agents


def course(name: str, index: int, players: int = 3) -> Iterator[tuple[sp.State, int, int]]:
    """Every decision of the plan in one such game: the position before it (a copy), its seat and action."""
    state, seat, agents = table(name, index, players)
    while not state.is_terminal():
        who = state.current_player()
        action = agents[who].choose(state)
        if who == seat:
            yield state.clone(), seat, action
        state.apply_action(action)


def finished(name: str, index: int, players: int = 3) -> tuple[sp.State, int]:
    """The end of such a game, and the plan's seat."""
    state, seat, agents = table(name, index, players)
    while not state.is_terminal():
        state.apply_action(agents[state.current_player()].choose(state))
    return state, seat


def test_every_plan_is_tested() -> None:
    named = {name for name, kind in AGENTS.items() if isinstance(kind.make, type) and issubclass(kind.make, PlanAgent)}
    assert named == set(PLANS)


@pytest.mark.parametrize("name", PLANS)
def test_choices_are_legal_repeatable_and_leave_the_state_alone(name: str) -> None:
    first = []
    for state, _, action in course(name, 3):
        assert action in state.legal_actions()
        first.append(action)
    assert first == [action for _, _, action in course(name, 3)]
    state, seat, _ = table(name, 3)
    while state.current_player() != seat:
        state.apply_action(state.legal_actions()[0])
    before = state.to_bytes()
    make_agent(name, seat=seat).choose(state)
    assert state.to_bytes() == before


@pytest.mark.parametrize("name", PLANS)
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    """A fresh agent each time, as equal choices are drawn among."""
    asked = changed = 0
    for index in range(2):
        for number, (state, seat, _) in enumerate(course(name, index)):
            if number % 3:
                continue
            choice = make_agent(name, seed=8, index=number, seat=seat).choose(state)
            for seed in range(3):
                other = state.resample_from_infostate(seat, seed)
                changed += other.raw() != state.raw()
                asked += 1
                assert make_agent(name, seed=8, index=number, seat=seat).choose(other) == choice
    assert asked > 50
    assert changed > asked / 3 or AGENTS[name].game == "snowdonia"  # nothing in its state is hidden (SN-80)


@pytest.mark.parametrize("name", PLANS)
def test_it_plays_no_other_game(name: str) -> None:
    other = sp.load_game("snowdonia", 2) if name in ACRES else sp.load_game("acres")
    with pytest.raises(AgentError, match=f"{name} plays .*, not {other.name}"):
        make_agent(name).choose(other.new_initial_state(1))
    with pytest.raises(AgentError, match=f"unknown agent '{name}' for {other.name}"):
        sp.agents.check_agent(name, other.name)


@pytest.mark.parametrize("name", ACRES)
def test_a_plan_for_one_side_refuses_the_other(name: str) -> None:
    seat = AGENTS[name].seat
    assert seat in (0, 1)
    state = sp.load_game("acres").new_initial_state(1)
    while state.current_player() == seat:
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(AgentError, match=f"{name} plays seat {seat} only, and seat {1 - seat} is to move"):
        make_agent(name, seat=1 - seat).choose(state)


@pytest.mark.parametrize("name", PLANS)
def test_it_beats_random_players(name: str) -> None:
    won = 0
    for index in range(30):
        state, seat = finished(name, index)
        outcome = state.outcome()
        assert outcome is not None
        won += outcome.winner == seat
    assert won >= 26


@pytest.mark.parametrize("players", [1, 2, 4, 5])
@pytest.mark.parametrize("name", SNOWDONIA)
def test_any_number_of_players(name: str, players: int) -> None:
    state, seat = finished(name, 1, players)
    assert state.scores()[seat] > 30


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("acres", {"french_extra_card": True, "reshuffle_costs": True, "french_swap": True, "free_fur": True}),
        ("acres", {"lost_cards_leave_hand": True, "ambush_takes_siege_card": True, "locations_in_reserve": True}),
        ("snowdonia", {"thin_fog": True, "extra_track_cards": True, "stations_open": "route", "forced_swap": True}),
    ],
)
def test_rule_options(game: str, options: dict[str, object]) -> None:
    """Decisions that come up with options only are made, too."""
    rules = sp.load_game(game, 2, **options)
    plans = [["halifax_hammer", "french_raider"], ["british_towns", "french_fur_and_towns"]]
    if game == "snowdonia":
        plans = [["contracts", "builder"], ["train_first", "track_layer"]]
    for index, names in enumerate(plans):
        agents = [make_agent(name, seed=2, index=index, seat=seat) for seat, name in enumerate(names)]
        state = rules.new_initial_state(2, index=index)
        while not state.is_terminal():
            state.apply_action(agents[state.current_player()].choose(state))


@pytest.mark.parametrize("name", SNOWDONIA)
def test_what_is_forbidden_is_worth_nothing(name: str) -> None:
    """No labourer goes to the Site Office of a seat that may take no contract there, while others still go."""
    rules = sp.load_game("snowdonia", 2, forbid=[f"contract:{card}@0" for card in range(1, 31)])
    went = [0, 0]
    for index in range(5):
        agents = [make_agent(name, seed=1, index=index, seat=seat) for seat in range(2)]
        state = rules.new_initial_state(1, index=index)
        while not state.is_terminal():
            state.apply_action(agents[state.current_player()].choose(state))
        went = [total + int(done[5]) for total, done in zip(went, state.data()["actions"][()], strict=False)]
    assert went[0] == 0 < went[1]


def kinds_of(name: str, games: int) -> Counter[str]:
    """How many games saw the plan choose an action, by notation."""
    seen: Counter[str] = Counter()
    for index in range(games):
        seen.update({state.action_to_notation(action) for state, _, action in course(name, index)})
    return seen


def test_the_hammer_falls_on_halifax_louisbourg_and_quebec() -> None:
    seen = kinds_of("halifax_hammer", 20)
    assert seen["settle:halifax"] >= 15
    assert seen["besiege:louisbourg"] >= 15
    assert seen["besiege:quebec"] >= 15
    won = [finished("halifax_hammer", index)[0].outcome() for index in range(20)]
    assert sum(outcome.reason == "capital" for outcome in won if outcome) >= 15


def test_the_raider_raids_and_british_towns_develops() -> None:
    ends = [finished("french_raider", index)[0] for index in range(20)]
    assert sum(int(state.data()["raids_won"][()][1]) for state in ends) >= 50
    seen = kinds_of("british_towns", 20)
    assert sum(number for action, number in seen.items() if action.startswith("develop:")) >= 100


def test_the_fur_trader_sells_furs_and_develops() -> None:
    seen = kinds_of("french_fur_and_towns", 20)
    assert seen["trader"] >= 18
    assert sum(number for action, number in seen.items() if action.startswith("develop:")) >= 60


def labourers(name: str) -> list[float]:
    """Shares of the labourers that its seat sent to each area, A to G, in 10 games for two."""
    sent = [0] * 7
    for index in range(10):
        state, seat = finished(name, index, players=2)
        sent = [total + int(n) for total, n in zip(sent, state.data()["actions"][()][seat], strict=True)]
    return [n / sum(sent) for n in sent]


def test_snowdonia_plans_lean_to_what_they_are_named_for() -> None:
    track, build, office, survey = 3, 4, 5, 6
    sent = {name: labourers(name) for name in ("track_layer", "builder", "contracts", "surveyor")}
    for name, area in (("track_layer", track), ("builder", build), ("contracts", office), ("surveyor", survey)):
        assert sent[name][area] == max(other[area] for other in sent.values()), (name, sent)
    for index in range(5):
        state, seat = finished("surveyor", index, players=2)
        assert state.data()["surveyor"][()][seat] == 6  # the summit of a game for two


def test_train_first_gets_a_train_before_it_builds() -> None:
    first = Counter()
    for index in range(10):
        bought = built = False
        for state, _, action in course("train_first", index, players=2):
            kind = state.action_to_notation(action).split(":")[0]
            if kind == "acquire" and not bought:
                bought = True
                first["bought"] += 1
                first["before"] += not built
            built = built or kind == "build"
    assert first["bought"] >= 8
