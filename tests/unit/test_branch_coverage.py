"""What tools/branch_coverage.py makes of gcov's reports."""

from __future__ import annotations

from typing import Any

import pytest
from branch_coverage import (
    CORE,
    REASONS,
    Branch,
    Line,
    Reason,
    described,
    entered,
    last_alone,
    lines_of,
    merged,
    missed_branches,
    next_code,
    page,
    reasons,
    statement,
    symbols,
    turned,
)

DRAWN = "__pyx_f_8snowplay_5_core_5acres_6chance_drawn"
NAMED = {DRAWN: ("src/_core/acres/chance.pxd", "acres.chance.drawn")}


def branches(*taken: int, straight: tuple[bool, ...] | None = None) -> tuple[Branch, ...]:
    """Branches of conditions as gcc lists them: straight on first."""
    ways = straight or tuple(i % 2 == 0 for i in range(len(taken)))
    return tuple(Branch(*way) for way in zip(taken, ways, strict=True))


def line(*taken: int, number: int = 18, hits: int = 9) -> Line:
    return Line(*NAMED[DRAWN][:1], number, NAMED[DRAWN][1], hits, branches(*taken))


def report(name: str = "chance.pxd", **functions: int) -> dict[str, Any]:
    """One of gcov's: lines 3, 18 and 40, the second with a branch, the third with one of an exception."""

    def entry(number: int, *ways: tuple[int, bool]) -> dict[str, Any]:
        told = [{"count": count, "fallthrough": i == 0, "throw": throw} for i, (count, throw) in enumerate(ways)]
        return {"line_number": number, "count": 9, "branches": told}

    lines = [entry(3), entry(18, (7, False), (2, False)), entry(40, (0, True))]
    starts = [{"name": name, "start_line": start} for name, start in functions.items()]
    return {"files": [{"file": name, "functions": starts, "lines": lines}]}


def test_lines_belong_to_the_kernel_above_them() -> None:
    found = list(lines_of(report(**{DRAWN: 13}), NAMED))
    assert found == [line(7, 2), line(number=40)]


def test_lines_of_other_functions_and_files_are_left_out() -> None:
    assert [at.number for at in lines_of(report(**{DRAWN: 13, "__pyx_pw_wrapper": 30}), NAMED)] == [18]
    assert not list(lines_of(report("chance.pyx", **{DRAWN: 13}), NAMED))
    assert not list(lines_of(report(), NAMED))


def test_modules_are_added_up_if_their_branches_are_the_same() -> None:
    assert merged([line(7, 2), line(1, 0)]) == [line(8, 2, hits=18)]
    assert merged([line(7, 2), line(1, 0, 4, 5)]) == [line(7, 2), line(1, 0, 4, 5)]
    assert merged([line(7, number=20), line(7, 2)]) == [line(7, 2), line(7, number=20)]


def test_a_statement_is_read_to_its_end() -> None:
    source = ["if a:  # (why", "    x = f(", "        a or", "        b,", "    )", "    y = 1"]
    assert [statement(source, number) for number in (1, 2, 6)] == [("if a:", 2), ("x = f( a or b, )", 6), ("y = 1", 7)]


def test_the_next_code_is_neither_empty_nor_a_comment() -> None:
    assert [next_code(["if a:", "", "    # why", "    b = 1"], number) for number in (1, 2, 4)] == [1, 4, 4]


def test_how_often_a_line_was_entered() -> None:
    assert entered("x = 1", line(hits=9)) == 9
    assert entered("if a or b:", line(3, 4, 5, 2, hits=20)) == 7
    assert entered("while a:", line(3, 4, hits=9)) == 9


@pytest.mark.parametrize(
    ("text", "taken", "body", "turns"),
    [
        ("if a:", (3, 7), 3, False),
        ("elif a:", (3, 7), 7, True),
        ("elif a and b:", (5, 5, 3, 7), 7, True),
        ("elif a:", (5, 5), 5, False),
        ("if a:", (3, 7), 4, False),  # told by neither
        ("while a:", (3, 7), 7, False),
        ("while a:", (3, 7), 3, True),
        ("x = a if b else c", (3, 7), 7, False),
        ("x = 1", (), 7, False),
    ],
)
def test_the_body_tells_which_branch_leads_to_it(text: str, taken: tuple[int, ...], body: int, turns: bool) -> None:
    before = branches(*taken)
    last = tuple(branch._replace(straight=not branch.straight) for branch in before[-2:])
    assert turned(text, before, body) == (before[:-2] + last if turns else before)


@pytest.mark.parametrize(
    ("text", "taken", "alone"),
    [
        ("if a or b:", (3, 7, 5, 5), (3, 7, 2, 5)),
        ("elif a or b or c:", (3, 7, 2, 5, 5, 5), (3, 7, 2, 5, 0, 5)),
        ("if a and b:", (3, 7, 4, 6), (3, 7, 4, 3)),
        ("while a and b:", (3, 7, 4, 6), (3, 7, 1, 6)),
        ("while a or b:", (3, 7, 4, 6), (3, 7, 4, 3)),
        ("if a or b and c:", (3, 7, 5, 2, 5, 5), (3, 7, 5, 2, 5, 5)),
        ("return a or b", (3, 7), (3, 7)),
        ("if f(a or b):", (3, 7, 1, 9), (3, 7, 1, 9)),  # not what it looks like: counts would be below 0
        ("if a:", (3, 7), (3, 7)),
    ],
)
def test_the_last_condition_has_its_own_counts(text: str, taken: tuple[int, ...], alone: tuple[int, ...]) -> None:
    assert last_alone(text, branches(*taken)) == branches(*alone)


@pytest.mark.parametrize(
    ("text", "straight", "words"),
    [
        ("if a:", "10", ("never true", "never false")),
        ("while a:", "10", ("never false", "never true")),
        ("for i in range(n):", "01", ("never entered", "never ends by itself")),
        ("x = a if b else c", "10", ("never true", "never false")),
        (
            "f(a if b else c, d if e else f)",
            "1010",
            (
                "condition 1 of 2 never true",
                "condition 1 of 2 never false",
                "condition 2 of 2 never true",
                "condition 2 of 2 never false",
            ),
        ),
        ("return a or b", "10", ("condition 1 of 2 never true", "condition 1 of 2 never false")),
        ("return a and b", "10", ("condition 1 of 2 never false", "condition 1 of 2 never true")),
        (
            "if a and b:",
            "1010",
            (
                "condition 1 of 2 never false",
                "condition 1 of 2 never true",
                "condition 2 of 2 never true",
                "condition 2 of 2 never false",
            ),
        ),
        (
            "if a and b or c:",
            "101010",
            (
                "condition 1 of 3 never decides",
                "condition 1 of 3 never leaves it open",
                "condition 2 of 3 never decides",
                "condition 2 of 3 never leaves it open",
                "the whole never true",
                "the whole never false",
            ),
        ),
    ],
)
def test_a_branch_in_words(text: str, straight: str, words: tuple[str, ...]) -> None:
    ways = branches(*(0 for _ in straight), straight=tuple(way == "1" for way in straight))
    assert tuple(described(text, ways, i) for i in range(len(ways))) == words


TEXTS = {(line().file, 18): "if a:"}
KEY = ("acres.chance.drawn", "if a:")


def test_what_is_never_taken_is_explained_or_not() -> None:
    (missed,), faults = missed_branches([line(7, 0)], TEXTS, {})
    assert (missed.branch, missed.why, faults) == ("never false", None, [])
    (missed,), faults = missed_branches([line(7, 0)], TEXTS, {KEY: Reason(1, "cannot be")})
    assert (missed.why, faults) == ("cannot be", [])
    assert missed_branches([line(7, 2)], TEXTS, {}) == ([], [])


@pytest.mark.parametrize(("taken", "explained"), [((0, 0), 1), ((7, 2), 1), ((7, 0), 2)])
def test_an_explanation_that_does_not_fit_is_a_fault(taken: tuple[int, ...], explained: int) -> None:
    missed, faults = missed_branches([line(*taken)], TEXTS, {KEY: Reason(explained, "cannot be")})
    assert [branch.why for branch in missed] == [None] * taken.count(0)
    assert faults == [f"acres.chance.drawn: if a:: {explained} branches are explained, {taken.count(0)} missed"]


def test_the_page_counts_and_lists() -> None:
    lines = [line(7, 0), line(0, 3, number=20, hits=0)]
    texts = {**TEXTS, (line().file, 20): "while b | c:"}
    text = page("", lines, missed_branches(lines, texts, {KEY: Reason(1, "cannot be")})[0])
    assert "| `acres/chance.pxd` | 2 | 1 | 4 | 2 | 50.0 | 1 | 1 |" in text
    assert "| acres/chance.pxd:18 | `if a:` | never false | cannot be |" in text.split("## Never taken, explained")[1]
    assert "| acres/chance.pxd:20 | `while b \\| c:` | never false |  |" in text.split("## Never taken, explained")[0]


def test_reasons_are_read_once() -> None:
    entry = '[[explained]]\nwhere = "acres.chance.drawn"\nline = "if a:"\nmissed = 1\nwhy = "cannot be"\n'
    assert reasons(entry) == {KEY: Reason(1, "cannot be")}
    with pytest.raises(ValueError, match="explained twice"):
        reasons(entry * 2)


def test_kernels_are_found_by_their_names_in_c() -> None:
    assert symbols()[DRAWN] == NAMED[DRAWN]


def test_every_reason_is_about_a_line_that_is_there() -> None:
    known = reasons(REASONS.read_text(encoding="utf-8"))
    assert known
    for function, text in known:
        module = function.rpartition(".")[0].replace(".", "/")
        source = (CORE / f"{module}.pxd").read_text(encoding="utf-8").splitlines()
        here = [statement(source, number + 1)[0] for number in range(len(source))]
        assert text in here, f"{function} has no line {text!r}: correct {REASONS.name}"
