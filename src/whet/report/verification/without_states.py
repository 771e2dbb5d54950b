"""What stands where the graph of abstract states would be, if an algorithm explores none: what it did instead, and what it found.

Whatever is said here comes from ``result.json`` and the evidence; where the search was ended before it could tell, that is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from whet.core.evidence import Evidence, Proof, Unrolled
from whet.report.verification.model import Claim, OtherSearch

_ENDED: Final = "The search was ended from outside before it could tell the states it had explored."
_KI: Final = (
    "k-induction explores no abstract states. It unrolls loops turn by turn and asks a solver whether an error is among what is "
    "unrolled (the base case); then whether one can follow after k - 1 turns without an error, from any values that the "
    "invariants allow (the step)."
)
_BMC: Final = (
    "Bounded model checking explores no abstract states. It unrolls loops turn by turn and asks a solver whether an error is "
    "among what is unrolled."
)
_CHC: Final = (
    "Horn clauses are solved without abstract states. Each place that loops or calls come back to has a relation, which says "
    "with which values a run may be there; a solution is a condition for each relation with which no error can be reached."
)
_NOBODY: Final = (
    "No member of the portfolio came to a verdict, so there is no graph of states that counts. So each of them ended:"
)
_COUNTED: Final = {
    "bound": "turns unrolled",
    "edges": "edges unrolled",
    "unrolled_edges": "edges unrolled",
    "clauses": "clauses",
    "relations": "relations",
    "explored_states": "states explored",
    "phase": "ended while",
}
"""What of the statistics is told here, in these words."""


def instead_of_states(document: Mapping[str, Any], evidence: Evidence | None) -> OtherSearch:
    name, text = _words(document)
    return OtherSearch(name, text, tuple(_facts(document, evidence)), tuple(_claims(evidence)))


def _words(document: Mapping[str, Any]) -> tuple[str, str]:
    match _algorithm(document):
        case "kinduction":
            return "Unrolling", _KI
        case "bmc":
            return "Unrolling", _BMC
        case "chc":
            return "Clauses", _CHC
        case "race" | "schedule" | "sequence" | "auto":
            return "ARG", _NOBODY
        case _:
            return "ARG", _ENDED


def _algorithm(document: Mapping[str, Any]) -> str:
    """Of the member whose verdict counts, if there are several."""
    settings = (document.get("winner") or document.get("configuration") or {}).get("settings", {})
    return str(settings.get("algorithm", {}).get("value", ""))


def _facts(document: Mapping[str, Any], evidence: Evidence | None) -> Iterator[tuple[str, str]]:
    """Of a portfolio without a winner, how each member ended."""
    portfolio = document.get("portfolio") or {}
    if portfolio and document.get("winner") is None:
        for member in portfolio.get("members", ()):
            yield member["name"], f"{member['verdict'] or member['end']}{': ' if member['detail'] else ''}{member['detail']}"
    else:
        match evidence:
            case Proof(k=k) if k > 1:
                yield "proved with k", str(k)
            case Unrolled(turns=turns):
                yield "no run goes on after", f"{turns} turns of a loop"
            case _:
                pass
        statistics = document.get("statistics", {})
        told = {words: statistics[name] for name, words in _COUNTED.items() if name in statistics}
        yield from ((words, f"{value:,}" if isinstance(value, int) else str(value)) for words, value in told.items())


def _claims(evidence: Evidence | None) -> Iterator[Claim]:
    if not isinstance(evidence, Proof):
        return
    for each in evidence.invariants:
        if each.text not in ("0", "1"):
            yield Claim(None if each.place is None else str(each.place), f"{each.function}, {each.spot}", each.text)
    for contract in evidence.contracts:
        yield Claim(None, f"{contract.function}, whenever it is called", contract.requires)
        yield Claim(None, f"{contract.function}, whenever it returns", contract.ensures)
