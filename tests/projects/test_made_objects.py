"""What a scan makes of structures: their numbers, their lengths, and the pointers that it makes nothing for."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import pytest

from whet.core.configuration import load_configuration
from whet.frontend.signatures import MemberShape, ParameterShape, Pointed, RecordShape, Scalar
from whet.harness.appended import appended_harness
from whet.harness.file import harness_source
from whet.harness.lengths import lengths_of_members, lengths_of_parameters, stretches_of_members
from whet.harness.options import PERMISSIVE, STRICT, HarnessOptions
from whet.projects.functions import project_task, read_project
from whet.projects.judging import Judgement, ScanTerms, judge
from whet.runtime.limits import Limits
from whet.task.checks import bugs_property
from whet.task.task import Task

SOURCE = """
#include <stddef.h>
struct buffer { unsigned char *content; size_t length, offset; };
int peek(struct buffer *b) { return b && b->content && b->offset < b->length ? b->content[b->offset] : -1; }
struct table { int values[300]; short index[300]; };
int looked_up(struct table *t, int i) { return t && i >= 0 && i < 300 ? t->values[t->index[i]] : 0; }
int sure(struct table *t, int i)
{
    int k = t && i >= 0 && i < 300 ? t->index[i] : 0;
    return k > 0 && k < 300 ? t->values[k] : 0;
}
struct node { struct node *next; int value; };
int third(struct node *n) { return n->next->next->value; }
int behind_null(struct node *n) { struct node *none = 0; n->next->value = 1; return none->value; }
struct pointers { int *to[9]; };
int seventh(struct pointers *p) { return p && p->to[6] ? *p->to[6] : 0; }
struct hooks { void *(*allocate)(size_t, size_t); };
int two(struct hooks *h) { int *p = h ? h->allocate(2, sizeof *p) : 0; return p ? (p[1] = 1) : 0; }
int three(struct hooks *h) { int *p = h ? h->allocate(2, sizeof *p) : 0; return p ? (p[2] = 1) : 0; }
struct parser { char *name; size_t size; };
void resize(struct parser *p, size_t size) { if (p) p->size = size; }
int last_two_are_one(int *p, int *q, int *r) { return p && r && q == r && p != q ? 1 / (*q - *r) : 0; }
struct item { int *to; };
int only_one(struct item *items, int n) { return n == 1 && items ? *items[0].to : 0; }
int before_the_first(int *values, int n) { return values && n == 0 ? values[n - 1] : 0; }
int far(int *(*get)(void), long n) { int *p = get(); return n < 1000000 || n > 2000000 ? 0 : p[n]; }
enum kind { NONE, SOME };
struct fixed { int *const to; const enum kind kind; };
int fixed_pointer(struct fixed *f) { return *f->to; }
int fixed_kind(struct fixed *f) { return f && f->kind != NONE && f->kind != SOME ? 1 / 0 : 0; }
struct outer { const struct fixed in; };
int fixed_inside(struct outer *f) { return f && f->in.to && f->in.kind <= SOME ? *f->in.to : 0; }
"""
Judgements: TypeAlias = dict[str, Judgement]


@pytest.fixture(scope="module")
def judgements(tmp_path_factory: pytest.TempPathFactory) -> Judgements:
    file = tmp_path_factory.mktemp("made") / "made.c"
    file.write_text(SOURCE)
    return judged(file)


def judged(file: Path) -> Judgements:
    project = read_project(project_task([str(file)], Task(files=(), property=bugs_property())))
    limits = Limits(cpu_seconds=30.0, memory_bytes=2 << 30)
    terms = ScanTerms(task=project.task, configuration=load_configuration("ki"), limits=limits)
    return {each.signature.name: judge(each, (), terms) for each in project.functions}


@pytest.mark.parametrize(
    ("function", "status"),
    [
        ("peek", "needs a precondition"),
        ("looked_up", "needs a precondition"),
        ("sure", "proved"),
        ("before_the_first", "failing"),
        ("fixed_kind", "proved"),
        ("fixed_inside", "proved"),
        ("seventh", "holds up to a bound"),
        ("two", "proved"),
        ("three", "failing"),
        ("resize", "proved"),
    ],
)
def test_objects_are_made_so_that(judgements: Judgements, function: str, status: str) -> None:
    assert judgements[function].status == status, judgements[function]


def test_a_member_tells_the_length_of_another(judgements: Judgements) -> None:
    assert judgements["peek"].preconditions == ("b->content has b->length elements",)


def test_a_pointer_that_nothing_was_made_for_fails_no_function(judgements: Judgements) -> None:
    assert (judgements["third"].status, judgements["third"].reason) == ("unknown", "depth")


def test_a_null_pointer_of_the_function_itself_fails_it(judgements: Judgements) -> None:
    assert judgements["behind_null"].status == "failing"


def test_two_pointers_behind_the_first_may_be_the_same(judgements: Judgements) -> None:
    assert judgements["last_two_are_one"].preconditions == ("r != q",)


def test_the_only_element_of_an_array_is_not_called_the_fourth(judgements: Judgements) -> None:
    assert judgements["only_one"].preconditions == ("items has n elements", "items[*].to != 0")


def test_an_element_of_what_nothing_was_made_for_fails_no_function(judgements: Judgements) -> None:
    assert judgements["far"].reason == "depth"


def test_a_constant_member_does_not_lead_anywhere(judgements: Judgements) -> None:
    assert judgements["fixed_pointer"].preconditions == ("f != 0", "f->to != 0")


def text_of(function: str, file: Path, options: HarnessOptions) -> str:
    project = read_project(project_task([str(file)], Task(files=(), property=bugs_property())))
    signature = next(each.signature for each in project.functions if each.signature.name == function)
    if options is STRICT or options is PERMISSIVE:
        return appended_harness(signature, options=options).text
    return harness_source(signature, str(file), defines_main=False, options=options)


def test_a_truth_value_that_another_member_of_a_union_gave_proves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "union.c"
    file.write_text("union u { int i; _Bool b; }; int f(union u *p) { return p && p->i == 2 ? 1 / (2 - p->b) : 0; }\n")
    assert "arg_p_object.i = __VERIFIER_nondet_int();" in text_of("f", file, STRICT)


NUMBER, BYTES = Scalar("unsigned long"), Pointed("unsigned char", Scalar("unsigned char"), is_restrict=False)
NODE = Pointed("struct node", RecordShape((MemberShape("next", BYTES, is_const=False),)), is_restrict=False)
TEXT = Pointed("char", Scalar("char"), is_restrict=False)
STACKS = """\
struct stack { int *start, *end, *top; };
struct reader { const unsigned char *buf_start, *buf_end, *buf_ptr; long line; };
int pop(struct stack *s) { return s && s->top != s->start ? *--s->top : 0; }
int pop_from_nothing(struct stack *s) { return s ? *--s->top : 0; }
int push_late(struct stack *s) { if (s && s->top && s->top <= s->end) *s->top++ = 1; return 0; }
int next(struct reader *r) { return r && r->buf_ptr != r->buf_end ? *r->buf_ptr++ : -1; }
int before(struct reader *r) { return r && r->buf_start ? r->buf_start[-1] : 0; }
"""


def test_beginning_and_end_are_those_of_one_array(tmp_path: Path) -> None:
    file = tmp_path / "stacks.c"
    file.write_text(STACKS)
    assert {name: found.status.value for name, found in judged(file).items()} == {
        "pop": "proved",
        "pop_from_nothing": "failing",
        "push_late": "failing",
        "next": "proved",
        "before": "failing",
    }


def test_a_beginning_without_an_end_is_one_of_its_own() -> None:
    begin, end, other = (MemberShape(name, BYTES, is_const=False) for name in ("start", "end", "other_end"))
    assert [each.names for each in stretches_of_members([end, begin])] == [("start", "end")]
    assert stretches_of_members([begin, other]) == []
    assert stretches_of_members([begin, MemberShape("end", NODE, is_const=False)]) == []


def test_only_a_harness_to_keep_stores_all_numbers(tmp_path: Path) -> None:
    file = tmp_path / "made.c"
    file.write_text(SOURCE)
    assert "for (" not in text_of("sure", file, STRICT)
    assert "for (" in text_of("sure", file, HarnessOptions())


@pytest.mark.parametrize(
    ("pointer", "number", "tells"),
    [
        (("content", BYTES), "length", True),
        (("next_in", BYTES), "avail_in", True),
        (("name", TEXT), "name_max", True),
        (("entry_buf", BYTES), "entry_size", True),
        (("entry_end", BYTES), "entry_size", False),
        (("name", TEXT), "length", False),
        (("content", BYTES), "other_length", False),
        (("tail", NODE), "count", False),
        (("items", NODE), "count", True),
    ],
)
def test_which_member_tells_a_length(pointer: tuple[str, Pointed], number: str, *, tells: bool) -> None:
    members = [MemberShape(*pointer, is_const=False), MemberShape(number, NUMBER, is_const=False)]
    assert (pointer[0] in lengths_of_members(members)) is tells


@pytest.mark.parametrize(
    ("pointer", "number", "tells"),
    [
        (("parser", NODE), "size", False),
        (("bytes", BYTES), "size", True),
        (("nodes", NODE), "size", True),
        (("version", TEXT), "stream_size", False),
        (("text", TEXT), "text_size", True),
        (("text", TEXT), "n", True),
        (("buf", TEXT), "most_bytes", True),
    ],
)
def test_a_handle_is_no_array_and_a_text_ends(pointer: tuple[str, Pointed], number: str, *, tells: bool) -> None:
    name, shape = pointer
    parameters = [ParameterShape(name, "T *", shape), ParameterShape(number, "unsigned long", NUMBER)]
    assert (name in lengths_of_parameters(parameters)) is tells
