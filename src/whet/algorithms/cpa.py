"""The CPA algorithm (Löwe, dissertation, Algorithm 1; Beyer, Henzinger, Théoduloz 2008).

Explores the abstract states of a program from the frontier of ``reached`` until a target state is found or the
frontier is empty.  What is beyond a gap (a construct that is not modelled, recursion too deep) is not explored; the
caller must look at ``reached.gaps`` before it concludes anything from an empty frontier.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whet.core.arg import ArgNode
from whet.core.composite import Composite
from whet.core.interfaces import Gap, Violation
from whet.core.operators import merge_sep
from whet.core.reached import ReachedSet


def cpa(analysis: Composite, reached: ReachedSet, stops: Callable[[], bool]) -> bool:
    """Explore until target states were found after a state of the frontier; they are then in ``reached.targets``.

    False if there are none: when the frontier is empty, or when ``stops`` says so, which is asked before each state.
    Calling again resumes where the exploration stopped, not beyond targets."""
    waitlist = reached.waitlist
    merges = analysis.merge is not merge_sep
    while waitlist:
        if stops():
            return False
        node = waitlist.pop()
        found_target = False
        known = node.precision  # a merge may change the node while its successors are found
        for edge, successor in analysis.successors(node.state, known):
            adjusted = analysis.adjust(successor, known, reached.states_like)
            if adjusted is None:
                continue
            state, precision = adjusted.state, adjusted.precision
            match analysis.finding(state):
                case Violation():
                    reached.targets[reached.arg.add_child(node, edge, state, precision)] = None
                    found_target = True
                    continue
                case Gap() as gap:
                    reached.gaps[reached.arg.add_child(node, edge, state, precision)] = gap
                    continue
                case None:
                    pass
            merged = _merge(analysis, reached, state, precision) if merges else None
            if merged is None:
                reached.add_or_cover(reached.arg.add_child(node, edge, state, precision))
            else:
                reached.arg.connect(node, edge, merged)
        if found_target:
            return True
    return False


def _merge(analysis: Composite, reached: ReachedSet, state: Any, precision: Any) -> ArgNode | None:
    """Combine a new state with those reached before; what changes is explored again.

    The node whose state now describes the new one, too: there the paths to both come together."""
    joined = None
    for old in reached.mergeable(state):
        merged = analysis.merge(new=state, old=old.state, precision=precision)
        if merged != old.state:
            reached.replace(old, merged, precision)
            if joined is None and analysis.leq(lhs=state, rhs=merged):
                joined = old
    return joined
