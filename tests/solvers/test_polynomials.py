"""Polynomials modulo a power of two compute as numbers do, and an ideal has only what vanishes with its equations."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from whet.solvers.terms.polynomials import Ideal, Polynomial, quotient, substituted

WIDTH = 3
MONOMIALS = ((), (0,), (1,), (0, 0), (0, 1), (1, 1))
POINTS = list(product(range(1 << WIDTH), repeat=2))
polynomials = st.dictionaries(st.sampled_from(MONOMIALS), st.integers(-8, 8), max_size=4).map(
    lambda found: Polynomial(WIDTH, found)
)


def at(polynomial: Polynomial, point: tuple[int, ...]) -> int:
    return polynomial.value(lambda atom: point[atom])


@given(polynomials, polynomials, st.sampled_from(POINTS))
def test_arithmetic_is_that_of_the_values(p: Polynomial, q: Polynomial, point: tuple[int, int]) -> None:
    assert at(p + q, point) == (at(p, point) + at(q, point)) % 8
    assert at(p - q, point) == (at(p, point) - at(q, point)) % 8
    assert at(p * q, point) == at(p, point) * at(q, point) % 8
    assert at(substituted(p, 0, q), point) == at(p, (at(q, point), point[1]))


@given(st.lists(polynomials, max_size=3), polynomials)
def test_what_an_ideal_reduces_to_zero_is_zero_wherever_its_equations_hold(equations: list[Polynomial], p: Polynomial) -> None:
    ideal = Ideal.of(WIDTH, equations)
    zeros = [point for point in POINTS if all(at(each, point) == 0 for each in equations)]
    rest = ideal.reduced(p)
    assert all(at(rest, point) == at(p, point) for point in zeros)
    assert not (ideal.is_contradictory and zeros)


def test_an_equation_with_even_coefficients_is_used_where_it_divides() -> None:
    s, i = Polynomial.atom(32, 0), Polynomial.atom(32, 1)
    gauss = Ideal.of(32, [s.times(2) - i * i - i])
    later = (s + i + Polynomial.constant(32, 1)).times(2)
    after = i + Polynomial.constant(32, 1)
    assert gauss.reduced(later - after * after - after).is_zero
    assert not gauss.reduced(s - i).is_zero


def test_equations_that_exclude_each_other_are_a_contradiction() -> None:
    x = Polynomial.atom(8, 0)
    assert Ideal.of(8, [x, x - Polynomial.constant(8, 1)]).is_contradictory
    assert not Ideal.of(8, [x, x.times(3)]).is_contradictory


def test_a_monomial_is_divided_only_by_its_parts() -> None:
    assert quotient((0, 0, 1), (0, 1)) == (0,)
    assert quotient((0, 1), (0, 0)) is None
