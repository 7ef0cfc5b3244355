"""The pages as a site: built without a network and without a warning, with every page and every public name.

The whole site takes half a minute: `python tools/check.py --only docs` builds it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zlib
from importlib import import_module
from pathlib import Path

import pytest

import snowplay as sp

pytest.importorskip("sphinx", reason="the site needs the extra docs")

ROOT = Path(__file__).resolve().parents[2]
# Modules whose public names are all on a page of the reference.
PUBLIC = (
    "snowplay",
    "snowplay.agents",
    "snowplay.analysis",
    "snowplay.errors",
    "snowplay.experiments",
    "snowplay.search",
)
# A proxy that answers nobody: whoever asks the network fails.
NO_NETWORK = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")


def build(folder: Path, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    package = str(Path(sp.__file__).resolve().parents[1])
    return subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "-n", "--keep-going", "-q", "-c", "docs", ".", str(folder)],
        cwd=root,
        env={**os.environ, **NO_NETWORK, "PYTHONPATH": os.pathsep.join([package, os.environ.get("PYTHONPATH", "")])},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = build(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def names(site: Path) -> set[str]:
    """Return the Python names that have a place on the site, out of its inventory."""
    packed = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    return {line.split()[0] for line in zlib.decompress(packed).decode().splitlines() if " py:" in line}


@pytest.mark.slow
def test_every_page_is_on_the_site(site: Path) -> None:
    first = (site / "docs" / "index.html").read_text(encoding="utf-8")
    for page in (ROOT / "docs").glob("*.md"):
        assert (site / "docs" / page.with_suffix(".html").name).exists()
        assert page.stem == "index" or f'href="{page.stem}.html"' in first
    assert 'url=docs/index.html"' in (site / "index.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_public_name_is_in_the_reference(site: Path) -> None:
    there = names(site)
    wanted = {name for module in PUBLIC for name in import_module(module).__all__}
    # A name is documented where it is first of all: what a module passes on counts there.
    shown = {name.rsplit(".", 1)[-1] for name in there}
    assert wanted - shown - {"AGENTS", "NODE_BYTES", "__version__"} == set()  # constants
    state = {name for name in vars(sp.State) if not name.startswith("_")} - {"deal", "from_bytes"}
    assert {f"snowplay.State.{name}" for name in state | {"apply_action", "legal_actions"}} <= there


@pytest.mark.slow
def test_links_between_pages_hold_on_the_site(site: Path) -> None:
    for page in [*(site / "docs").glob("*.html"), *site.glob("*.html")]:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r'href="(?!https?:|mailto:|#)([^"#?]+)', text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_a_page_that_no_table_names_fails(tmp_path: Path) -> None:
    """The index is the table of contents: whoever forgets a row is told."""
    docs = tmp_path / "docs"
    docs.mkdir()
    shutil.copy(ROOT / "docs" / "conf.py", docs)
    shutil.copytree(ROOT / "docs" / "_templates", docs / "_templates")
    (docs / "index.md").write_text("# All\n\n## Part\n\n| page | tells |\n|---|---|\n| [A](a.md) | a |\n")
    (docs / "a.md").write_text("# A\n\n[source](conf.py), [folder](_templates), [top](index.md#part)\n")
    done = build(tmp_path / "site", root=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    (docs / "b.md").write_text("# B\n")
    done = build(tmp_path / "site", root=tmp_path)
    assert done.returncode != 0
    assert "b.md: WARNING: document isn't included in any toctree" in done.stderr
