"""Results for generated arguments speak of the function's parameters, never of the harness."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from whet.cli.main import main
from whet.harness.wording import worded

PROGRAM = """\
struct inner { int n; int *data; };
struct node { struct node *next; struct inner in; };
int sum(struct node *n) { return n ? n->in.data[n->in.n] : 0; }
int first(const char *s) { return *s; }
int arg_p_object;
int own(int *p) { return p == 0 ? 1 / arg_p_object : 2; }
"""
NAMES = {"arg_n": "n", "arg_n_object": "*n", "arg_n_object_in_data_objects": "n->in.data", "arg_n_object_next_object": "*n->next"}
INTERNAL = re.compile(r"harness of|__tmp|arg_|_object|nondet|leads")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(PROGRAM)


def found(capsys: pytest.CaptureFixture[str], entry: str, *options: str) -> str:
    main(["verify", "p.c", "--quiet", "--time-limit", "60s", "--config", "bmc", "--check", "all", "--entry", entry, *options])
    return capsys.readouterr().out


@pytest.mark.parametrize("form", ["lines", "screen"])
def test_no_line_has_a_name_of_the_harness(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = found(capsys, "sum", "--no-null", "--format", form)
    shown = [line for line in out.splitlines() if "run it:" not in line]
    assert not [line for line in shown if INTERNAL.search(line)]
    assert re.search(r"element 4 is outside the array of 4 that n->in.data points into \(n->in.n = [0-4]\)", out)
    assert "n->in.n = " in out


def test_null_argument_is_an_input(capsys: pytest.CaptureFixture[str]) -> None:
    lines = found(capsys, "first", "--format", "lines").splitlines()
    assert "Input: s = NULL" in lines
    assert not [line for line in lines if line.startswith("Input: the array that s")], "s points to no array in this call"


def test_json_has_the_arguments_and_all_inputs(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(found(capsys, "first", "--json"))
    assert document["arguments"] == ["s = NULL"]
    assert document["inputs"], "the inputs of the harness, for whet run"


def test_variables_of_the_program_keep_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert worded("1 / arg_p_object (arg_p_object = 0)", {"arg_q_object": "*q"}) == "1 / arg_p_object (arg_p_object = 0)"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("arg_n_object.in.n", "n->in.n"),
        ("arg_n_object_next_object.in.n", "n->next->in.n"),
        ("&arg_n_object", "n"),
        ("arg_n", "n"),
        ("free of the local variable arg_n_object, which", "free of *n, which"),
        ("arg_n_object_in_data_objects", "the array that n->in.data points into"),
        (
            "arg_n_object_in_data_objects[-1] is outside arg_n_object_in_data_objects, which has 4 elements",
            "element -1 is outside the array of 4 that n->in.data points into",
        ),
        ("arg_name and arg_n_objects", "arg_name and arg_n_objects"),
    ],
)
def test_objects_are_named_by_pointers(text: str, words: str) -> None:
    assert worded(text, NAMES) == words
