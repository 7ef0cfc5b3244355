"""Phases 3 to 5: SN-45 to SN-47, and SN-71 for the solo game."""

from __future__ import annotations

from .events import place_event_cube
from .table import Steps, Table, draw_cube


def restock_contracts(table: Table) -> Steps:
    """SN-45: the card on space 1 is discarded, the others move on, the deck fills up. SN-71: alone, all leave."""
    left = list(table.office)
    leaving = left if table.figures.solo else left[:1]
    table.hit("SN-71" if table.figures.solo else "SN-45")
    table.discard |= {card for card in leaving if card is not None}
    stay = [card for card in left[len(leaving) :] if card is not None]
    table.office = [*stay, *[None] * (3 - len(stay))]
    for place in range(len(stay), 3):
        table.office[place] = yield from table.draw_card("office")
    yield from table.show_back()


def check_weather(table: Table) -> None:
    """SN-46: the discs move left, the top card's back is the new right one, and the rates follow the left one."""
    table.hit("SN-46")
    table.weather = [*table.weather[1:], table.top_back]
    now = table.weather[0]
    if now is None:
        return
    table.hit(f"weather:{now}")
    excavation, lay = table.figures.steps[now]
    table.excavation = min(max(0, table.excavation + excavation), len(table.figures.excavation.values) - 1)
    table.lay = min(max(0, table.lay + lay), len(table.figures.lay.values) - 1)


def restock_yard(table: Table) -> Steps:
    """SN-47: cubes from the bag to the yard; then the event cubes, each with its event before the next."""
    table.hit("SN-47")
    events = 0
    for _ in range(table.figures.restock):
        cube = yield from draw_cube(table, "cube")
        if cube == "event":
            events += 1
        elif cube is not None:
            table.yard[cube] += 1
    for _ in range(events):
        yield from place_event_cube(table)
