"""Strategies of predicate refinement: each finds terms for the cuts of a path whose blocks contradict each other."""
