"""Which files changed since a revision, as git knows it; what is not committed yet counts, and so do new files."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress

from whet.task.errors import TaskError


def changed_files(base: str, folder: str) -> frozenset[str]:
    """Absolute paths; raises ``TaskError`` if git does not know the revision."""
    top = _git(folder, "rev-parse", "--show-toplevel").strip()
    since = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{base}^{{commit}}").strip()
    with suppress(TaskError):  # without a common revision, as in a shallow clone, more files differ, never fewer
        since = _git(folder, "merge-base", since, "HEAD").strip()
    names = _git(folder, "diff", "--name-only", "--no-renames", "-z", since, "--").split("\0")
    new = _git(top, "ls-files", "--others", "--exclude-standard", "-z").split("\0")
    return frozenset(os.path.realpath(os.path.join(top, name)) for name in (*names, *new) if name)


def _git(folder: str, *arguments: str) -> str:
    command = ["git", "-C", folder, *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="surrogateescape", check=False)
    except FileNotFoundError:
        raise TaskError("git is not installed; leave out the base revision to verify everything") from None
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        why = said[-1] if said else "there is no such revision; fetch it first (a shallow clone does not have it)"
        raise TaskError(f"git {' '.join(arguments)}: {why}")
    return done.stdout
