"""The configurations of Whet: the sections that every one has, and with them the loader that ``whet.task`` offers.

An analysis and whatever else a configuration names has its section in its own file (``whet.core.registry``).

Invariant: the analyses without which an exploration would leave out behaviour, or notice no violation, are always there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from whet.core.registry import ALGORITHM, ANALYSIS, ENGINE, ORDER, SELECTION, STRATEGY
from whet.task.configuration import DEFAULT_CONFIGURATION, Configuration, PresetNames, beside, load_with
from whet.task.errors import TaskError
from whet.task.messages import usage
from whet.task.options import Choice, Duration, LimitOptions, Names, Numbers, Schema, Section, Whole, all_options, option
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class General:
    analyses: tuple[str, ...] = option(
        ("location", "callstack", "funcpointer", "specification"),
        Names(ANALYSIS, "analysis"),
        "The analyses that run together, in this order.",
    )
    algorithm: str = option("cpa", Choice(ALGORITHM), "The algorithm that explores the program.")
    portfolio: tuple[str, ...] = option(
        (),
        Names(PresetNames(), "configuration"),
        "The configurations that a race or a sequence runs, presets or files FILE.toml, in the order in which they begin.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplorationOptions:
    order: str = option("auto", Choice(ORDER), "Which abstract state is next.")
    seed: int = option(0, Whole(), "The seed of every random choice; a run with the same seed repeats exactly.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PortfolioOptions:
    """Of every algorithm that runs other configurations; it is known by having them."""

    shares: tuple[int, ...] = option(
        (),
        Numbers(1),
        "How the CPU time is divided, a number for each member of the portfolio: with 2,1,1 the first may use half of it. An "
        "empty list is the same for all. What a member leaves is divided between the others.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryOptions:
    malloc_may_fail: str = option(
        "no",
        Choice(("yes", "no")),
        "Whether malloc and its relatives may also return a null pointer; if not, it is assumed that there is enough memory.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionOptions:
    allowed: str = option(
        "no",
        Choice(("yes", "no")),
        "Whether the program may be compiled by gcc and executed in a sandbox, to find errors sooner (--execute).",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecksOptions:
    discharge: str = option(
        "yes", Choice(("yes", "no")), "Whether checks that intervals show to hold are left out before the program is explored."
    )
    discharge_states: int = option(5000, Whole(1), "How many abstract states that may take, for each 20 checks.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofOptions:
    check: str = option(
        "yes",
        Choice(("yes", "no", "strict")),
        "Whether other code checks the proof of a TRUE; with strict, TRUE is said only if that accepts it.",
    )
    check_time: float | None = option(
        None,
        Duration(),
        "How long that may take; as a rule as long as it took to find the proof, at least five seconds, and half of the time "
        "limit as far as that is left, up to a minute.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedOptions:
    """What a proof begins with; never what is assumed."""

    predicates: str = option(
        "none",
        Choice(("none", "roles", "guesses")),
        "Where the predicates come from that a precision begins with, and the candidates for invariants: nowhere, the roles "
        "of variables (whet roles), or what held in some runs of the program.",
    )
    most: int = option(40, Whole(1), "How many predicates, how many templates and how many instances of these there are at most.")


@dataclass(frozen=True, slots=True, kw_only=True)
class RefinementOptions:
    method: str = option(
        "interpolation",
        Choice(("interpolation", "static")),
        "How a precision comes from a path: by interpolation, or from the use-def chains of its assumptions.",
    )
    shortcuts: tuple[str, ...] = option(
        ("suffix", "equality", "equivalence", "use-def"),
        Names(("suffix", "equality", "equivalence", "use-def"), "shortcut"),
        "What saves interpolation queries: skip what is before the deepest infeasible suffix, keep an interpolant that does not "
        "change, rename it at calls and returns, drop what no use-def chain of the contradiction mentions.",
    )
    selection: tuple[str, ...] = option(
        ("score-min",),
        Names(SELECTION, "selection"),
        "Which of several refinements is used: heuristics, each deciding between those the one before likes equally.",
    )
    prefixes: int = option(
        32,
        Whole(1),
        "How many sliced prefixes of a path are interpolated at most; if there are more, those that look best by their use-def "
        "chains. Where the length of a prefix decides, only the best is interpolated.",
    )
    go_on: str = option(
        "root",
        Choice(("root", "pivot", "strengthened")),
        "Where exploration continues: from the beginning, from the first state that becomes more precise, or (Impact) with "
        "strengthened states and a final exploration from the beginning.",
    )
    targets: int = option(1, Whole(1), "How many error paths are refined together.")
    more_states: int = option(0, Whole(), "How many states are explored to find those paths, once there is one; 0 is no limit.")
    nondeterminism: int = option(
        0,
        Whole(),
        "Track everything until this percentage of branchings could go both ways; 0 is to abstract from the beginning.",
    )
    turns: int = option(
        0, Whole(), "Track everything until a path goes through one location more often than this; 0 is no limit."
    )
    strategies: tuple[str, ...] = option(
        ("wp", "integers", "spacer", "bitwuzla"), Names(STRATEGY, "strategy"), "Where predicates come from, in this order."
    )
    between: str = option(
        "values",
        Choice(("values", "counters", "selection", "all")),
        "Which domain refutes a path that values and predicates can refute: values, values unless they would track a loop "
        "counter, the one the selection prefers, or all of them at once.",
    )
    strategy_time: float | None = option(
        5.0, Duration(), "How long one strategy may take for one path; a fifth of it after another one succeeded."
    )
    values: int = option(0, Whole(), "A variable with more values than this on one path is no longer tracked; 0 is no limit.")


DEFAULT_ENGINE: Final = "bitwuzla"


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverOptions:
    engine: str = option(
        DEFAULT_ENGINE,
        Choice(ENGINE),
        "The SMT engine that decides satisfiability and gives models. z3 is asked about terms that it does not know. Whatever is "
        "chosen, z3 solves Horn clauses and eliminates quantifiers, and z3 and bitwuzla interpolate.",
    )


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """The SMT engine of a run, with its options if it has some; ``solvers.routing`` says what it is asked."""

    name: str = DEFAULT_ENGINE
    options: Section | None = None

    @classmethod
    def of(cls, configuration: Configuration) -> EngineChoice:
        name = configuration.section(SolverOptions).engine
        return cls(name, configuration.options_for(name))


GENERAL: Final[Schema] = {
    "": General,
    "checks": ChecksOptions,
    "execution": ExecutionOptions,
    "exploration": ExplorationOptions,
    "limits": LimitOptions,
    "memory": MemoryOptions,
    "proofs": ProofOptions,
    "refinement": RefinementOptions,
    "seeds": SeedOptions,
    "solver": SolverOptions,
}
_REQUIRED: Final = {
    "location": "nothing would be explored",
    "callstack": "no function would return",
    "specification": "no violation would be noticed",
}


def schema() -> Schema:
    """Every section there is; imports whatever has one."""
    return load_with(GENERAL, complete=True).schema


def load_configuration(
    name: str = DEFAULT_CONFIGURATION, overrides: Sequence[str] = (), *, complete: bool = False
) -> Configuration:
    """A preset, or a file whose name ends in ``.toml``, with overrides ``key=value``; raises ``TaskError``.

    A complete one has also the options of the analyses it does not use."""
    return _with_members(_checked(load_with(GENERAL, name, overrides, complete=complete)))


def _checked(configuration: Configuration) -> Configuration:
    for analysis, consequence in _REQUIRED.items():
        if analysis not in configuration.analyses:
            message = f"option analyses: '{analysis}' is missing, without it {consequence}"
            raise TaskError(message, place=configuration.settings["analyses"].place)
    return configuration


def portfolio_options(configuration: Configuration) -> PortfolioOptions | None:
    """None if the algorithm runs no other configurations."""
    options = configuration.options_for(configuration.algorithm)
    return options if isinstance(options, PortfolioOptions) else None


def _with_members(configuration: Configuration) -> Configuration:
    # Shares belong to the members they were said with: naming other members later resets them.
    name = f"{configuration.algorithm}.shares"
    shares, portfolio = configuration.settings.get(name), configuration.settings["portfolio"]
    configuration = (
        configuration
        if shares is None or not shares.value or _layer(shares.source) not in {_layer(source) for _, source in portfolio.hidden}
        else replace(configuration, settings={**configuration.settings, name: shares.replaced((), portfolio.source)})
    )
    options, setting = portfolio_options(configuration), configuration.settings["portfolio"]
    named = _named_members(configuration)
    if options is None:
        if named:
            message = usage.NO_EFFECT.format(key="portfolio", reason=f"the algorithm '{configuration.algorithm}' runs no others")
            raise TaskError(message, place=setting.place)
        return configuration
    if not named:
        place = configuration.settings["algorithm"].place
        raise TaskError(f"the algorithm '{configuration.algorithm}' needs the option portfolio: what it is to run", place=place)
    if (analyses := configuration.settings["analyses"]).hidden:
        raise TaskError(
            usage.NO_EFFECT.format(key="analyses", reason="the members of a portfolio name their own"), place=analyses.place
        )
    if options.shares and len(options.shares) != len(named):
        where = configuration.settings[f"{configuration.algorithm}.shares"].place
        raise TaskError(f"there are {len(options.shares)} shares for {len(named)} members of the portfolio", place=where)
    return replace(configuration, members=tuple(_member(configuration, name) for name in named))


def _layer(source: str) -> str:
    """The file, of a file and line."""
    return source.rpartition(":")[0] or source


def _named_members(configuration: Configuration) -> tuple[str, ...]:
    named = configuration.settings["portfolio"].value
    return named if isinstance(named, tuple) else ()


def _member(configuration: Configuration, name: str) -> Configuration:
    """One that can be run in the place of another on the same program; called as the portfolio calls it."""
    setting = configuration.settings["portfolio"]
    member = load_with(GENERAL, beside(setting, name), list(_for_all(configuration)))
    if _named_members(member) or portfolio_options(member) is not None:
        raise TaskError(
            usage.OPTION_VALUE.format(key="portfolio", problem=f"'{name}' is a portfolio itself"), place=setting.place
        )
    if member.section(MemoryOptions) != configuration.section(MemoryOptions):
        message = f"option portfolio: '{name}' has other options in [memory]; set them here, because the program is read once"
        raise TaskError(message, place=setting.place)
    return replace(_checked(member), name=name)


def _for_all(configuration: Configuration) -> Iterator[str]:
    """What a portfolio says in the sections that every configuration has holds for all members, as if said of each."""
    sections = {name: section for name, section in GENERAL.items() if name}
    engine = configuration.section(SolverOptions).engine
    if (own := configuration.schema.get(engine)) is not None and own is ENGINE.section(engine):
        sections[engine] = own
    for key, declared in all_options(sections).items():
        setting = configuration.settings[key]
        if setting.hidden:
            yield f"{key}={declared.kind.text(setting.value)}"
