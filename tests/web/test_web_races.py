"""Answers that are late or cross, double clicks, held keys, two pages of one seat, a server gone for a moment."""

from __future__ import annotations

from typing import Any

import pytest
from web_pages import CHROMIUM, against_a_long_search, begin, until, wait_for
from web_tables import Server

pytest.importorskip("playwright.sync_api", reason="needs the Python package playwright")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium found: apt-get install chromium")


# Two clicks on one place, the second as soon as the answer to the first is shown, however long that takes.
DOUBLE_CLICK = """([x, y]) => new Promise((done) => {
  const click = (detail) => document.elementFromPoint(x, y).dispatchEvent(
    new MouseEvent("click", { bubbles: true, detail, clientX: x, clientY: y }));
  new MutationObserver((changes, watcher) => {
    watcher.disconnect();
    setTimeout(() => { click(2); done(); }, 0);
  }).observe(document.getElementById("draft"), { childList: true });
  click(1);
})"""


def double_click(page: Any, target: Any) -> None:
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    page.evaluate(DOUBLE_CLICK, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])


def drafted(page: Any) -> int:
    return page.locator("#draft li:visible").count()


def in_the_same_browser(page: Any, url: str) -> Any:
    other = page.context.new_page()
    other.set_default_timeout(20_000)
    other.goto(url)
    return other


def at_a_draft(server: Server, open_page: Any, game: str = "acres") -> Any:
    """A page whose seat has made one decision of several."""
    page = open_page(server.url)
    begin(page, game, "human", "random")
    page.wait_for_selector(".move")
    page.locator(".move", has_text="discard cards").click()
    until(page, "document.querySelectorAll('#draft li').length === 1")
    return page


def test_a_double_click_takes_one_decision(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    begin(page, "acres", "human", "random")
    page.wait_for_selector(".move")
    double_click(page, page.locator(".move", has_text="discard cards"))
    page.wait_for_timeout(400)
    assert drafted(page) == 1
    double_click(page, page.locator("#board [data-thing^=card-british-hand][data-actions]").first)
    page.wait_for_timeout(400)
    assert drafted(page) == 2
    page.click("#back")
    until(page, "document.querySelectorAll('#draft li').length === 1")
    # a second click on Back means what it says
    page.evaluate("document.getElementById('back').dispatchEvent(new MouseEvent('click', { detail: 2 }))")
    until(page, "document.getElementById('draft').hidden")


def test_a_held_key_takes_one_decision(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    begin(page, "snowdonia", "human", "human")
    page.wait_for_selector(".move")
    until(page, "document.activeElement.className === 'move'")
    for _ in range(6):
        page.keyboard.down("Enter")
        page.wait_for_timeout(80)
    page.keyboard.up("Enter")
    page.wait_for_selector("#confirm:visible")
    assert drafted(page) == 1
    page.keyboard.press("Enter")
    until(page, "document.getElementById('draft').hidden")
    page.locator(".move").first.click()
    page.wait_for_selector("#confirm:visible")
    for _ in range(6):
        page.keyboard.down("Backspace")
        page.wait_for_timeout(80)
    page.keyboard.up("Backspace")
    assert page.inner_text("#log").count("place labourer") == 1


def test_an_answer_that_was_overtaken_is_dropped(server: Server, open_page: Any) -> None:
    other = at_a_draft(server, open_page)
    page = other.context.new_page()
    asked: list[str] = []
    held: list[tuple[Any, Any]] = []

    def hold(route: Any) -> None:
        asked.append(route.request.url)
        held.append((route, route.fetch()))

    page.route("**/api/tables/*?version=*", hold)  # what it waits for is held back
    page.goto(other.url)
    until(page, "document.querySelectorAll('#draft li').length === 1")
    wait_for(page, lambda: len(asked) == 1)
    other.locator(".move").first.click()
    until(other, "document.querySelectorAll('#draft li').length === 2")
    wait_for(page, lambda: len(held) == 1)
    assert len(asked) == 1 and drafted(page) == 1
    page.locator(".move").first.click()  # refused, as the table has moved on: now it is looked at again
    until(page, "document.querySelectorAll('#draft li').length === 2")
    assert "moved on" in page.inner_text("#problem")
    page.locator(".move", has_text="nothing further").click()
    until(page, "document.querySelectorAll('#draft li').length > 2")
    before = drafted(page)
    route, late = held[0]
    assert len(late.json()["draft"]["words"]) == 2
    route.fulfill(response=late)
    wait_for(page, lambda: len(asked) > 1)  # the page has dealt with it, and asks again
    assert drafted(page) == before
    page.unroute_all(behavior="ignoreErrors")


def test_what_another_page_of_the_seat_does_takes_hint_and_menu_away(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    begin(page, "snowdonia", "human", "human")
    page.wait_for_selector(".move")
    other = in_the_same_browser(page, page.url)
    other.wait_for_selector(".move")
    page.click("#hint")
    page.wait_for_selector("#advice button")
    other.locator(".move").first.click()
    other.wait_for_selector("#confirm:visible")
    page.wait_for_selector("#advice", state="hidden")
    page.wait_for_selector("#confirm:visible")
    assert drafted(page) == 1
    # both confirm: one is the first, the other is told and shown what is
    page.evaluate("document.getElementById('confirm').click()")
    other.evaluate("document.getElementById('confirm').click()")
    for one in (page, other):
        until(one, "document.querySelectorAll('#draft li').length === 0 && !document.getElementById('main').hidden")
        until(one, "document.getElementById('log').textContent.match(/place labourer/g).length === 1")


def test_links_of_two_seats_are_both_remembered(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    begin(page, "snowdonia", "human", "human")
    page.wait_for_selector(".move")
    page.click("#more summary")
    links = [page.locator("#links input").nth(seat).input_value() for seat in (0, 1)]
    page.evaluate("localStorage.clear()")
    for number, link in enumerate(links, start=1):
        other = in_the_same_browser(page, link)
        other.wait_for_selector("#board svg")
        seats = other.evaluate("Object.keys(JSON.parse(localStorage.getItem('snowplay.tables'))[0].seats).length")
        assert seats == number


def test_giving_the_shown_seat_away_does_not_show_the_other_hand(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    begin(page, "acres", "human", "human")
    page.click("#reveal")
    page.wait_for_selector("#board svg")
    page.click("#more summary")
    page.click("#links p:nth-child(2) button")
    page.wait_for_selector("#reveal:visible")
    assert page.inner_text("#curtain").startswith("French") and page.locator("#board svg").count() == 0
    page.click("#reveal")
    page.wait_for_selector("#board svg")
    assert page.inner_text("#status").startswith("British:")
    known = "Object.keys(JSON.parse(localStorage.getItem('snowplay.tables'))[0].seats).join()"
    assert page.evaluate(known) == "1"


def test_taking_a_move_back_from_the_others_turn_lowers_the_curtain(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    begin(page, "acres", "human", "human")
    page.click("#reveal")
    page.locator(".move", has_text="pass").click()
    page.click("#confirm")
    until(page, "document.getElementById('whose').textContent.startsWith('French')")
    page.click("#reveal")
    until(page, "document.getElementById('status').textContent.startsWith('French')")
    page.click("#back")
    until(page, "document.getElementById('whose').textContent.startsWith('British')")
    assert page.is_visible("#reveal") and page.locator("#board svg").count() == 0
    page.click("#reveal")
    page.wait_for_selector("#board [data-thing^=card-british-hand]")


def test_the_bar_of_a_search_comes_back_with_the_server(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    against_a_long_search(page)
    page.route("**/thinking", lambda route: route.abort())
    page.wait_for_selector("#thinking", state="hidden")
    page.unroute("**/thinking")
    page.wait_for_selector("#thinking:visible")
    page.click("#hurry")
    page.wait_for_selector("#thinking", state="hidden")


def test_the_first_page_waits_for_its_server(server: Server, chromium: Any) -> None:
    page = chromium.new_page()
    page.route("**/api/games", lambda route: route.abort())
    page.goto(server.url)
    until(page, "document.getElementById('problem').textContent.includes('does not answer')")
    page.unroute("**/api/games")
    page.wait_for_selector(".seat")
    assert not page.is_visible("#problem")
    page.close()


def test_begin_clicked_twice_sets_up_one_table(server: Server, open_page: Any) -> None:
    page = open_page(server.url)
    page.wait_for_selector(".seat")
    before = server.lobby.store.count()
    page.evaluate("document.getElementById('begin').click(), document.getElementById('begin').click()")
    page.wait_for_selector("#board svg")
    assert server.lobby.store.count() == before + 1
