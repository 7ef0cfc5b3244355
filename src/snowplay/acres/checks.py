"""What the entries of the data file must be together, and the capacities of the core they must fit.

The core trusts its tables: whatever it relies on that the types of ``schema`` do not say is checked here. Each
group of checks yields faults: the path of an entry, what was found, and what is allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import RulesError
from ..figures import provenance_faults
from ..items import forbidden_to, seat_faults, split_item
from ..validation import did_you_mean
from .cards import FRENCH, ROOM, SIDES, kind_number
from .items import has_kind
from .options import CONTRADICTIONS
from .schema import LOCATIONS, SIDE_NAMES, Acres, EmpireCard
from .tables import is_in_game, starting_forts

_Fault = tuple[str, str, str]
# Most strength that one side's cards may have together: a siege's strength is a signed byte.
_MOST_STRENGTH = 100
# The kinds that visit Native Americans (AC-63).
_EXTENDERS = ("priest", "indian_leader")
# Which card the fixed rules give up first (AC-83); they know no other.
_CHEAPEST_FIRST = ("militia", "starting_infantry", "regular_infantry", "siege_artillery")
_TRANSPORTS = ("bateaux", "wagon", "ship")


def check(data: Acres, players: int, options: Mapping[str, Any], where: str) -> None:
    """Raise RulesError for the first entry that does not fit the others or the core's capacities."""
    for path, found, allowed in _faults(data, options):
        table, _, option = path.partition(".")
        if table == "options":
            raise RulesError.of("option", option, found, allowed)
        raise RulesError.of(where, path, found, allowed)


def _faults(data: Acres, options: Mapping[str, Any]) -> Iterator[_Fault]:
    yield from provenance_faults(data, data.sources)
    yield from _option_faults(data, options)
    yield from _forbid_faults(options)
    yield from _edge_faults(data)
    yield from _location_card_faults(data)
    yield from _empire_card_faults(data, options)
    yield from _piece_faults(data, options)
    yield from _deck_faults(data, options)
    yield from _strength_faults(data, options)


def _option_faults(data: Acres, options: Mapping[str, Any]) -> Iterator[_Fault]:
    for one, other, why in CONTRADICTIONS:
        if options[one] and options[other]:
            yield f"options.{one}", f"true together with {other} = true", f"one of the two: {why}"
    for place in starting_forts(options):
        if data.places()[place].start == "neutral":
            path = f"options.{place}_fortified"
            yield path, f"true with nobody in {place} at the start", "true if someone starts there"


def _forbid_faults(options: Mapping[str, Any]) -> Iterator[_Fault]:
    yield from seat_faults(options["forbid"], len(SIDES))
    for entry in options["forbid"]:
        name, seat = split_item(entry)
        if seat is not None and not has_kind(seat, name.partition(":")[2]):
            yield "options.forbid", repr(entry), f"{name}@{1 - seat}: the {SIDE_NAMES[seat].title()} have no such card"


def _edge_faults(data: Acres) -> Iterator[_Fault]:
    for key, edge in data.board.edges.items():
        path = f"board.edges.{key}"
        ends = key.split("-")
        for place in ends:
            if place not in LOCATIONS:
                yield (
                    path,
                    f"the unknown place {place!r}",
                    "places of [board.locations]" + did_you_mean(place, LOCATIONS),
                )
        if ends[0] == ends[1]:
            yield path, f"{ends[0]!r} twice", "two different places"
        if f"{ends[1]}-{ends[0]}" in data.board.edges:
            yield path, "the same line from its other end", f"each line once, as {ends[1]}-{ends[0]}"
        if edge.way == "trail" and edge.supply:
            yield f"{path}.supply", "true", "false along an Indian trail; supply needs a river, lake or road (AC-20)"


def _location_card_faults(data: Acres) -> Iterator[_Fault]:
    for side in SIDES:
        for place, card in data.location_cards_of(side).items():
            path = f"location_cards.{SIDE_NAMES[side]}.{place}"
            yield from _twice(f"{path}.icons", card.icons)
            for transport in _TRANSPORTS:
                targets = card.targets(transport)
                yield from _twice(f"{path}.by_{transport}", targets)
                if place in targets:
                    yield f"{path}.by_{transport}", f"{place!r} itself", "other places"
    yield from _twice("optional.fort_st_john_by_bateaux", data.optional.fort_st_john_by_bateaux)
    if "fort_st_john" in data.optional.fort_st_john_by_bateaux:
        yield "optional.fort_st_john_by_bateaux", "'fort_st_john' itself", "other places"


def _twice(path: str, entries: list[Any]) -> Iterator[_Fault]:
    for entry, count in Counter(entries).items():
        if count > 1:
            yield path, f"{entry!r} {count} times", "each entry once"


def _empire_groups(data: Acres) -> Iterator[tuple[str, int, dict[str, EmpireCard]]]:
    """Path of each group of Empire cards, the number of core bits it has, and its cards."""
    for side in SIDES:
        yield f"empire_cards.{SIDE_NAMES[side]}", ROOM[side], data.empire_cards_of(side)
    yield "empire_cards.neutral", ROOM[2], data.neutral_cards()


def _empire_card_faults(data: Acres, options: Mapping[str, Any]) -> Iterator[_Fault]:
    for group, room, cards in _empire_groups(data):
        for kind, card in cards.items():
            path = f"{group}.{kind}"
            yield from _twice(f"{path}.icons", card.icons)
            yield from _twice(f"{path}.abilities", card.abilities)
            most = 0 if group.endswith("neutral") or card.set_aside else card.count
            if card.starting_deck > most:
                why = "" if most == card.count else ": neutral cards and those set aside are in no starting deck"
                yield f"{path}.starting_deck", str(card.starting_deck), f"at most {most}{why}"
            if card.fee and kind != "siege_artillery":
                yield f"{path}.fee", str(card.fee), "0: only the Siege Artillery has a fee"
            yield from _ability_faults(f"{path}.abilities", kind, card, options)
        total = sum(card.count for card in cards.values())
        if total > room:
            yield group, f"{total} cards", f"at most {room}"


def _ability_faults(path: str, kind: str, card: EmpireCard, options: Mapping[str, Any]) -> Iterator[_Fault]:
    """Check abilities that the core ties to kinds."""
    if kind in _EXTENDERS and "extend_raid" not in card.abilities:
        yield path, "no 'extend_raid'", "'extend_raid', which this kind of card always has"
    if kind not in _EXTENDERS and "extend_raid" in card.abilities:
        yield path, "'extend_raid'", f"it only with {' and '.join(_EXTENDERS)}"
    # the cards of a raid are played in the order of their kinds, one that can raid alone first (AC-60)
    if "raid" in card.abilities and kind_number(kind) >= min(map(kind_number, _EXTENDERS)):
        yield path, "'raid'", "it only with kinds from military_leader to neutral_natives"
    if "vulnerable" in card.abilities and kind not in _CHEAPEST_FIRST and options["victim_choices"] == "automatic":
        yield path, "'vulnerable'", f'it only with {", ".join(_CHEAPEST_FIRST)} under victim_choices = "automatic"'


def _piece_faults(data: Acres, options: Mapping[str, Any]) -> Iterator[_Fault]:
    for side, name in enumerate(SIDE_NAMES):
        for pieces, piece in (("cubes", "village"), ("discs", "town")):
            number, used = getattr(getattr(data.pieces, pieces), name), len(data.starting(side, piece))
            # with an empty supply the game would be over before it begins (AC-70)
            if number <= used:
                yield (
                    f"pieces.{pieces}.{name}",
                    str(number),
                    f"at least {used + 1}: {used} are on the board at the start",
                )
    forts = len(starting_forts(options))
    if data.pieces.fortifications < forts:
        yield "pieces.fortifications", str(data.pieces.fortifications), f"at least {forts}, for the start"


def _deck_faults(data: Acres, options: Mapping[str, Any]) -> Iterator[_Fault]:
    for side, name in enumerate(SIDE_NAMES):
        empire = data.empire_cards_of(side)
        if not any(card.starting_deck for card in data.location_cards_of(side).values()) and not any(
            card.starting_deck for kind, card in empire.items() if is_in_game(side, kind, card, options)
        ):
            yield f"location_cards.{name}", "no card of the starting deck", "at least one in the starting deck"
    french = data.empire_cards_of(FRENCH)
    forbidden = forbidden_to(FRENCH, options["forbid"])
    left = sum(
        card.count - card.starting_deck
        for kind, card in french.items()
        if is_in_game(FRENCH, kind, card, options) and f"card:{kind}" not in forbidden
    )
    if options["french_extra_card"] and left == 0:
        found = "true with no French Empire card in the pile that is not forbidden"
        yield "options.french_extra_card", found, "true if there is one to add"


def _strength_faults(data: Acres, options: Mapping[str, Any]) -> Iterator[_Fault]:
    neutral = data.neutral_cards()
    for side, name in enumerate(SIDE_NAMES):
        empire = {**data.empire_cards_of(side), **neutral}
        total = sum(max(card.strength, data.siege.ship) * card.count for card in empire.values() if card.icons)
        total += sum(card.strength * card.count for card in empire.values() if not card.icons)
        total += max(data.siege.location, data.siege.ship) * sum(
            "ship" in card.icons or "military" in card.icons for card in data.location_cards_of(side).values()
        )
        if options["natives_in_sieges"]:
            natives = sum(card.count for kind, card in empire.items() if "native" in kind)
            total += data.optional.native_strength * natives
        if total > _MOST_STRENGTH:
            found = f"cards with a strength of {total} together, with the Location cards"
            yield f"empire_cards.{name}", found, f"together at most {_MOST_STRENGTH}"
