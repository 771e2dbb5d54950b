"""The list of the C library's functions."""

from __future__ import annotations

from whet.cfa.standard_functions import STANDARD_FUNCTIONS


def test_names_are_those_of_functions_and_nothing_of_programs() -> None:
    assert {"strtod", "sinf", "fmodl", "pthread_join", "epoll_wait", "sem_post"} <= STANDARD_FUNCTIONS
    assert STANDARD_FUNCTIONS.isdisjoint({"main", "reach_error", "kmalloc", "__VERIFIER_nondet_int", "lock", "init"})
    assert all(name.isidentifier() for name in STANDARD_FUNCTIONS)
