"""Phase 1, assigning labourers: SN-20 to SN-23."""

from __future__ import annotations

from .table import Ask, Player, Steps, Table


def assign_labourers(table: Table) -> Steps:
    """SN-20: clockwise from the Start Player, one labourer each, until nobody has one left."""
    table.first = table.token
    for player in table.players:
        player.labourers = table.figures.labourers
    begun: set[int] = set()
    while any(player.labourers for player in table.players):
        for player in table.clockwise(table.token):
            if not player.labourers:
                continue
            if player.seat not in begun:
                begun.add(player.seat)
                yield from hire(table, player)
            yield from place(table, player)


def hire(table: Table, player: Player) -> Steps:
    """SN-21: before the first labourer the owner of a train may pay for the one at the Pub."""
    train = table.train_of(player)
    if train is None or player.coal < train.hire:
        return
    answer = yield Ask("hire", player.seat, ["pass", "hire"])
    if answer == "hire":
        table.hit("SN-21", f"hire:{train.number}")
        table.pay(player, to_bag={"coal": train.hire})
        player.labourers += 1
        table.hired.add(player.seat)


def place(table: Table, player: Player) -> Steps:
    """SN-20, SN-22, SN-23: on any empty space that is open."""
    table.hit("SN-20")
    places = table.open_places()
    if table.fog():
        table.hit("SN-22")
    if places == ["G"]:
        table.hit("SN-23")
    answer = yield Ask("place", player.seat, [f"place:{place}" for place in places])
    put(table, player, answer.removeprefix("place:"))
    player.labourers -= 1


def put(table: Table, player: Player, where: str) -> None:
    """A labourer of the player on a space; area G has no limit."""
    if where == "G":
        player.at_g += 1
    else:
        table.placed[where] = player.seat
