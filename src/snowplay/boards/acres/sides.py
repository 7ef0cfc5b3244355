"""Both sides' tables: hand, played cards, reserve, deck, discard pile, cards to draft.

What the enemy may not see is left out (AC-90).
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ...acres.cards import KIND_NAMES, SIDES, bits, kind_words
from ...acres.schema import LOCATIONS, NEUTRAL_KINDS, SIDE_NAMES, EmpireCard
from ..scene import Scene
from ..svg import PAPER, RULE, SOFT, Box, Canvas, path, rect, text, text_width
from . import icons
from .layout import NEUTRAL

TOP = NEUTRAL.bottom + 6
_PANEL = 444.0
_LEFT = (3.0, 453.0)
_CARD = Box(0, 0, 84, 40)
_GAP = 4.0
_ACROSS = 5  # cards of a hand in a row
_LABEL = 62.0  # room for the words before a row
CHIP_HEIGHT = 16.0
_CHIP_SIZE = 9.0
_SYMBOL = 15.0  # width of a symbol
_STRENGTH = 21.0  # that of swords with a number
_ABILITIES = {"raid": "raid", "extend_raid": "raid", "ambush": "raid", "block_raid": "block", "block_ambush": "block"}


class Kind(NamedTuple):
    """Cards of one kind in one zone."""

    number: int
    copies: int

    @property
    def name(self) -> str:
        """Name of the kind, as in notation."""
        return KIND_NAMES[self.number]


def kinds_of(scene: Scene, side: int, word: int) -> list[Kind]:
    """Return the cards of a side's word by kind."""
    counts = Counter(int(scene.tables["card_kind"][side][card]) for card in bits(word))
    return [Kind(number, count) for number, count in sorted(counts.items())]


def draw_sides(scene: Scene, canvas: Canvas) -> None:
    """Draw both panels."""
    bottoms = [_side(scene, canvas, side) for side in SIDES]
    for side in SIDES:
        frame = Box(_LEFT[side], TOP, _PANEL, max(bottoms) - TOP)
        canvas.add(
            f"panel-{SIDE_NAMES[side]}", rect(*frame, "none", rx=4, stroke=icons.SIDE_COLOURS[side], stroke_width=1.5)
        )
    canvas.height = max(bottoms) + 4


def _side(scene: Scene, canvas: Canvas, side: int) -> float:
    """Draw one side's panel; return where it ends."""
    state, name = scene.state, SIDE_NAMES[side]
    left = _LEFT[side]
    canvas.add(f"title-{name}", *_title(scene, side, left))
    hand, deck, known = (int(state[zone][side]) for zone in ("hand", "deck", "known"))
    seen = scene.viewer in (None, side)
    y = _hand(scene, canvas, side, TOP + 30, hand if seen else known, 0 if seen else (hand & ~known).bit_count())
    if int(state["turn"]) == side and int(state["played"]):
        y = _row(scene, canvas, side, "played", "Played", int(state["played"]), y)
    limit = int(scene.tables["reserve_limit"])
    y = _row(scene, canvas, side, "reserve", f"Reserve, {limit} at most", int(state["reserve"][side]), y)
    if seen:
        y = _row(scene, canvas, side, "deck", f"Deck {deck.bit_count()}", deck, y)
    else:
        unseen = (hand | deck) & ~known
        y = _row(scene, canvas, side, "unseen", f"Unseen, {deck.bit_count()} in the deck", unseen, y)
    discard = int(state["discard"][side])
    y = _row(scene, canvas, side, "discard", f"Discard {discard.bit_count()}", discard, y)
    pile, locations = int(state["pile"][side]), int(scene.tables["location_cards"][side])
    y = _row(scene, canvas, side, "pile", "To draft", pile & ~locations, y)
    return _places_to_gain(scene, canvas, side, pile & locations, y)


def _title(scene: Scene, side: int, left: float) -> list[str]:
    """The bar of a side: name, points, money, pieces."""
    state = scene.state
    y = TOP + 12
    captured = f"{state['captured_cubes'][side]} + {state['captured_discs'][side]}"
    x = left + 20
    elements = [
        rect(left, TOP, _PANEL, 24, icons.SIDE_COLOURS[side], rx=4),
        path(f"M{left + 8} {y - 5}l8 5l-8 5z", fill=PAPER) if scene.actor == side else "",
        text(x, y + 4.5, SIDE_NAMES[side].title(), 12.5, bold=True, fill=PAPER),
    ]
    x += 62
    for shown, label in (
        (scene.scores[side], "points"),
        (state["money"][side], "money"),
        (state["cubes"][side], "villages left"),
        (state["discs"][side], "towns left"),
        (captured, "captured"),
    ):
        elements.append(text(x, y + 4.5, shown, 12, bold=True, fill=PAPER))
        x += text_width(str(shown), 12, bold=True) + 3
        elements.append(text(x, y + 4.5, label, 9.5, fill=PAPER))
        x += text_width(label, 9.5) + 9
    return elements


def _hand(scene: Scene, canvas: Canvas, side: int, y: float, word: int, backs: int) -> float:
    """Draw a hand, five cards a row: those that are seen, then backs; return where it ends."""
    name = SIDE_NAMES[side]
    kinds = kinds_of(scene, side, word)
    frames = [
        Box(
            _LEFT[side] + 6 + position % _ACROSS * (_CARD.width + _GAP - 1),
            y + position // _ACROSS * (_CARD.height + _GAP),
            *_CARD[2:],
        )
        for position in range(len(kinds) + backs)
    ]
    for kind, frame in zip(kinds, frames, strict=False):
        draw_card(scene, canvas, f"card-{name}-hand-{kind.name}", side, kind, frame)
    for back, frame in enumerate(frames[len(kinds) :]):
        canvas.add(f"back-{name}-{back}", icons.card_back(side, frame))
    rows = max(1, -(-len(frames) // _ACROSS))
    return y + rows * (_CARD.height + _GAP) + 2


def draw_card(scene: Scene, canvas: Canvas, thing: str, side: int, kind: Kind, frame: Box) -> None:
    """Draw cards of a kind, face up."""
    words = kind_words(kind.number, scene.data)
    owner = None if kind.name in NEUTRAL_KINDS else side
    middle = frame.x + frame.width / 2 + 2
    elements = [icons.card_face(owner, frame)]
    shown = _short(words) + (f" x{kind.copies}" if kind.copies > 1 else "")
    elements.append(text(middle, frame.y + 13, shown, 10, anchor="middle", bold=True, room=frame.width - 10))
    symbols = _symbols(scene, side, kind.number)
    widths = [_STRENGTH if symbol == "strength" else _SYMBOL for symbol, _ in symbols]
    x = middle - sum(widths) / 2
    y = frame.y + 28
    if not symbols:
        elements.append(text(middle, y + 3, _deed(scene, kind), 9, anchor="middle", fill=SOFT, room=frame.width - 12))
    for (symbol, amount), width in zip(symbols, widths, strict=True):
        x += width / 2
        if symbol == "coin":
            elements.append(icons.coin(amount, x, y))
        elif symbol == "strength":
            elements.append(icons.strength(amount, x, y))
        else:
            elements.append(icons.icon(symbol, x, y))
        x += width / 2
    canvas.thing(thing, card_title(scene, side, kind), frame, *elements, corner=4)


def _deed(scene: Scene, kind: Kind) -> str:
    """Say what a card without symbols is for."""
    words = {
        "trader": "sells furs",
        "governor": "returns cards",
        "intendant": "takes a discard",
        "home_support": f"draws {int(scene.tables['support_cards'])} cards",
    }
    return words.get(kind.name, "")


def _short(words: str) -> str:
    return words.replace("neutral ", "").replace("starting Regular", "Starting")


def _symbols(scene: Scene, side: int, number: int) -> list[tuple[str, int]]:
    """Symbols of a card, with the number in them if there is one."""
    name = KIND_NAMES[number]
    strength = int(scene.tables["kind_strength"][side][number])
    if number < len(LOCATIONS):
        card = scene.data.location_cards_of(side)[name]
        symbols: list[tuple[str, int]] = [(icon, 0) for icon in card.icons if icon != "military"]
        symbols += [("strength", strength)] if "military" in card.icons else []
        return symbols + ([("coin", card.coins)] if card.coins else [])
    card = _empire_card(scene, side, name)
    symbols = [(icon, 0) for icon in card.icons if icon != "military"]
    symbols += [("strength", strength)] if strength else []
    return symbols + [(icon, 0) for icon in dict.fromkeys(_ABILITIES[a] for a in card.abilities if a in _ABILITIES)]


def _empire_card(scene: Scene, side: int, name: str) -> EmpireCard:
    cards: dict[str, EmpireCard] = (
        scene.data.neutral_cards() if name in NEUTRAL_KINDS else scene.data.empire_cards_of(side)
    )
    return cards[name]


def card_title(scene: Scene, side: int, kind: Kind) -> str:
    """Return what a card is and does, in words."""
    words = kind_words(kind.number, scene.data)
    name = kind.name
    parts = [words + (f", {kind.copies} of them" if kind.copies > 1 else "")]
    if kind.number < len(LOCATIONS):
        card = scene.data.location_cards_of(side)[name]
        parts += [f"symbols {', '.join(card.icons)}"] if card.icons else []
        parts += [f"{card.coins} coins"] if card.coins else []
        for transport in ("bateaux", "wagon", "ship"):
            places = [scene.data.board.locations[place].name for place in card.targets(transport)]
            parts += [f"by {transport} to {', '.join(places)}"] if places else []
        return "; ".join(parts)
    card = _empire_card(scene, side, name)
    parts.append(f"costs {card.cost}")
    parts += [f"symbols {', '.join(card.icons)}"] if card.icons else []
    parts += [f"strength {card.strength}"] if card.strength else []
    return "; ".join(parts + [ability.replace("_", " ") for ability in card.abilities])


def _row(scene: Scene, canvas: Canvas, side: int, zone: str, label: str, word: int, y: float) -> float:
    """Draw a zone as a row of chips, over several lines if needed; return where the next row begins."""
    name = SIDE_NAMES[side]
    left = _LEFT[side]
    canvas.add(f"label-{name}-{zone}", label_lines(left + 6, y, label))
    frame = Box(left + 6 + _LABEL, y, _PANEL - _LABEL - 10, CHIP_HEIGHT)
    bottom = draw_chips(
        scene, canvas, f"card-{name}-{zone}", side, kinds_of(scene, side, word), frame, priced=zone == "pile"
    )
    lines = label.count(",") + 1
    return max(bottom, y + 10.0 * lines + 1) + 4


def label_lines(x: float, y: float, label: str) -> str:
    """Return the words before a row, a line for each part."""
    first, *rest = label.split(", ")
    return text(x, y + 11, first, 9.5, bold=True, room=_LABEL - 2) + "".join(
        text(x, y + 21 + 10 * i, part, 9, fill=SOFT, room=_LABEL - 2) for i, part in enumerate(rest)
    )


def draw_chips(
    scene: Scene,
    canvas: Canvas,
    thing: str,
    side: int,
    kinds: list[Kind],
    frame: Box,
    *,
    priced: bool = False,
    pitch: float = CHIP_HEIGHT + 3,
) -> float:
    """Draw cards of a zone as small labels, as high as a frame and within its width; return where they end.

    `priced` shows what they cost, `pitch` is from line to line.
    """
    x, y = frame.x, frame.y
    for kind in kinds:
        words = _short(kind_words(kind.number, scene.data)) + (f" x{kind.copies}" if kind.copies > 1 else "")
        width = text_width(words, _CHIP_SIZE) * 1.03 + 9 + (15 if priced else 0)
        if x + width > frame.right and x > frame.x:
            x, y = frame.x, y + pitch
        chip = Box(x, y, width, frame.height)
        owner = None if kind.name in NEUTRAL_KINDS else side
        colour = icons.NEUTRAL if owner is None else icons.SIDE_COLOURS[owner]
        elements = [
            rect(*chip, PAPER, rx=3, stroke=RULE),
            rect(chip.x, chip.y, 3, chip.height, colour),
            text(chip.x + 6, chip.y + frame.height / 2 + 3.5, words, _CHIP_SIZE),
        ]
        if priced:
            cost = int(scene.tables["kind_cost"][side][kind.number])
            elements.append(icons.coin(cost, chip.right - 9, chip.y + 8))
        canvas.thing(f"{thing}-{kind.name}", card_title(scene, side, kind), chip, *elements)
        x += width + 3
    return y + frame.height


def _places_to_gain(scene: Scene, canvas: Canvas, side: int, word: int, y: float) -> float:
    """Say how many Location cards are left to gain; pointing at it names them."""
    name = SIDE_NAMES[side]
    kinds = kinds_of(scene, side, word)
    names = ", ".join(kind_words(kind.number, scene.data) for kind in kinds) or "none"
    frame = Box(_LEFT[side] + 6, y, 160, 14)
    words = f"{len(kinds)} Location card{'' if len(kinds) == 1 else 's'} to gain"
    canvas.thing(
        f"gain-{name}",
        f"Location cards to gain: {names}",
        frame,
        rect(*frame, PAPER, fill_opacity=0),
        text(frame.x, y + 10.5, words, 9, fill=SOFT),
    )
    return y + 17
