"""Interpolants in the language of templates."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.refine.interpolants.paths import World, world_of
from whet.cfa.model import Node
from whet.core.registry import STRATEGY
from whet.refine.blocks import PathBlock, checked
from whet.refine.interpolants.templates import TemplateAbstraction, TemplateConjunctions, TemplateInterpolants, TermTemplate
from whet.solvers.port import Failure, InterpolantTerms
from whet.solvers.terms.term import Term

TOGETHER = """int main(void) { unsigned x = 7, y = 4; while (__VERIFIER_nondet_bool()) { x++; y++; }
if (x - y != 3) reach_error(); return 0; }"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    return world_of(TOGETHER, tmp_path)


@pytest.fixture
def blocks(world: World) -> Sequence[PathBlock]:
    """Twice around the loop."""
    return world.by_heads(next(iter(world.error_paths(visits=3))))


def base(world: World, name: str) -> Term:
    return next(world.encoder.vocabulary.variable(each) for each in world.program.variables() if each.qualified_name == name)


def abstraction(world: World, *terms: Term, function: str = "main", known: Sequence[Term] = ()) -> TemplateAbstraction:
    def tracked(location: Node) -> Sequence[Term]:
        return known

    return TemplateAbstraction(world.encoder, [TermTemplate(term, function) for term in terms], tracked)


def difference(world: World) -> Term:
    return world.terms.bv_sub(base(world, "main::x"), base(world, "main::y"))


def said(world: World, blocks: Sequence[PathBlock], found: InterpolantTerms | Failure) -> set[Term]:
    """Over bases, without what says nothing."""
    valid = checked(world.engine("bitwuzla").solver(), blocks, found)
    assert isinstance(valid, InterpolantTerms), valid
    return {world.encoder.uninstantiate(term) for term in valid.terms} - {world.terms.true, world.terms.false}


def test_a_conjunction_says_the_same_in_each_turn(world: World, blocks: Sequence[PathBlock]) -> None:
    strategy = TemplateConjunctions(abstraction(world, difference(world)), world.engine("bitwuzla").solver())
    assert said(world, blocks, strategy.sequence(blocks)) == {world.terms.eq(difference(world), world.terms.bv(3, 32))}


def test_interpolants_speak_of_templates_only(world: World, blocks: Sequence[PathBlock]) -> None:
    inner = STRATEGY.make("wp", world.encoder, world.engines)
    strategy = TemplateInterpolants(abstraction(world, difference(world)), world.terms, inner)
    found = said(world, blocks, strategy.sequence(blocks))
    assert found == {world.terms.eq(difference(world), world.terms.bv(3, 32))}


def test_templates_that_say_too_little_find_nothing(world: World, blocks: Sequence[PathBlock]) -> None:
    remainder = world.terms.bv_urem(base(world, "main::x"), world.terms.bv(2, 32))
    strategy = TemplateConjunctions(abstraction(world, remainder), world.engine("bitwuzla").solver())
    assert isinstance(strategy.sequence(blocks), Failure)


def test_templates_of_another_function_are_not_used(world: World, blocks: Sequence[PathBlock]) -> None:
    strategy = TemplateConjunctions(abstraction(world, difference(world), function="f"), world.engine("bitwuzla").solver())
    assert strategy.sequence(blocks) == Failure("no cut has templates")


def test_what_is_tracked_already_helps(world: World, blocks: Sequence[PathBlock]) -> None:
    """The template alone says too little."""
    remainder = world.terms.bv_urem(base(world, "main::x"), world.terms.bv(2, 32))
    known = world.terms.eq(difference(world), world.terms.bv(3, 32))
    strategy = TemplateConjunctions(abstraction(world, remainder, known=[known]), world.engine("bitwuzla").solver())
    assert said(world, blocks, strategy.sequence(blocks)) == {known}
