"""The progress bar on standard error."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn


class ProgressBar:
    """A bar that is gone when the run is over; called with how many more are done.

    Parameters
    ----------
    total : int
        How many there are in all.
    unit : str
        What is counted, in the plural.
    """

    def __init__(self, total: int, unit: str) -> None:
        self._progress = Progress(
            TextColumn("[cyan]{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(compact=True),
            console=Console(stderr=True),
            transient=True,
            expand=True,
            refresh_per_second=5,
        )
        self._task: TaskID = self._progress.add_task(unit, total=total, rate="")
        self._unit = unit

    def __enter__(self) -> ProgressBar:
        self._progress.start()
        return self

    def __call__(self, done: int) -> None:
        self._progress.advance(self._task, done)
        speed = self._progress.tasks[0].speed
        self._progress.update(self._task, rate=f"{speed:,.0f} {self._unit}/s" if speed else "")

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
