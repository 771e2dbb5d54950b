"""One driver at a time on a campaign.

The lock is flock(2) on a file of the campaign's folder, so the kernel frees it when the driver dies, however it dies.  It is
shared with processes forked from the driver that did not execute another program: as long as one of them is left
over and at work, the campaign is not free.  The text of the file only serves the message.
"""

from __future__ import annotations

import fcntl
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from whet.task.errors import TaskError

LOCK_NAME = "driver.lock"


@contextmanager
def driving(folder: Path) -> Iterator[None]:
    """Be the driver of the campaign in ``folder``; a TaskError if another process is."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOCK_NAME
    with path.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = path.read_text(encoding="utf-8", errors="replace") or "another process"
            message = f"the campaign is being driven by {holder}; wait until it is done, or stop it"
            raise TaskError(message, place=str(path)) from error
        os.truncate(file.fileno(), 0)
        os.write(file.fileno(), f"process {os.getpid()} on {platform.node()}".encode())
        yield
