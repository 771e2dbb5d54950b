"""What a cache saves for the next version of a project: tools/scan_reuse.py NEXT FRESH

Both are folders that ``whet scan --output`` wrote for the same files, NEXT with the cache of the version before (``--cache``),
FRESH without any.  A function whose verdict was reused must have the one that is found afresh; the exit code is 1 if one has not.
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


def told(function: dict[str, Any]) -> tuple[str, ...]:
    """What must be the same: times and runs need not be."""
    return (function["status"], function.get("reason", ""), *function.get("preconditions", ()))


def is_same(reused: dict[str, Any], fresh: dict[str, Any]) -> bool:
    return told(reused) == told(fresh)


def main() -> int:
    following, fresh = map(functions_of, sys.argv[1:3])
    if following.keys() != fresh.keys():
        sys.exit("the two scans are of different functions")
    reused = {name: each for name, each in following.items() if each["reused"]}
    others = [name for name, each in reused.items() if not is_same(each, fresh[name])]
    for name, each in following.items():
        what = "new" if name not in reused else "another" if name in others else "same"
        print(f"{what:8}{name}: {', '.join(filter(None, told(each)))}; afresh: {', '.join(filter(None, told(fresh[name])))}")
    spared = sum(fresh[name]["cpu_seconds"] for name in reused)
    total = sum(each["cpu_seconds"] for each in fresh.values())
    print(f"{len(reused)} of {len(following)} reused, {len(others)} of them with another verdict than afresh")
    print(f"CPU time of runs afresh: {total:.1f}s, of which {spared:.1f}s were spared")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
