"""One process at a time: a lock on a file, which the system lets go when the process ends, however it ends."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from ..errors import RunFailedError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["Lock"]

# What the system says of a lock that somebody holds; everything else says that there is none to be had.
_HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


class Lock:
    """Holds the lock on a file, which is made if there is none and stays.

    Raises
    ------
    RunFailedError
        If another process, or another lock of this one, holds it, or if the file system has no locks.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if sys.platform == "win32":
                msvcrt.locking(self._file, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            if error.errno in _HELD:
                raise RunFailedError(f"{path.parent}: another process is running this experiment right now") from None
            raise RunFailedError(
                f"{path}: this file system cannot lock files ({error.strerror}), so that nothing would keep two "
                "processes from writing here: choose a folder on another one"
            ) from None

    def release(self) -> None:
        """Let it go; once is enough."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
