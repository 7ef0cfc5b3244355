"""Scripted strategies for Snowdonia, by name.

All are `SnowdoniaPlan`, which tells what is done at each kind of decision, and differ in what they lean to. The figures
of `SnowdoniaPlan` were changed a little at a time as long as that won more games with two to five players.
"""

from __future__ import annotations

from typing import ClassVar

from .snowdonia_agent import SnowdoniaPlan


class Balanced(SnowdoniaPlan):
    """Whatever is worth most, without a liking: the figures of `SnowdoniaPlan` as they are."""

    name = "balanced"
    about = "whatever is worth most, without a liking"


class Contracts(SnowdoniaPlan):
    """Contracts first, then what they ask for.

    Labourers go to the Site Office three times as readily as their worth says, and less to the surveyor: what the
    contracts held ask for (track, rubble, station spaces) then adds to the worth of the other areas.
    """

    name = "contracts"
    about = "contracts first, then what they ask for"
    lean: ClassVar = (1.3, 1.0, 1.45, 0.85, 0.6, 3.0, 0.5)


class TrackLayer(SnowdoniaPlan):
    """Steel, and track wherever it is clear.

    Labourers go to Lay Track and the Works more readily, to Build less: steel is for track, and contracts that ask for
    track get it.
    """

    name = "track_layer"
    about = "steel, and track wherever it is clear"
    lean: ClassVar = (1.3, 1.0, 1.7, 2.0, 0.4, 0.95, 0.6)
    track_asked = 6.0


class Surveyor(SnowdoniaPlan):
    """The surveyor to the summit first; what else there is as it comes.

    A labourer goes to area G nearly every time as long as the surveyor can move.
    """

    name = "surveyor"
    about = "the surveyor to the summit first"
    lean: ClassVar = (1.3, 1.0, 1.45, 0.85, 0.6, 0.95, 3.0)


class Builder(SnowdoniaPlan):
    """Material, and station spaces.

    Labourers go to Build more readily, to the Site Office, Lay Track and the surveyor less.
    """

    name = "builder"
    about = "material for station spaces"
    lean: ClassVar = (1.3, 1.0, 1.5, 0.7, 1.0, 0.6, 0.5)


class TrainFirst(SnowdoniaPlan):
    """A train as soon as there are any, and coal to hire with.

    A train counts for so much that the first steel goes there, whichever it is; coal comes before other cubes while
    there is a train to hire with it.
    """

    name = "train_first"
    about = "a train as soon as there are any, and coal to hire with"
    train_other = 20.0
    trains: ClassVar = {4: 22.0}
    coal_hire = 3.0


PLANS = [Balanced, Contracts, TrackLayer, Surveyor, Builder, TrainFirst]
