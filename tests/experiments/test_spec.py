"""The experiment file: its errors name file, entry, what stands there and what may; its canonical form."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import asked

import snowplay as sp
from snowplay.experiments.plan import arms_of
from snowplay.experiments.toml import dumps

HEAD = '[experiment]\nname = "x"\ngame = "acres"\ngames = 10\n'
ARMS = '[[arm]]\nname = "a"\n[[arm]]\nname = "b"\n'

# What a file says, and what its complaint must say after the file's name.
WRONG = {
    "no toml": ("[experiment", "is not valid TOML"),
    "nothing": ("", "experiment: found nothing (the key is missing); allowed: a table with name, game, games"),
    "no game": ('[experiment]\nname = "x"\ngames = 1\n', "experiment.game: found nothing (the key is missing)"),
    "unknown key": (HEAD + "game_count = 3\n", "experiment.game_count: found an unknown key; allowed: name, title"),
    "key of another table": (HEAD + "forbid_seat = 1\n", "experiment.forbid_seat: found an unknown key"),
    "unknown table": (HEAD + "[stops]\n", "stops: found an unknown key; allowed: experiment, arm, generate, stop"),
    "name": (HEAD.replace('"x"', '"a b"'), "experiment.name: found 'a b' (text); allowed: a name of small letters"),
    "game": (HEAD.replace("acres", "acre"), "experiment.game: found 'acre'; allowed: one of 'acres', 'snowdonia'; did"),
    "games": (HEAD.replace("10", "0"), "experiment.games: found 0; allowed: a whole number from 1 to 4294967295"),
    "games as text": (HEAD.replace("10", '"10"'), "experiment.games: found '10' (text); allowed: a whole number from"),
    "seed": (HEAD + "seed = -1\n", "experiment.seed: found -1; allowed: a whole number from 0 to"),
    "players": (HEAD + "players = 3\n", "experiment.players: found 3; allowed: 2"),
    "rotate": (
        HEAD + 'rotate = "cycles"\n',
        "experiment.rotate: found 'cycles' (text); allowed: one of 'cycle', 'none', 'paired'",
    ),
    "agent": (HEAD + 'agents = ["randm"]\n', "experiment.agents.1: unknown agent 'randm'"),
    "number of agents": (
        HEAD + 'agents = ["random", "random", "random"]\n',
        "agents: found 3 agents; allowed: one for",
    ),
    "baseline": (HEAD + 'baseline = "c"\n' + ARMS, "experiment.baseline: found 'c'; allowed: an arm: 'a', 'b'"),
    "option": (HEAD + "options = { free_furs = true }\n", "arm standard: option: free_furs: found an unknown option"),
    "value of an option": (
        HEAD + "options = { free_fur = 1 }\n",
        "arm standard: option: free_fur: found 1; allowed: true",
    ),
    "variant": (
        HEAD + "variant = { money = { french = -1 } }\n",
        "arm standard: variant: money.french: found -1; allowed",
    ),
    "variant of another kind": (HEAD + "variant = 3\n", "experiment.variant: found 3; allowed: text or a table"),
    "variant that is not there": (HEAD + 'variant = "no.toml"\n', "no.toml: there is no such file"),
    "arm without a name": (HEAD + "[[arm]]\nplayers = 2\n", "arm.1.name: found nothing (the key is missing)"),
    "name of an arm": (HEAD + '[[arm]]\nname = "a/b"\n', "arm.1.name: found 'a/b' (text); allowed: a name of letters"),
    "equals sign": (HEAD + '[[arm]]\nname = "a=b"\n', "arm.1.name: found 'a=b' (text); allowed: a name of letters"),
    "same name": (HEAD + '[[arm]]\nname = "a"\n[[arm]]\nname = "a"\n', "arm.2.name: found 'a' once more; allowed"),
    "option of an arm": (
        HEAD + '[[arm]]\nname = "a"\noptions = { x = 1 }\n',
        "arm a: option: x: found an unknown option",
    ),
    "players of an arm": (HEAD + '[[arm]]\nname = "a"\nplayers = 5\n', "arm.1.players: found 5; allowed: 2"),
    "each_option": (
        HEAD + '[generate]\neach_option = ["fur"]\n',
        "generate.each_option.1: found 'fur', which fits nothing",
    ),
    "forbid": (
        HEAD + '[generate]\nforbid = ["contract:*"]\n',
        "generate.forbid.1: found 'contract:*', which fits nothing",
    ),
    "forbid_all": (
        HEAD + '[generate]\nforbid_all = ["card:*", "contract:*"]\n',
        "generate.forbid_all.2: found 'contract:*', which fits nothing",
    ),
    "forbid_seat": (
        HEAD + '[generate]\nforbid = ["*"]\nforbid_seat = 2\n',
        "forbid_seat: found 2; allowed: a seat from 0 to 1",
    ),
    "generated players": (HEAD + "[generate]\nplayers = [2, 3]\n", "generate.players.2: found 3; allowed: 2"),
    "generated twice": (
        HEAD + '[[arm]]\nname = "no_governor"\n[generate]\neach_option = ["no_governor"]\n',
        "generate.each_option: found an arm 'no_governor', which [[arm]] has too; allowed: a name of its own",
    ),
    "no sweep": (
        HEAD + "[generate.sweep]\nvalues = [1]\n",
        "generate.sweep: found neither option nor figure; allowed: exa",
    ),
    "two sweeps": (
        HEAD + '[generate.sweep]\noption = "max_turns"\nfigure = "money.french"\nvalues = [1]\n',
        "generate.sweep: found both option and figure; allowed: exactly one",
    ),
    "no values": (
        HEAD + '[generate.sweep]\noption = "max_turns"\nvalues = []\n',
        "generate.sweep.values: found a list of 0",
    ),
    "swept option": (
        HEAD + '[generate.sweep]\noption = "max_turn"\nvalues = [1]\n',
        "generate.sweep.option: found 'max_turn'; allowed: one of",
    ),
    "swept value": (
        HEAD + '[generate.sweep]\noption = "max_turns"\nvalues = [10, 0]\n',
        "arm max_turns-0: option: max_turns: found 0; allowed: a whole number from 1",
    ),
    "swept figure": (
        HEAD + '[generate.sweep]\nfigure = "money.frensh"\nvalues = [10]\n',
        "arm money.frensh-10: variant: money.frensh: found an unknown key; allowed: ",
    ),
    "value of a figure": (
        HEAD + '[generate.sweep]\nfigure = "money.french"\nvalues = [[1]]\n',
        "generate.sweep.values.1: found a list of 1; allowed: a number, text, true or false",
    ),
    "no test": (HEAD + ARMS + "[stop]\nh0 = 0\nh1 = 0.1\n", "stop.test: found nothing (the key is missing)"),
    "neither": (
        HEAD + ARMS + '[stop]\ntest = "gsprt"\nh0 = 0\nh1 = 0.1\n',
        "stop: found neither arms nor agents; allowed",
    ),
    "one arm": (
        HEAD + ARMS + '[stop]\ntest = "gsprt"\narms = ["a"]\nh0 = 0\nh1 = 0.5\n',
        "stop.arms: found ['a']; allowed: two",
    ),
    "unknown arm": (
        HEAD + ARMS + '[stop]\ntest = "gsprt"\narms = ["a", "c"]\nh0 = 0\nh1 = 0.5\n',
        "stop.arms: found 'c'; allowed: an arm: 'a', 'b'",
    ),
    "hypotheses": (
        HEAD + ARMS + '[stop]\ntest = "gsprt"\narms = ["a", "b"]\nh0 = 0.1\nh1 = 0.1\n',
        "stop.h1: found 0.1 (a number with a fraction); allowed: a number above h0, which is 0.1",
    ),
    "risk": (
        HEAD + ARMS + '[stop]\ntest = "gsprt"\narms = ["a", "b"]\nh0 = 0\nh1 = 0.1\nalpha = 0.0\n',
        "stop.alpha: found 0.0 (a number with a fraction); allowed: a number from 0.0001 to 0.5",
    ),
    "unpaired": (
        HEAD + "pairing = false\n" + ARMS + '[stop]\ntest = "gsprt"\narms = ["a", "b"]\nh0 = 0\nh1 = 0.1\n',
        "stop.arms: found arms with unlike seeds; allowed: arms with the same: pairing = true",
    ),
    "agents that stay": (
        HEAD + '[stop]\ntest = "gsprt"\nagents = [0, 1]\nh0 = 0\nh1 = 0.1\n',
        "stop.agents: found agents that keep their seats; allowed: agents that change them",
    ),
    "no such seat": (
        HEAD + ARMS + '[stop]\ntest = "gsprt"\narms = ["a", "b"]\nseat = 2\nh0 = 0\nh1 = 0.1\n',
        "stop.seat: found 2; allowed: a seat from 0 to 1",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_with_a_file_is_told(case: str, tmp_path: Path) -> None:
    text, words = WRONG[case]
    path = tmp_path / "e.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(sp.RulesError) as caught:
        arms_of(sp.load_experiment(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert words in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(sp.RulesError, match="there is no such file"):
        sp.load_experiment(tmp_path / "none.toml")
    with pytest.raises(sp.RulesError, match="allowed: a TOML file, a mapping or an Experiment"):
        sp.load_experiment(3)  # type: ignore[arg-type]


def test_files_of_variants_lie_beside_the_experiment_and_become_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "rich.toml").write_text("[money]\nfrench = 9\n")
    (tmp_path / "richer.toml").write_text("[money]\nbritish = 20\n")
    path = tmp_path / "e.toml"
    path.write_text(HEAD + 'variant = "rich.toml"\n[[arm]]\nname = "a"\nvariant = "richer.toml"\n[[arm]]\nname = "b"\n')
    experiment = sp.load_experiment(path)
    a, b = arms_of(experiment)
    assert a.variant == {"money": {"french": 9, "british": 20}}
    assert a.game.rules.data.money.french == 9 and a.game.rules.data.money.british == 20
    assert b.variant == {"money": {"french": 9}}
    path.unlink()
    (tmp_path / "rich.toml").unlink()
    again = sp.load_experiment(tomllib.loads(experiment.to_toml()))
    assert [arm.game for arm in arms_of(again)] == [a.game, b.game]


def test_the_canonical_form_is_one() -> None:
    short = sp.load_experiment(asked())
    long = sp.load_experiment(asked(seed=0, pairing=True, rotate="none", agents=["random"], options={}))
    assert short.to_toml() == long.to_toml()
    again = sp.load_experiment(tomllib.loads(short.to_toml()))
    assert again.to_toml() == short.to_toml()
    assert again.as_dict() == short.as_dict() == tomllib.loads(short.to_toml())


def test_games_and_seed_can_be_replaced() -> None:
    experiment = sp.load_experiment(asked()).replace(games=7, seed=9)
    assert (experiment.games, experiment.seed) == (7, 9)
    assert experiment.replace() == experiment


VALUES = st.recursive(
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab.\"' \n", max_size=4), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text("abc-_ .=é", max_size=5), VALUES, max_size=4))
def test_what_is_written_as_toml_is_read_as_the_same(tree: dict[str, Any]) -> None:
    assert tomllib.loads(dumps(tree)) == tree
