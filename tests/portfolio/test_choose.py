"""Who is chosen, by models that say the same of everything, and by rules."""

from __future__ import annotations

import pytest

from tests.portfolio.choosing.judging_models import stubborn_model
from whet.core.configuration import load_configuration
from whet.portfolio.auto import choose
from whet.portfolio.choose import Operator, chosen_by_model, chosen_by_rules, ranked
from whet.portfolio.choosing.machines import Label
from whet.portfolio.choosing.measuring import FEATURES_VERSION, MeasuredFeatures, NotMeasured
from whet.portfolio.choosing.model import Prediction
from whet.portfolio.choosing.rules import advice
from whet.task.errors import TaskError

CANDIDATES = ["ki", "df", "refsel", "bmc"]


def judgement(name: str, label: Label, correct: float, seconds: float | None = None, memory: float | None = None) -> Prediction:
    return Prediction(name=name, label=label, correct=correct, seconds=seconds, memory=memory)


JUDGED = [
    judgement("a", Label.CORRECT, 0.6, 0.1, 0.9),
    judgement("b", Label.CORRECT, 0.9, 0.5, 0.2),
    judgement("c", Label.UNKNOWN, 0.95, 0.0, 0.0),
    judgement("d", Label.WRONG, 0.99, 0.0, 0.0),
]


@pytest.mark.parametrize(
    ("operator", "expected"), [(Operator.PROBABILITY, "bac"), (Operator.TIME, "abc"), (Operator.MEMORY, "bac")]
)
def test_those_expected_to_decide_come_first_and_the_operator_orders_them(operator: Operator, expected: str) -> None:
    assert [each.name for each in ranked(JUDGED, operator=operator, winner="d")] == list(expected)


def test_among_those_expected_to_give_up_the_operator_chooses_too() -> None:
    hopeless = [judgement("a", Label.UNKNOWN, 0.1), judgement("b", Label.UNKNOWN, 0.3), judgement("c", Label.WRONG, 0.9)]
    assert [each.name for each in ranked(hopeless, operator=Operator.PROBABILITY, winner="c")] == ["b", "a"]


def test_the_winner_runs_where_all_are_expected_to_be_wrong() -> None:
    wrong = [judgement("a", Label.WRONG, 0.4), judgement("b", Label.WRONG, 0.1)]
    assert [each.name for each in ranked(wrong, operator=Operator.PROBABILITY, winner="b")] == ["b"]
    assert [each.name for each in ranked(wrong, operator=Operator.PROBABILITY, winner="elsewhere")] == ["a"]


def test_no_choice_by_what_was_not_measured() -> None:
    with pytest.raises(TaskError, match="without times and memory"):
        ranked([judgement("a", Label.CORRECT, 0.5)], operator=Operator.TIME, winner="a")


def test_shares_are_by_probability() -> None:
    model = stubborn_model({"ki": (Label.CORRECT, 0.62), "df": (Label.UNKNOWN, 0.98), "refsel": (Label.CORRECT, 0.9)})
    choice = chosen_by_model(model, {}, CANDIDATES)
    assert (choice.members, choice.shares) == (("refsel", "ki", "df"), (9, 6, 1))
    assert choice.reason.startswith("a model of 190 tasks expects refsel to decide (90% to decide)")


def test_no_more_are_chosen_than_asked_for() -> None:
    model = stubborn_model(dict.fromkeys(CANDIDATES, (Label.CORRECT, 0.5)))
    assert chosen_by_model(model, {}, CANDIDATES, most=2).members == ("ki", "df")


def test_only_candidates_are_chosen() -> None:
    model = stubborn_model({"other": (Label.CORRECT, 0.9), "df": (Label.UNKNOWN, 0.5)})
    assert chosen_by_model(model, {}, CANDIDATES).members == ("df",)
    with pytest.raises(TaskError, match="knows only other configurations: other, df"):
        chosen_by_model(model, {}, ["ki"])


# ---------------------------------------------------------------------------------------------------------------- rules


@pytest.mark.parametrize(
    ("features", "first", "word"),
    [
        ({"role_floating_point": 0.1, "loops_hard": 1.0}, "ki", "floating-point"),
        ({"cfg_blocks": 5000.0, "loops_hard": 1.0}, "refsel", "branches"),
        ({"role_recursive_function_result": 0.2}, "refsel", "call themselves"),
        ({"cfg_blocks": 9.0}, "bmc", "no loops"),
        ({"loops_bounded": 1.0, "loops_for": 1.0, "loops_generalised": 1.0}, "ki", "counted out"),
        ({"loops_bounded": 0.5, "loops_for": 0.5, "loops_generalised": 1.0}, "ki", "nothing speaks"),
        ({}, "ki", "nothing speaks"),
    ],
)
def test_each_rule_has_its_reason(features: dict[str, float], first: str, word: str) -> None:
    choice = chosen_by_rules(features, CANDIDATES, why="there is no model")
    assert choice.members[0] == first
    assert word in choice.reason
    assert choice.reason.endswith("(a rule, because there is no model)")


def test_rules_name_features_that_there_are() -> None:
    """A name with a slip would never apply."""
    from whet.roles.features import FEATURES

    asked: set[str] = set()

    class Asking(dict[str, float]):
        def get(self, name: str, default: object = None) -> float:
            asked.add(name)
            return 0.0

    advice(Asking({"some": 1.0}))
    assert asked <= set(FEATURES)
    assert len(asked) > 3


def test_rules_name_members_of_the_preset() -> None:
    members = {member.name for member in load_configuration("auto").members}
    several = [
        {},
        {"cfg_blocks": 1.0},
        {"cfg_blocks": 9999.0},
        {"role_floating_point": 1.0},
        {"role_recursive_function_result": 1.0},
    ]
    assert {name for features in several for name in advice(features).shares} <= members


def test_other_members_run_in_their_order() -> None:
    choice = chosen_by_rules({}, ["mine.toml", "value"], why="there is no model")
    assert (choice.members, choice.shares) == (("mine.toml", "value"), (1, 1))


# ------------------------------------------------------------------------------------------------- models that do not fit


def test_reason_says_why_there_are_no_features() -> None:
    model = stubborn_model({"df": (Label.CORRECT, 0.9)})
    choice = choose(NotMeasured("features need clingo"), model, CANDIDATES, operator=Operator.PROBABILITY, most=3)
    assert choice.members == ("ki", "df", "refsel")
    assert "because features need clingo" in choice.reason


@pytest.mark.parametrize(
    ("features", "version", "reason"),
    [
        (("unheard_of",), FEATURES_VERSION, "not computed: unheard_of"),
        ((), FEATURES_VERSION + 1, f"trained with version {FEATURES_VERSION + 1}"),
    ],
)
def test_a_model_that_does_not_fit_is_not_asked(features: tuple[str, ...], version: int, reason: str) -> None:
    model = stubborn_model({"df": (Label.CORRECT, 0.9)}, features=features, version=version)
    choice = choose(MeasuredFeatures({"cfg_blocks": 3.0}), model, CANDIDATES, operator=Operator.PROBABILITY, most=3)
    assert choice.members[0] == "bmc"
    assert reason in choice.reason
