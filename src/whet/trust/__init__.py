"""Verdicts are earned here: the concrete interpreter that replays alarms, and the independent check of proofs.

Imports the program model only, never an analysis: what is checked must not share code with what checks it.
"""
