"""What ``import whet`` offers, and its page of the documentation."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from collections.abc import Callable
from operator import methodcaller
from pathlib import Path

import pytest

import whet
from whet.projects import python_scan
from whet.session import functions

ROOT = Path(__file__).parents[2]
ANSWER = str(ROOT / "examples/answer.c")
_BLOCK = re.compile(r"^```pycon\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_import_costs_nothing_before_something_is_asked_for() -> None:
    code = "import sys; before = set(sys.modules); import whet; print([m for m in sys.modules if m not in before])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['whet']"


def test_type_checkers_are_told_what_there_is() -> None:
    stub = ast.parse((Path(whet.__file__).parent / "__init__.pyi").read_text(encoding="utf-8"))
    told = [name.asname for part in stub.body if isinstance(part, ast.ImportFrom) for name in part.names]
    there = set(dir(whet)) & {*functions.__all__, "scan", "ScanResult"}
    assert set(told) == there
    modules = {name: python_scan if name in ("scan", "ScanResult") else functions for name in there}
    assert all(getattr(whet, name) is getattr(module, name) for name, module in modules.items())
    assert (Path(whet.__file__).parent / "py.typed").is_file()


def test_what_there_is_not_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'verifi'"):
        getattr(whet, "verifi")  # noqa: B009  # mypy knows that it is not there


def test_examples_of_the_page_do_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("clingo")
    monkeypatch.chdir(ROOT)
    text = "\n".join(_BLOCK.findall((ROOT / "docs/python.md").read_text(encoding="utf-8")))
    examples = doctest.DocTestParser().get_doctest(text, {}, "docs/python.md", "docs/python.md", 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert results.attempted > 10
    assert results.failed == 0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: whet.verify("none.c"), "none.c: No such file or directory"),
        (whet.verify, "no file is given"),
        (whet.scan, "nothing is named"),
        (lambda: whet.scan(ANSWER, functions="mian"), "no file defines a function 'mian'"),
        (lambda: whet.verify(ANSWER, check="memry"), "did you mean 'memory'?"),
        (lambda: whet.verify(ANSWER, check="memory", spec="unreach-call"), "both check and spec"),
        (lambda: whet.verify(ANSWER, config="rase"), "did you mean 'race'?"),
        (lambda: whet.verify(ANSWER, machine="LP32"), "did you mean"),
        (lambda: whet.verify(ANSWER, time_limit="soon"), "is not a duration"),
        (lambda: whet.validate(ANSWER, "none.yml"), "none.yml: No such file or directory"),
    ],
)
def test_mistakes_of_the_caller_are_told(call: Callable[[], object], words: str) -> None:
    with pytest.raises(whet.TaskError) as caught:
        call()
    assert words in str(caught.value)


def test_keyword_that_is_not_known_is_a_type_error() -> None:
    with pytest.raises(TypeError, match=r"verify\(\) has no option 'chek' \(did you mean 'check'\?\)"):
        whet.verify(ANSWER, chek="memory")  # type: ignore[call-arg]  # that is the mistake


def test_program_that_cannot_be_read_is_a_value(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text("int main(void) { return }\n")
    assert isinstance(whet.verify(tmp_path / "p.c", config="value").verdict, whet.InvalidProgram)


def in_notebook(result: whet.Result) -> str:
    """As IPython asks for it."""
    return str(methodcaller("_repr_html_")(result))


def test_notebook_shows_what_happened_and_escapes_it(tmp_path: Path) -> None:
    path = tmp_path / "<b>.c"
    path.write_bytes(Path(ANSWER).read_bytes().replace(b"reach_error();\n  return", b"/* <i> */ reach_error();\n  return"))
    page = in_notebook(whet.verify(path, config="value"))
    assert "FALSE(unreach-call)" in page
    assert "7: " in page
    assert "/* &lt;i&gt; */ reach_error();" in page
    assert "&lt;b&gt;.c:5:11" in page
    assert "<code>42</code>" in page
    assert "x &gt; 41 is true (x = 42)" in page
    assert "<b>" not in page
    assert "<i>" not in page


def test_notebook_shows_results_without_a_file() -> None:
    result = whet.Result(whet.Unknown(whet.Reason.TIME_OUT, "5s <passed>", None))
    assert "UNKNOWN(time-out)</strong> 5s &lt;passed&gt;" in in_notebook(result)
    assert "no &lt;C&gt;" in in_notebook(whet.Result(whet.InvalidProgram("no <C>")))
