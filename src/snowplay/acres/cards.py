"""Cards by the core's numbers: kinds, their names, and which bits of a side's word are which card.

A kind is what a card is called: a place for a Location card, or a name such as ``militia``. Equal cards are one
kind, and a notation such as ``card:militia`` names it.
"""

from __future__ import annotations

from .._core.acres.game import KIND_NAMES as CORE_KINDS
from .._core.acres.game import LIMITS
from .schema import CARD_PLACES, EMPIRE_KINDS, LOCATIONS, NEUTRAL_KINDS, Acres

SIDES = (0, 1)
BRITISH, FRENCH = SIDES
#: First bit of each side's Empire cards and of the neutral cards, and how many bits there are for them. The British
#: have the rest of their word up to the neutral cards, and so have the French.
FIRST_BIT = (len(CARD_PLACES[0]), len(CARD_PLACES[1]), LIMITS["NEUTRAL_BIT"])
ROOM = (
    LIMITS["NEUTRAL_BIT"] - FIRST_BIT[0],
    LIMITS["NEUTRAL_BIT"] - FIRST_BIT[1],
    LIMITS["NEUTRALS"],
)
#: Names of the kinds by number: the places, then the Empire and neutral cards.
KIND_NAMES: tuple[str, ...] = (
    *LOCATIONS,
    *(name.lower() for name, _ in sorted(CORE_KINDS.items(), key=lambda item: item[1])),
)
_KIND_NUMBERS = {name: number for number, name in enumerate(KIND_NAMES)}
_WORDS = {
    "starting_infantry": "starting Regular Infantry",
    "coureurs_de_bois": "Coureurs de Bois",
    "neutral_natives": "neutral Native Americans",
    "neutral_settlers": "neutral Settlers",
    "neutral_fortification": "neutral Fortification",
}


def kind_number(name: str) -> int:
    """Return the number of a kind."""
    return _KIND_NUMBERS[name]


def kind_words(kind: int, data: Acres) -> str:
    """Return what a card of a kind is called."""
    name = KIND_NAMES[kind]
    if kind < len(LOCATIONS):
        return place_words(kind, data)
    return _WORDS.get(name, name.replace("_", " ").title())


def place_words(place: int, data: Acres) -> str:
    """Return the name of a place."""
    return data.board.locations[LOCATIONS[place]].name  # type: ignore[index]


def bits(mask: int) -> list[int]:
    """Return the set bits of a word, lowest first."""
    mask = int(mask)
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def mask_of(numbers: list[int] | range) -> int:
    """Return the word with these bits."""
    word = 0
    for number in numbers:
        word |= 1 << number
    return word


def card_bits(data: Acres, side: int) -> dict[str, list[int]]:
    """Return the bits of a side's word by kind: Location cards, Empire cards, neutral cards.

    They depend on the numbers of copies only, so options and what is set aside leave a card its bit.
    """
    by_kind = {place: [bit] for bit, place in enumerate(CARD_PLACES[side])}
    for first, kinds, cards in (
        (FIRST_BIT[side], EMPIRE_KINDS[side], data.empire_cards_of(side)),
        (FIRST_BIT[2], NEUTRAL_KINDS, data.neutral_cards()),
    ):
        for kind in kinds:
            by_kind[kind] = list(range(first, first + cards[kind].count))
            first += cards[kind].count
    return by_kind
