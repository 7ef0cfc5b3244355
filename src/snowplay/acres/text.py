"""The table as text, in 80 columns.

Hands are hidden (AC-90): seen from a seat, the enemy's hand is its size and the cards that are known to be in it.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .._core.acres.game import ACTIONS, LIMITS, OTHERS, PHASES
from .cards import BRITISH, SIDES, bits, kind_words, place_words
from .schema import LOCATIONS, SIDE_NAMES, Acres

WIDTH = 80
SIDE_WORDS = tuple(name.title() for name in SIDE_NAMES)

# What the game waits for, by phase: words for the header of the board, and the rule that asks for it.
PHASE_WORDS = {
    "MENU": ("choose an action ({left} left)", "AC-11"),
    "LAUNCH": ("play the Location card from which to {what} {place}", "AC-30"),
    "TRANSPORT": ("play the transport to {place}", "AC-30"),
    "SETTLER": ("play a settler for {place}", "AC-30"),
    "MILITARY": ("play a card into the siege", "AC-42"),
    "FORT": ("play a Fortification for {place}", "AC-32"),
    "RAIDER": ("play a card of the raid on {place}", "AC-60"),
    "BLOCK_RAID": ("block the raid on {place} or not", "AC-61"),
    "AMBUSHER": ("play the card of the ambush", "AC-62"),
    "BLOCK_AMBUSH": ("block the ambush or not", "AC-62"),
    "LOSE": ("give up a vulnerable card", "AC-62"),
    "GIVE": ("give up a Native American card", "AC-63"),
    "COINS": ("play a card with coins", "AC-65"),
    "SHIP": ("play a ship", "AC-65"),
    "COIN": ("play a card with coins", "AC-65"),
    "FUR": ("play a fur card", "AC-65"),
    "DRAFT": ("choose the card to draft", "AC-66"),
    "DISCARD": ("choose a card to discard", "AC-67"),
    "RESERVE": ("choose the card for the reserve", "AC-68"),
    "GOVERN": ("choose a card to return to its pile", "AC-68"),
    "INTENDANT": ("choose a card of the discard pile", "AC-68"),
    "OCCUPY": ("settle {place} or not", "AC-51"),
    "RETURN": ("choose the siege card that goes back to its pile", "AC-52"),
    "SWAP": ("exchange a card of the hand or not", "AC-82"),
    "RESHUFFLE": ("pay 1 money for the shuffle or discard two cards", "AC-82"),
    "START_CARD": ("choose the Empire card to start with", "AC-82"),
    "CHANCE_DEAL": ("a card of the first hand", "AC-04"),
    "CHANCE_REFILL": ("a card to refill the hand", "AC-12"),
    "CHANCE_SUPPORT": ("a card for Home Support", "AC-68"),
    "CHANCE_SWAP": ("the card in exchange", "AC-82"),
    "OVER": ("nothing: the game is over", "AC-70"),
}
_PHASE_NAMES = {number: name for name, number in PHASES.items()}


@dataclass(frozen=True)
class Names:
    """Figures and tables of one game, for text."""

    data: Acres
    tables: np.void

    def places(self, word: int) -> str:
        """Return the names of the places of a word."""
        return ", ".join(place_words(place, self.data) for place in bits(word)) or "none"

    def place(self, number: int) -> str:
        """Return the name of a place."""
        return place_words(number, self.data) if number < len(LOCATIONS) else "-"

    def cards(self, side: int, word: int) -> str:
        """Return the names of the cards of a side's word, equal ones counted."""
        kinds = Counter(int(self.tables["card_kind"][side][card]) for card in bits(word))
        names = [(kind_words(kind, self.data), n) for kind, n in sorted(kinds.items())]
        return ", ".join(name if n == 1 else f"{name} x{n}" for name, n in names) or "none"

    def kind(self, number: int) -> str:
        """Return what a card of a kind is called."""
        return kind_words(number, self.data)


def phase_name(state: np.void) -> str:
    """Return the name of the phase, a key of `PHASE_WORDS`."""
    return _PHASE_NAMES[int(state["phase"])]


def phase_words(state: np.void, names: Names) -> str:
    """Say what the game waits for."""
    phase = phase_name(state)
    left = int(state["actions_left"])
    if phase == "MENU" and left == 0:
        return "take a free action or end the turn"
    words, _ = PHASE_WORDS[phase]
    what = "settle" if int(state["action"]) == ACTIONS["SETTLE"] >> 6 else "besiege"
    return words.format(what=what, place=names.place(int(state["target"])), left=left)


def phase_rule(state: np.void) -> str:
    """Return the rule that asks for the pending decision or chance event."""
    phase, action = phase_name(state), int(state["action"])
    if phase in ("LAUNCH", "TRANSPORT", "MILITARY") and action == ACTIONS["BESIEGE"] >> 6:
        return "AC-40"
    if phase == "SETTLER" and action == ACTIONS["DEVELOP"] >> 6:
        return "AC-31"
    if action in (LIMITS["OTHER_ACTION"] + OTHERS["FUR"], LIMITS["OTHER_ACTION"] + OTHERS["DROP"]):
        return "AC-82"
    return PHASE_WORDS[phase][1]


def moment(state: np.void) -> str:
    """Say when in the game this is."""
    return f"turn {state['turns']}" if state["turns"] else "set-up"


def board(state: np.void, names: Names, scores: list[int], actor: int, ending: str, viewer: int | None = None) -> str:
    """Return the whole table.

    Parameters
    ----------
    state : numpy.void
        A state under `STATE_DTYPE`.
    names : Names
        Figures and tables of the game.
    scores : list of int
        Points of each side, as they would be scored now.
    actor : int
        Side to move, or a sentinel.
    ending : str
        Why the game is over; empty while it runs.
    viewer : int or None
        Side that looks; None sees both hands and decks.
    """
    parts = [
        *_header(state, names, actor, ending),
        *_sides(state, scores, actor),
        "",
        *_board(state, names),
        *_sieges(state, names),
        "",
        *_cards(state, names, viewer),
    ]
    return "\n".join(line.rstrip() for line in parts)


def _header(state: np.void, names: Names, actor: int, ending: str) -> list[str]:
    game = "A Few Acres of Snow"
    if ending:
        return [f"{game} · over after {moment(state)}", f"{ending[:1].upper()}{ending[1:]}"]
    who = f"{SIDE_WORDS[actor]} to" if actor >= 0 else f"chance draws for the {SIDE_WORDS[int(state['seat'])]}:"
    return textwrap.wrap(f"{game} · {moment(state)} · {who} {phase_words(state, names)}", WIDTH)


def _sides(state: np.void, scores: Sequence[int], actor: int) -> list[str]:
    lines = ["              Points  Money  Villages  Towns  Captured  Hand  Deck  Discard  Pile"]
    for side in SIDES:
        counts = [int(state[zone][side]).bit_count() for zone in ("hand", "deck", "discard", "pile")]
        captured = f"{state['captured_cubes'][side]}+{state['captured_discs'][side]}"
        lines.append(
            f"{'>' if side == actor else ' '}{side} {SIDE_WORDS[side]:<10}{scores[side]:>7}{state['money'][side]:>7}"
            f"{state['cubes'][side]:>10}{state['discs'][side]:>7}{captured:>10}"
            f"{counts[0]:>6}{counts[1]:>6}{counts[2]:>9}{counts[3]:>6}"
        )
    lines.append("  villages and towns: left to place; captured: villages + towns")
    return lines


def _entry(title: str, words: str) -> list[str]:
    return textwrap.wrap(f"{title}: {words}", WIDTH, subsequent_indent="    ")


def _board(state: np.void, names: Names) -> list[str]:
    lines = []
    for side in SIDES:
        villages, towns = int(state["villages"][side]), int(state["towns"][side])
        lines += _entry(f"{SIDE_WORDS[side]} towns", names.places(towns))
        lines += _entry(f"{SIDE_WORDS[side]} villages", names.places(villages))
        cut_off = (villages | towns) & ~int(state["supplied"][side])
        if cut_off:
            lines += _entry(f"{SIDE_WORDS[side]} out of supply", names.places(cut_off))
    lines += _entry(f"Fortified ({state['fort_discs']} discs left)", names.places(int(state["forts"])))
    return lines


def _sieges(state: np.void, names: Names) -> list[str]:
    lines = []
    for siege in SIDES:
        place = int(state["siege_at"][siege])
        if place == LIMITS["NOWHERE"]:
            continue
        lines.append(f"{SIDE_WORDS[siege]} siege of {names.place(place)}: strength {state['siege_strength'][siege]}")
        for side in SIDES:
            lines += _entry(f"  {SIDE_WORDS[side]} cards", names.cards(side, int(state["siege_cards"][side][siege])))
    return lines


def _cards(state: np.void, names: Names, viewer: int | None) -> list[str]:
    lines = []
    for side in SIDES:
        who = SIDE_WORDS[side]
        hand, deck, known = (int(state[zone][side]) for zone in ("hand", "deck", "known"))
        if viewer in (None, side):
            lines += _entry(f"{who} hand", names.cards(side, hand))
            lines += _entry(f"{who} deck", names.cards(side, deck))
        else:
            lines += _entry(f"{who} hand, known", names.cards(side, known))
            lines += _entry(f"{who} hand or deck", names.cards(side, (hand | deck) & ~known))
        lines += _entry(f"{who} discard pile", names.cards(side, int(state["discard"][side])))
        lines += _entry(f"{who} reserve", names.cards(side, int(state["reserve"][side])))
        own = int(state["pile"][side])
        locations = int(names.tables["location_cards"][side])
        lines += _entry(f"{who} Empire cards to draft", names.cards(side, own & ~locations))
        lines += _entry(f"{who} Location cards to gain", names.cards(side, own & locations))
    lines += _entry("Neutral cards to draft", names.cards(BRITISH, int(state["display"])))
    if int(state["played"]):
        lines += _entry("Played", names.cards(int(state["turn"]), int(state["played"])))
    return lines
