"""The web table: games in a browser, against agents or each other.

`snowplay serve` starts it. What is where:

``messages``
    What goes over the wire, as structs with their limits.
``table``
    One game: seats, drafts, undo, log; rebuilt from its moves by replay.
``view``
    What one seat is shown of a table.
``store``
    The tables on disk.
``lobby``
    All tables, and the agents that think in threads.
``app``, ``guard``, ``openapi``
    The HTTP interface, who may call it, and its description.
``server``
    Listening.

Needs the extra ``web``.
"""
