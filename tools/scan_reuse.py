"""What a cache saves for the next version of a project: tools/scan_reuse.py NEXT FRESH

Both are folders that ``whet scan --output`` wrote for the same files, NEXT with the cache of the version before (``--cache``),
FRESH without any.  A function that is decided in both must be judged alike; the exit code is 1 if one is not.  One that is
unknown in one of them was left open for want of time, which another run may have had.
"""

import json
import sys
from pathlib import Path
from typing import Any

Functions = dict[str, dict[str, Any]]


def functions_of(folder: str) -> Functions:
    document = json.loads((Path(folder) / "result.json").read_text(encoding="utf-8"))
    if not document["complete"]:
        sys.exit(f"{folder}: the scan is not complete")
    return {f"{each['file']}:{each['function']}": each for each in document["functions"]}


def is_decided(function: dict[str, Any]) -> bool:
    return bool(function["status"] != "unknown")


def told(function: dict[str, Any]) -> tuple[str, ...]:
    """What must be the same: times and runs need not be."""
    return (function["status"], *function.get("preconditions", ()))


def compared(reused: dict[str, Any], fresh: dict[str, Any]) -> str:
    if told(reused) == told(fresh):
        return "same"
    return "another" if is_decided(reused) and is_decided(fresh) else "open"


def main() -> int:
    following, fresh = map(functions_of, sys.argv[1:3])
    if following.keys() != fresh.keys():
        sys.exit("the two scans are of different functions")
    reused = {name: each for name, each in following.items() if each["reused"]}
    words = {name: compared(each, fresh[name]) if name in reused else "new" for name, each in following.items()}
    for name, each in following.items():
        print(f"{words[name]:8}{name}: {', '.join(told(each))}; afresh: {', '.join(told(fresh[name]))}")
    count = list(words.values()).count
    spared = sum(fresh[name]["cpu_seconds"] for name in reused)
    total = sum(each["cpu_seconds"] for each in fresh.values())
    judged = f"{count('same')} judged as afresh, {count('open')} decided in one of both only, {count('another')} judged otherwise"
    print(f"{len(reused)} of {len(following)} reused: {judged}")
    print(f"CPU time of runs afresh: {total:.1f}s, of which {spared:.1f}s were spared")
    return 1 if count("another") else 0


if __name__ == "__main__":
    sys.exit(main())
