"""Set-up: SN-01 to SN-12, and SN-70 for the solo game."""

from __future__ import annotations

from .table import Draw, Player, Steps, Table, draw_cube


def set_up(table: Table) -> Steps:
    """Everything before the first round."""
    players_pieces(table)
    work_rates(table)
    contract_deck(table)
    if table.figures.solo:
        solo_train(table)
    yield from first_start_player(table)
    yield from track_cards(table)
    if not table.figures.solo:
        yield from engine_shed(table)
    yield from site_office(table)
    if table.figures.solo:
        yield from solo_yard(table)


def first_start_player(table: Table) -> Steps:
    """SN-01: the first Start Player is drawn."""
    table.hit("SN-01")
    if table.figures.players > 1:
        drawn = yield Draw("start", {f"start:{player.seat}": 1 for player in table.players})
        table.start_seat = table.token = int(drawn.removeprefix("start:"))


def track_cards(table: Table) -> Steps:
    """SN-02 to SN-04: track cards are dealt before the stations in use; rubble goes on them and on the stations."""
    table.hit("SN-02", "SN-03", "SN-04")
    figures = table.figures
    deck = dict(figures.track_deck)
    for _ in range(figures.tracks):
        drawn = yield Draw("track", {f"track:{kind}": copies for kind, copies in deck.items() if copies})
        kind = int(drawn.removeprefix("track:"))
        deck[kind] -= 1
        table.track_cards.append(kind)
        table.hit(f"track:{kind}")
    for kind, number in figures.route:
        card = table.track_cards[number] if kind == "track" else 0
        rubble = figures.track_kinds[card]["rubble"] if kind == "track" else figures.spaces[number].rubble
        table.rubble[kind, number] = rubble


def players_pieces(table: Table) -> None:
    """SN-05, SN-06: markers and labourers; the third labourer is at the Pub, the surveyor on Llanberis."""
    table.hit("SN-05", "SN-06")
    figures = table.figures
    table.rubble = dict.fromkeys(figures.route, 0)
    table.players += [Player(seat, figures.markers) for seat in range(figures.players)]


def work_rates(table: Table) -> None:
    """SN-07: the two markers on their dotted spaces."""
    table.hit("SN-07")
    table.excavation = table.figures.excavation.start
    table.lay = table.figures.lay.start


def contract_deck(table: Table) -> None:
    """SN-08: all contracts for this number of players, shuffled."""
    table.hit("SN-08")
    table.deck = set(table.figures.contracts)


def engine_shed(table: Table) -> Steps:
    """SN-10: trains are drawn for the shed, each with its coal. SN-11: coal in neither yard nor shed is in the bag."""
    table.hit("SN-10", "SN-11")
    figures = table.figures
    pool = set(figures.options["train_pool"])
    while len(pool) > figures.shed_size:
        drawn = yield Draw("train", {f"train:{train}": 1 for train in sorted(pool)})
        pool.remove(int(drawn.removeprefix("train:")))
    table.shed = {train: figures.trains[train].coal for train in sorted(pool)}
    table.bag["coal"] = figures.all_coal - table.yard["coal"] - sum(table.shed.values())


def solo_train(table: Table) -> None:
    """SN-70: alone, the chosen train is owned from the start, and its coal is missing in the bag."""
    table.hit("SN-70")
    train = table.figures.trains[table.figures.options["solo_train"]]
    player = table.players[0]
    player.train, player.coal = train.number, train.coal
    table.bag["coal"] = table.figures.all_coal - train.coal


def site_office(table: Table) -> Steps:
    """SN-09: three face-up contracts; the backs of the second and third are the weather to come."""
    table.hit("SN-09")
    for place in range(3):
        table.office[place] = yield from table.draw_card("office")
    yield from table.show_back()
    for place in (1, 2):
        card = table.office[place]
        table.weather[place] = None if card is None else table.figures.back(card)


def solo_yard(table: Table) -> Steps:
    """SN-70: six cubes are drawn, event cubes put back and drawn again."""
    for _ in range(table.figures.solo_cubes):
        cube = yield from draw_cube(table, "solo_cube", ("iron", "stone", "coal"))
        if cube is not None:
            table.yard[cube] += 1
