"""Fusing straight-line chains into blocks, so that nodes remain only where control flow branches, joins, loops or calls.

A node vanishes when exactly one edge enters and exactly one leaves it, it is neither entry nor exit nor head of a loop, it
is reachable, and both its edges may share a block.  Every operation may, except:

* a call of a function with a body, or through a pointer: analyses step into it, so it keeps an edge of its own;
* a ``Return``, after which nothing may follow;
* what is not modelled, after which nothing is known.

Assumptions may stand anywhere in a block: a run that does not satisfy one does not get through the edge.  A ``Skip``
without a label does nothing and is left out, unless nothing else is there.

The pass works in place, as the last step of building a program, before anybody holds on to its nodes or edges.  Edges
that take part in no chain remain the same objects, nodes keep their numbers, and the order of branches and joins does not
change.  Fusing again changes nothing.
"""

from __future__ import annotations

from whet.cfa.loops import analyse_loops
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Block, Call, Operation, Return, Skip, Unsupported, flatten


def fuse_blocks(program: Program) -> None:
    """Fuse the chains of every function, in place."""
    for function in program.defined_functions:
        fuse_function(function)


def fuse_function(function: Function) -> None:
    """Fuse the chains of one function that has a body, in place."""
    loops = analyse_loops(function)
    vanishing = {node for node in loops.rpo if node not in loops.heads and _may_vanish(node)}
    if not vanishing:
        return
    first: dict[Edge, Edge] = {}
    last: dict[Edge, Edge] = {}
    for node in function.nodes:
        if node not in vanishing:
            # Make one edge of every chain that leaves ``node``, and record which edges it stands for.
            for edge in node.leaving:
                if edge.target in vanishing:
                    chain = _chain(edge, vanishing)
                    fused = Edge(node, _fused(chain), chain[-1].target)
                    first[edge] = last[chain[-1]] = fused
    function.nodes = [node for node in function.nodes if node not in vanishing]
    for node in function.nodes:
        node.leaving = [first.get(edge, edge) for edge in node.leaving]
        node.entering = [last.get(edge, edge) for edge in node.entering]


def _may_vanish(node: Node) -> bool:
    if len(node.entering) != 1 or len(node.leaving) != 1:
        return False
    if node is node.function.entry or node is node.function.exit:
        return False
    before, after = node.entering[0].operation, node.leaving[0].operation
    return _may_share(before) and _may_share(after) and not isinstance(flatten(before)[-1], Return | Unsupported)


def _may_share(operation: Operation) -> bool:
    """May it stand in a block with others?"""
    return not any(isinstance(part, Call) and _runs_a_body(part) for part in flatten(operation))


def _runs_a_body(call: Call) -> bool:
    return not isinstance(call.callee, Function) or call.callee.is_defined


def _chain(edge: Edge, vanishing: set[Node]) -> list[Edge]:
    """It ends, because every cycle of reachable nodes contains the head of a loop."""
    chain = [edge]
    while chain[-1].target in vanishing:
        chain.append(chain[-1].target.leaving[0])
    return chain


def _fused(chain: list[Edge]) -> Operation:
    operations = [part for edge in chain for part in flatten(edge.operation)]
    kept = [part for part in operations if not _does_nothing(part)]
    match kept:
        case []:
            return operations[0]
        case [single]:
            return single
        case _:
            return Block(tuple(kept))


def _does_nothing(operation: Operation) -> bool:
    return isinstance(operation, Skip) and operation.label is None and operation.unsequenced is None
