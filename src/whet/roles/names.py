"""The 35 variable roles by name: 18 independent of a domain, 12 for portfolios, 5 for predicate abstraction
(dissertation on variable roles, tables 3.1 to 3.3).
"""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """A role, as users read it; the rules have it with underscores."""

    ARRAY_INDEX = "array index"
    BOOLEAN = "boolean"
    CONSTANT_ASSIGNED = "constant assigned"
    ENUMERATION = "enumeration"
    BRANCH_CONDITION = "branch condition"
    SYNTACTIC_CONSTANT = "syntactic constant"
    LOOP_ITERATOR = "loop iterator"
    LOOP_BOUND = "loop bound"
    COUNTER = "counter"
    LINEAR = "linear"
    POINTER_OFFSET = "pointer offset"
    BITVECTOR = "bitvector"
    FILE_DESCRIPTOR = "file descriptor"
    CHARACTER = "character"
    ALLOCATION_SIZE = "allocation size"
    ARITHMETIC = "arithmetic"
    INPUT = "input"
    UNRESOLVED = "unresolved"

    THREAD_DESCRIPTOR = "thread descriptor"
    INTEGRAL = "integral"
    FLOATING_POINT = "floating point"
    SCALAR = "scalar"
    POINTER_TO_SCALAR = "pointer to scalar"
    POINTER_TO_STRUCTURE = "pointer to structure"
    POINTER_TO_NON_FLAT_STRUCTURE = "pointer to non flat structure"
    LINKED_LIST = "linked list"
    MULTI_LINKED_LIST = "multi linked list"
    POINTER = "pointer"
    DYNAMIC_MEMORY_POINTER = "dynamic memory pointer"
    RECURSIVE_FUNCTION_RESULT = "recursive function result"

    EXTREMUM = "extremum"
    LOCAL_COUNTER = "local counter"
    PARITY = "parity"
    ASSERTION_PARAMETER = "assertion parameter"
    DYNAMIC_ENUMERATION = "dynamic enumeration"

    @property
    def in_rules(self) -> str:
        return self.value.replace(" ", "_")


BY_RULE_NAME = {role.in_rules: role for role in Role}

PORTFOLIO_ROLES = tuple(Role)[:30]
"""Those that are features of a program."""

NEGATIVE = frozenset(
    {
        Role.BOOLEAN,
        Role.CONSTANT_ASSIGNED,
        Role.ENUMERATION,
        Role.SYNTACTIC_CONSTANT,
        Role.COUNTER,
        Role.LINEAR,
        Role.DYNAMIC_ENUMERATION,
    }
)
"""Defined by what a variable is not; held by a variable of which nothing is known."""

OF_TYPES = frozenset(PORTFOLIO_ROLES[19:28])
"""What a declaration says already."""
