"""The figures of A Few Acres of Snow that a scripted side asks for, looked up once for a game."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from .._core.acres.game import KIND_NAMES, LIMITS, SYMBOL_NAMES, TABLES_DTYPE

KINDS = LIMITS["N_KINDS"]
PLACES = LIMITS["LOCATIONS"]


def each(word: int) -> list[int]:
    """Return the set bits of a word, each as a word of its own."""
    found = []
    while word:
        one = word & -word
        found.append(one)
        word ^= one
    return found


class Figures:
    """What a side's cards can do and what the board is worth.

    Parameters
    ----------
    tables : bytes
        A record of ``TABLES_DTYPE``.
    side : int

    Attributes
    ----------
    kind_of, strength, port_strength : dict of int to int
        By card, as a word with its one bit: its kind, its strength in a siege, and its strength at a port. Cards
        without strength are missing.
    cards_of, coins_of, cost_of : list of int
        By kind: its cards as a word, coins, cost to draft.
    launch, launch_any : list
        By place: Location cards as words from which it is reached, by transport and by any.
    enemy_place_cards : list of int
        By place: the enemy's Location card, in the enemy's words.
    """

    def __init__(self, tables: bytes, side: int) -> None:
        t = np.frombuffer(tables, TABLES_DTYPE)[0]
        enemy = 1 - side
        symbols = {name: int(t["symbols"][number][side]) for name, number in SYMBOL_NAMES.items()}
        self.coin_cards, self.furs, self.ships = symbols["COIN"], symbols["FUR"], symbols["SHIP"]
        self.transports = [symbols[name] for name in ("BATEAUX", "WAGON", "SHIP")]
        kinds = {1 << card: int(kind) for card, kind in enumerate(t["card_kind"][side]) if kind < KINDS}
        self.kind_of = kinds
        self.cards_of = [int(cards) for cards in t["kind_cards"][side][:KINDS]]
        self.coins_of = [0] * KINDS
        for card, kind in kinds.items():
            self.coins_of[kind] = int(t["card_coins"][side][card.bit_length() - 1])
        self.cost_of = [int(cost) for cost in t["kind_cost"][side][:KINDS]]
        self.location_cards = int(t["location_cards"][side])
        self.fortifications = int(t["fortifications"][side])

        ship = int(t["ship_strength"])
        strengths = [int(strength) for strength in t["kind_strength"][side]]
        leader = self.cards_of[KIND_NAMES["MILITARY_LEADER"]]
        soldiers = symbols["MILITARY"] | leader
        self.strength = {card: strengths[kind] for card, kind in kinds.items() if card & soldiers}
        self.port_strength = self.strength | {card: ship for card in kinds if card & self.ships & ~soldiers}

        #: Kind and strength of the Empire cards that serve in any siege.
        self.soldiers = sorted(
            {(kind, self.strength[card]) for card, kind in kinds.items() if card in self.strength and kind >= PLACES}
        )
        #: Cards that can still decide a siege: those with a strength, and those that bring money for more.
        self.decisive = sum(self.port_strength) | self.coin_cards

        ways = t["connections"][side]
        self.launch = [
            [
                sum(self.cards_of[start] for start in range(PLACES) if int(ways[way][start]) >> place & 1)
                for way in range(len(self.transports))
            ]
            for place in range(PLACES)
        ]
        self.launch_any = [ways[0] | ways[1] | ways[2] for ways in self.launch]
        self.vp = [int(vp) for vp in t["vp"]]
        self.defence = [int(defence) for defence in t["defence"]]
        self.siege_ports = int(t["siege_ports"])
        self.settle_wins = int(t["settle_wins"][side])
        self.siege_losses = int(t["siege_wins"][enemy])
        self.fort_strength = int(t["fort_strength"])
        self.wins_at = int(t["attacker_wins_at"])
        self.fee = int(t["kind_fee"][side][KIND_NAMES["SIEGE_ARTILLERY"]])
        self.points = (int(t["cube_points"]), int(t["disc_points"]))
        self.capture_limit = int(t["capture_limit"])
        self.fur_value = int(t["fur_value"])

        self.home = int(t["home"][side])
        self.enemy_home = int(t["home"][enemy])
        self.home_place = 1 << self.home
        self.fort_cost = int(t["fort_cost"])
        self.enemy_raiders = int(t["raiders"][enemy])
        self.enemy_vulnerable = int(t["vulnerable"][enemy])
        self.enemy_raid_blockers = int(t["raid_blockers"][enemy])
        self.enemy_ambush_blockers = int(t["ambush_blockers"][enemy])
        self.enemy_place_cards = [int(t["kind_cards"][enemy][place]) for place in range(PLACES)]
        self.neutral_natives = int(t["neutral_natives"])


@lru_cache(maxsize=16)
def figures_of(tables: bytes, side: int) -> Figures:
    """Return the figures of a side; the agents of all games share them."""
    return Figures(tables, side)
