"""Tables of Snowdonia's figures for the docs, made from the data file; see make_docs.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import snowplay as sp
from snowplay.snowdonia.cards import area_of, effect_words, score_words, train_words
from snowplay.snowdonia.front import names_of
from snowplay.snowdonia.schema import Snowdonia

MOST = 5


def _game() -> tuple[Snowdonia, sp.Game]:
    game = sp.load_game("snowdonia", players=MOST)
    data: Snowdonia = game.rules.data
    return data, game


def _table(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    yield "| " + " | ".join(header.rstrip(">") for header in headers) + " |"
    yield "|" + "|".join("--:" if header.endswith(">") else "---" for header in headers) + "|"
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"


def areas(argument: str = "") -> Iterator[str]:
    """Spaces of the action areas by number of players."""
    data, _ = _game()
    rows: list[tuple[object, ...]] = []
    for letter in "ABCDEFG":
        area = getattr(data.areas, letter)
        spaces = ["no limit"] * MOST if isinstance(area.spaces, str) else area.spaces
        rows.append((letter, area.name, *spaces))
    return _table(("area", "name", *(f"{n} player{'s' if n > 1 else ''}>" for n in range(1, MOST + 1))), rows)


def supplies(argument: str = "") -> Iterator[str]:
    """The bag and what is drawn from it, by number of players."""
    data, _ = _game()
    bag = data.supply_bag
    rows = [
        ("iron in the bag", *bag.iron),
        ("stone in the bag", *bag.stone),
        ("event cubes in the bag", *bag.event),
        ("cubes drawn each round", *data.restock.cubes),
    ]
    return _table(("", *(f"{n} player{'s' if n > 1 else ''}>" for n in range(1, MOST + 1))), rows)


def stations(argument: str = "") -> Iterator[str]:
    """The route."""
    data, _ = _game()
    rows = []
    for station in data.all_stations():
        low, high = station.players
        spaces = "; ".join(f"{space.words} ({space.vp})" for space in station.spaces)
        rows.append(
            (
                f"{station.number:g}",
                station.name,
                f"{low}-{high}" if low != high else low,
                station.track_cards,
                spaces or "none",
                station.surveyor_vp,
            )
        )
    return _table(("no.", "station", "players", "track cards before it>", "spaces (points)", "surveyor>"), rows)


def trains(argument: str = "") -> Iterator[str]:
    """The trains."""
    data, game = _game()
    tables = names_of(data, MOST, game.rules.tables).tables
    rows = [
        (number, train.name, train.steel, train.coal, train.hire, train_words(tables, int(number)) or "nothing")
        for number, train in data.trains.items()
    ]
    return _table(("no.", "name", "steel>", "comes with coal>", "coal to hire>", "what it does"), rows)


def contracts(argument: str = "") -> Iterator[str]:
    """The contracts."""
    data, game = _game()
    names = names_of(data, MOST, game.rules.tables)
    rows = [
        (
            number,
            area_of(names.tables, int(number)),
            contract.back,
            score_words(names.tables, int(number), names.stations),
            effect_words(names.tables, int(number)),
        )
        for number, contract in data.contracts.items()
    ]
    return _table(("no.", "area", "back", "scores", "when used"), rows)


FIGURES: dict[str, Callable[[str], Iterator[str]]] = {
    "areas": areas,
    "supplies": supplies,
    "stations": stations,
    "trains": trains,
    "contracts": contracts,
}
