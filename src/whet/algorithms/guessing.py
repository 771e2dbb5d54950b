"""The guesses of a program, from runs of it (``refine.guesses``).  Nothing may rest on one that is not shown."""

from __future__ import annotations

from whet.cfa.model import Program
from whet.core.context import Context
from whet.core.mailbox import MessageKind, RunInputs
from whet.interpreter.pool import constants_of, float_constants_of
from whet.refine.guesses.guesses import LoopGuesses
from whet.refine.guesses.states import observe

RUNS = 60
_SECONDS = 0.8
"""Of CPU time for the runs."""
_MOST_STATES_LOOKED_AT = 4
"""Loops come in order of their states, most first; beyond so many times that time, the rest is left out."""


def guesses_of(program: Program, context: Context) -> list[LoopGuesses]:
    """For each loop that some run came to."""
    context.progress("running the program for guesses")
    begin = context.seconds
    with context.statistics.time("guessing_seconds"):
        shared = [
            message.data.values for message in context.mailbox.read(MessageKind.INPUTS) if isinstance(message.data, RunInputs)
        ]
        observed = observe(program, runs=RUNS, seconds_left=lambda: begin + _SECONDS - context.seconds, shared=shared)
        constants = {*constants_of(program), *float_constants_of(program)}
        found: list[LoopGuesses] = []
        for each in observed:
            if context.seconds - begin > _MOST_STATES_LOOKED_AT * _SECONDS:
                break
            found.append(LoopGuesses(each, constants, program.machine))
    context.statistics.set("guessed_loops", len(found))
    context.statistics.set("guessed_states", sum(len(each.states) for each in observed))
    return found
