"""``auto`` from the program to the lines it prints, with a model and without; the verdict is that of the member that ran."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.portfolio.choosing.judging_models import stubborn_model
from tests.portfolio.toys import install_toys, portfolio_of
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.result import MemberEnd, Result, TrueVerdict, Unknown
from whet.portfolio.choosing.machines import Label
from whet.portfolio.choosing.measuring import MeasuredFeatures, NotMeasured, measure
from whet.portfolio.choosing.model_file import model_text, write_model
from whet.roles import engine
from whet.runtime.limits import Limits
from whet.session.session import verify
from whet.task.properties import read_property
from whet.task.task import Task

pytest.importorskip("clingo")
Capture = pytest.CaptureFixture[str]

SAFE = "extern void reach_error(void); int main(void) { int x = 1; if (x != 1) reach_error(); return 0; }\n"
UNSAFE = SAFE.replace("x != 1", "x == 1")
LIMITS = Limits(cpu_seconds=60.0, wall_seconds=200.0, memory_bytes=4 * 10**9)


def program(folder: Path, text: str = SAFE) -> str:
    (folder / "program.c").write_text(text)
    return str(folder / "program.c")


def model_file(folder: Path, **said: tuple[Label, float]) -> str:
    write_model(stubborn_model(said), folder / "model.json")
    return str(folder / "model.json")


# --------------------------------------------------------------------------------------------------------------- members


def ran(folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> Result:
    install_toys(monkeypatch)
    configuration = portfolio_of(["sleep", "unknown", "true"], folder, algorithm="auto", options=options)
    return verify(Task(files=(program(folder),)), configuration, limits=LIMITS)


def test_only_the_chosen_are_run_in_the_order_of_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"true.toml": (Label.UNKNOWN, 0.9), "unknown.toml": (Label.CORRECT, 0.8), "sleep.toml": (Label.WRONG, 0.9)}
    model = model_file(tmp_path, **said)
    result = ran(tmp_path, monkeypatch, f'model = "{model}"')
    assert result.verdict == TrueVerdict()
    assert result.portfolio is not None
    assert [(member.name, member.end) for member in result.portfolio.members] == [
        ("unknown.toml", MemberEnd.UNKNOWN),
        ("true.toml", MemberEnd.DECIDED),
    ]
    assert "a model of 190 tasks" in str(result.statistics["choice"])
    assert result.statistics["choosing_seconds"]


def test_a_model_cannot_turn_a_member_that_gives_up_into_a_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = model_file(tmp_path, **{"unknown.toml": (Label.CORRECT, 0.999)})
    assert isinstance(ran(tmp_path, monkeypatch, f'model = "{model}"').verdict, Unknown)


def test_shares_of_the_user_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = model_file(tmp_path, **{"true.toml": (Label.CORRECT, 0.999)})
    result = ran(tmp_path, monkeypatch, f'model = "{model}"', "shares = [1, 2, 7]")
    assert str(result.statistics["choice"]).startswith("true.toml 7: ")


# ----------------------------------------------------------------------------------------------------------- the command


@pytest.mark.parametrize(("text", "code"), [(SAFE, ExitCode.TRUE), (UNSAFE, ExitCode.FALSE)])
def test_without_a_model_a_rule_is_told(text: str, code: ExitCode, tmp_path: Path, capsys: Capture) -> None:
    assert main(["verify", "--quiet", "--config", "auto", program(tmp_path, text)]) == code
    lines = capsys.readouterr().out.splitlines()
    (chosen,) = [line for line in lines if line.startswith("Chosen: ")]
    assert (
        chosen == "Chosen: bmc 6, refsel 4: there are no loops, so one formula has all runs (a rule, because there is no model)"
    )


def test_with_a_model_its_choice_is_told_and_repeats(tmp_path: Path, capsys: Capture) -> None:
    model = model_file(tmp_path, ki=(Label.UNKNOWN, 0.6), refsel=(Label.CORRECT, 0.7))
    said = []
    for _ in range(2):
        arguments = ["--config", "auto", "--set", f"auto.model={model}", program(tmp_path)]
        assert main(["verify", "--quiet", "--json", *arguments]) == ExitCode.TRUE
        document = json.loads(capsys.readouterr().out)
        assert document["portfolio"]["winner"] == "refsel"
        assert document["portfolio"]["choice"] == document["statistics"]["choice"]
        said.append(document["portfolio"]["choice"])
    assert said[0] == said[1]
    assert said[0].startswith("refsel 7, ki 2: ")


def test_a_bad_model_is_a_mistake_of_the_user(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "bad.json"
    path.write_text(model_text(stubborn_model({"ki": (Label.CORRECT, 0.9)})).replace("190", "191"))
    assert main(["verify", "--config", "auto", "--set", f"auto.model={path}", program(tmp_path)]) == ExitCode.USAGE
    assert "was changed since it was written" in capsys.readouterr().err


def test_a_model_that_is_not_there_is_a_mistake_of_the_user(tmp_path: Path, capsys: Capture) -> None:
    missing = tmp_path / "none.json"
    assert main(["verify", "--config", "auto", "--set", f"auto.model={missing}", program(tmp_path)]) == ExitCode.USAGE
    assert "No such file" in capsys.readouterr().err


def test_without_clingo_it_says_so_and_goes_on(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "find_spec", lambda name: None)
    model = model_file(tmp_path, refsel=(Label.CORRECT, 0.7))
    assert main(["verify", "--quiet", "--config", "auto", "--set", f"auto.model={model}", program(tmp_path)]) == ExitCode.TRUE
    assert "because features need clingo: pip install 'whet[roles]')" in capsys.readouterr().out


# -------------------------------------------------------------------------------------------------------------- features


def test_features_know_the_property(tmp_path: Path) -> None:
    kinds = {"unreach-call": 0.0, "valid-deref": 1.0, "no-overflow": 2.0}
    for name, kind in kinds.items():
        task = Task(files=(program(tmp_path),), property=read_property(name))
        measured = measure(task, limits=LIMITS)
        assert isinstance(measured, MeasuredFeatures)
        assert measured.values["property_kind"] == kind


def test_a_program_that_cannot_be_read_has_no_features(tmp_path: Path) -> None:
    measured = measure(Task(files=(program(tmp_path, "int main(void) {"),)), limits=LIMITS)
    assert isinstance(measured, NotMeasured)
    assert "features could not be computed" in measured.why


def test_features_end_at_their_limit(tmp_path: Path) -> None:
    many = "".join(f"int f{number}(int x) {{ int y = x; while (y) y--; return y; }}\n" for number in range(9000))
    task = Task(files=(program(tmp_path, many + "int main(void) { return 0; }\n"),))
    measured = measure(task, limits=Limits(cpu_seconds=0.3, wall_seconds=100.0, memory_bytes=10**9))
    assert measured == NotMeasured("features took more than 0.3s")
