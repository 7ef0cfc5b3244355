"""The shape of the data file of A Few Acres of Snow, ``data/acres.toml``.

The types say what one entry may be; their bounds are those of the core's fields or a little inside them. What
entries must be together is in ``checks``. Places and kinds of cards are fixed: they are the core's bits and action
ids (``state.pxd``), so a variant changes what they are like but adds none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, field

from ..figures import Table

REFERENCE = ("box",)

# In the order of the core's bits: places with a British card only, with one of each side, with a French card only.
BritishPlace = Literal[
    "boston",
    "new_haven",
    "new_york",
    "norfolk",
    "philadelphia",
    "st_marys",
    "baltimore",
    "cumberland",
    "deerfield",
    "richmond",
]
SharedPlace = Literal[
    "pemaquid",
    "albany",
    "canso",
    "detroit",
    "fort_beausejour",
    "fort_duquesne",
    "fort_frontenac",
    "fort_halifax",
    "fort_niagara",
    "fort_presquisle",
    "fort_st_john",
    "fort_stanwix",
    "fort_venango",
    "fort_william_henry",
    "gaspe",
    "halifax",
    "kennebec",
    "louisbourg",
    "oswego",
    "port_royal",
    "tadoussac",
    "ticonderoga",
    "trois_rivieres",
]
FrenchPlace = Literal["montreal", "quebec", "michillimackinac"]
Place = Literal[BritishPlace, SharedPlace, FrenchPlace]
# In the order of the core's bits, too; a card's key is the name of its kind.
BritishKind = Literal[
    "military_leader",
    "regular_infantry",
    "siege_artillery",
    "militia",
    "rangers",
    "indian_leader",
    "home_support",
    "trader",
    "bateaux",
    "ships",
    "settlers",
    "fortification",
    "governor",
]
FrenchKind = Literal[
    "military_leader",
    "regular_infantry",
    "starting_infantry",
    "siege_artillery",
    "militia",
    "coureurs_de_bois",
    "native_americans",
    "priest",
    "home_support",
    "trader",
    "ships",
    "fortification",
    "governor",
    "intendant",
    "bateaux",
]
NeutralKind = Literal["neutral_natives", "neutral_settlers", "neutral_fortification"]

SIDE_NAMES = ("british", "french")
LOCATIONS: tuple[str, ...] = get_args(Place)
#: Places of each side's Location cards, in the order of its card bits.
CARD_PLACES: tuple[tuple[str, ...], ...] = (
    get_args(Literal[BritishPlace, SharedPlace]),
    get_args(Literal[SharedPlace, FrenchPlace]),
)
#: Kinds of each side's Empire cards, in the order of its card bits, and of the neutral cards.
EMPIRE_KINDS: tuple[tuple[str, ...], ...] = (get_args(BritishKind), get_args(FrenchKind))
NEUTRAL_KINDS: tuple[str, ...] = get_args(NeutralKind)

Points = Annotated[int, Meta(ge=0, le=50)]
Strength = Annotated[int, Meta(ge=0, le=9)]
Lead = Annotated[int, Meta(ge=1, le=20)]
Price = Annotated[int, Meta(ge=0, le=50)]
Coins = Annotated[int, Meta(ge=0, le=9)]
Pieces = Annotated[int, Meta(ge=0, le=100)]
Money = Annotated[int, Meta(ge=0, le=1000)]
Cards = Annotated[int, Meta(ge=1, le=20)]
Actions = Annotated[int, Meta(ge=1, le=9)]
Range = Annotated[int, Meta(ge=1, le=9)]
Copies = Annotated[int, Meta(ge=0, le=28)]
Ability = Literal["raid", "extend_raid", "ambush", "block_raid", "block_ambush", "vulnerable"]
EdgeKey = Annotated[
    str, Meta(pattern="^[a-z_]+-[a-z_]+$", description="two places with a - between, such as boston-deerfield")
]


class Box(Table):
    """What the box holds; for reference only."""

    cards: int
    british_location_cards: int
    british_empire_cards: int
    french_location_cards: int
    french_empire_cards: int
    neutral_cards: int
    silver_coins: int
    gold_coins: int


class StartMoney(Table):
    """AC-01: money at the start."""

    british: Money
    french: Money


class SidePieces(Struct, forbid_unknown_fields=True):
    """How many of a piece each side has."""

    british: Pieces
    french: Pieces


class PieceSupply(Table):
    """AC-02: cubes are villages, discs towns; fortification discs are common."""

    cubes: SidePieces
    discs: SidePieces
    fortifications: Pieces


class Turn(Table):
    """AC-11, AC-12, AC-68."""

    hand: Cards
    reserve: Annotated[int, Meta(ge=0, le=20)]
    actions: Actions
    first_actions: Actions


class Home(Table):
    """AC-20: where supply comes from."""

    british: Place
    french: Place


class ActionFigures(Table):
    """AC-32, AC-60, AC-62, AC-65, AC-68: what actions cost and yield."""

    fortify_cost: Price
    native_cost: Price
    intendant_cost: Price
    fur_value: Coins
    piracy_value: Coins
    piracy_card: Literal[SharedPlace, FrenchPlace]
    home_support_cards: Annotated[int, Meta(ge=0, le=20)]
    raid_range: Range


class Siege(Table):
    """AC-41, AC-42, AC-50."""

    fortification: Strength
    ship: Strength
    location: Strength
    attacker_wins_at: Lead
    defender_wins_at: Lead


class Capitals(Struct, forbid_unknown_fields=True):
    """AC-71: places that win at once for a side."""

    british: list[Place]
    french: list[Place]


class End(Table):
    """AC-70 to AC-72."""

    capture_limit: Annotated[int, Meta(ge=1, le=200)]
    cube_points: Points
    disc_points: Points
    capitals: Capitals


class Optional(Table):
    """AC-80, AC-82: figures of rule options."""

    infantry_removed: Copies
    siege_delay_vp: Annotated[int, Meta(ge=0, le=200)]
    native_strength: Strength
    first_edition_raid_range: Range
    fort_st_john_by_bateaux: list[Place]


class Location(Table):
    """A place on the board."""

    name: Annotated[str, Meta(min_length=1)]
    vp: Points
    settler: bool = False
    port: bool = False
    online_siege_port: bool = True
    defence: Strength = 0
    start: Literal["neutral", "british village", "british town", "french village", "french town"] = "neutral"


class Edge(Table):
    """A line between two places."""

    way: Literal["river", "lake", "road", "trail", "unknown"]
    raid: bool
    supply: bool


class Board(Table):
    """Places and the lines between them."""

    locations: dict[Place, Location]
    edges: dict[EdgeKey, Edge]


class LocationCard(Table):
    """A Location card: its icons, and the places it lists by the transport that leads there."""

    icons: list[Literal["bateaux", "wagon", "ship", "settler", "military", "fur"]] = field(default_factory=list)
    coins: Coins = 0
    starting_deck: bool = False
    by_bateaux: list[Place] = field(default_factory=list)
    by_wagon: list[Place] = field(default_factory=list)
    by_ship: list[Place] = field(default_factory=list)

    def targets(self, transport: str) -> list[str]:
        """Return the places that the card lists under a transport."""
        places: list[str] = getattr(self, f"by_{transport}")
        return places


class LocationCards(Table):
    """The Location cards of both sides."""

    british: dict[Literal[BritishPlace, SharedPlace], LocationCard]
    french: dict[Literal[SharedPlace, FrenchPlace], LocationCard]


class EmpireCard(Table):
    """A kind of Empire or neutral card."""

    count: Copies
    cost: Price
    strength: Strength = 0
    fee: Price = 0
    icons: list[Literal["bateaux", "wagon", "ship", "settler", "military"]] = field(default_factory=list)
    abilities: list[Ability] = field(default_factory=list)
    starting_deck: Copies = 0
    set_aside: bool = False


class EmpireCards(Table):
    """The Empire cards of both sides and the neutral cards."""

    british: dict[BritishKind, EmpireCard]
    french: dict[FrenchKind, EmpireCard]
    neutral: dict[NeutralKind, EmpireCard]


class Acres(Struct, forbid_unknown_fields=True):
    """The whole data file."""

    game: Literal["acres"]
    edition: str
    sources: dict[str, str]
    box: Box
    money: StartMoney
    pieces: PieceSupply
    turn: Turn
    home: Home
    actions: ActionFigures
    siege: Siege
    end: End
    optional: Optional
    board: Board
    location_cards: LocationCards
    empire_cards: EmpireCards

    def location_cards_of(self, side: int) -> dict[str, LocationCard]:
        """Return a side's Location cards by place, in the order of the core's bits."""
        cards: Mapping[Any, LocationCard] = getattr(self.location_cards, SIDE_NAMES[side])
        return {place: cards[place] for place in CARD_PLACES[side]}

    def empire_cards_of(self, side: int) -> dict[str, EmpireCard]:
        """Return a side's Empire cards by kind, in the order of the core's bits."""
        cards: Mapping[Any, EmpireCard] = getattr(self.empire_cards, SIDE_NAMES[side])
        return {kind: cards[kind] for kind in EMPIRE_KINDS[side]}

    def neutral_cards(self) -> dict[str, EmpireCard]:
        """Return the neutral cards by kind, in the order of the core's bits."""
        cards: Mapping[Any, EmpireCard] = self.empire_cards.neutral
        return {kind: cards[kind] for kind in NEUTRAL_KINDS}

    def places(self) -> dict[str, Location]:
        """Return the places by id, in the order of the core's bits."""
        by_id: Mapping[Any, Location] = self.board.locations
        return {place: by_id[place] for place in LOCATIONS}

    def starting(self, side: int, piece: str) -> list[str]:
        """Return the places with a village or a town of a side at the start."""
        words = f"{SIDE_NAMES[side]} {piece}"
        return [name for name, place in self.places().items() if place.start == words]
