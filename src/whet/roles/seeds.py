"""Proof seeds: predicates and templates of a program that its variable roles suggest (dissertation on variable roles,
section 5.1).  What seeds are is said in ``roles.seed``.

Invariants: the same file gives the same seeds in the same order, each once.  Those come first that speak of assertions, and those
last that grow with the square of the number of variables.  There are at most ``most`` predicates, templates and instances.  If
there are more, no heuristic is left out as a whole: each keeps its most useful seeds, about variables of assertions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Var, Variable, variables_of
from whet.cfa.model import Program
from whet.cfa.operations import Assign, flatten
from whet.cfa.types import IntType
from whet.frontend.parse import with_unit
from whet.frontend.unit import TranslationUnit
from whet.roles.rule_text import Rules
from whet.roles.seed import LeftOut, Seed, Seeds
from whet.roles.seed_expressions import NotASeed, SeedExpressions
from whet.roles.suggestions import Heuristic, SuggestedNodes, suggested_nodes
from whet.roles.unit_facts import read_facts
from whet.task.preprocessing import Preprocessing

MOST: Final = 40
_CONSTANTS = 3
"""Of those assigned to a variable that instances are made with."""
_ORDER = (
    Heuristic.ASSERTION,
    Heuristic.COUNTER_AND_BOUND,
    Heuristic.BOUND,
    Heuristic.PARITY,
    Heuristic.LOCAL_COUNTERS,
    Heuristic.DYNAMIC_ENUMERATION,
    Heuristic.EXTREMUM,
)


def find_seeds(
    path: str, program: Program, *, preprocessing: Preprocessing | None = None, most: int = MOST, rules: Rules | None = None
) -> Seeds:
    """The seeds of a program that was read from this file.  Raises ``FrontendError`` and ``EngineMissing``."""

    def work(unit: TranslationUnit) -> Seeds:
        base = read_facts(unit)
        expressions = SeedExpressions(base, program)
        return _chosen(suggested_nodes(base, rules), expressions, _assigned(program), most)

    return with_unit(path, work, machine=program.machine, preprocessing=preprocessing)


def _chosen(
    suggested: Sequence[SuggestedNodes], expressions: SeedExpressions, assigned: dict[Variable, list[int]], most: int
) -> Seeds:
    found: dict[Expr, Seed] = {}
    left_out: dict[LeftOut, None] = {}
    for nodes in sorted(suggested, key=lambda each: (_ORDER.index(each.heuristic), each)):
        try:
            seed = _seed(nodes.heuristic, expressions.of(nodes))
            found.setdefault(seed.expression, seed)
        except NotASeed as reason:
            left_out[LeftOut(nodes.heuristic, str(reason))] = None
    predicates = [seed for seed in found.values() if not seed.heuristic.is_template]
    templates = [seed for seed in found.values() if seed.heuristic.is_template]
    instances = _distinct(each for seed in templates for each in _instances(seed, expressions, assigned))
    asserted = [seed.expression for seed in predicates if seed.heuristic is Heuristic.ASSERTION]
    wanted = frozenset(variable for expression in asserted for variable in variables_of(expression))
    kept = [_most_useful(seeds, wanted, most) for seeds in (predicates, templates, instances)]
    dropped = {seed.heuristic for seed in {*predicates, *templates, *instances} - {seed for seeds in kept for seed in seeds}}
    left_out |= {LeftOut(each, f"there are more than {most}"): None for each in _ORDER if each in dropped}
    return Seeds(kept[0], kept[1], kept[2], tuple(left_out))


def _most_useful(seeds: Sequence[Seed], wanted: frozenset[Variable], most: int) -> tuple[Seed, ...]:
    """At most so many, in their order: assertions have up to three quarters of the places, and the other heuristics take turns,
    each with the seeds first that have fewest variables that no assertion has."""
    ranks: Counter[Heuristic] = Counter()
    order: list[tuple[bool, int, int]] = []
    useful = sorted(range(len(seeds)), key=lambda number: len(frozenset(variables_of(seeds[number].expression)) - wanted))
    for number in useful:
        heuristic = seeds[number].heuristic
        comes_later = heuristic is not Heuristic.ASSERTION or ranks[heuristic] >= most - most // 4
        order.append((comes_later, ranks[heuristic], number))
        ranks[heuristic] += 1
    return tuple([seeds[number] for number in sorted(number for _, _, number in sorted(order)[:most])])


def _distinct(seeds: Iterable[Seed]) -> list[Seed]:
    found: dict[Expr, Seed] = {}
    for seed in seeds:
        found.setdefault(seed.expression, seed)
    return list(found.values())


def _seed(heuristic: Heuristic, expression: Expr) -> Seed:
    """Raises ``NotASeed`` if its variables are nowhere in scope together."""
    variables = dict.fromkeys(variables_of(expression))
    functions = {each.function for each in variables if each.function is not None}
    innermost = max((each.blocks for each in variables), key=len, default=())
    if len(functions) > 1 or any(each.blocks != innermost[: len(each.blocks)] for each in variables):
        raise NotASeed("its variables are nowhere in scope together")
    return Seed(heuristic, expression, next(iter(functions), None))


def _assigned(program: Program) -> dict[Variable, list[int]]:
    """The first constants that are assigned to each variable."""
    found: dict[Variable, list[int]] = {}
    for edge in program.edges():
        for operation in flatten(edge.operation):
            match operation:
                case Assign(lvalue=Var(variable=variable), value=Const(value=value)):
                    values = found.setdefault(variable, [])
                    if value not in values and len(values) < _CONSTANTS:
                        values.append(value)
                case _:
                    pass
    return found


def _instances(template: Seed, expressions: SeedExpressions, assigned: dict[Variable, list[int]]) -> Iterator[Seed]:
    term = template.expression
    assert isinstance(term, Binary)
    made = _parities if template.heuristic is Heuristic.PARITY else _differences
    for expression in made(term, expressions, assigned):
        yield Seed(template.heuristic, expression, template.function)


def _differences(term: Binary, expressions: SeedExpressions, assigned: dict[Variable, list[int]]) -> Iterator[Expr]:
    for op in (BinaryOp.EQ, BinaryOp.LE, BinaryOp.GE):
        yield expressions.binary(op, term.left, term.right)
    firsts, seconds = (assigned.get(_variable(side), []) for side in (term.left, term.right))
    for value in dict.fromkeys(one - other for one in firsts for other in seconds):
        if value:
            yield expressions.binary(BinaryOp.EQ, term, expressions.constant(value))


def _parities(term: Binary, expressions: SeedExpressions, assigned: dict[Variable, list[int]]) -> Iterator[Expr]:
    assert isinstance(term.right, Const)
    modulus = abs(term.right.value)
    for value in dict.fromkeys([0, *(value % modulus for value in assigned.get(_variable(term.left), []))]):
        yield expressions.binary(BinaryOp.EQ, term, expressions.constant(value))


def _variable(side: Expr) -> Variable:
    """That of a side of a template, perhaps converted."""
    while isinstance(side, Cast):
        side = side.operand
    assert isinstance(side, Var) and isinstance(side.type, IntType)
    return side.variable
