"""How the tool spoils witnesses."""

from __future__ import annotations

from tools.witness_round_trip import Witness, other_way, table, versions

PROOF: Witness = [{"content": [{"invariant": {"value": "1"}}, {"invariant": {"value": "x <= 10"}}]}]


def violation(*waypoints: tuple[str, object]) -> Witness:
    points = [{"waypoint": {"type": kind, "constraint": {"value": value}}} for kind, value in waypoints]
    return [{"content": [{"segment": [point]} for point in points]}]


def test_an_invariant_is_weakened_and_negated() -> None:
    made = {name: [each["invariant"]["value"] for each in witness[0]["content"]] for name, witness, _ in versions(PROOF)}
    assert made == {"as written": ["1", "x <= 10"], "weakened": ["1", "1"], "negated": ["1", "!(x <= 10)"]}


def test_a_branch_is_turned_around_before_a_value_is_changed() -> None:
    assert other_way(violation(("function_return", "\\result == 3"), ("branching", True))) == violation(
        ("function_return", "\\result == 3"), ("branching", "false")
    )
    assert other_way(violation(("function_return", "\\result == 3"))) == violation(("function_return", "!(\\result == 3)"))
    assert other_way(violation(("target", ""))) is None


def test_table_names_what_is_not_as_it_should_be() -> None:
    good = {"task": "a", "verdict": "TRUE", "answers": {"as written": "CONFIRMED", "negated": "REJECTED"}}
    bad = {"task": "b", "verdict": "TRUE", "answers": {"as written": "UNDECIDED (time)", "negated": "CONFIRMED"}}
    lines = [*table([good, bad, {"task": "c", "verdict": "UNKNOWN", "answers": {}}])]
    assert lines[0] == "tasks 3, with a witness 2"
    assert lines[-2:] == ["  b, as written: UNDECIDED (time)", "  b, negated: CONFIRMED"]
