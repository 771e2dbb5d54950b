"""Fusing straight-line chains into blocks, so that nodes remain only where control flow branches, joins, loops or calls.

A node vanishes when exactly one edge enters and exactly one leaves it, it is neither entry nor exit nor head of a loop, it
is reachable, and both its edges may share a block.  Every operation may, except:

* a call of a function with a body, or through a pointer: analyses step into it, so it keeps an edge of its own;
* a ``Return``, behind which nothing may follow;
* what is not modelled, behind which nothing is known.

Assumptions may stand anywhere in a block: a run that does not satisfy one does not get through the edge.  A ``Skip``
without a label does nothing and is left out, unless nothing else is there.

The pass works in place, as the last step of building a program, before anybody holds on to its nodes or edges.  Edges
that take part in no chain remain the same objects, nodes keep their numbers, and the order of branches and joins does not
change.  Fusing again changes nothing.

``end_edges_at`` cuts edges where the property can be violated, so that every analysis sees a violation as the last thing that
happens on an edge:

* a call of a forbidden function goes into a body, along an edge of its own (``Program.call_edges``); a function without a
  body gets an empty one.  So nothing that is known of what the function would do, such as to end the program, stands on
  the edge that violates the property;
* a forbidden label is the last operation of its edge.

An analysis that has no successor for what stands on the same edge after a violation, or after what is not modelled, would make
it disappear, and with it all other analyses of the product.
"""

from __future__ import annotations

from itertools import pairwise

from whet.cfa.loops import analyse_loops
from whet.cfa.model import Edge, Function, Node, Program, connect
from whet.cfa.operations import Block, Call, Operation, Return, Skip, Unsupported, flatten
from whet.cfa.targets import NO_TARGETS, Targets


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
            _fuse_from(node, vanishing, first, last)
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


def _fuse_from(node: Node, vanishing: set[Node], first: dict[Edge, Edge], last: dict[Edge, Edge]) -> None:
    """Make one edge of every chain that leaves ``node``, and record which edges it stands for."""
    for edge in node.leaving:
        if edge.target in vanishing:
            chain = _chain(edge, vanishing)
            fused = Edge(node, _fused(chain), chain[-1].target)
            first[edge] = last[chain[-1]] = fused


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
    return isinstance(operation, Skip) and operation.label is None


# ------------------------------------------------------------------------------------------------------- targets


def end_edges_at(program: Program, targets: Targets) -> None:
    """Put the targets into a program, in place, before anything is computed from it; again changes nothing."""
    if program.targets not in (NO_TARGETS, targets):
        raise ValueError(f"the program has other targets: {program.targets}")
    program.targets = targets
    program.forget_facts()
    for function in program.functions.values():
        if function.name in targets.functions and not function.is_defined:
            _give_body(program, function)
    number = max(node.number for node in program.nodes())
    for edge in list(program.edges()):
        parts = _parts(flatten(edge.operation), targets)
        if len(parts) > 1:
            number = _split(edge, parts, number)


def _give_body(program: Program, function: Function) -> None:
    """One that returns at once; nobody gets as far as that."""
    origin = next(program.edges()).origin
    first = max(node.number for node in program.nodes()) + 1
    function.entry, function.exit = Node(first, function), Node(first + 1, function)
    function.nodes = [function.entry, function.exit]
    connect(function.entry, Return(None, origin), function.exit)


def _parts(operations: tuple[Operation, ...], targets: Targets) -> list[tuple[Operation, ...]]:
    """The operations of an edge, cut around calls of targets and behind labels that are targets."""
    parts: list[list[Operation]] = [[]]
    for operation in operations:
        if _is_target_call(operation, targets):
            parts += [[operation], []]
        else:
            parts[-1].append(operation)
            if targets.violation(operation) is not None:
                parts.append([])
    return [tuple(part) for part in parts if part]


def _is_target_call(operation: Operation, targets: Targets) -> bool:
    return isinstance(operation, Call) and isinstance(operation.callee, Function) and operation.callee.name in targets.functions


def _split(edge: Edge, parts: list[tuple[Operation, ...]], number: int) -> int:
    """Replace an edge by a chain of edges with these operations; the highest number of a node now."""
    source, function = edge.source, edge.source.function
    chain: list[Edge] = []
    for index, part in enumerate(parts, 1):
        target = edge.target if index == len(parts) else Node(number + index, function)
        chain.append(Edge(source, part[0] if len(part) == 1 else Block(part), target))
        source = target
    edge.source.leaving[edge.source.leaving.index(edge)] = chain[0]
    edge.target.entering[edge.target.entering.index(edge)] = chain[-1]
    for before, after in pairwise(chain):
        before.target.entering.append(before)
        before.target.leaving.append(after)
        function.nodes.append(before.target)
    return number + len(parts) - 1
