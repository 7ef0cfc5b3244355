"""The Event Track: SN-50 to SN-55, and SN-72 for the solo game."""

from __future__ import annotations

from .actions import last_track
from .table import Ask, Player, Steps, Table


def place_event_cube(table: Table) -> Steps:
    """SN-50: right of the last occupied space; some spaces send cubes back to the bag."""
    table.hit("SN-50")
    space = max(table.event_cubes, default=0) + 1
    table.event_cubes.add(space)
    back = table.figures.returns.get(space, set()) & table.event_cubes
    table.event_cubes -= back
    table.bag["event"] += len(back)
    kind = table.figures.events[space - 1]
    table.hit(f"event:{kind}", f"event space:{space}")
    if kind == "excavate":
        excavate(table)
    elif kind == "trains":
        table.hit("SN-52")
        table.trains_open = True
    elif kind == "lay_track":
        lay_track(table)
    elif kind == "complete_station":
        complete_station(table)
    else:
        yield from maintenance(table)


def excavate(table: Table) -> None:
    """SN-51: as many whole cards or spaces as the excavation rate, in route order, for nobody; fog does not matter."""
    table.hit("SN-51")
    for _ in range(table.figures.excavation.values[table.excavation]):
        cell = table.next_rubble()
        if cell is not None:
            table.rubble[cell] = 0


def lay_track(table: Table) -> None:
    """SN-53: as many unlaid cards as the lay rate, for nobody, their rubble removed. SN-60: the last one."""
    table.hit("SN-53")
    unlaid = [n for n in range(table.figures.tracks) if n not in table.laid]
    for track in unlaid[: table.figures.lay.values[table.lay]]:
        table.laid.add(track)
        table.rubble["track", track] = 0
    if len(table.laid) == table.figures.tracks:
        last_track(table, "event_track", table.rounds + 1)


def complete_station(table: Table) -> None:
    """SN-54: the first station with rubble or an open building space gets a No Entry marker."""
    table.hit("SN-54")
    for station in table.figures.stations:
        if station.index in table.closed:
            continue
        rubble = any(table.rubble["space", space.id] for space in station.digs)
        if rubble or not all(table.taken(space.id) for space in station.buildings):
            table.closed.add(station.index)
            return


def maintenance(table: Table) -> Steps:
    """SN-55: in the order of the trains' names each owner pays 1 steel, discards a contract, or returns the train."""
    for train in table.figures.train_names:
        for player in table.players:
            if player.train == train:
                yield from maintain(table, player)


def maintain(table: Table, player: Player) -> Steps:
    """SN-55 for one owner; SN-72: alone, an unpaid train leaves the game."""
    table.hit("SN-55")
    contracts = table.figures.contracts
    waivers = [card for card in sorted(player.contracts) if contracts[card].op == "maintenance_waiver"]
    moves = [*(["pay_steel"] if player.steel else []), "return_train", *(f"use:{card}" for card in waivers)]
    answer = yield Ask("maintenance", player.seat, moves)
    if answer == "pay_steel":
        table.pay(player, steel=1)
    elif answer == "return_train" and table.figures.solo:
        table.hit("SN-72")
        player.train = None
    elif answer == "return_train":
        table.return_train(player)
    else:
        card = int(answer.removeprefix("use:"))
        table.hit(f"contract:{card}", f"acted:{card}", "effect:maintenance_waiver")
        player.contracts.remove(card)
        player.used.discard(card)
        table.discard.add(card)
