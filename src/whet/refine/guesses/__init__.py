"""Guessed invariants: what held in some runs, as conditions that may hold in all."""
