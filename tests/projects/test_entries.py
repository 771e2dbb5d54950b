"""``whet verify --entry``: arguments are made, what was made is told, and what callers promise is believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cfa.source import Place
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.result import Input
from whet.frontend.signatures import ParameterShape, Pointed, Scalar, Signature
from whet.harness.options import PERMISSIVE, STRICT
from whet.projects.entries import broken_promises, entry_harness
from whet.projects.preconditions import read_requirements
from whet.task.errors import TaskError

SOURCE = """\
struct node { int value; struct node *next; };
static int quotient(int *p, int n) { return 100 / n + *p % 7; }
int second(struct node *list) { return list->next->value; }
int differ(int *a, int *b) { *a = 1; *b = 2; return 10 / (2 - *a); }
int same(int *a, int *b) { *a = 1; *b = 2; return 10 / *a; }
int number(int n) { return n == 3 ? 1 / (n - 3) : 0; }
int main(void) { return 0; }
"""
TOML = """\
[entry.quotient]
requires = ["n > 0",
            "p != 0"]
[entry.number]
requires = ["n != 3"]
"""
OUT_OF = ["--quiet", "--config", "ki", "--time-limit", "30s"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(SOURCE)


def verified(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["verify", "p.c", *OUT_OF, *arguments])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_a_pointer_is_null_or_leads_to_an_object(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = verified(capsys, "--entry", "second")
    assert code == ExitCode.FALSE
    assert "p.c:3:33: access through a null pointer" in out, out
    code, out = verified(capsys, "--entry", "second", "--no-null")
    assert code == ExitCode.TRUE
    assert "Assumed: second is called so that list->next points to a fresh object [W138]\n" in out


def test_two_pointers_may_be_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(capsys, "--entry", "differ", "--no-null")[0] == ExitCode.FALSE
    code, out = verified(capsys, "--entry", "same", "--no-null")
    assert code == ExitCode.TRUE, out
    assert "Assumed: same is called so that a points to a fresh object [W138]\n" in out
    assert "Assumed: same is called so that b points to a fresh object, or is a [W138]\n" in out
    code, out = verified(capsys, "--entry", "differ", "--no-null", "--no-alias")
    assert code == ExitCode.TRUE
    assert "Assumed: differ is called so that b != a [W138]\n" in out


def test_what_callers_promise_is_believed_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(capsys, "--entry", "quotient")[0] == ExitCode.FALSE
    Path("whet.toml").write_text(TOML)
    code, out = verified(capsys, "--entry", "quotient")
    assert code == ExitCode.TRUE, out
    assert "Assumed: callers of quotient satisfy n > 0 (whet.toml:2) [W140]\n" in out
    assert "Assumed: callers of quotient satisfy p != 0 (whet.toml:3) [W140]\n" in out


@pytest.mark.parametrize(("requirement", "code"), [("a[0] > n", ExitCode.TRUE), ("a[0] >= n", ExitCode.FALSE)])
def test_where_a_promise_cannot_be_evaluated_it_is_not_kept(
    capsys: pytest.CaptureFixture[str], requirement: str, code: ExitCode
) -> None:
    """Callers that promise something about ``a[0]`` pass an element."""
    Path("p.c").write_text("int per(int *a, int n) { return 10 / (a[0] - n); }\nint main(void) { return 0; }\n")
    Path("whet.toml").write_text(f'[entry.per]\nrequires = ["{requirement}"]\n')
    found, out = verified(capsys, "--entry", "per")
    assert found == code, out
    assert "whet.toml" not in "".join(line for line in out.splitlines() if line.startswith("Violation"))


def test_a_function_of_the_program_is_no_promise_whatever_its_name_is(capsys: pytest.CaptureFixture[str]) -> None:
    Path("p.c").write_text("static int requires_of_x(int *p) { return *p; }\nint main(void) { return requires_of_x(0); }\n")
    assert main(["verify", "p.c", *OUT_OF]) == ExitCode.FALSE


def test_a_promise_about_numbers_needs_no_pointers(capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(capsys, "--entry", "number")[0] == ExitCode.FALSE
    Path("other.toml").write_text(TOML)
    assert verified(capsys, "--entry", "number", "--project", "other.toml")[0] == ExitCode.TRUE


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("m > 0", "whet.toml:2:14: use of undeclared identifier 'm'"),
        ("n >", "whet.toml:2:18: expected expression"),
        ("n = 3", "whet.toml:2:14: the requirement 'n = 3' has =, which changes a variable"),
        ("n++", "whet.toml:2:14: the requirement 'n++' has ++, which changes a variable"),
        ("1); abort(", "whet.toml:2:14: the requirement '1); abort(' has ;, which is no part of an expression"),
        ("1) || (1", "whet.toml:2:14: the requirement '1) || (1' has parentheses that do not match"),
        ("", "whet.toml:2:14: the requirement '' is empty"),
    ],
)
def test_a_wrong_expression_is_told_with_its_place(capsys: pytest.CaptureFixture[str], expression: str, message: str) -> None:
    Path("whet.toml").write_text(f'[entry.number]\nrequires = ["{expression}"]\n')
    code, out = verified(capsys, "--entry", "number")
    assert code in (ExitCode.USAGE, ExitCode.NOT_SUPPORTED)
    assert message in out.replace(" error: ", " ")
    assert "Traceback" not in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[entr.f]\n", r"unknown section 'entr' \(did you mean 'entry'\?\)"),
        ("[entry.f]\nrequire = []\n", r"unknown key 'require' \(did you mean 'requires'\?\)"),
        ("[entry.f]\nrequires = 'n'\n", "'requires' should be a list of expressions"),
        ("entry = 1\n", "'entry' should be a section for each function"),
        ("[entry.f\n", "is not valid TOML"),
    ],
)
def test_a_wrong_file_is_told(text: str, message: str) -> None:
    Path("whet.toml").write_text(text)
    with pytest.raises(TaskError, match=message) as caught:
        read_requirements("whet.toml")
    assert str(caught.value.place).startswith("whet.toml")


def test_a_witness_is_refused_with_the_next_step(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = verified(capsys, "--entry", "second", "--witness", "w.yml")
    assert code == ExitCode.USAGE
    assert "write one with: whet harness second p.c --output second_harness.c" in out


def test_the_choices_of_a_run_are_the_promises_it_breaks() -> None:
    pointer = Pointed("int", Scalar("int"), is_restrict=False)
    parameters = (
        ParameterShape("p", "int *", pointer),
        ParameterShape("q", "int *", pointer),
        ParameterShape("q_len", "int", Scalar("int")),
    )
    signature = Signature("f", "int", parameters, is_variadic=False, place=None)
    harness = entry_harness(signature, STRICT)
    assert [each.promise for each in harness.choices] == [
        "p has all elements that f uses",
        "p != 0",
        "q has q_len elements",
        "q != 0",
    ]
    lines = harness.text.partition('#line 1 "harness of f"\n')[2].splitlines()
    assert all("__VERIFIER_nondet_bool" in lines[each.line - 1] for each in harness.choices)

    def given(value: int) -> list[Input]:
        first, *others = (Place(harness.file, each.line, 9) for each in harness.choices)
        return [Input("nondet", value, first), *(Input("nondet", 0, each) for each in others)]

    assert broken_promises(harness, given(1)) == ("p has all elements that f uses",)
    assert broken_promises(harness, given(0)) == ()
    assert broken_promises(harness, given(0)[:2]) == ("q has q_len elements", "q != 0")  # nobody says that they were kept to
    assert entry_harness(signature, PERMISSIVE).choices == ()


def test_that_lengths_are_not_negative_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.c"
    file.write_text("int f(int *a, int n) { return n < 0 ? 1 / (n - n) : 0; }\n")
    main(["verify", "--quiet", "--config", "bmc", "--no-null", "--entry", "f", str(file)])
    assert "Assumed: f is called so that a points to an array of n elements, from 0 on" in capsys.readouterr().out


def test_a_parameter_that_is_declared_nonnull_is_not_null(capsys: pytest.CaptureFixture[str]) -> None:
    Path("p.c").write_text("struct hidden;\n__attribute__((nonnull(1))) int f(int *p, struct hidden *q) { return *p > 0; }\n")
    code, out = verified(capsys, "--entry", "f")
    assert code == ExitCode.TRUE, out
    assert "Assumed: f is called so that p points to a fresh object [W138]\n" in out


def test_an_enumeration_has_one_of_its_values(capsys: pytest.CaptureFixture[str]) -> None:
    Path("p.c").write_text("enum color { RED, BLUE = 4 };\nint f(enum color c) { return 10 / (c - 7); }\n")
    code, out = verified(capsys, "--entry", "f")
    assert code == ExitCode.TRUE, out
    assert "Assumed: f is called so that enumerations have one of their values [W138]\n" in out
    assert verified(capsys, "--entry", "f", "--arguments", "any")[0] == ExitCode.FALSE


def test_a_defect_of_the_front_end_is_no_reason_to_pass_any_pointer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("whet.frontend.signatures.counted_uses", fails)
    code, out = verified(capsys, "--entry", "same", "--no-null")
    assert code not in (ExitCode.TRUE, ExitCode.FALSE), out
    assert "internal error" in out
