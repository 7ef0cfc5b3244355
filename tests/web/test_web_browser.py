"""The pages in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from web_pages import CHROMIUM, CLICK, NARROW, against_a_long_search, begin, shot, until
from web_tables import Server, serving

import snowplay as sp
from snowplay.records import dumps, record_game

pytest.importorskip("playwright.sync_api", reason="needs the Python package playwright")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium found: apt-get install chromium")


@pytest.mark.parametrize(
    ("game", "kinds", "options"),
    [
        ("snowdonia", ("human", "random"), {}),
        ("acres", ("human", "french_raider"), {"max_turns": 10}),
    ],
    ids=["snowdonia", "acres"],
)
def test_a_whole_game_by_clicking(
    server: Server, open_page: Any, game: str, kinds: tuple[str, ...], options: dict[str, Any]
) -> None:
    page = open_page(server.url)
    if game == "acres":
        page.wait_for_selector(".seat")
        page.click("#rules summary")
        shot(page, "first-page", full=True)
        page.click("#rules summary")
    begin(page, game, *kinds, **options)
    page.wait_for_selector("#board svg")
    page.evaluate(CLICK, {"most": 12})
    shot(page, f"{game}-{len(kinds)}-early")
    page.check("#quick", force=True) if page.is_visible("#quick") else page.evaluate(
        "document.getElementById('quick').click()"
    )
    done = page.evaluate(CLICK, {"most": 5000})
    assert done["over"], done
    assert done["board"] > 10
    assert done["picked"] > 0 or game == "acres"
    page.wait_for_timeout(200)
    shot(page, f"{game}-{len(kinds)}-end")
    with page.expect_download() as download:
        page.click("#save")
    assert '"format": "snowplay-record"' in Path(download.value.path()).read_text()


def test_keyboard_only(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    page.wait_for_selector(".seat")
    page.focus("input[name=game]")
    page.keyboard.press("ArrowDown")
    assert page.is_checked("input[value=snowdonia]")
    page.focus(".seat:nth-child(2) .who")
    page.keyboard.type("random")
    page.focus(".seat:nth-child(1) .name")
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    page.wait_for_selector(".move")
    assert "Ada" in page.inner_text("#seats")
    until(page, "document.activeElement.className === 'move'")
    page.keyboard.press("ArrowDown")
    chosen = page.evaluate("document.activeElement.title")
    page.keyboard.press("Enter")
    page.wait_for_selector("#confirm:visible")
    assert chosen in page.inner_text("#draft")
    page.keyboard.press("Backspace")
    page.wait_for_selector("#confirm:visible", state="hidden")
    page.keyboard.press("h")
    page.wait_for_selector("#advice button")
    shot(page, "hint")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]", state="hidden")
    for number in range(8):
        page.wait_for_selector(".move, #confirm:visible")
        until(page, "['move', 'main'].includes(document.activeElement.className)")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_selector("#confirm:visible")
        if number == 4:
            version = page.inner_text("#draft")
            assert version
        page.keyboard.press("Enter")
        page.wait_for_selector("#confirm:visible", state="hidden")
    assert page.inner_text("#log").count("Ada") >= 8
    page.keyboard.press("/")
    if page.is_visible("#filter"):
        page.keyboard.type("stock")
        assert page.locator("#moves button:visible").count() < page.locator("#moves button").count()


def test_a_reload_and_a_restart_in_mid_game(tmp_path: Path, open_page: Any) -> None:
    with serving(tmp_path / "tables.sqlite") as first:
        page = open_page(first.url)
        begin(page, "acres", "human", "random")
        page.wait_for_selector(".move")
        page.click(".move")
        page.wait_for_selector("#draft li")
        draft, log = page.inner_text("#draft"), page.inner_text("#log")
        page.reload()
        page.wait_for_selector("#draft li")
        assert (page.inner_text("#draft"), page.inner_text("#log")) == (draft, log)
        port = first.port
    until(page, "document.getElementById('problem').textContent.includes('does not answer')")
    shot(page, "server-gone")
    with serving(tmp_path / "tables.sqlite", port=port):
        page.wait_for_selector("#problem", state="hidden")
        assert (page.inner_text("#draft"), page.inner_text("#log")) == (draft, log)
        page.click("#back")
        page.wait_for_selector("#draft", state="hidden")
        done = page.evaluate(CLICK, {"most": 12})
        assert done["clicks"] == 12 and not done["problem"]
        page.goto(f"http://localhost:{port}/")
        page.click("#tables a")
        page.wait_for_selector("#board svg")


def test_two_browsers_at_one_table(server: Server, open_page: Any) -> None:
    one = open_page(server.url)
    begin(one, "acres", "human", "human")
    one.wait_for_selector("#reveal:visible")
    shot(one, "curtain")
    one.click("#reveal")
    one.wait_for_selector("#board svg")
    one.click("#more summary")
    link = one.input_value("#links p:last-child input")
    one.click("#links p:last-child button")
    two = open_page(link)
    two.wait_for_selector("#board svg")
    assert two.inner_text("#status").startswith("British:") and two.locator(".move").count() == 0
    assert one.inner_text("#status").startswith("You:")
    before = two.inner_html("#board")
    draft = 0
    while not one.is_visible("#confirm"):
        one.click(".move")
        draft += 1
        until(one, f"document.querySelectorAll('#draft li').length >= {draft}")
    assert two.inner_html("#board") == before
    for _ in range(12):
        done = one.evaluate(CLICK, {"most": 1})
        if one.inner_text("#status").startswith("French:"):
            break
        assert done["clicks"]
    until(two, "document.getElementById('status').textContent.startsWith('You:')")
    two.wait_for_selector(".move")
    shot(two, "second-browser")
    assert "a hidden card for British" in two.inner_text("#log")


def test_hot_seat_covers_hidden_hands(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    begin(page, "acres", "human", "human")
    for side in ("British", "French"):
        page.wait_for_selector("#reveal:visible")
        assert page.locator("#board svg").count() == 0 and page.inner_text("#log") == ""
        assert page.inner_text("#curtain").startswith(side)
        page.evaluate("document.getElementById('reveal').click(), document.getElementById('reveal').click()")
        page.wait_for_selector("#board svg")  # shown once the server has answered
        assert not page.is_visible("#reveal")
        for _ in range(100):
            if page.is_visible("#reveal"):
                break
            page.evaluate(CLICK, {"most": 1, "raise": False})
            page.wait_for_timeout(50)
        else:
            pytest.fail(f"the turn of {side} did not end in 100 clicks")


def test_a_narrow_screen(server: Server, open_page: Any) -> None:
    page = open_page(server.url, NARROW)
    page.wait_for_selector(".seat")
    shot(page, "narrow-first-page", full=True)
    for game in ("acres", "snowdonia"):
        page.goto(server.url)
        begin(page, game, "human", "random")
        page.wait_for_selector("#board svg")
        page.evaluate(CLICK, {"most": 2})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= NARROW["width"], f"the page is {wide} wide: the board has to scroll, not the page"
        shot(page, f"narrow-{game}", full=True)


def test_a_search_shows_its_thoughts(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    against_a_long_search(page)
    until(page, "document.getElementById('share').value > 0")
    shot(page, "thinking")
    page.click("#hurry")
    page.wait_for_selector("#thinking", state="hidden")
    page.wait_for_selector("#log button")
    page.click("#log button")
    page.wait_for_selector("dialog[open]")
    assert "iterations" in page.inner_text("#said")
    shot(page, "thoughts")


def test_bad_input_is_told_on_the_page(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    page.wait_for_selector(".seat")
    page.fill(".seat:nth-child(2) .set", "second=2")
    page.click("#begin")
    page.wait_for_selector("#problem:visible")
    assert "did you mean 'seconds'" in page.inner_text("#problem")
    page.set_input_files("#record", {"name": "a.json", "mimeType": "application/json", "buffer": b"{"})
    until(page, "document.getElementById('problem').textContent.includes('a.json')")
    wrong = open_page(f"{server.url}/table#AAAAAAAAAAAA/0:nothing")
    wrong.wait_for_selector("#problem:visible")
    assert "no such table" in wrong.inner_text("#problem")


def test_what_is_around_the_moves_keeps_its_place(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    begin(page, "acres", "human", "random")
    page.wait_for_selector(".move")
    places = "['back', 'seats', 'logs', 'more'].map(id => Math.round(document.getElementById(id).offsetTop)).join()"
    button = """(() => {
      const button = document.getElementById("confirm"), { left, top } = button.getBoundingClientRect();
      return button.hidden ? "" : `${left},${top}`;
    })()"""
    before = page.evaluate(places)
    confirm = set()
    for _ in range(12):
        done = page.evaluate(CLICK, {"most": 1})
        assert done["clicks"] and page.evaluate(places) == before
        confirm.add(page.evaluate(button))
    assert len(confirm - {""}) == 1


@pytest.mark.parametrize("size", [None, NARROW], ids=["wide", "narrow"])
def test_all_points_are_in_sight(server: Server, open_page: Any, size: dict[str, int] | None) -> None:
    page = open_page(server.url, size)
    begin(page, "snowdonia", "human", "random", "random", "random", "random")
    page.wait_for_selector("#seats td")
    hidden = "document.getElementById('seats').parentElement"
    assert page.evaluate(f"{hidden}.scrollWidth <= {hidden}.clientWidth")
    assert page.locator("#seats th").all_inner_texts()[:3] == ["Points", "all", "track"]


def test_on_a_narrow_screen_the_buttons_stay_in_sight(server: Server, open_page: Any) -> None:
    page = open_page(server.url, NARROW)
    begin(page, "acres", "human", "random")
    page.wait_for_selector(".move")
    for down in (0, 200, 400):
        page.evaluate(f"scrollTo(0, {down})")
        box = page.locator("#back").bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= NARROW["height"]


def test_why_is_told_with_its_move_and_its_units(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    page.wait_for_selector(".seat")
    page.check("input[value=snowdonia]")
    page.fill(".seat:nth-child(2) .set", "iterations=200")
    page.fill(".seat:nth-child(2) .name", "Bob")
    page.click("#begin")
    page.wait_for_selector("#board svg")
    for _ in range(40):
        if page.locator("#log button").count():
            break
        page.evaluate(CLICK, {"most": 2, "patience": 10})
        page.wait_for_timeout(200)
    page.locator("#log button").last.click()
    page.wait_for_selector("dialog[open]")
    assert page.inner_text("#about").startswith("Bob, round ")
    assert "0 is a loss" in page.inner_text("#legend")
    assert "expected: Bob: " in page.inner_text("#said")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert not page.is_visible("#about") and not page.is_visible("#legend")


def test_a_record_of_another_game_asks_for_its_seats(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    page.wait_for_selector(".seat")
    record = record_game(sp.load_game("snowdonia", players=3), 4, ["random"] * 3)
    file = {"name": "mine.json", "mimeType": "application/json", "buffer": dumps(record).encode()}
    page.set_input_files("#record", file)
    page.wait_for_selector("#problem:visible")
    assert "mine.json is a game of Snowdonia with 3 players" in page.inner_text("#problem")
    assert page.is_checked("input[value=snowdonia]") and page.locator(".seat").count() == 3
    page.set_input_files("#record", file)
    page.wait_for_selector("#board svg")
    assert " win" in page.inner_text("#status") and page.locator("#choices:visible").count() == 0
    page.goto(server.url)
    assert "Snowdonia: Seat 0, Seat 1 (ismcts), Seat 2 (ismcts)" in page.inner_text("#tables")


def test_what_lies_on_a_thing_does_not_take_its_clicks(server: Server, open_page: Any) -> None:
    """Such as the free place of an area that is to act."""
    page = open_page(server.url)
    begin(page, "snowdonia", "human", "human")
    page.wait_for_selector(".move")
    page.evaluate("""() => {
      const place = document.querySelector("#board [data-actions][data-thing=place-A1]");
      const cover = place.cloneNode(true);
      cover.removeAttribute("data-actions");
      place.after(cover);
    }""")
    circle = page.locator("#board [data-thing=place-A1] circle").last.bounding_box()
    page.mouse.click(circle["x"] + circle["width"] / 2, circle["y"] + circle["height"] / 2)
    page.wait_for_selector("#confirm:visible")
    assert page.inner_text("#draft") == "place labourer: A1 Stock Yard"
