"""Strategies of predicate refinement, one in each module: they find terms for the cuts of a path that is infeasible."""
