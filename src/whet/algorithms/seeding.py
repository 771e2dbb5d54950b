"""The seeds of a problem, if its configuration wants any: what a precision begins with, and candidates for invariants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from whet.algorithms.invariants import invariant_at
from whet.cfa.expressions import Expr, Var, Variable, is_lvalue, subexpressions, variables_of
from whet.cfa.facts import Facts
from whet.cfa.loops import Loop
from whet.cfa.model import Program
from whet.cfa.operations import Assume, Declare, flatten
from whet.cfa.show import to_c
from whet.cfa.trees import Trees
from whet.cfa.types import IntType
from whet.cfa.uses import uses_of_edge
from whet.core.algorithm import Problem
from whet.core.configuration import SeedOptions
from whet.core.context import Context
from whet.core.evidence import Invariant, Proof, Spot
from whet.refine.guesses.expressions import negated
from whet.roles.seed import NO_SEEDS, Seed, Seeds
from whet.task.task import program_files


def seeds_of(problem: Problem, context: Context) -> Seeds:
    """Of roles or runs, if the configuration wants them, and of a witness, if the task has one."""
    roles, found = _of_roles(problem, context), (*_of_witness(problem, context), *_of_runs(problem, context))
    return replace(roles, predicates=(*found, *roles.predicates)) if found else roles


def _of_roles(problem: Problem, context: Context) -> Seeds:
    """The file is read a second time, because a program no longer has its syntax tree."""
    options, task = problem.configuration.section(SeedOptions), problem.task
    if options.predicates != "roles":
        return NO_SEEDS
    from whet.roles.seeds import find_seeds

    context.progress("looking for seeds")
    with context.statistics.time("seeding_seconds"):
        seeds = NO_SEEDS
        for file in program_files(task.files):
            preprocessing = task.preprocessing(file)
            seeds = seeds.joined(
                find_seeds(file, problem.program, preprocessing=preprocessing, most=options.most), most=options.most
            )
    context.statistics.set("seed_predicates", len(seeds.predicates))
    context.statistics.set("seed_templates", len(seeds.templates))
    context.statistics.set("seeds_left_out", len(seeds.left_out))
    return seeds


def _of_witness(problem: Problem, context: Context) -> tuple[Seed, ...]:
    """The conjuncts of the invariants of its loops; those that cannot be read are no loss."""
    if problem.task.suggestions is None:
        return ()
    from whet.roles.suggestions import Heuristic
    from whet.witnesses.suggesting import loop_conditions

    found = loop_conditions(problem.task.suggestions, problem.program)
    context.statistics.set("witness_predicates", len(found))
    return tuple(Seed(Heuristic.WITNESS, condition, function) for condition, function in found)


def _of_runs(problem: Problem, context: Context) -> tuple[Seed, ...]:
    """What held in some runs, of each loop; not about floats, which predicates seldom are about."""
    options = problem.configuration.section(SeedOptions)
    if options.predicates != "guesses":
        return ()
    from whet.algorithms.guessing import guesses_of
    from whet.roles.suggestions import Heuristic

    found: list[Seed] = []
    for each in guesses_of(problem.program, context):
        claims = [claim for claim in each.claims() if all(isinstance(v.type, IntType) for v in variables_of(claim))]
        found += [Seed(Heuristic.GUESS, claim, each.head.function.name) for claim in claims[: options.most]]
    context.statistics.set("guessed_predicates", len(found))
    return tuple(found)


def candidates(program: Program, seeds: Seeds) -> Proof:
    """What may hold whenever a loop begins a turn, for each loop at whose head a seed is in scope.

    It has the form of a proof, but nothing is proved yet."""
    trees = Trees(program)
    found: list[Invariant] = []
    for function in program.defined_functions:
        named = [seed for seed in (*seeds.predicates, *seeds.instances) if seed.function in (None, function.name)]
        for loop in Facts.of(program).loops(function).loops if named else ():
            seen = _in_scope(named, loop)
            found += [invariant_at(loop.head, Spot.LOOP_HEAD, seed.text, trees.tree(seed.expression)) for seed in seen]
    return Proof(tuple(found))


def enclosing_guards(program: Program) -> Proof:
    """The conditions under which a loop begins a turn, at the heads of the loops in it that do not change their variables.

    It has the form of a proof, but nothing is proved yet."""
    trees = Trees(program)
    found: list[Invariant] = []
    for function in program.defined_functions:
        for loop in Facts.of(program).loops(function).loops:
            guards = () if loop.parent is None else _guards(loop.parent, program)
            turns = (edge for node in loop for edge in node.leaving if edge.target in loop)
            changed = {variable for edge in turns for variable in uses_of_edge(edge).writes}
            for guard in guards:
                if changed.isdisjoint(variables_of(guard)):
                    found.append(invariant_at(loop.head, Spot.LOOP_HEAD, to_c(guard), trees.tree(guard)))
    return Proof(tuple(found))


def _guards(loop: Loop, program: Program) -> Iterator[Expr]:
    """What is compared first in every turn, if it is about local numbers."""
    for edge in loop.head.leaving:
        first = flatten(edge.operation)[0]
        if edge.target not in loop or len(loop.head.leaving) < 2 or not isinstance(first, Assume):
            continue
        condition = first.condition if first.truth else negated(first.condition, program.machine)
        is_plain = all(not is_lvalue(part) or isinstance(part, Var) for part in subexpressions(condition))
        if is_plain and all(isinstance(each.type, IntType) and not each.is_static for each in variables_of(condition)):
            yield condition


def _in_scope(seeds: Sequence[Seed], loop: Loop) -> list[Seed]:
    """At the head of a loop.  A variable of a block is in scope there if the loop uses it and does not declare it."""
    edges = [edge for node in loop for edge in node.leaving]
    parts = (part for edge in edges for part in flatten(edge.operation))
    declared = {part.variable for part in parts if isinstance(part, Declare)}
    used = {variable for uses in map(uses_of_edge, edges) for variable in uses.reads | uses.writes}

    def is_visible(variable: Variable) -> bool:
        return variable not in declared and (variable in used or not variable.blocks)

    return [seed for seed in seeds if all(map(is_visible, variables_of(seed.expression)))]
