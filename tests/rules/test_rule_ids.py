"""The table test: every rule has a test that names it and is named where it is implemented."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from snowplay._core.registry import GAMES

HERE = Path(__file__).parent
SOURCES = ("src/_core", "src/snowplay")
MENTION = re.compile(r"\b([A-Z]{2})-(\d{2})(?:(?: to |\.\.)(?:\1-)?(\d{2}))?")
IN_NAME = re.compile(r"^test_([a-z]{2})_(\d{2})_")


def rule_ids() -> list[str]:
    """The IDs listed in rule_ids.txt."""
    lines = (HERE / "rule_ids.txt").read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if line and not line.startswith("#")]


def mentioned(text: str) -> set[str]:
    """The rule IDs a text names, ranges such as ``SN-51 to SN-55`` included."""
    found = set()
    for prefix, first, last in MENTION.findall(text):
        found |= {f"{prefix}-{number:02}" for number in range(int(first), int(last or first) + 1)}
    return found


@cache
def rules_with_tests() -> dict[str, list[str]]:
    """Rule IDs with the tests that name them, in the function's name or its docstring."""
    table: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            named = IN_NAME.match(node.name)
            ids = {f"{named[1].upper()}-{named[2]}"} if named else set()
            for rule in ids | mentioned(ast.get_docstring(node) or ""):
                table.setdefault(rule, []).append(f"{path.name}::{node.name}")
    return table


@cache
def cited() -> set[str]:
    """Rule IDs cited in the sources."""
    root = HERE.parents[1]
    files = [path for source in SOURCES for path in (root / source).rglob("*")]
    texts = [path.read_text(encoding="utf-8") for path in files if path.suffix in {".pyx", ".pxd", ".py", ".toml"}]
    return mentioned("\n".join(texts))


def test_ids_are_listed_once_and_in_order() -> None:
    ids = rule_ids()
    assert ids == sorted(set(ids))
    # Every game of the package has its rules here: an ID begins with the game's two letters.
    by_game = Counter(rule.partition("-")[0] for rule in ids)
    assert len(by_game) == len(GAMES)
    assert min(by_game.values()) > 30


def test_a_file_names_rules_of_one_game_only() -> None:
    for path in sorted(HERE.glob("test_??_*.py")):
        prefix = path.name.split("_")[1].upper()
        named = {rule for rule, tests in rules_with_tests().items() if any(t.startswith(path.name) for t in tests)}
        assert named, f"{path.name} names no rule"
        assert {rule[:2] for rule in named} == {prefix}, path.name


def test_every_test_of_a_rules_file_is_named_after_a_rule() -> None:
    for path in sorted(HERE.glob("test_??_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                assert IN_NAME.match(node.name), f"{path.name}::{node.name}"


@pytest.mark.parametrize("rule", rule_ids())
def test_every_rule_has_a_test(rule: str) -> None:
    assert rules_with_tests().get(rule), f"no test names {rule}"


def test_every_rule_is_cited_in_the_sources() -> None:
    missing = [rule for rule in rule_ids() if rule not in cited()]
    assert not missing, f"not cited anywhere in {' or '.join(SOURCES)}: {missing}"


def test_no_test_names_an_unknown_rule() -> None:
    unknown = sorted(set(rules_with_tests()) - set(rule_ids()))
    assert not unknown, f"not listed in rule_ids.txt: {unknown}"
