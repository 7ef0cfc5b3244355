"""The board and the cards of A Few Acres of Snow as the rules page has them, written out for the rule tests.

Nothing here is read from the package: the tests compare the package with it.
"""

from __future__ import annotations


def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


SIDES = ("british", "french")

# Places in the order of their numbers: those with a British card only, with both, with a French card only.
PLACES = words(
    "boston new_haven new_york norfolk philadelphia st_marys baltimore cumberland deerfield richmond "
    "pemaquid albany canso detroit fort_beausejour fort_duquesne fort_frontenac fort_halifax fort_niagara "
    "fort_presquisle fort_st_john fort_stanwix fort_venango fort_william_henry gaspe halifax kennebec "
    "louisbourg oswego port_royal tadoussac ticonderoga trois_rivieres montreal quebec michillimackinac "
)

# Points and defence modifier of the places that have any, and the places that need a settler (AC-30, AC-41, AC-72).
POINTS = {
    1: "st_marys cumberland fort_presquisle gaspe",
    2: "boston new_haven new_york norfolk philadelphia baltimore richmond pemaquid canso "
    "fort_frontenac fort_niagara halifax oswego tadoussac michillimackinac",
    3: "port_royal trois_rivieres",
    4: "deerfield albany detroit fort_duquesne louisbourg montreal",
    6: "quebec",
}
POINTS_OF = {place: points for points, places in POINTS.items() for place in places.split()}
DEFENCE = {"boston": 1, "new_york": 1, "louisbourg": 1, "montreal": 1, "quebec": 2}
SETTLER_PLACES = words(
    "boston new_haven new_york norfolk philadelphia st_marys baltimore cumberland deerfield richmond "
    "pemaquid albany canso detroit gaspe halifax louisbourg port_royal tadoussac trois_rivieres montreal "
    "quebec "
)
PORTS = words(
    "boston new_haven new_york norfolk philadelphia st_marys baltimore pemaquid canso fort_beausejour "
    "gaspe halifax louisbourg port_royal tadoussac trois_rivieres quebec "
)

# Board edges (AC-20, AC-60, AC-81); the sea joins the ports.
RIVERS = words(
    "new_haven-deerfield new_york-albany norfolk-richmond pemaquid-fort_halifax st_marys-baltimore "
    "st_marys-cumberland st_marys-richmond albany-fort_stanwix albany-fort_william_henry "
    "detroit-michillimackinac fort_duquesne-fort_venango fort_frontenac-montreal "
    "fort_presquisle-fort_venango fort_st_john-ticonderoga fort_st_john-trois_rivieres "
    "fort_st_john-montreal fort_stanwix-oswego fort_william_henry-ticonderoga kennebec-quebec "
    "tadoussac-quebec trois_rivieres-montreal trois_rivieres-quebec "
)
LAKES = words(
    "detroit-fort_niagara detroit-fort_presquisle fort_frontenac-fort_niagara fort_frontenac-oswego "
    "fort_niagara-fort_presquisle fort_niagara-oswego "
)
ROADS = words("cumberland-fort_duquesne fort_halifax-kennebec ")
TRAILS = words(
    "boston-deerfield philadelphia-cumberland baltimore-cumberland canso-fort_beausejour "
    "cumberland-richmond deerfield-fort_halifax deerfield-fort_william_henry fort_beausejour-halifax "
    "fort_beausejour-port_royal "
)
# Rivers that no raid follows.
NO_RAID = words("st_marys-baltimore st_marys-richmond tadoussac-quebec")

# Location cards: symbols, and the places they list by transport. A symbol with a number is that many coins.
LOCATION_CARDS = {
    ("british", "boston"): (
        "ship settler military coins:3",
        {"ship": "new_york new_haven pemaquid port_royal halifax"},
    ),
    ("british", "new_haven"): ("ship coins:2", {"bateaux": "deerfield", "ship": "new_york boston pemaquid"}),
    ("british", "new_york"): (
        "ship settler military coins:3",
        {"bateaux": "albany", "ship": "philadelphia new_haven boston"},
    ),
    ("british", "norfolk"): ("ship coins:2", {"bateaux": "richmond", "ship": "st_marys baltimore"}),
    ("british", "philadelphia"): ("wagon settler coins:3", {"ship": "new_york new_haven st_marys baltimore"}),
    ("british", "st_marys"): (
        "bateaux settler",
        {"bateaux": "richmond baltimore cumberland", "ship": "norfolk philadelphia"},
    ),
    ("british", "baltimore"): ("coins:3", {"bateaux": "st_marys", "ship": "norfolk philadelphia"}),
    ("british", "cumberland"): ("", {"bateaux": "st_marys", "wagon": "fort_duquesne"}),
    ("british", "deerfield"): ("coins:2", {"bateaux": "new_haven"}),
    ("british", "richmond"): ("coins:2", {"bateaux": "st_marys norfolk"}),
    ("british", "pemaquid"): (
        "fur",
        {"bateaux": "fort_halifax", "ship": "boston new_haven fort_beausejour port_royal halifax"},
    ),
    ("british", "albany"): ("bateaux fur", {"bateaux": "fort_william_henry fort_stanwix new_york"}),
    ("british", "canso"): ("fur", {"ship": "halifax louisbourg port_royal"}),
    ("british", "detroit"): ("fur", {"bateaux": "michillimackinac fort_presquisle"}),
    ("british", "fort_beausejour"): ("", {"ship": "pemaquid port_royal gaspe halifax canso"}),
    ("british", "fort_duquesne"): ("bateaux fur", {"bateaux": "fort_venango", "wagon": "cumberland"}),
    ("british", "fort_frontenac"): ("fur", {"bateaux": "montreal oswego fort_niagara"}),
    ("british", "fort_halifax"): ("", {"bateaux": "pemaquid", "wagon": "kennebec"}),
    ("british", "fort_niagara"): ("fur", {"bateaux": "fort_frontenac oswego fort_presquisle detroit"}),
    ("british", "fort_presquisle"): ("fur", {"bateaux": "detroit fort_niagara fort_venango"}),
    ("british", "fort_st_john"): ("fur", {"bateaux": "quebec ticonderoga"}),
    ("british", "fort_stanwix"): ("bateaux", {"bateaux": "oswego albany"}),
    ("british", "fort_venango"): ("fur", {"bateaux": "fort_presquisle fort_duquesne"}),
    ("british", "fort_william_henry"): ("bateaux", {"bateaux": "ticonderoga albany"}),
    ("british", "gaspe"): ("", {"ship": "tadoussac louisbourg fort_beausejour"}),
    ("british", "halifax"): ("ship fur", {"ship": "fort_beausejour port_royal canso louisbourg pemaquid"}),
    ("british", "kennebec"): ("", {}),
    ("british", "louisbourg"): (
        "",
        {"ship": "gaspe tadoussac trois_rivieres quebec canso halifax port_royal fort_beausejour"},
    ),
    ("british", "oswego"): ("bateaux fur", {"bateaux": "fort_frontenac fort_niagara fort_stanwix"}),
    ("british", "port_royal"): ("ship", {"ship": "fort_beausejour halifax canso pemaquid louisbourg"}),
    ("british", "tadoussac"): ("", {"bateaux": "quebec", "ship": "gaspe louisbourg"}),
    ("british", "ticonderoga"): ("fur", {"bateaux": "fort_st_john fort_william_henry"}),
    ("british", "trois_rivieres"): ("fur", {"bateaux": "quebec montreal fort_st_john"}),
    ("french", "pemaquid"): ("fur", {"bateaux": "fort_halifax", "ship": "boston fort_beausejour halifax port_royal"}),
    ("french", "albany"): ("bateaux fur", {"bateaux": "new_york fort_stanwix fort_william_henry"}),
    ("french", "canso"): ("fur", {"ship": "halifax louisbourg port_royal"}),
    ("french", "detroit"): ("bateaux fur", {"bateaux": "fort_presquisle michillimackinac"}),
    ("french", "fort_beausejour"): ("fur", {"ship": "pemaquid canso gaspe halifax port_royal"}),
    ("french", "fort_duquesne"): ("bateaux fur", {"bateaux": "fort_venango"}),
    ("french", "fort_frontenac"): ("bateaux fur", {"bateaux": "fort_niagara oswego montreal"}),
    ("french", "fort_halifax"): ("", {"bateaux": "pemaquid"}),
    ("french", "fort_niagara"): ("bateaux fur", {"bateaux": "detroit fort_frontenac fort_presquisle oswego"}),
    ("french", "fort_presquisle"): ("bateaux fur", {"bateaux": "detroit fort_niagara fort_venango"}),
    ("french", "fort_st_john"): ("bateaux fur", {"bateaux": "ticonderoga quebec"}),
    ("french", "fort_stanwix"): ("", {"bateaux": "albany oswego"}),
    ("french", "fort_venango"): ("bateaux fur", {"bateaux": "fort_duquesne fort_presquisle"}),
    ("french", "fort_william_henry"): ("bateaux", {"bateaux": "albany ticonderoga"}),
    ("french", "gaspe"): ("fur", {"ship": "fort_beausejour louisbourg tadoussac"}),
    ("french", "halifax"): ("ship fur", {"ship": "pemaquid canso fort_beausejour louisbourg port_royal"}),
    ("french", "kennebec"): ("", {}),
    ("french", "louisbourg"): (
        "ship",
        {"ship": "canso fort_beausejour gaspe halifax port_royal tadoussac trois_rivieres quebec"},
    ),
    ("french", "oswego"): ("bateaux fur", {"bateaux": "fort_frontenac fort_niagara fort_stanwix"}),
    ("french", "port_royal"): ("ship coins:1", {"ship": "pemaquid canso fort_beausejour halifax louisbourg"}),
    ("french", "tadoussac"): ("bateaux fur", {"bateaux": "quebec", "ship": "gaspe louisbourg"}),
    ("french", "ticonderoga"): ("bateaux fur", {"bateaux": "fort_st_john fort_william_henry"}),
    ("french", "trois_rivieres"): ("bateaux fur coins:1", {"bateaux": "fort_st_john montreal quebec"}),
    ("french", "montreal"): ("bateaux military fur coins:1", {"bateaux": "fort_frontenac fort_st_john trois_rivieres"}),
    ("french", "quebec"): (
        "ship settler military coins:2",
        {"bateaux": "kennebec tadoussac trois_rivieres", "ship": "gaspe louisbourg"},
    ),
    ("french", "michillimackinac"): ("fur", {"bateaux": "detroit"}),
}

# Empire and neutral cards by side: kind, copies, cost. They take up the bits after the Location cards; neutral ones
# the bits from 54. The French Bateaux is set aside unless an option asks for it.
EMPIRE_CARDS = {
    "british": (
        "military_leader 1 5, regular_infantry 6 7, siege_artillery 1 8, militia 3 2, rangers 1 5, indian_leader 1 2, "
        "home_support 1 5, trader 1 0, bateaux 1 0, ships 2 6, settlers 1 5, fortification 1 0, governor 1 0"
    ),
    "french": (
        "military_leader 1 5, regular_infantry 3 7, starting_infantry 1 0, siege_artillery 1 8, militia 3 2, "
        "coureurs_de_bois 1 0, native_americans 1 0, priest 2 2, home_support 1 5, trader 2 0, ships 1 6, "
        "fortification 1 0, governor 1 0, intendant 1 0, bateaux 1 0"
    ),
    "neutral": "neutral_natives 5 0, neutral_settlers 2 7, neutral_fortification 2 3",
}
# Numbers of the kinds that are no place, from 36.
KINDS = (
    *PLACES,
    *words(
        "military_leader regular_infantry starting_infantry siege_artillery militia rangers coureurs_de_bois "
        "native_americans neutral_natives priest indian_leader home_support trader bateaux ships settlers "
        "neutral_settlers fortification neutral_fortification governor intendant"
    ),
)
# Strength in a siege (AC-42); Location cards with a military symbol 1, ship symbols 1 at ports.
STRENGTH = {
    "regular_infantry": 2,
    "starting_infantry": 2,
    "siege_artillery": 3,
    "militia": 1,
    "rangers": 1,
    "coureurs_de_bois": 1,
    "military_leader": 1,
}


def empire(side: str) -> list[tuple[str, int, int]]:
    """Kind, copies and cost of a side's Empire cards or of the neutral cards."""
    entries = (entry.split() for entry in EMPIRE_CARDS[side].split(","))
    return [(kind, int(copies), int(cost)) for kind, copies, cost in entries]


def card_kinds(side: str) -> dict[int, str]:
    """The kind of every bit of a side's words."""
    kinds = [place for place in PLACES if (side, place) in LOCATION_CARDS]
    kinds += [kind for kind, copies, _cost in empire(side) for _ in range(copies)]
    neutral = [kind for kind, copies, _cost in empire("neutral") for _ in range(copies)]
    return dict(enumerate(kinds)) | dict(enumerate(neutral, start=54))


def symbols(side: str, kind: str) -> list[str]:
    """The symbols of a Location card, coins left out."""
    return [symbol for symbol in LOCATION_CARDS[side, kind][0].split() if not symbol.startswith("coins")]


def coins(side: str, kind: str) -> int:
    """The coins on a card."""
    words = LOCATION_CARDS.get((side, kind), ("", {}))[0].split()
    return sum(int(word.partition(":")[2]) for word in words if word.startswith("coins"))


def links(side: str, kind: str, transport: str) -> list[str]:
    """The places a Location card lists with a transport."""
    return LOCATION_CARDS[side, kind][1].get(transport, "").split()


def graph(*edges: list[str]) -> dict[str, set[str]]:
    """Neighbours of every place over these edges."""
    near: dict[str, set[str]] = {place: set() for place in PLACES}
    for edge in (edge for part in edges for edge in part):
        a, b = edge.split("-")
        near[a].add(b)
        near[b].add(a)
    return near


SUPPLY_GRAPH = graph(RIVERS, LAKES, ROADS, [f"{a}-{b}" for a in PORTS for b in PORTS if a != b])
RAID_GRAPH = graph([edge for edge in RIVERS if edge not in NO_RAID], LAKES, ROADS, TRAILS)


def supplied(own: set[str], home: str) -> set[str]:
    """The controlled places in supply (AC-20), by a plain search."""
    reached, border = set(), [home] if home in own else []
    while border:
        place = border.pop()
        reached.add(place)
        border += [near for near in SUPPLY_GRAPH[place] if near in own and near not in reached]
    return reached
