"""Boards as pictures: a position of a game as one SVG document.

Drawn by us from the game's figures; no publisher's artwork. A picture needs no other file, no font and no script, and
shows what one seat may see, or everything.

What can be clicked
-------------------
Whatever a player can point at is a *thing*: a ``<g class="thing">`` with

``data-thing``
    Its name, unique in the picture and the same in every position of every game, such as ``place-albany``.
``data-actions``
    The ids of the legal actions that touch it, ascending, with a space between them. It is missing where there is
    none, so ``[data-actions]`` selects what can be clicked; such things have the class ``legal``, too. A thing with
    several actions leaves it to the page to ask which.
``class="… last"``
    On the things named by `highlight`, which are drawn with a yellow edge.
``<title>``
    What it is, in words.

Every legal action is on one thing at least. Legal actions are shown to the seat that has to decide, and where
everything is shown (no `observer`); for another seat they are left out, since they would tell what the seat holds. At a
chance node there are none.

Things of A Few Acres of Snow (SIDE is ``british`` or ``french``, KIND a card's kind such as ``albany`` or ``militia``):

============================== ========================================================================================
``place-PLACE``                a place: settle, develop, fortify, besiege, raid
``siege-SIDE``                 the siege that the side has begun: reinforce, leader, withdraw
``card-SIDE-ZONE-KIND``        cards of a kind in one zone: ``hand``, ``reserve``, ``discard``, ``deck``, ``pile``,
                               ``played``, ``unseen`` (in hand or deck), ``siege_british`` and ``siege_french``
                               (by who attacks)
``card-neutral-KIND``          neutral cards to draft
``button-NAME``                an action of no other place, such as ``button-pass``; only while it is legal. NAME is its
                               notation with ``_`` for ``:``
============================== ========================================================================================

Things of Snowdonia (stations count along the route from 0):

============================== ========================================================================================
``place-A1`` ... ``place-G``   where a labourer can be placed, moved from or moved to
``area-A`` ... ``area-G``      an action area; the conversions are on the one that acts
``space-N``                    a space of a station: build, and the ways to pay for it
``train-N``                    a train in the shed, or that of a seat: acquire, pay, maintenance
``contract-N``                 a contract, wherever it lies open: use, take, keep
``yard``                       the Stock Yard: the cubes that may be taken
``weather-1``                  the middle disc of the weather track, when it is swapped
``button-NAME``                ``pass``, ``hire``, ``perform``, ``pay_steel``, ``return_train``; only while it is legal
============================== ========================================================================================

Further things, such as ``track-0``, ``event-1`` or ``bag``, are there for their words: no action touches them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from ..files import replacing
from .scene import Scene
from .svg import Canvas, document

if TYPE_CHECKING:
    import numpy as np

    from ..state import State

__all__ = ["Canvas", "Scene", "draw", "last_move", "seat_colours", "seat_words", "things_of", "to_svg"]


class _Game(Protocol):
    """What the module of a game offers."""

    SEAT_COLOURS: Sequence[str]

    def draw(self, scene: Scene, canvas: Canvas) -> None:
        """Draw a position."""

    def seat_words(self, seat: int) -> str:
        """Return what a seat is called."""

    def things_of(self, state: np.void, tables: np.void, action: int) -> list[str]:
        """Return the things that a legal action touches."""

    def last_move(self, state: np.void, tables: np.void, action: int) -> list[str]:
        """Return the things to mark when a legal action has been played."""


def _game(name: str) -> _Game:
    return cast(_Game, import_module(f".{name}", __package__))


def things_of(state: State, action: int) -> list[str]:
    """Return the names of the things that an action touches, legal in this state.

    Raises
    ------
    IllegalActionError
        If there is no such action.
    """
    state.action_to_string(action)
    scene = Scene.of(state, None)
    return [] if state.is_chance_node() else _game(scene.name).things_of(scene.state, scene.tables, action)


def seat_words(state: State, seat: int) -> str:
    """Return what a seat is called, such as ``French`` or ``seat 2``."""
    return _game(state.get_game().name).seat_words(seat)


def last_move(state: State, action: int) -> list[str]:
    """Return what to `highlight` when an action, legal in this state, has been played: asked for before it is.

    What it touches, and where its cards are then. At a chance node nothing.

    Raises
    ------
    IllegalActionError
        If there is no such action.
    """
    state.action_to_string(action)
    scene = Scene.of(state, None)
    return [] if state.is_chance_node() else _game(scene.name).last_move(scene.state, scene.tables, action)


def seat_colours(state: State) -> Sequence[str]:
    """Return a colour for each seat, for lines on white."""
    return _game(state.get_game().name).SEAT_COLOURS


def draw(
    state: State,
    observer: int | None = None,
    highlight: Iterable[str] = (),
    legal: bool = False,
    choices: bool = True,
) -> Canvas:
    """Draw a position and return its parts.

    Parameters
    ----------
    state : State
        The position.
    observer, highlight, legal
        As for `State.to_svg`.
    choices : bool
        Say what the legal actions touch; without it there are no ``data-actions``, and no buttons.

    Raises
    ------
    SeatError
        If there is no such seat.
    """
    scene = Scene.of(state, observer)
    game = _game(scene.name)
    touched: dict[str, list[int]] = {}
    if choices and scene.may_choose:
        for action in state.legal_actions():
            for thing in game.things_of(scene.state, scene.tables, action):
                touched.setdefault(thing, []).append(action)
    canvas = Canvas(touched, highlight, legal)
    game.draw(scene, canvas)
    return canvas


def to_svg(
    state: State,
    path: str | Path | None = None,
    observer: int | None = None,
    highlight: Iterable[str] = (),
    legal: bool = False,
) -> str:
    """Return a position as an SVG document; see `State.to_svg`."""
    canvas = draw(state, observer, highlight, legal)
    scene = Scene.of(state, observer)
    view = "everything is shown" if observer is None else f"as seat {observer} sees it"
    svg = document(
        canvas,
        f"{state.game.front.title}, {scene.moment}",
        f"{scene.headline} Points: {', '.join(map(str, scene.scores))}; {view}.",
        game=scene.name,
        player=scene.actor,
        observer="" if observer is None else observer,
    )
    if path is not None:
        with replacing(path) as temporary:
            temporary.write_text(svg + "\n", encoding="utf-8", newline="\n")
    return svg
