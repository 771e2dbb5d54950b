"""Names of functions that are none of the program's."""

from __future__ import annotations

from whet.library.notation import is_standard


def test_functions_of_the_library_are_known_whether_or_not_they_are_described() -> None:
    assert all(map(is_standard, ("strtod", "sinf", "fmodl", "pthread_join", "epoll_wait", "sem_post")))


def test_others_are_not() -> None:
    assert not any(map(is_standard, ("main", "reach_error", "kmalloc", "__VERIFIER_nondet_int", "lock", "init")))
