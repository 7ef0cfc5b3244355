"""Where the places of A Few Acres of Snow stand on our map: roughly where they are, moved apart to be readable.

All of this is for the eye only. Lengths are those of the picture; the map is `WIDTH` wide, y grows to the south.
"""

from __future__ import annotations

from typing import NamedTuple

from ..svg import WIDTH, Box

#: The map within the picture.
MAP = Box(0, 44, WIDTH, 526)
#: Half the size of a place's piece.
PIECE = 10.0


class Spot(NamedTuple):
    """A place on the map: its middle, and on which side of it the label stands: n, e, s or w."""

    x: float
    y: float
    label: str


SPOTS: dict[str, Spot] = {
    # the west and the lakes
    "michillimackinac": Spot(64, 132, "s"),
    "detroit": Spot(62, 318, "s"),
    "fort_presquisle": Spot(208, 352, "e"),
    "fort_niagara": Spot(222, 268, "n"),
    "fort_venango": Spot(196, 412, "w"),
    "fort_duquesne": Spot(172, 470, "w"),
    "fort_frontenac": Spot(330, 178, "w"),
    "oswego": Spot(330, 268, "s"),
    # the rivers to the north
    "montreal": Spot(396, 128, "w"),
    "fort_st_john": Spot(470, 152, "e"),
    "trois_rivieres": Spot(462, 84, "w"),
    "quebec": Spot(548, 84, "n"),
    "tadoussac": Spot(646, 66, "e"),
    "gaspe": Spot(790, 76, "w"),
    "ticonderoga": Spot(470, 206, "e"),
    "fort_william_henry": Spot(470, 258, "w"),
    "fort_stanwix": Spot(392, 312, "s"),
    "albany": Spot(470, 312, "e"),
    # Maine and Acadia
    "kennebec": Spot(588, 152, "e"),
    "fort_halifax": Spot(608, 208, "e"),
    "pemaquid": Spot(640, 260, "e"),
    "port_royal": Spot(716, 232, "e"),
    "fort_beausejour": Spot(742, 172, "n"),
    "halifax": Spot(800, 212, "e"),
    "canso": Spot(838, 162, "s"),
    "louisbourg": Spot(852, 108, "n"),
    # the colonies
    "deerfield": Spot(550, 282, "w"),
    "boston": Spot(606, 318, "e"),
    "new_haven": Spot(544, 370, "e"),
    "new_york": Spot(476, 398, "e"),
    "philadelphia": Spot(424, 432, "e"),
    "baltimore": Spot(376, 470, "e"),
    "cumberland": Spot(266, 446, "n"),
    "st_marys": Spot(352, 516, "e"),
    "richmond": Spot(262, 526, "w"),
    "norfolk": Spot(332, 554, "e"),
}

# Outlines: the land, from the Saint Lawrence along the coast to the south and around the edge of the map; the island of
# Cape Breton belongs to it here. Lakes, the Saint Lawrence and Chesapeake Bay are water on top of it.
COAST = (
    "M0 44H900V52C860 52 830 54 800 58C760 62 730 66 700 72C670 80 620 88 580 92"
    "C620 98 690 98 730 88C760 70 790 56 812 66C822 74 810 90 790 92C764 96 736 104 722 124C716 138 730 146 744 156"
    "C768 158 800 150 826 142C830 124 826 100 846 90C866 86 884 96 876 114C868 128 858 138 856 160"
    "C848 190 826 208 804 226C776 240 744 258 716 254C698 248 700 224 714 208C724 198 728 188 720 186"
    "C696 194 676 236 654 268C640 290 630 296 622 306C614 316 622 330 608 338C590 346 576 352 560 380"
    "C540 392 516 394 492 410C472 424 448 436 434 448C416 462 396 482 386 494C376 508 372 520 364 536"
    "C352 556 350 562 346 570H0Z"
)
LAKES = {
    "Lake Huron": "M0 150C20 156 46 168 44 196C40 224 58 252 48 284C34 296 12 294 0 288Z",
    "Lake Erie": "M74 322C100 314 130 322 156 316C182 310 200 290 214 284C222 292 212 316 200 338"
    "C176 352 150 352 124 350C102 348 82 340 74 322Z",
    "Lake Ontario": "M228 262C240 232 272 214 300 204C316 198 330 196 336 204C344 222 340 246 330 258"
    "C310 268 284 262 262 270C246 276 230 274 228 262Z",
}
WATER_NAMES = ((3, 222, "Lake Huron"), (124, 323, "Lake Erie"), (264, 252, "Lake Ontario"))
#: Where sieges are told, on the sea; where lines and symbols are explained; where neutral cards lie.
SEA = Box(682, 292, 212, 274)
LEGEND = Box(5, 488, 178, 78)
NEUTRAL = Box(4, MAP.bottom + 5, WIDTH - 8, 18)


def piece_box(place: str) -> Box:
    """Return the box of a place's piece."""
    spot = SPOTS[place]
    return Box(spot.x - PIECE, spot.y - PIECE, 2 * PIECE, 2 * PIECE)


def label_box(place: str, width: float, height: float) -> Box:
    """Return the box of a place's label, for a label of this size."""
    x, y, side = SPOTS[place]
    gap = PIECE + 3
    if side == "n":
        return Box(x - width / 2, y - gap - height, width, height)
    if side == "s":
        return Box(x - width / 2, y + gap - 1, width, height)
    if side == "e":
        return Box(x + gap, y - height / 2, width, height)
    return Box(x - gap - width, y - height / 2, width, height)
