"""What the tools printed is found again, also after a crash."""

from __future__ import annotations

import gzip
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whet.campaign.outputs import OutputReference, OutputStore
from whet.task.errors import TaskError


@given(texts=st.lists(st.text(st.characters(), max_size=50), max_size=10))
def test_texts_are_read_as_they_were_written(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    folder = tmp_path_factory.mktemp("output")
    with OutputStore(folder, segment_bytes=60) as store:
        references = [store.append(text) for text in texts]
        assert [store.read(reference) for reference in references] == texts, "while it is open"
    parsed = [OutputReference.parse(str(reference)) for reference in references]
    assert parsed == references
    assert [OutputStore(folder).read(reference) for reference in parsed] == texts


def test_a_segment_is_a_gzip_file(tmp_path: Path) -> None:
    with OutputStore(tmp_path) as store:
        (segment,) = {store.append(text).segment for text in ("one\n", "", "two\n")}
        path = store.path_of(segment)
    assert subprocess.run(["zcat", path], capture_output=True, text=True, check=True).stdout == "one\ntwo\n"


def test_a_full_segment_is_followed_by_another(tmp_path: Path) -> None:
    with OutputStore(tmp_path, segment_bytes=100) as store:
        references = [store.append(str(number)) for number in range(20)]
        sizes = [store.path_of(number).stat().st_size for number in {item.segment for item in references}]
    assert len(sizes) > 3
    assert all(100 <= size < 200 for size in sizes[:-1])


def test_nothing_is_written_before_something_is_appended(tmp_path: Path) -> None:
    OutputStore(tmp_path / "output").close()
    assert not (tmp_path / "output").exists()


def test_what_a_crash_left_unfinished_does_not_matter(tmp_path: Path) -> None:
    with OutputStore(tmp_path) as store:
        before = store.append("before")
    path = store.path_of(before.segment)
    path.write_bytes(path.read_bytes() + gzip.compress(b"unfinished")[:-5])
    with OutputStore(tmp_path) as store:
        after = store.append("after")
        assert after.segment != before.segment
        assert [store.read(before), store.read(after)] == ["before", "after"]


def test_two_stores_do_not_share_a_segment(tmp_path: Path) -> None:
    with OutputStore(tmp_path) as one, OutputStore(tmp_path) as other:
        first, second, third = one.append("1"), other.append("2"), one.append("3")
    assert first.segment == third.segment != second.segment
    assert [OutputStore(tmp_path).read(item) for item in (first, second, third)] == ["1", "2", "3"]


@pytest.mark.parametrize("kept", [0, 5, -1])
def test_a_damaged_output_is_an_error_that_names_the_file(tmp_path: Path, kept: int) -> None:
    with OutputStore(tmp_path) as store:
        reference = store.append("a text")
        path = store.path_of(reference.segment)
        path.write_bytes(path.read_bytes()[:kept])
        with pytest.raises(TaskError, match=rf"{path.name}: the output at {reference} cannot be read"):
            store.read(reference)


def test_a_lost_file_is_an_error_too(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match=r"000003\.gz: the output at 3:0:10 cannot be read"):
        OutputStore(tmp_path).read(OutputReference(segment=3, offset=0, length=10))
