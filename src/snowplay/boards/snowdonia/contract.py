"""Contracts of Snowdonia as cards and as small labels."""

from __future__ import annotations

import textwrap

from ...snowdonia.cards import area_of, effect_words, score_words
from ..scene import Scene
from ..svg import RULE, SOFT, Box, Canvas, rect, text, text_width, use
from . import icons

CARD = Box(0, 0, 144, 60)
_NEEDS = (("card_build", "station"), ("card_track", "track"), ("card_rubble", "rubble"))
_NEED = 25.0  # width of one need
_HEAD = 40.0  # width of number and area


def _names(scene: Scene) -> list[str]:
    return [station.name for station in scene.data.route(scene.players)]


def contract_title(scene: Scene, card: int, used: str = "") -> str:
    """Return a contract in words."""
    area = area_of(scene.tables, card)
    where = f"area {area}" if area != "-" else "no area"
    scores = score_words(scene.tables, card, _names(scene))
    words = f"contract {card}, {where}: {effect_words(scene.tables, card)}; scores {scores}"
    return words + (f"; {used}" if used else "")


def _needs(scene: Scene, card: int) -> list[tuple[str, int]]:
    return [(word, int(scene.tables[field][card])) for field, word in _NEEDS if int(scene.tables[field][card])]


def _plain_score(scene: Scene, card: int) -> str:
    """Words of a score that is no plain set; else empty."""
    words = score_words(scene.tables, card, _names(scene))
    return words if not words.partition(" ")[2].startswith("for ") or "surveyor" in words else ""


def _need(word: str, amount: int, x: float, y: float) -> str:
    shown = text(x, y + 3.5, amount, 10, bold=True)
    x += 13 if amount > 9 else 7.5
    if word == "rubble":
        return shown + icons.cube("rubble", x + 6, y)
    return shown + use("track" if word == "track" else "house", x, y)


def _score(scene: Scene, card: int, x: float, y: float, room: float) -> str:
    plain = _plain_score(scene, card)
    if plain:
        return text(x, y + 3.5, plain, 9.5, bold=True, room=room)
    drawn = icons.points(int(scene.tables["card_vp"][card]), x + 8, y)
    x += 21
    for word, amount in _needs(scene, card):
        drawn += _need(word, amount, x, y)
        x += _NEED + (5 if amount > 9 else 0)
    return drawn


def full_card(scene: Scene, canvas: Canvas, card: int, frame: Box) -> None:
    """Draw a contract of the Site Office."""
    back = int(scene.tables["card_back"][card])
    lines = textwrap.wrap(effect_words(scene.tables, card), 29)[:2]
    canvas.thing(
        f"contract-{card}",
        contract_title(scene, card),
        frame,
        rect(*frame, "#fffdf3", rx=4, stroke=SOFT),
        *_head(scene, card, frame),
        icons.weather(back, frame.right - 13, frame.y + 13, 8),
        _score(scene, card, frame.x + 6, frame.y + 29, frame.width - 12),
        *(
            text(frame.x + 6, frame.y + 45 + 10.5 * i, line, 9, fill=SOFT, room=frame.width - 10)
            for i, line in enumerate(lines)
        ),
        corner=4,
    )


def _head(scene: Scene, card: int, frame: Box) -> list[str]:
    area = area_of(scene.tables, card)
    parts = [text(frame.x + 6, frame.y + 15, f"{card}", 11, bold=True)]
    return parts + ([icons.letter(area, frame.x + 29, frame.y + 11)] if area != "-" else [])


def chip_width(scene: Scene, card: int, used: str) -> float:
    """Return how wide the small label of a contract is."""
    width = _HEAD + (text_width(used, 9) + 8 if used else 0)
    if _plain_score(scene, card):
        return width + 124
    return width + 24 + sum(_NEED + (5 if amount > 9 else 0) for _, amount in _needs(scene, card))


def chip(scene: Scene, canvas: Canvas, card: int, frame: Box, used: str) -> None:
    """Draw a contract that a seat holds; a used one is grey and says so in the words of `used`."""
    canvas.thing(
        f"contract-{card}",
        contract_title(scene, card, used),
        frame,
        rect(*frame, "#dedede" if used else "#fffdf3", rx=4, stroke=RULE if used else SOFT),
        *_head(scene, card, frame),
        _score(scene, card, frame.x + _HEAD, frame.y + 11, 120),
        text(frame.right - 5, frame.y + 14.5, used, 9, anchor="end", fill=SOFT, font_style="italic") if used else "",
        corner=4,
    )
