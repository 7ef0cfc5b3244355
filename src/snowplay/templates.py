"""Pages made from Jinja templates that lie beside the module that asks."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from .errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jinja2 import Template


def read_template(
    package: str, name: str, what: str, tests: Mapping[str, Callable[[Any], bool]] | None = None
) -> Template:
    """Return a template of a package: everything put into it is escaped, and what is missing is an error.

    Parameters
    ----------
    package, name : str
        Where the template lies.
    what : str
        What cannot be made without Jinja, for the message.
    tests : mapping of str to callable, optional
        Tests that the template may use besides Jinja's.

    Raises
    ------
    MissingExtraError
        If Jinja is not installed.
    """
    try:
        import jinja2
    except ImportError:
        raise MissingExtraError(what, "analysis") from None
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.tests.update(tests or {})
    return environment.from_string(files(package).joinpath(name).read_text(encoding="utf-8"))
