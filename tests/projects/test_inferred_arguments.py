"""Arguments that follow from how a function uses its parameters: lengths, arrays without an end, enclosing structures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.projects.test_made_objects import Judgements, judged
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.harness.appended import appended_harness
from whet.harness.options import PERMISSIVE
from whet.projects.functions import project_task, read_project
from whet.task.task import Task

JUDGED = """\
int twice(char *out, const char *in, unsigned size)
{
    for (unsigned i = 0; in && i < size; i++)
        out[2 * i] = out[2 * i + 1] = in[i];
    return 0;
}
int last(unsigned char **block, unsigned *len) { return block && len && *block && *len > 0 ? (*block)[*len - 1] : 0; }
int after(unsigned char **block, unsigned *len) { return block && len && *block && *len > 0 ? (*block)[*len] : 0; }
int behind(char *out, const char *in, unsigned size)
{
    for (unsigned i = 0; in && i <= size; i++)
        out[2 * i] = in[i];
    return 0;
}
struct base { int kind; };
struct whole { struct base base; int values[4]; };
int inside(struct base *b, int i) { return b && i >= 0 && i < 4 ? ((struct whole *)b)->values[i] : 0; }
int outside(struct base *b, int i) { return b && i >= 0 && i <= 4 ? ((struct whole *)b)->values[i] : 0; }
struct stack { int *cells; int used, alloc_cells; };
int push(struct stack *s, int x) { if (s && s->cells && s->used < s->alloc_cells) s->cells[s->used++] = x; return 0; }
"""
SOURCE = f"""\
#include <string.h>
int digits(const char *p, unsigned max) {{ int s = 0; if (p) while (max-- > 0) s |= *p++; return s; }}
void fill(char *to, const char *from, unsigned room) {{ size_t n = strlen(from); if (n > room) n = room; memcpy(to, from, n); }}
{JUDGED}
unsigned hash(const unsigned char *text) {{ unsigned h = 0; int c; while (text && (c = *text++)) h = h * 33 + c; return h; }}
int words(char **list) {{ int n = 0; for (int i = 0; list && list[i] != NULL; i++) n++; return n; }}
int sum(const int *numbers) {{ int n = 0; for (; *numbers != 0 && *numbers != 7; numbers++) n ^= *numbers; return n; }}
int within(const unsigned char *p, int n) {{ int i = 0; while (i < n && p[i]) i++; return i; }}
int lasting(const unsigned char *p, int n) {{ while (n-- && *p) p++; return n; }}
int crossing(const unsigned char *p, const unsigned char *q) {{ while (p != q && *p) p++; return *p; }}
int blanks(unsigned char **at) {{ int n = 0; unsigned char *p; for (p = *at; *p; p++) n++; return n; }}
struct choice {{ const char *name; int value; struct choice *next; }};
int find(const struct choice *options) {{ for (; options->name != NULL; options++) if (!options->value) return 1; return 0; }}
int longest(struct choice *list) {{ int n = 0; while (list->next) list = list->next; return n; }}
int given(int argc, char **argv) {{ for (int i = 1; i < argc; i++) if (argv[i][0] == '-') return i; return 0; }}
void address(char **at, int n) {{ for (int i = 0; i < n; i++) (*at)[i] = 0; }}
void copied(char *to, const char *from) {{ while ((*to++ = *from++)) {{}} }}
void matrix(int rows, int columns, int m[rows][columns]) {{ m[0][0] = 1; }}
double dot(const double *a, const double *b) {{ return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }}
int some(const int *v, int i) {{ return v[2] + v[i]; }}
int third(const int *values, int count) {{ return count > 3 ? values[3] : values[2]; }}
int between(const unsigned char *d, const unsigned char *end) {{ int s = 0; while (d != end) s ^= *d++; return s; }}
int equal(const unsigned char *a, const unsigned char *b) {{ return a == b; }}
int kind_of(struct base *b) {{ return b ? b->kind : 0; }}
"""


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    file = tmp_path_factory.mktemp("inferred") / "inferred.c"
    file.write_text(SOURCE)
    project = read_project(project_task([str(file)], Task(files=())))
    return {each.signature.name: appended_harness(each.signature, options=PERMISSIVE).text for each in project.functions}


def test_a_string_is_an_array_without_an_end_where_a_length_is_passed(texts: dict[str, str]) -> None:
    assert "char arg_p_objects[4]" in texts["digits"]
    assert "char arg_to_objects[4]" in texts["fill"]
    assert "char arg_from_text[5]" in texts["fill"]
    assert "__VERIFIER_assume" not in texts["fill"]


@pytest.mark.parametrize(
    ("function", "end"),
    [
        ("hash", "arg_text_text[4] = 0;"),
        ("words", "arg_list_text[4] = 0;"),
        ("sum", "arg_numbers_text[4] = 0;"),
        ("within", None),
        ("lasting", None),
        ("crossing", None),
        ("blanks", None),
        ("find", "arg_options_text[4] = (struct choice){0};"),
        ("longest", None),
    ],
)
def test_elements_end_with_zero_where_a_loop_tests_nothing_else(texts: dict[str, str], function: str, end: str | None) -> None:
    if end is None:
        assert not re.search(r"arg_[a-z]+_text\[", texts[function])
    else:
        assert end in texts[function]


def test_an_array_of_pointers_has_as_many_as_a_number_says(texts: dict[str, str]) -> None:
    assert "char * arg_argv_objects[4]" in texts["given"] or "char *arg_argv_objects[4]" in texts["given"]
    assert "arg_at_objects" not in texts["address"]


def test_constant_indices_alone_show_how_many_elements_there_are(texts: dict[str, str]) -> None:
    assert "double arg_a_objects[3]" in texts["dot"]
    assert "arg_v_objects" not in texts["some"]
    assert "arg_values_objects[4]" in texts["third"], "a number that is called count is stronger evidence"


TAGGED = """
#include <string.h>
typedef struct { enum { NUMBER, TEXT } kind; union { int number; char *text; } u; } value;
int length(const value *v) { return v->kind == TEXT ? strlen(v->u.text) > 3 : 0; }
int inverse(const value *v) { return v->kind == NUMBER ? 100 / v->u.number : 0; }
"""


@pytest.mark.parametrize(("function", "code"), [("length", ExitCode.UNKNOWN), ("inverse", ExitCode.FALSE)])
def test_a_pointer_in_a_union_that_nothing_was_made_for_fails_no_function(tmp_path: Path, function: str, code: ExitCode) -> None:
    file = tmp_path / "tagged.c"
    file.write_text(TAGGED)
    assert main(["verify", str(file), "--quiet", "--entry", function, "--no-null", "--time-limit", "10s"]) == code


def test_a_pointer_that_the_function_steps_to_is_the_end_of_the_array(texts: dict[str, str], tmp_path: Path) -> None:
    assert "arg_end = arg_d + whet_count;" in texts["between"]
    assert "whet_count" not in texts["equal"]
    file = tmp_path / "between.c"
    file.write_text("int past(const int *p, const int *end) { int s = 0; while (p != end) s ^= *p++; return *p; }\n")
    words = ["--quiet", "--entry", "past", "--no-null", "--time-limit", "10s"]
    assert main(["verify", str(file), *words]) == ExitCode.FALSE


def test_no_object_is_made_for_rows_of_a_variable_length(texts: dict[str, str]) -> None:
    assert "arg_m = 0;" in texts["matrix"]


def test_variables_of_a_harness_hide_no_function(tmp_path: Path) -> None:
    """A string has a length, which was called ``count``."""
    file = tmp_path / "count.c"
    file.write_text("int count(const char *s) { int n = 0; while (*s) n += *s++ == ' '; return n; }\n")
    words = ["--quiet", "--entry", "count", "--no-null", "--config", "bmc", "--set", "bmc.bound=3"]
    assert main(["verify", str(file), *words]) != ExitCode.NOT_SUPPORTED


def test_an_array_that_is_written_has_room_if_nobody_tells_its_length(texts: dict[str, str]) -> None:
    assert "char arg_to_room[262144 / sizeof(char)]" in texts["copied"]
    assert "char arg_in_objects[4]" in texts["twice"]
    assert "_room[" not in texts["digits"] + texts["fill"]


def test_the_first_member_of_a_structure_stands_for_it(texts: dict[str, str]) -> None:
    assert "struct whole arg_b_whole_object;" in texts["inside"]
    assert "struct base arg_b_object;" in texts["kind_of"]


def test_elements_in_use_are_at_most_as_many_as_there_are(texts: dict[str, str]) -> None:
    used = "arg_s_object.used"
    assert f"if (!(0 <= {used} && {used} <= arg_s_object.alloc_cells))" in texts["push"]
    assert "used" not in texts["inside"]


@pytest.fixture(scope="module")
def judgements(tmp_path_factory: pytest.TempPathFactory) -> Judgements:
    file = tmp_path_factory.mktemp("judged") / "inferred.c"
    file.write_text(JUDGED)
    return judged(file)


def test_correct_functions_do_not_fail_and_wrong_ones_do(judgements: Judgements) -> None:
    correct = ("proved", "needs a precondition", "holds up to a bound")
    assert {name: each.status.value in correct for name, each in judgements.items()} == {
        "inside": True,
        "outside": False,
        "push": True,
        "twice": True,
        "behind": False,
        "last": True,
        "after": False,
    }
    assert "out has 2 * size elements" in judgements["twice"].preconditions
    assert judgements["outside"].check in ("memory", "array", "pointer")
