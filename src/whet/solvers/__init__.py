"""Formulas as terms, the port to solvers, and one module per engine.  The only package that imports z3 or bitwuzla."""
