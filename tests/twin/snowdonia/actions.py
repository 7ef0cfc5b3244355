"""The action areas: SN-31 to SN-40, and how building is paid, SN-85 to SN-87."""

from __future__ import annotations

from .figures import Cell
from .table import Ask, Player, Steps, Table, numbers, takes


def resolve_area(table: Table, area: str) -> Steps:
    """SN-31: the spaces in numerical order; the labourer goes home, here before its action instead of after it."""
    if area == "G":
        move_surveyors(table)
        return
    places = table.figures.places[area]
    if area == "B" and table.overlay:
        places = table.figures.overlay_places
    for place in places:
        if place not in table.placed:
            continue
        table.hit("SN-31")
        player = table.players[table.placed.pop(place)]
        if area == "A":
            yield from stock_yard(table, player, place == places[-1])
        elif area == "B" and table.overlay:
            table.hit("SN-34")
            yield from build_action(table, player)
        elif area == "B":
            excavate(table, player)
        elif area == "C":
            yield from works(table, player)
        elif area == "D":
            lay_track(table, player)
        elif area == "E":
            yield from build_action(table, player)
        elif area == "F":
            yield from site_office(table, player)


def stock_yard(table: Table, player: Player, last: bool) -> Steps:
    """SN-32: up to three cubes, one coal at most; the last space also takes the Start Player token."""
    table.hit("SN-32")
    if last and not table.token_locked:
        table.token = player.seat
    amount, coal = table.figures.take, table.figures.take_coal
    amount += table.train_bonus(player, "extra_cubes")
    for contract in table.in_effect(player, "extra_cubes"):
        table.hit(f"acted:{contract.number}")
        amount += contract.amount
    for contract in table.in_effect(player, "ignore_coal_limit"):
        table.hit(f"acted:{contract.number}")
        coal = table.yard["coal"]
    yield from take_cubes(table, player, amount, coal)


def take_cubes(table: Table, player: Player, amount: int, coal: int) -> Steps:
    """Take cubes from the yard; none is allowed."""
    yard = table.yard
    moves = takes(yard["iron"], yard["stone"], min(yard["coal"], coal), amount)
    answer = yield Ask("take", player.seat, moves)
    for cube, taken in zip(("iron", "stone", "coal"), numbers(answer), strict=True):
        yard[cube] -= taken
        setattr(player, cube, getattr(player, cube) + taken)


def excavate(table: Table, player: Player) -> None:
    """SN-33, SN-43: rubble by the rate, with bonuses and then doublings, in strict order."""
    table.hit("SN-33")
    amount = table.figures.excavation.values[table.excavation] + table.train_bonus(player, "excavate_bonus")
    for contract in table.in_effect(player, "multiply_excavation"):
        table.hit("SN-43", f"acted:{contract.number}")
        amount *= contract.amount
    while amount and (cell := table.next_rubble()) is not None:
        taken = min(amount, table.rubble[cell])
        amount -= taken
        take_rubble(table, player, cell, taken)
    table.check_markers()


def take_rubble(table: Table, player: Player, cell: Cell, amount: int) -> None:
    """SN-33: the rubble goes to the player; who empties a station space puts a marker on it, if one is left."""
    table.rubble[cell] -= amount
    player.rubble += amount
    if cell[0] == "space" and not table.rubble[cell] and player.markers:
        table.mark(player, "space", cell[1])


def works(table: Table, player: Player) -> Steps:
    """SN-35: one to three conversions, freely mixed, as far as iron, rubble and the bag's stone go."""
    table.hit("SN-35")
    figures = table.figures
    iron = table.train_bonus(player, "works_iron") or figures.iron_per_steel
    rubble = figures.rubble_per_stone
    most_steel = min(player.iron // iron, table.steel_left())
    most_stone = min(player.rubble // rubble, table.bag["stone"])
    yield from convert(table, player, most_steel, most_stone, figures.conversions, iron, rubble)


def convert(table: Table, player: Player, steel: int, stone: int, most: int, iron: int, rubble: int) -> Steps:
    """Make at least one of up to so much steel and stone, `most` in all; nothing if neither can be made."""
    moves = [f"convert:{n},{m}" for n in range(min(steel, most) + 1) for m in range(min(stone, most - n) + 1) if n + m]
    if not moves:
        return
    answer = yield Ask("convert", player.seat, moves)
    made_steel, made_stone = numbers(answer)
    table.pay(player, to_bag={"iron": made_steel * iron}, rubble=made_stone * rubble)
    player.steel += made_steel
    player.stone += made_stone
    table.bag["stone"] -= made_stone


def tracks_to_lay(table: Table, player: Player) -> list[int]:
    """SN-36: as many as the rate and the bonuses say; fewer for lack of steel, clear cards or markers."""
    amount = table.figures.lay.values[table.lay] + table.train_bonus(player, "lay_track_bonus")
    for contract in table.in_effect(player, "lay_track_bonus"):
        amount += contract.amount
    return table.clear_tracks()[: min(amount, player.steel, player.markers)]


def lay_track(table: Table, player: Player) -> None:
    """SN-36: a steel and a marker for each track card that is turned. SN-60: the last one ends the game."""
    table.hit("SN-36")
    tracks = tracks_to_lay(table, player)
    for contract in table.in_effect(player, "lay_track_bonus"):
        table.hit(f"acted:{contract.number}")
    table.pay(player, steel=len(tracks))
    for track in tracks:
        table.laid.add(track)
        table.mark(player, "track", track)
    if tracks and len(table.laid) == table.figures.tracks:
        last_track(table, "player_track", table.rounds)
    table.check_markers()


def last_track(table: Table, cause: str, last_round: int) -> None:
    """SN-60: what lays the last track card first decides when the game ends."""
    if table.last_round is None:
        table.hit("SN-60")
        table.last_round, table.end_cause = last_round, cause


# ---- building ----


def prices(table: Table, player: Player) -> dict[str, tuple[int, int]]:
    """What a Build action can be for, with its price in steel and stone."""
    found = {f"build:{space}": price for space, price in station_prices(table, player).items()}
    if table.trains_open:
        for train in sorted(table.shed):
            steel = table.figures.trains[train].steel
            if not table.forbidden(player, f"train:{train}"):
                found[f"acquire:{train}"] = (steel, 0)
            elif ways_to_pay(table, player, steel, 0):
                table.hit("option:forbid:acquire")
    return {move: price for move, price in found.items() if ways_to_pay(table, player, *price)}


def station_prices(table: Table, player: Player) -> dict[int, tuple[int, int]]:
    """SN-37: open spaces of stations whose leading track cards are clear. SN-86: each discount is 1 stone less.

    Its leading cards are those since the station before, or with the option `stations_open` all cards below it; the
    two differ when cards without rubble lie before a station.
    """
    if not player.markers:
        return {}
    discount = sum(contract.amount for contract in table.in_effect(player, "stone_discount"))
    found = {}
    whole_route = table.figures.options["stations_open"] == "route"
    rubble_before = False
    for station in table.figures.stations:
        if any(table.rubble["track", track] for track in station.tracks):
            rubble_before = True
            if whole_route:
                break
            continue
        if rubble_before:
            table.hit("SN-37 early")
        if station.index in table.closed:
            continue
        for space in station.buildings:
            if not table.taken(space.id):
                found[space.id] = (space.steel, max(0, space.stone - discount))
    return found


def ways_to_pay(table: Table, player: Player, steel: int, stone: int) -> list[tuple[int, int]]:
    """SN-85, SN-87: how much of the steel iron pays, and how much of the stone rubble pays."""
    by_iron = by_rubble = 0
    if table.in_effect(player, "iron_for_steel"):
        by_iron = min(steel, player.iron // iron_price(table, player))
    prices = rubble_prices(table, player)[:stone]
    while by_rubble < len(prices) and sum(prices[: by_rubble + 1]) <= player.rubble:
        by_rubble += 1
    return [
        (n, m)
        for n in range(by_iron + 1)
        for m in range(by_rubble + 1)
        if steel - n <= player.steel and stone - m <= player.stone
    ]


def iron_price(table: Table, player: Player) -> int:
    """SN-85: iron for one steel, by the best contract."""
    return min(contract.amount for contract in table.in_effect(player, "iron_for_steel"))


def rubble_prices(table: Table, player: Player) -> list[int]:
    """SN-87: rubble for the first, the second ... stone: every contract so many times, the best first."""
    contracts = table.in_effect(player, "rubble_for_stone")
    return sorted(contract.amount for contract in contracts for _ in range(contract.times))


def build_action(table: Table, player: Player, optional: bool = False) -> Steps:
    """SN-37, SN-38: build a station space or acquire a train; it must be done if it can.

    A swap of trains is never forced, unless by the option `forced_swap`.
    """
    can = prices(table, player)
    if not can:
        return
    only_swaps = player.train is not None and all(move.startswith("acquire") for move in can)
    may_pass = optional or (only_swaps and not table.figures.options["forced_swap"])
    moves = ["pass", *can] if may_pass else list(can)
    answer = yield Ask("build", player.seat, moves)
    if answer == "pass":
        return
    yield from pay_price(table, player, *can[answer])
    kind, number = answer.split(":")
    if kind == "build":
        table.hit("SN-37")
        for contract in table.in_effect(player, "stone_discount"):
            if table.figures.spaces[int(number)].stone:
                table.hit("SN-86", f"acted:{contract.number}")
        table.mark(player, "space", int(number))
    else:
        acquire(table, player, int(number))
    table.built = True
    table.check_markers()


def pay_price(table: Table, player: Player, steel: int, stone: int) -> Steps:
    """SN-12, SN-85 to SN-87: pay, asking how if there are several ways."""
    ways = ways_to_pay(table, player, steel, stone)
    by_iron, by_rubble = ways[0]
    if len(ways) > 1:
        answer = yield Ask("pay", player.seat, [f"pay:{n},{m}" for n, m in ways])
        by_iron, by_rubble = numbers(answer)
    iron = by_iron and by_iron * iron_price(table, player)
    rubble = sum(rubble_prices(table, player)[:by_rubble])
    for op, rule, used in (("iron_for_steel", "SN-85", by_iron), ("rubble_for_stone", "SN-87", by_rubble)):
        for contract in table.in_effect(player, op) if used else []:
            table.hit(rule, f"acted:{contract.number}")
    table.pay(player, to_bag={"iron": iron, "stone": stone - by_rubble}, steel=steel - by_iron, rubble=rubble)


def acquire(table: Table, player: Player, number: int) -> None:
    """SN-38: the present train goes back first; the new one comes with the coal on it."""
    table.hit("SN-38", f"acquire:{number}")
    coal = table.shed.pop(number)
    if player.train is not None:
        table.hit("swap of trains")
        table.return_train(player)
    player.train = number
    player.coal += coal


# ---- the last two areas ----


def site_office(table: Table, player: Player) -> Steps:
    """SN-39: take one of the face-up contracts that the seat may have."""
    face_up = sorted(card for card in table.office if card is not None)
    cards = [card for card in face_up if not table.forbidden(player, f"contract:{card}")]
    if len(cards) < len(face_up):
        table.hit("option:forbid:office" if cards else "option:forbid:office-empty")
    if not cards:
        return
    answer = yield Ask("office", player.seat, [f"office:{card}" for card in cards])
    table.hit("SN-39")
    card = int(answer.removeprefix("office:"))
    table.office[table.office.index(card)] = None
    player.contracts.add(card)
    table.hit(f"taken:{card}")


def move_surveyors(table: Table) -> None:
    """SN-40: one station up for each labourer in area G; nothing is beyond the summit."""
    for player in table.players:
        for _ in range(player.at_g):
            table.hit("SN-31", "SN-40")
            move_surveyor(table, player, 1)
        player.at_g = 0


def move_surveyor(table: Table, player: Player, stations: int) -> None:
    player.surveyor = min(player.surveyor + stations, len(table.figures.stations) - 1)
