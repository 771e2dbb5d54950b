"""Guessed invariants: what held in some runs, told as conditions that may hold in all."""
