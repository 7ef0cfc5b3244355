"""Replay games recorded online against the rules: `python tools/verify_records.py FILE...`.

Every turn is replayed with the recorded draws, and board, sieges, money, cards, captured pieces and points are
compared after it, and the end of the game. A line for each game, then a line for each difference. A difference that
comes from a rule that departs from the site's on purpose is listed with the rule, as explained.

Exit code 0: no unexplained difference, 1: some, 2: a file is no recorded game.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from snowplay.acres.record_compare import Difference
from snowplay.acres.record_format import read_online_record
from snowplay.acres.record_replay import verify_online_record
from snowplay.errors import SnowplayError


def line(difference: Difference) -> str:
    where = f"turn {difference.turn} (record {difference.record})" if difference.turn else "start"
    explained = f"  [explained by {difference.rule}]" if difference.rule else ""
    return f"  {where}: {difference.field}: ours {difference.ours}; theirs {difference.theirs}{explained}"


def verify(path: str, automatic: bool) -> int:
    """Verify one file, print what was found, return the exit code."""
    try:
        record = read_online_record(path)
        options = {"victim_choices": "automatic"} if automatic else {}
        result = verify_online_record(record, **options)
    except (SnowplayError, OSError) as error:
        place = "" if path in str(error) else f"{path}: "
        print(f"error: {place}{error}", file=sys.stderr)
        return 2
    unexplained = len(result.unexplained)
    explained = len(result.differences) - unexplained
    words = f"{unexplained} difference{'' if unexplained == 1 else 's'}" + (
        f", {explained} explained" if explained else ""
    )
    print(f"{record.game}: {result.turns} of {record.player_turns} turns, {words}")
    for difference in result.differences:
        print(line(difference))
    return 1 if unexplained else 0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Replay games recorded online and compare every turn.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument(
        "--automatic-victims",
        action="store_true",
        help="let fixed rules choose for the victims of raids, ambushes and priests (AC-83) instead of the record",
    )
    options = parser.parse_args(arguments)
    return max(verify(path, options.automatic_victims) for path in options.files)


if __name__ == "__main__":
    sys.exit(main())
