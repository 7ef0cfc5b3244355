"""The pages as a site: `make docs`, or `sphinx-build -W -n -c docs . build/site` from the project's folder.

The source folder is that of the project, so that the links by which GitHub leads from page to page lead there on the
site, too. The pages hold plain Markdown; what Sphinx needs besides is added here.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from docutils import nodes

import snowplay

ROOT = Path(__file__).resolve().parent.parent
INDEX = "docs/index"
LINK = re.compile(r"\[(?P<words>[^\]]*)\]\((?!\w+:)(?P<target>[^)#\s]+)(?:#[^)]*)?\)")

# Where the documentation of other packages has a name: the site is built without a network, so no inventory is asked.
_PYTHON = "https://docs.python.org/3/library"
_NUMPY = "https://numpy.org/doc/stable/reference"
_POLARS = "https://docs.pola.rs/api/python/stable/reference"
ELSEWHERE = {
    r"collections\.abc\.\w+": f"{_PYTHON}/collections.abc.html#{{}}",
    r"pathlib\.\w+": f"{_PYTHON}/pathlib.html#{{}}",
    r"numpy\.(void|integer|floating|int\d+|uint\d+|float\d+)": f"{_NUMPY}/arrays.scalars.html#{{}}",
    r"numpy\.(ndarray|dtype)": f"{_NUMPY}/generated/{{0}}.html#{{0}}",
    r"polars\.DataFrame": f"{_POLARS}/dataframe/index.html",
    r"polars\.(lazyframe\.frame\.)?LazyFrame": f"{_POLARS}/lazyframe/index.html",
}

project = "snowplay"
copyright = "the snowplay contributors"
release = version = snowplay.__version__

extensions = ["myst_parser", "numpydoc", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]
include_patterns = ["docs/**", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/results.md"]
exclude_patterns = [".*", "build", "dist", "docs/_templates", "src", "tests"]
templates_path = ["_templates"]
root_doc = INDEX
default_role = "py:obj"
nitpicky = True
nitpick_ignore_regex = [
    ("py:obj", ".*"),  # a name in backticks may be a parameter as well
    # names of types, taken apart
    ("py:class", r"numpy\._typing\..*|Rows|npt\.NDArray|numpy\.bool|list\[~typing\.Annotated.*|msgspec\.Meta"),
]

myst_enable_extensions = ["tasklist"]
myst_heading_anchors = 4  # as GitHub makes them

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 100
autosummary_generate = False
numpydoc_show_class_members = False
numpydoc_validation_checks: set[str] = set()

html_theme = "pydata_sphinx_theme"
html_title = f"snowplay {release}"
html_additional_pages = {"index": "to-first-page.html"}
html_sidebars = {"**": ["all-pages.html"]}
html_show_sourcelink = False
html_theme_options = {
    "navbar_center": [],
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": False,
    "footer_start": ["copyright"],
    "footer_end": [],
}


def page_of(target: str, page: str) -> PurePosixPath:
    """Return where a link of a page leads, from the project's folder."""
    parts: list[str] = []
    for part in (PurePosixPath(page).parent / target).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return PurePosixPath(*parts)


def contents(text: str) -> str:
    """Return the table of contents that the index is: a heading is a caption, the first link of a row a page."""
    trees = []
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        rows = [LINK.search(line) for line in section.splitlines() if line.startswith("| [")]
        pages = ["/" + str(page_of(row["target"], INDEX).with_suffix("")) for row in rows if row]
        if pages:
            trees.append("\n".join(["```{toctree}", ":hidden:", f":caption: {section.splitlines()[0]}", *pages, "```"]))
    return "\n\n".join(trees)


def adapt(app: Any, page: str, source: list[str]) -> None:
    """Make a page of GitHub one of the site: links to folders become words, and the index the table of contents."""
    if app.env.doc2path(page).suffix != ".md":
        return

    def without_folder(found: re.Match[str]) -> str:
        return found["words"] if (ROOT / page_of(found["target"], page)).is_dir() else found[0]

    text = LINK.sub(without_folder, source[0])
    source[0] = f"{text}\n\n{contents(text)}\n" if page == INDEX else text


def elsewhere(app: Any, env: Any, node: Any, words: Any) -> Any:
    """Return a link to the documentation of another package, if the name is of one."""
    name = str(node.get("reftarget", ""))
    for pattern, address in ELSEWHERE.items():
        if node.get("refdomain") == "py" and re.fullmatch(pattern, name):
            return nodes.reference("", "", words, internal=False, refuri=address.format(name))
    return None


def setup(app: Any) -> None:
    """Register what is above."""
    app.connect("source-read", adapt)
    app.connect("missing-reference", elsewhere)
