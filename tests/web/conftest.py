"""A server and a browser for the tests of the pages: headless Chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from web_pages import ARGUMENTS, CHROMIUM, OUTPUT, WIDE
from web_tables import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("browser") / "tables.sqlite") as running:
        yield running


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the Python package playwright")
    OUTPUT.mkdir(exist_ok=True)
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Any) -> Iterator[Any]:
    """Opens a page in a browser of its own; complaints of the browser fail the test."""
    complaints: list[str] = []
    contexts = []

    def opened(url: str, size: dict[str, int] | None = None) -> Any:
        context = chromium.new_context(viewport=size or WIDE)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    # the browser itself tells of answers such as 409, which the pages show
    assert [text for text in complaints if "Failed to load resource" not in text] == []
