"""Work over many items, in this process or in several; the order never changes.

Worker processes are spawned, not forked, so that every one starts from the same
clean state on every platform.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 16  # items handed out per worker before the first is taken back


class WorkerLost(RuntimeError):
    """A worker process ended before its work was done (killed, out of memory)."""


def ordered(work: Callable[[Item], Result], items: Iterable[Item], jobs: int = 1) -> Iterator[Result]:
    """``work`` of each item in input order; the same whatever ``jobs``.

    With more than one job ``work`` and the items must pickle. ValueError where
    ``jobs`` is below 1, WorkerLost where a worker process is killed.

    >>> list(ordered(abs, [-2, 1]))
    [2, 1]
    """
    if jobs < 1:
        raise ValueError(f"{jobs} worker processes can do nothing")
    return map(work, items) if jobs == 1 else _spread(work, iter(items), jobs)


def _spread(work: Callable[[Item], Result], items: Iterator[Item], jobs: int) -> Iterator[Result]:
    # Imported here because it costs a third of the cold start, and most runs have one case.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    try:
        with ProcessPoolExecutor(max_workers=jobs, mp_context=get_context("spawn")) as pool:
            waiting: deque[Future[Result]]
            waiting = deque(pool.submit(work, item) for item in islice(items, jobs * AHEAD))
            while waiting:
                yield waiting.popleft().result()
                waiting.extend(pool.submit(work, item) for item in islice(items, 1))
    except BrokenProcessPool as error:
        raise WorkerLost(f"one of {jobs} worker processes was killed") from error
