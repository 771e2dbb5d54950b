"""Constrained Horn clauses: a program as clauses, their solution by z3's Spacer, and the check of a solution."""
