"""Snowdonia in plain Python: the rules page as a program that can be read aloud beside it.

Every rule group is one function that cites its IDs. Functions that leave something to decide or to draw are generators:
they yield an `Ask` or a `Draw` and get back, in notation, what was chosen. Nothing here imports the package under test.

========= ==================================================================
module    rules
========= ==================================================================
figures   the data file for one number of players and one set of options
table     what lies on the table: pieces, cubes, rubble, payments
opening   SN-01 to SN-12, SN-70
assign    SN-20 to SN-23
actions   SN-31 to SN-40, SN-85 to SN-87
contracts SN-30, SN-41 to SN-44, SN-88 to SN-93
restock   SN-45 to SN-47, SN-71
events    SN-50 to SN-55, SN-72
score     SN-62 to SN-64
twin      the round, SN-60, SN-61, and the interface to the harness
========= ==================================================================
"""

from .twin import Twin

__all__ = ["Twin"]
