"""Positions to draw: a few of a random game for each case of the contract suite."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from xml.etree import ElementTree

from support.cases import games

import snowplay as sp
from snowplay import boards

SVG = "{http://www.w3.org/2000/svg}"
NAMES = sorted(games())


@cache
def positions(name: str, most: int = 2) -> tuple[sp.State, ...]:
    """Return the first and the last position of a random game and some between, chance nodes among them."""
    game, chosen = games()[name], random.Random(name)
    state = game.new_initial_state(len(name), explicit_chance=True)
    seen: list[sp.State] = []
    while not state.is_terminal():
        seen.append(state.clone())
        state.apply_action(chosen.choice(state.legal_actions()))
    between = chosen.sample(seen[1:], most)
    return (seen[0], *between, state)


@dataclass(frozen=True)
class Drawn:
    """A position, its picture, the picture's things by name, and where they are."""

    state: sp.State
    svg: str
    found: dict[str, ElementTree.Element]
    canvas: boards.Canvas


@cache
def drawn(name: str) -> tuple[Drawn, ...]:
    """Return the positions of a case with their pictures, everything shown and legal actions marked."""
    pictures = []
    for state in positions(name):
        svg = state.to_svg(legal=True)
        pictures.append(Drawn(state, svg, things(svg), boards.draw(state, legal=True)))
    return tuple(pictures)


def elements(svg: str) -> Iterator[ElementTree.Element]:
    return ElementTree.fromstring(svg).iter()


def things(svg: str) -> dict[str, ElementTree.Element]:
    """Return the things of a picture by name; each name is there once."""
    found: dict[str, ElementTree.Element] = {}
    for element in elements(svg):
        name = element.get("data-thing")
        if name is not None:
            assert name not in found, f"{name} is drawn twice"
            found[name] = element
    return found


def title(thing: ElementTree.Element) -> str:
    words = thing.findtext(f"{SVG}title")
    assert words
    return words


def actions(thing: ElementTree.Element) -> list[int]:
    return [int(word) for word in thing.get("data-actions", "").split()]
