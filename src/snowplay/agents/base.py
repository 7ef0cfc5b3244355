"""What an agent is, and how one is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from ..errors import SnowplayError
from ..validation import did_you_mean, listed

if TYPE_CHECKING:
    from ..state import State


@runtime_checkable
class Agent(Protocol):
    """Chooses for one seat in one game.

    An agent belongs to its seat and its game: make a fresh one for each, so that nothing learnt or drawn in
    one game leaks into another.

    An agent that has a method ``inform_action(state, seat, action)`` is told every move, its own ones too, right before
    it is made.
    """

    def choose(self, state: State) -> int:
        """Return a legal action of the seat to move. The state must not be changed."""
        ...


class AgentError(SnowplayError, ValueError):
    """There is no such agent, it has no such parameter, or it does not play this game."""


@dataclass(frozen=True)
class AgentKind:
    """A family of agents that goes by one name.

    Parameters
    ----------
    name : str
        As in ``make_agent("NAME:parameter=value,...")``.
    make : callable
        ``make(seed, index, seat, **parameters)`` returns a fresh agent.
    help : str
        One line.
    parameters : mapping of str to type
        What may be set: int, float, bool or str.
    game : str, optional
        The only game it plays.
    seat : int, optional
        The only seat it plays: a plan for one side of a game whose sides differ. Elsewhere `Agent.choose` raises
        `AgentError`.
    """

    name: str
    make: Callable[..., Agent]
    help: str
    parameters: Mapping[str, type] = field(default_factory=dict)
    game: str | None = None
    seat: int | None = None

    def parse(self, text: str) -> dict[str, Any]:
        """Read ``parameter=value,...``."""
        found: dict[str, Any] = {}
        for part in filter(None, text.split(",")):
            name, equals, value = (word.strip() for word in part.partition("="))
            if name not in self.parameters:
                there = listed(sorted(self.parameters)) if self.parameters else "none"
                hint = did_you_mean(name, self.parameters)
                raise AgentError(f"{self.name} has no parameter {name!r}; there is {there}{hint}")
            if not equals:
                raise AgentError(f"{self.name}:{text}: write {name}=VALUE")
            if name in found:
                raise AgentError(f"{self.name}:{text}: {name} is given twice")
            found[name] = self._value(name, value)
        return found

    def _value(self, name: str, text: str) -> Any:
        kind = self.parameters[name]
        try:
            if kind is bool:
                return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}[text.lower()]
            return kind(text)
        except (ValueError, KeyError):
            what = {int: "a whole number", float: "a number", bool: "true or false"}[kind]
            raise AgentError(f"{self.name}: {name} must be {what}, not {text!r}") from None
