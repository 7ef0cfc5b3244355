"""Tables of A Few Acres of Snow's figures for the docs, made from the data file; see make_docs.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import snowplay as sp
from snowplay.acres.cards import SIDES, kind_number, kind_words
from snowplay.acres.options import CONTRADICTIONS
from snowplay.acres.schema import SIDE_NAMES, Acres, EmpireCard

_TRANSPORTS = ("bateaux", "wagon", "ship")


def _data() -> Acres:
    data: Acres = sp.load_game("acres").rules.data
    return data


def _table(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    yield "| " + " | ".join(header.rstrip(">") for header in headers) + " |"
    yield "|" + "|".join("--:" if header.endswith(">") else "---" for header in headers) + "|"
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"


def _names(data: Acres, places: Sequence[str]) -> str:
    known = data.places()
    return ", ".join(known[place].name for place in places)


def contradictions(argument: str = "") -> Iterator[str]:
    """Pairs of options that cannot both be on."""
    return _table(
        ("option", "with", "why not"), [(f"`{one}`", f"`{other}`", why) for one, other, why in CONTRADICTIONS]
    )


def pieces(argument: str = "") -> Iterator[str]:
    """What each side starts with."""
    data = _data()
    rows: list[tuple[object, ...]] = [
        ("money", data.money.british, data.money.french),
        ("villages (cubes), all", data.pieces.cubes.british, data.pieces.cubes.french),
        ("towns (discs), all", data.pieces.discs.british, data.pieces.discs.french),
    ]
    for piece in ("village", "town"):
        rows.append((f"first {piece}s", *(_names(data, data.starting(side, piece)) for side in SIDES)))
    for what in ("Location", "Empire"):
        cells = []
        for side in SIDES:
            if what == "Location":
                cards = data.location_cards_of(side)
                cells.append(_names(data, [place for place, card in cards.items() if card.starting_deck]))
            else:
                empire = data.empire_cards_of(side)
                first = [kind_words(kind_number(kind), data) for kind, card in empire.items() if card.starting_deck]
                cells.append(", ".join(first) or "none")
        rows.append((f"{what} cards of the starting deck", *cells))
    return _table(("", "British", "French"), rows)


def locations(argument: str = "") -> Iterator[str]:
    """The places."""
    data = _data()
    rows = [
        (
            number,
            place.name,
            place.vp or "",
            "yes" if place.settler else "",
            ("yes" if place.online_siege_port else "yes, see C2") if place.port else "",
            place.defence or "",
            place.start if place.start != "neutral" else "",
        )
        for number, place in enumerate(data.places().values())
    ]
    return _table(("no.>", "place", "points>", "settler", "port", "defence>", "at the start"), rows)


def lines(argument: str = "") -> Iterator[str]:
    """The lines of the board by kind."""
    data, rows = _data(), []
    for way in ("river", "lake", "road", "trail", "unknown"):
        edges = {key: edge for key, edge in data.board.edges.items() if edge.way == way}
        for supply, raid in ((True, True), (True, False), (False, True), (False, False)):
            found = [key for key, edge in edges.items() if (edge.supply, edge.raid) == (supply, raid)]
            if found:
                ends = "; ".join(_names(data, key.split("-")).replace(", ", " - ") for key in found)
                rows.append((way, "yes" if supply else "no", "yes" if raid else "no", ends))
    return _table(("kind", "supply", "raids", "between"), rows)


def location_cards(argument: str = "") -> Iterator[str]:
    """The Location cards of one side."""
    data, side = _data(), SIDE_NAMES.index(argument)
    rows = []
    for place, card in data.location_cards_of(side).items():
        ways = [f"{transport}: {_names(data, card.targets(transport))}" for transport in _TRANSPORTS]
        rows.append(
            (
                data.places()[place].name,
                "yes" if card.starting_deck else "",
                ", ".join(card.icons),
                card.coins or "",
                "; ".join(way for way in ways if not way.endswith(": ")),
            )
        )
    return _table(("card", "starting deck", "symbols", "coins>", "leads to, by"), rows)


def empire_cards(argument: str = "") -> Iterator[str]:
    """The Empire cards of one side, or the neutral cards."""
    data = _data()
    neutral = argument == "neutral"
    cards: dict[str, EmpireCard] = data.neutral_cards() if neutral else data.empire_cards_of(SIDE_NAMES.index(argument))
    rows = [
        (
            kind_words(kind_number(kind), data),
            card.count,
            "set aside" if card.set_aside else card.starting_deck or "",
            card.cost,
            card.strength or "",
            card.fee or "",
            ", ".join(card.icons),
            ", ".join(ability.replace("_", " ") for ability in card.abilities),
        )
        for kind, card in cards.items()
    ]
    return _table(("card", "cards>", "starting deck>", "cost>", "strength>", "fee>", "symbols", "abilities"), rows)


FIGURES: dict[str, Callable[[str], Iterator[str]]] = {
    "contradictions": contradictions,
    "pieces": pieces,
    "locations": locations,
    "lines": lines,
    "location-cards": location_cards,
    "empire-cards": empire_cards,
}
