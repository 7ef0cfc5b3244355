"""Files that appear only when they are complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Yield a temporary path beside `path`; renamed to it at the end, removed if anything goes wrong.

    Raises
    ------
    OSError
        If the folder does not exist or cannot be written.
    """
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        temporary.touch()  # a missing folder or a lacking right shows now, not after an hour of games
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from None
    try:
        yield temporary
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
