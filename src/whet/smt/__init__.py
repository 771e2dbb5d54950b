"""Formulas and the engines that decide them: terms, their meaning, the port to solvers and one module per engine."""
