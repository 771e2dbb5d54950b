"""The same problem with summaries of library functions in place of their bodies (``library.summaries``).

A summary does at least all that the body does.  So a proof of the program with summaries is one of the program; an error there
says nothing.  Evidence speaks of locations of the program with bodies: ``moved`` carries it from one to the other.
"""

from __future__ import annotations

from dataclasses import replace

from whet.algorithms.location_names import layout_of, moved
from whet.algorithms.targets import targets_of
from whet.cfa.model import Function, Program
from whet.cfa.sites import grant, is_in_library
from whet.checks.insertion import put_checks
from whet.core.algorithm import Problem
from whet.core.configuration import MemoryOptions
from whet.core.evidence import Proof, Unrolled
from whet.frontend.reading import read_task
from whet.library.summaries import summaries
from whet.pointers.regions import Regions


def has_summaries(program: Program) -> bool:
    """Does it call a library function that has a summary?"""
    return any(map(_has_summary, program.functions.values()))


def _has_summary(function: Function) -> bool:
    return function.written_name in summaries() and (function.is_of_library or not function.is_defined)


def summarised(problem: Problem) -> Problem:
    """With the same checks, none of them left out.  What is granted in a body says nothing about a summary."""
    may_fail = problem.configuration.section(MemoryOptions).malloc_may_fail == "yes"
    program = read_task(problem.task, allocation_may_fail=may_fail, with_summaries=True)
    put_checks(program, targets_of(problem.task.property), Regions)
    grant(program, [site for site in problem.task.granted if not is_in_library(site)])
    return replace(problem, program=program)


def checked_with(problem: Problem, evidence: Proof | Unrolled) -> tuple[Program, Proof | Unrolled]:
    """The program that evidence is to be checked with, and what it says of that."""
    if not (isinstance(evidence, Proof) and evidence.with_summaries):
        return problem.program, evidence
    program = summarised(problem).program
    return program, moved(evidence, layout_of(problem.program), program)


def with_bodies(proof: Proof, *, of: Program, bodies: Program) -> Proof:
    """A proof of a program with summaries, said of the program with bodies."""
    return replace(moved(proof, layout_of(of), bodies), with_summaries=True)
