"""Scripted strategies for A Few Acres of Snow, by name.

The figures are points, roughly; what each of them does is told in `AcresPlan`. The plans are their authors' idea, the
figures were then changed a little at a time as long as the plan won more games against those of the other side.
"""

from __future__ import annotations

from typing import ClassVar

from ..acres.cards import kind_number
from .acres_agent import AcresPlan

_BRITISH, _FRENCH = 0, 1
_HALIFAX, _LOUISBOURG = kind_number("halifax"), kind_number("louisbourg")


class HalifaxHammer(AcresPlan):
    """British: settle Halifax, besiege Louisbourg, then Quebec, with a deck kept thin for it.

    - Settling: Halifax, and Louisbourg or Quebec should one be free; nothing else unless there is nothing better.
    - Drafting: Military Leader, Regular Infantry, Siege Artillery first, then the Governor and Home Support. Soldiers
      of any kind while a siege is open.
    - Governor, discarding: for St. Mary's, Philadelphia and Pemaquid, and for Halifax once Louisbourg is held.
    - Sieges: Quebec before Louisbourg before Port Royal, as soon as the hand makes a siege stand a French turn; then
      reinforced with all there is until it is safe. French sieges are fought.
    - Boston gets a fortification once the French own raiders.
    - Else it takes money for the next card of the list.
    """

    name = "halifax_hammer"
    about = "British: settle Halifax, besiege Louisbourg, then Quebec, with a thin deck"
    only_seat = _BRITISH
    settle_other = -2.0
    point = 0.1
    develop = -0.4
    safe_at = 1.8
    raid_point = 0.8
    ambush = 1.0
    keep_other = 3.0
    throw = 0.6
    settle: ClassVar = {"halifax": 16.1, "louisbourg": 30.0, "quebec": 1000.0}
    keep: ClassVar = {
        "st_marys": -1.0,
        "norfolk": 0.2,
        "philadelphia": -0.5,
        "pemaquid": -1.0,
        "boston": 5.0,
        "new_york": 2.0,
        "new_haven": 1.0,
        "halifax": 4.0,
        "louisbourg": 5.0,
        "port_royal": 3.0,
        "governor": 3.0,
        "neutral_natives": 1.5,
    }
    draft: ClassVar = (
        ("military_leader", 1, 5.8),
        ("regular_infantry", 4, 5.6),
        ("siege_artillery", 1, 5.5),
        ("governor", 1, 2.1),
        ("home_support", 1, 1.5),
    )
    besiege: ClassVar = {"quebec": 100.0, "louisbourg": 40.0, "port_royal": 4.0, "tadoussac": 1.2}
    fortify: ClassVar = {"boston": 2.3}
    #: Worth of the Halifax card once Louisbourg is taken.
    done: ClassVar[float] = -0.9

    def _worth_card(self, kind: int) -> float:
        if kind == _HALIFAX and self._held >> _LOUISBOURG & 1:
            return self.done
        return super()._worth_card(kind)


class BritishTowns(AcresPlan):
    """British: settle what is worth points and make towns of it; the last disc ends the game.

    - Settling and developing: by points, a town before a village of the same points.
    - Drafting: settlers and the Bateaux, then Rangers, Native Americans and a Fortification against raids.
    - Sieges: Louisbourg and Port Royal if the hand happens to do it; French sieges are fought.
    - Fortifications: Boston, New York and the places worth four points.
    - Else it takes money, or discards.
    """

    name = "british_towns"
    about = "British: settle what is worth points and make towns of it"
    only_seat = _BRITISH
    settle_other = 0.5
    point = 1.2
    develop = 1.5
    begin_at = 0.9
    fight_to = -3.1
    ambush = 1.6
    settle: ClassVar = {
        "albany": 1.0,
        "deerfield": 1.0,
        "baltimore": 1.0,
        "richmond": 1.0,
        "halifax": 1.7,
        "cumberland": 0.0,
    }
    keep: ClassVar = {"boston": 2.0, "new_york": 2.0, "pemaquid": 0.5, "norfolk": -1.1}
    draft: ClassVar = (
        ("settlers", 1, 4.5),
        ("bateaux", 1, 3.5),
        ("neutral_settlers", 1, 3.0),
        ("rangers", 1, 2.0),
        ("regular_infantry", 1, 1.5),
        ("neutral_natives", 2, 1.0),
        ("fortification", 1, 1.0),
    )
    besiege: ClassVar = {"louisbourg": 5.0, "port_royal": 5.0}
    fortify: ClassVar = {"boston": 3.0, "new_york": 3.0, "pemaquid": 1.0, "albany": 1.0, "deerfield": 1.0}


class FrenchRaider(AcresPlan):
    """French: settle towards New England, and raid until twelve points are captured.

    - Settling: Kennebec, and Fort St. John, Ticonderoga and Fort William Henry in turn, from where one card reaches
      Boston and New York; other places when there is nothing better.
    - Drafting: Coureurs de Bois and Native Americans, all of them; soldiers while a siege is open.
    - Raids, ambushes: by the points they may bring and the chance of a block among the cards the British own; Boston
      counts more, as nothing British is in supply without it.
    - British sieges are fought, above all that of Quebec.
    - Else it sells furs, develops, or discards.
    """

    name = "french_raider"
    about = "French: settle towards New England, and raid"
    only_seat = _FRENCH
    settle_other = 0.5
    develop = 1.6
    raid_point = 3.0
    raid_home = 3.0
    guard_draft = 5.2
    priest = 2.4
    throw = 1.7
    settle: ClassVar = {
        "fort_st_john": 4.0,
        "ticonderoga": 6.0,
        "fort_william_henry": 8.0,
        "kennebec": 5.0,
        "fort_halifax": 3.0,
        "halifax": -0.1,
        "pemaquid": 1.0,
        "albany": 1.0,
    }
    keep: ClassVar = {
        "quebec": 2.0,
        "montreal": 1.1,
        "gaspe": 0.9,
        "port_royal": -0.8,
        "louisbourg": 0.5,
        "native_americans": 2.0,
        "neutral_natives": 0.2,
        "coureurs_de_bois": 2.0,
        "starting_infantry": 1.0,
    }
    draft: ClassVar = (
        ("coureurs_de_bois", 1, 5.0),
        ("neutral_natives", 5, 4.5),
        ("native_americans", 2, 3.4),
        ("trader", 2, 1.0),
        ("priest", 1, 0.0),
        ("regular_infantry", 1, 0.0),
        ("siege_artillery", 1, 0.0),
        ("militia", 1, 0.0),
        ("fortification", 1, 0.0),
        ("governor", 1, 0.0),
        ("home_support", 1, 0.0),
        ("military_leader", 1, 0.0),
        ("neutral_settlers", 1, 0.0),
    )
    besiege: ClassVar = {
        "pemaquid": 5.0,
        "halifax": 5.0,
        "boston": 5.0,
        "new_york": 5.0,
        "louisbourg": 5.0,
        "port_royal": 4.5,
    }
    fortify: ClassVar = {"quebec": 0.5, "louisbourg": 3.0}


class FrenchFurAndTowns(AcresPlan):
    """French: furs for money, villages and towns for points; the last disc ends the game.

    - Settling and developing: by points; the fur country of the lakes first among equals.
    - Drafting: neutral Settlers, then a Fortification; soldiers while a siege is open.
    - Money: the Trader with all furs of the hand, else coins.
    - Fortifications: Quebec and Louisbourg. British sieges are fought.
    - Raids, ambushes: when its few raiders happen to be in reach.
    """

    name = "french_fur_and_towns"
    about = "French: furs for money, villages and towns for points"
    only_seat = _FRENCH
    settle_other = 0.6
    point = 1.2
    develop = 2.9
    raid_point = 1.3
    guard = 25.6
    ambush = 3.5
    keep_other = 0.9
    purge = 1.9
    settle: ClassVar = {
        "detroit": 1.0,
        "fort_frontenac": 1.0,
        "fort_niagara": 1.0,
        "oswego": 1.0,
        "michillimackinac": 1.0,
        "fort_duquesne": 1.0,
        "fort_st_john": -1.8,
        "kennebec": 0.0,
    }
    keep: ClassVar = {
        "quebec": 0.8,
        "montreal": 1.0,
        "gaspe": 0.5,
        "port_royal": -1.2,
        "louisbourg": -0.2,
        "trader": 0.6,
        "starting_infantry": 1.1,
    }
    draft: ClassVar = (
        ("neutral_settlers", 2, 4.5),
        ("neutral_fortification", 1, 1.0),
        ("native_americans", 1, 0.8),
        ("trader", 2, 0.0),
        ("priest", 1, 0.0),
        ("regular_infantry", 1, 0.0),
        ("siege_artillery", 1, 0.0),
        ("militia", 1, 0.0),
        ("fortification", 1, 0.0),
        ("governor", 1, 0.0),
        ("home_support", 1, 0.0),
        ("neutral_natives", 1, 0.0),
    )
    besiege: ClassVar = {"pemaquid": 4.9, "halifax": 5.0, "louisbourg": 4.0, "port_royal": 3.8}
    fortify: ClassVar = {"quebec": 2.0, "louisbourg": 2.0}


PLANS = [HalifaxHammer, BritishTowns, FrenchRaider, FrenchFurAndTowns]
