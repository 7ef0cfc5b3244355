"""What seats take in Snowdonia: contracts and trains, by the names of the option ``forbid``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from .._core.snowdonia.game import LIMITS
from ..items import Item, forbidden_to
from .cards import area_of, effect_words, score_words, train_words
from .schema import Snowdonia

if TYPE_CHECKING:
    from .front import Names

#: Every item that a data file can have: contracts, then trains.
ITEM_NAMES = (
    *(f"contract:{card}" for card in range(1, LIMITS["CARDS"])),
    *(f"train:{train}" for train in range(1, LIMITS["TRAINS"])),
)


def items(data: Snowdonia, options: Mapping[str, Any], names: Names) -> dict[str, Item]:
    """Return the contracts of the deck and the trains that may come into the Engine Shed, by name.

    The columns tell what a seat has at the end: a contract that was given up for maintenance or for another one
    (SN-55, SN-88) and a train that went back (SN-38, SN-55) do not show.
    """
    seats = range(names.players)
    taken = tuple(f"contracts_taken_{seat}" for seat in seats)
    owned = tuple(f"train_owned_{seat}" for seat in seats)
    contracts = [
        Item(f"contract:{card}", _contract_words(card, names), taken, "bit", card - 1)
        for card in data.deck(names.players)
    ]
    # the train of the solo game is not acquired, and there is no shed (SN-70)
    pool = options["train_pool"] if names.players > 1 else []
    trains = [Item(f"train:{train}", _train_words(train, names), owned, "value", train) for train in pool]
    return {item.name: item for item in (*contracts, *trains)}


def _contract_words(card: int, names: Names) -> str:
    area, score = area_of(names.tables, card), score_words(names.tables, card, names.stations)
    return f"contract {card} ({area}: {effect_words(names.tables, card)}; {score})"


def _train_words(train: int, names: Names) -> str:
    ability = train_words(names.tables, train)
    return f"train {train} {names.trains[train]}" + (f" ({ability})" if ability else "")


def allowed_numbers(family: str, most: int, seat: int, forbid: Iterable[str]) -> list[int]:
    """Return the contracts or trains from 1 to `most` that ``forbid`` does not keep from a seat."""
    forbidden = forbidden_to(seat, forbid)
    return [number for number in range(1, most + 1) if f"{family}:{number}" not in forbidden]
