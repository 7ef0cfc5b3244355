"""The list of faults fits the kernels of today, and the page tells of every fault."""

from __future__ import annotations

import re
from pathlib import Path

import mutate
import pytest

from snowplay._core.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "src" / "_core"
PAGE = ROOT / "docs" / "mutations.md"
FAULTS = mutate.read()
# No rules: layout of the structs, invariants, what players make of a position; and helpers that all the others call.
NO_RULES = {"state", "tables", "invariants", "heuristics", "worth", "features", "cards", "game"}
LETTERS = {"acres": "AC", "snowdonia": "SN"}
EACH = pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)


def source(fault: mutate.Fault) -> str:
    return (ROOT / fault.file).read_text(encoding="utf-8")


@EACH
def test_a_fault_replaces_whole_lines_that_occur_once(fault: mutate.Fault) -> None:
    text = source(fault)
    assert f"\n{fault.old}" in text
    assert fault.old.endswith("\n") and (fault.new.endswith("\n") or not fault.new)
    assert fault.apply(text) != text


@EACH
def test_a_fault_names_the_rules_of_its_game(fault: mutate.Fault) -> None:
    listed = (ROOT / "tests" / "rules" / "rule_ids.txt").read_text(encoding="utf-8")
    for rule in fault.rules:
        assert re.search(rf"^{rule} ", listed, re.M), rule
    game = fault.game()
    assert {rule[:2] for rule in fault.rules} == ({LETTERS[game]} if game else set())


@pytest.mark.parametrize("game", GAMES)
def test_every_file_with_rules_has_a_fault(game: str) -> None:
    files = {path.stem for path in (CORE / game).glob("*.pxd")} - NO_RULES
    assert {Path(fault.file).stem for fault in FAULTS if fault.game() == game} == files


def test_names_are_used_once() -> None:
    names = [fault.name for fault in FAULTS]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z-]+", name) for name in names)


def test_the_page_tells_of_every_fault() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    said = mutate.read_page(PAGE)
    assert list(said) == [fault.name for fault in FAULTS], "python tools/mutate.py --out docs/mutations.md"
    for fault in FAULTS:
        assert mutate.row(fault, said[fault.name]) in lines, fault.name
        assert mutate.noticed(said[fault.name]), f"{fault.name}: a test is missing"


def test_a_fault_that_fits_no_longer_says_so() -> None:
    fault = FAULTS[0]
    for text, times in ((source(fault).replace(fault.old, ""), 0), (source(fault) + fault.old, 2)):
        with pytest.raises(mutate.MutationError, match=f"{fault.name}.*once.*not {times} times"):
            fault.apply(text)


def test_a_page_is_read_as_it_was_written(tmp_path: Path) -> None:
    faults = FAULTS[:3]
    nothing = dict.fromkeys(mutate.SUITES, mutate.MISSED)
    said = {
        faults[0].name: {**nothing, "twin": "hangs", "recorded": "`test_signature`"},
        faults[1].name: {**nothing, "recorded": "`test_signature`"},
        faults[2].name: {"rules": "`test_ac_62_an_ambush`"},
    }
    page = tmp_path / "page.md"
    page.write_text(mutate.page(faults, said, 7), encoding="utf-8")
    untried = dict.fromkeys(mutate.SUITES, mutate.NOT_TRIED)
    assert mutate.read_page(page) == {name: untried | words for name, words in said.items()}
    counted = "3 faults 1 by a rule test, 0 by a contract test, 1 by a twin test and 1 by none of these were noticed"
    assert counted in page.read_text(encoding="utf-8")
    assert [mutate.noticed(words) for words in said.values()] == [True, False, True]


def test_nothing_is_known_without_a_page(tmp_path: Path) -> None:
    assert mutate.read_page(tmp_path / "missing.md") == {}
