"""Which processes of a server there are: they are known by a word in their environment."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from uuid import uuid4

ROOT = Path(__file__).parent.parent.parent
MARK = "WHET_SERVER_OF_A_TEST"
ENDLESS = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) { x = x * 3 + 1; y = y * 5 + x; if (x * y == 77777777) reach_error(); }
  return 0;
}
"""
"""No analysis decides it in the time of a test."""


def marked_environment() -> dict[str, str]:
    """For a server whose processes are to be told from those of others."""
    return {**os.environ, MARK: str(uuid4()), "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *sys.path])}


def workers(environment: dict[str, str]) -> list[int]:
    """The processes that do the work of calls, with all that they started."""
    word = f"{MARK}={environment[MARK]}".encode()
    return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if _is_worker(pid, word)]


def _is_worker(pid: int, word: bytes) -> bool:
    try:
        command, environment = (Path(f"/proc/{pid}/{name}").read_bytes() for name in ("cmdline", "environ"))
    except OSError:
        return False
    return b"whet.server.worker" in command and word in environment.split(b"\0")


def wait_for(condition: object, seconds: float = 60.0) -> bool:
    """Until a function says yes."""
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
