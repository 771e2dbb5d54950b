"""Files of precisions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whet.task.errors import TaskError
from whet.task.precision_file import Entry, format_precision, parse_precision

DOMAINS = ("value", "predicate")
entries = st.lists(st.builds(Entry, st.sampled_from(DOMAINS), st.from_regex(r"[a-z*(][a-z:. <=*()]{0,20}[a-z)]", fullmatch=True)))


@given(entries)
def test_what_is_written_is_read_sorted_and_without_repetitions(found: list[Entry]) -> None:
    assert parse_precision(format_precision(found), name="p", domains=DOMAINS) == tuple(sorted(set(found)))


def test_comments_and_empty_lines_mean_nothing() -> None:
    text = "whet precision 1\n\n# by hand\n  value main::x  \n"
    assert parse_precision(text, name="p", domains=DOMAINS) == (Entry("value", "main::x"),)


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("", "not a precision file", "p:1"),
        ("value x\n", "not a precision file", "p:1"),
        ("whet precision 2\n", "version 2", "p:1"),
        ("whet precision 1\nvalues x\n", "did you mean 'value'", "p:2"),
        ("whet precision 1\n\nvalue\n", "nothing stands after 'value'", "p:3"),
    ],
)
def test_mistakes_are_named_with_their_place(text: str, message: str, place: str) -> None:
    with pytest.raises(TaskError, match=message) as caught:
        parse_precision(text, name="p", domains=DOMAINS)
    assert str(caught.value.place) == place
