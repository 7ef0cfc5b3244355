"""What tests of the pages do in a browser.

Screenshots are left in `tests/web/output`, to be looked at.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
OUTPUT = Path(__file__).parent / "output"
WIDE = {"width": 1400, "height": 900}
NARROW = {"width": 390, "height": 844}


def begin(page: Any, game: str, *kinds: str, **options: Any) -> None:
    """Fill in the first page and begin."""
    page.wait_for_selector(".seat")
    page.check(f"input[value={game}]")
    if page.is_visible("#players"):
        page.select_option("#players", str(len(kinds)))
    for number, kind in enumerate(kinds, start=1):
        page.select_option(f".seat:nth-child({number}) .who", kind)
    if options:
        page.click("#rules summary")
        for name, value in options.items():
            page.fill(f".option[data-name={name}]", str(value))
    page.click("#begin")
    page.wait_for_selector("#board svg, #reveal:visible")


def until(page: Any, expression: str) -> None:
    """Wait until a JavaScript expression is true; Playwright's own way would need a weaker Content-Security-Policy."""
    end = time.monotonic() + 20
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never true: {expression}"
        page.wait_for_timeout(20)


def wait_for(page: Any, happened: Callable[[], bool]) -> None:
    """Wait until something has happened outside the page, such as a request."""
    end = time.monotonic() + 20
    while not happened():
        assert time.monotonic() < end, "it never happened"
        page.wait_for_timeout(20)


def against_a_long_search(page: Any) -> None:
    """Begin Snowdonia against a search and play until it thinks: for a minute, or until it is told to hurry."""
    page.wait_for_selector(".seat")
    page.check("input[value=snowdonia]")
    page.fill(".seat:nth-child(2) .set", "seconds=60")
    page.click("#begin")
    page.wait_for_selector("#board svg")
    for _ in range(40):  # a busy machine answers late
        if page.is_visible("#thinking"):
            break
        page.evaluate(CLICK, {"most": 2, "patience": 10})
        page.wait_for_timeout(600)
    page.wait_for_selector("#thinking:visible")


def shot(page: Any, name: str, full: bool = False) -> None:
    page.screenshot(path=OUTPUT / f"{name}.png", full_page=full)


# What a person would do next, done in the page so that a whole game takes seconds: click on the board where that is
# enough, else in the list, until `most` clicks, the end of the game, a curtain (if it may not be raised), or nothing
# to click on for `patience` looks. Returns what was done.
CLICK = """({ most, raise = true, patience = 2000 }) => new Promise((done) => {
  const visible = (box) => box && !box.hidden && box.offsetParent !== null;
  let clicks = 0, board = 0, picked = 0, idle = 0;
  const step = () => {
    const by = (id) => document.getElementById(id);
    const over = / wins?: |The game is over/.test(by("status").textContent);
    const problem = by("problem").textContent;
    if (over || clicks >= most || idle > patience) return done({ over, clicks, board, picked, problem });
    idle += 1;
    const thing = [...document.querySelectorAll("#board [data-actions]")];
    if (visible(by("curtain"))) {
      if (!raise) return done({ over, clicks, board, picked, problem });
      by("reveal").click();
    }
    else if (visible(by("main")) && visible(by("confirm"))) { by("confirm").click(); clicks += 1; idle = 0; }
    else if (!by("pick").hidden) { by("pick").querySelector("button").click(); picked += 1; idle = 0; }
    else if (visible(by("main")) && thing.length && clicks % 3) {
      const click = new MouseEvent("click", { bubbles: true, clientX: 50, clientY: 50 });
      thing[clicks * 7 % thing.length].dispatchEvent(click);
      board += 1; clicks += 1; idle = 0;
    } else {
      const moves = [...document.querySelectorAll("#moves button")];
      if (visible(by("main")) && moves.length) { moves[clicks * 5 % moves.length].click(); clicks += 1; idle = 0; }
    }
    setTimeout(step, 10);
  };
  step();
})"""
