"""Offsets, lines and columns, and the line markers of preprocessed files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whet.cfa.source import Origin, Place, SourceFile, Span

PLAIN = SourceFile("a.c", b"int x;\nint y;\n\n  z")
PREPROCESSED = SourceFile(
    "a.i",
    b'# 1 "a.c"\n# 1 "<built-in>" 1\n# 3 "a.c" 2\nint x;\nint y;\n# 7 "inc/b.h" 1 3 4\nint z;\n#line 20\nint w;\n',
)


def offset(file: SourceFile, text: bytes) -> int:
    return file.text.index(text)


@pytest.mark.parametrize(
    ("position", "line", "column"),
    [(0, 1, 1), (4, 1, 5), (6, 1, 7), (7, 2, 1), (14, 3, 1), (15, 4, 1), (17, 4, 3), (18, 4, 4)],
)
def test_lines_and_columns(position: int, line: int, column: int) -> None:
    assert PLAIN.place(position) == Place("a.c", line, column)


def test_without_markers_the_original_is_the_file() -> None:
    assert PLAIN.original_place(7) == Place("a.c", 2, 1)


def test_empty_file() -> None:
    assert SourceFile("e.c", b"").place(0) == Place("e.c", 1, 1)


def test_columns_count_bytes() -> None:
    file = SourceFile("u.c", "/* é */ x".encode())
    assert file.place(offset(file, b"x")).column == 10


def test_carriage_returns_belong_to_their_line() -> None:
    file = SourceFile("d.c", b"a;\r\nb;\r\n")
    assert file.place(offset(file, b"b")) == Place("d.c", 2, 1)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (b"int x", Place("a.c", 3, 1)),
        (b"y;", Place("a.c", 4, 5)),
        (b"int z", Place("inc/b.h", 7, 1)),
        (b"int w", Place("inc/b.h", 20, 1)),
    ],
)
def test_line_markers(text: bytes, place: Place) -> None:
    assert PREPROCESSED.original_place(offset(PREPROCESSED, text)) == place


def test_given_place_ignores_line_markers() -> None:
    assert PREPROCESSED.place(offset(PREPROCESSED, b"int x")) == Place("a.i", 4, 1)


def test_text_before_the_first_marker() -> None:
    file = SourceFile("a.i", b'int x;\n# 9 "b.c"\nint y;\n')
    assert file.original_place(0) == Place("a.i", 1, 1)
    assert file.original_place(offset(file, b"int y")) == Place("b.c", 9, 1)


def test_marker_names_are_unescaped() -> None:
    file = SourceFile("a.i", b'# 1 "dir\\\\with \\"quotes\\".c"\nx\n')
    assert file.original_place(offset(file, b"x\n")).file == 'dir\\with "quotes".c'


@pytest.mark.parametrize("directive", [b"#pragma once", b"#define N 3", b"# pragma 12", b"x # 12"])
def test_other_directives_are_no_markers(directive: bytes) -> None:
    file = SourceFile("a.i", directive + b"\nint x;\n")
    assert file.original_place(offset(file, b"int")) == Place("a.i", 2, 1)


@pytest.mark.parametrize("marker", [b'#line 5 "b.c"', b'  #  5  "b.c"', b'# 5 "b.c" 1', b'\t#line\t5\t"b.c"'])
def test_forms_of_markers(marker: bytes) -> None:
    file = SourceFile("a.i", marker + b"\nx\n")
    assert file.original_place(len(marker) + 1) == Place("b.c", 5, 1)


@given(st.binary(max_size=60), st.data())
def test_place_is_the_inverse_of_counting(text: bytes, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, len(text)))
    place = SourceFile("r.c", text).place(position)
    lines = text.split(b"\n")
    assert sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1 == position
    assert place.column <= len(lines[place.line - 1]) + 1


def test_span() -> None:
    begin = offset(PREPROCESSED, b"int y")
    span = Span(PREPROCESSED, begin, begin + 6)
    assert span.text == "int y;"
    assert span.start_place == Place("a.i", 5, 1)
    assert span.end_place == Place("a.i", 5, 7)
    assert span.original_start_place == Place("a.c", 4, 1)
    assert span.original_end_place == Place("a.c", 4, 7)
    assert str(span) == "a.i:5:1"


def test_span_of_broken_text_can_be_shown() -> None:
    assert Span(SourceFile("b.c", b"\xff\xfe"), 0, 2).text == "\ufffd\ufffd"


def test_origin() -> None:
    file = SourceFile("c.c", b"  if (f(x)) y();")
    origin = Origin(Span(file, 2, 16), Span(file, 6, 10), keyword=2)
    assert origin.place == Place("c.c", 1, 7)
    assert file.text[origin.closing_parenthesis : origin.closing_parenthesis + 1] == b")"
    assert str(origin) == "c.c:1:7"
    assert Origin(Span(file, 2, 16), Span(file, 6, 6)).closing_parenthesis == 6


def test_places_are_ordered() -> None:
    assert sorted([Place("b.c", 1, 1), Place("a.c", 2, 1), Place("a.c", 1, 9)]) == [
        Place("a.c", 1, 9),
        Place("a.c", 2, 1),
        Place("b.c", 1, 1),
    ]
