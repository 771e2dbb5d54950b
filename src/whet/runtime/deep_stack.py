"""Work on a thread whose stack is deep enough for deeply nested programs.

libclang recurses as deep as the program nests, in C and through its callbacks in Python; so do walks over syntax
trees.  The stack is reserved, not used: untouched pages cost nothing.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

STACK_BYTES = 512 << 20
RECURSION_LIMIT = 200_000
"""Python's recursion limit there: some 2.6 kB of stack for every level."""


class _DeepThread(threading.Thread):
    """A thread with a deep stack; work that is already on one stays on it."""


def on_deep_stack(work: Callable[[], T]) -> T:
    """Run ``work`` on a deep stack; its result or exception is passed on."""
    if isinstance(threading.current_thread(), _DeepThread):
        return work()
    results: list[T] = []
    errors: list[BaseException] = []
    thread = _started(lambda: _run(work, results, errors))
    thread.join()
    if errors:
        raise errors[0]
    return results[0]


def _started(run: Callable[[], None]) -> _DeepThread:
    before = threading.stack_size(STACK_BYTES)
    try:
        thread = _DeepThread(target=run, name="deep stack")
        thread.start()
        return thread
    finally:
        threading.stack_size(before)


def _run(work: Callable[[], T], results: list[T], errors: list[BaseException]) -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, RECURSION_LIMIT))
    try:
        results.append(work())
    except BaseException as error:
        errors.append(error)
    finally:
        sys.setrecursionlimit(limit)
