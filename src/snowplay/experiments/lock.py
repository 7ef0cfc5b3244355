"""One process at a time: a lock on a file, which the system lets go when the process ends, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..errors import RunFailedError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["Lock"]


class Lock:
    """Holds the lock on a file, which is made if there is none and stays.

    Raises
    ------
    RunFailedError
        If another process, or another lock of this one, holds it.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if sys.platform == "win32":
                msvcrt.locking(self._file, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise RunFailedError(f"{path.parent}: another process is running this experiment right now") from None

    def release(self) -> None:
        """Let it go; once is enough."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
