"""Witnesses that nobody wrote in good faith are refused with file and line, in bounded time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.fuzzing.samples import WITNESSES
from whet.task.errors import TaskError
from whet.witnesses.reading import read_witness

INVARIANTS, VIOLATION = WITNESSES


def read(folder: Path, text: str) -> object:
    (folder / "w.yml").write_text(text)
    return read_witness(str(folder / "w.yml"))


@pytest.mark.parametrize("text", WITNESSES)
def test_witness_is_read(text: str, tmp_path: Path) -> None:
    read(tmp_path, text)


def test_line_with_thousands_of_digits(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match=r"w\.yml:16: '9+' is no number"):
        read(tmp_path, INVARIANTS.replace("line: 11", f"line: {'9' * 5000}"))


def test_aliases_that_repeat_a_long_list_in_every_entry(tmp_path: Path) -> None:
    """A file of 30 kB would have a million invariants."""
    head, _, rest = INVARIANTS.partition("  content:\n")
    invariant = "".join(rest.splitlines(keepends=True)[:5])
    first = head.replace("  metadata:", "  metadata: &m") + "  content: &c\n" + "  - &i\n" + invariant.replace("  - ", "    ")
    first += "  - *i\n" * 2000
    others = "- {entry_type: invariant_set, metadata: *m, content: *c}\n" * 500
    with pytest.raises(TaskError, match="has more than 1000000 parts"):
        read(tmp_path, first + others)


def test_tags_make_no_objects(tmp_path: Path) -> None:
    text = INVARIANTS.replace("value: g == 0", f"value: !!python/object/apply:os.mkdir ['{tmp_path}/made']")
    with pytest.raises(TaskError, match="expected a single value"):
        read(tmp_path, text)
    assert not (tmp_path / "made").exists()
