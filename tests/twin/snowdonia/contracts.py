"""Contracts: SN-30, SN-41 to SN-44 and SN-88 to SN-93."""

from __future__ import annotations

from . import actions
from .assign import put
from .figures import WEATHER, Contract
from .table import Ask, Player, Steps, Table, draw_cube

# Effects that act after their area (SN-41).
DEFERRED = ("clear_next_space", "extra_lay_track", "extra_build")


def window(table: Table, area: str) -> Steps:
    """SN-30: before the area, clockwise from the Start Player, each may use own contracts that name it."""
    for player in table.clockwise(table.token):
        while not table.contracts_locked:
            unused = sorted(player.contracts - player.used)
            usable = [card for card in unused if table.figures.contracts[card].area == area]
            if not usable:
                break
            answer = yield Ask("window", player.seat, ["pass", *(f"use:{card}" for card in usable)])
            if answer == "pass":
                break
            yield from use(table, player, int(answer.removeprefix("use:")))


def use(table: Table, player: Player, card: int) -> Steps:
    """SN-30, SN-44: turn the contract sideways and carry out its effect, or let it wait for its action."""
    contract = table.figures.contracts[card]
    table.hit("SN-30", "SN-44", f"contract:{card}", f"effect:{contract.op}")
    player.used.add(card)
    player.effects.append(card)
    if contract.op in DEFERRED:
        player.deferred.append(card)
    elif contract.op in AT_ONCE:
        table.hit(f"acted:{card}")
        yield from AT_ONCE[contract.op](table, player, contract)


def swap_weather_disc(table: Table, player: Player, contract: Contract) -> Steps:
    """SN-91: the middle disc becomes one of the other two kinds."""
    table.hit("SN-91")
    kinds = [kind for kind in WEATHER if kind != table.weather[1]]
    answer = yield Ask("disc", player.seat, [f"disc:{kind}" for kind in kinds])
    table.weather[1] = answer.removeprefix("disc:")


def draw_contracts(table: Table, player: Player, contract: Contract) -> Steps:
    """SN-88: draw two; keep this card, used, or one of the drawn, unused; the others are discarded.

    Where nothing could be drawn there is nothing to choose. A drawn card that is forbidden can only be discarded.
    """
    table.hit("SN-88")
    drawn = []
    for _ in range(contract.amount):
        card = yield from table.draw_card("look")
        if card is not None:
            drawn.append(card)
    yield from table.show_back()
    if not drawn:
        return
    allowed = [card for card in drawn if not table.forbidden(player, f"contract:{card}")]
    if len(allowed) < len(drawn):
        table.hit("option:forbid:keep" if allowed else "option:forbid:keep-none")
    answer = yield Ask("keep", player.seat, [f"keep:{card}" for card in sorted([contract.number, *allowed])])
    kept = int(answer.removeprefix("keep:"))
    if kept != contract.number:
        player.contracts.remove(contract.number)
        player.used.remove(contract.number)
        player.effects.remove(contract.number)
        player.contracts.add(kept)
    table.discard |= {contract.number, *drawn} - {kept}


def convert_rubble(table: Table, player: Player, contract: Contract) -> Steps:
    """SN-89: up to so many stone out of the bag, for rubble."""
    table.hit("SN-89")
    most = min(player.rubble // contract.amount, table.bag["stone"])
    yield from actions.convert(table, player, 0, most, contract.times, 1, contract.amount)


def convert_iron(table: Table, player: Player, contract: Contract) -> Steps:
    """SN-89: up to so many steel, for iron."""
    table.hit("SN-89")
    most = min(player.iron // contract.amount, table.steel_left())
    yield from actions.convert(table, player, most, 0, contract.times, contract.amount, 1)


def lock_contracts(table: Table, player: Player, contract: Contract) -> Steps:
    """SN-91: nobody may use a contract for the rest of the round."""
    table.hit("SN-91")
    table.contracts_locked = True
    yield from ()


def draw_from_bag(table: Table, player: Player, contract: Contract) -> Steps:
    """SN-90: so many cubes together; event cubes go back without replacement and without effect."""
    table.hit("SN-90")
    events = 0
    for _ in range(contract.amount):
        cube = yield from draw_cube(table, "contract_cube")
        if cube == "event":
            events += 1
        elif cube is not None:
            setattr(player, cube, getattr(player, cube) + 1)
    table.bag["event"] += events


def take_from_yard(table: Table, player: Player, contract: Contract) -> Steps:
    """SN-90: up to two cubes of the yard, at most one coal."""
    table.hit("SN-90")
    yield from actions.take_cubes(table, player, contract.amount, contract.coal_max)


def take_start_player(table: Table, player: Player, contract: Contract) -> Steps:
    """SN-91: the token comes at once and stays for the round."""
    table.hit("SN-91")
    table.token = player.seat
    table.token_locked = True
    yield from ()


def move_surveyor(table: Table, player: Player, contract: Contract) -> Steps:
    """Contract 27: the surveyor goes on."""
    actions.move_surveyor(table, player, contract.amount)
    yield from ()


def relocate_labourer(table: Table, player: Player, contract: Contract) -> Steps:
    """SN-91: one own placed labourer to any other empty space that is open this round."""
    table.hit("SN-91")
    mine = sorted(place for place, seat in table.placed.items() if seat == player.seat)
    targets = table.open_places()
    if player.at_g and targets != ["G"]:
        mine.append("G")
    if not mine:
        return
    answer = yield Ask("lift", player.seat, [f"lift:{place}" for place in mine])
    lifted = answer.removeprefix("lift:")
    targets = [place for place in targets if place != lifted]
    if lifted == "G":
        player.at_g -= 1
    else:
        del table.placed[lifted]
    answer = yield Ask("move", player.seat, [f"place:{place}" for place in targets])
    put(table, player, answer.removeprefix("place:"))


AT_ONCE = {
    "swap_weather_disc": swap_weather_disc,
    "draw_contracts": draw_contracts,
    "convert_rubble": convert_rubble,
    "convert_iron": convert_iron,
    "lock_contracts": lock_contracts,
    "draw_from_bag": draw_from_bag,
    "take_from_yard": take_from_yard,
    "take_start_player": take_start_player,
    "move_surveyor": move_surveyor,
    "relocate_labourer": relocate_labourer,
}


# ---- after an area ----


def after_area(table: Table, area: str) -> Steps:
    """SN-41, SN-92: clockwise from the Start Player, own deferred effects in the order of use, train No. 6 last."""
    for player in table.clockwise(table.token):
        for card in list(player.deferred):
            contract = table.figures.contracts[card]
            if contract.area == area:
                player.deferred.remove(card)
                yield from deferred_effect(table, player, contract)
        if area == "E":
            yield from train_build(table, player)


def deferred_effect(table: Table, player: Player, contract: Contract) -> Steps:
    """SN-41, SN-92: all are optional; what cannot be done is not asked. SN-42: fog leaves 3 and 8 without effect."""
    if contract.op == "extra_build":
        table.hit("SN-41", "SN-92", f"acted:{contract.number}")
        yield from actions.build_action(table, player, optional=True)
        return
    if table.contracts_blocked():
        table.hit("SN-42")
        return
    if contract.op == "clear_next_space":
        possible = table.next_rubble() is not None
    else:
        possible = bool(actions.tracks_to_lay(table, player))
    if not possible:
        return
    answer = yield Ask("deferred", player.seat, ["pass", "perform"])
    if answer == "pass":
        return
    table.hit("SN-41", "SN-92", f"acted:{contract.number}")
    if contract.op == "extra_lay_track":
        actions.lay_track(table, player)
    else:
        clear_next_space(table, player)


def clear_next_space(table: Table, player: Player) -> None:
    """SN-43: the next space with rubble, whole: the rubble to the player, the marker on a station space."""
    table.hit("SN-43")
    cell = table.next_rubble()
    assert cell is not None
    actions.take_rubble(table, player, cell, table.rubble[cell])
    table.check_markers()


def train_build(table: Table, player: Player) -> Steps:
    """SN-41, SN-93: train No. 6 builds if a Build action has led to something this round."""
    train = table.train_of(player)
    if train is None or train.op != "extra_build":
        return
    table.hit("SN-93")
    if table.built:
        table.hit(f"train:{train.number}")
        yield from actions.build_action(table, player, optional=True)
