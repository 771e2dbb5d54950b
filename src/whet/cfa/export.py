"""A program as JSON for other tools, and as a picture (Graphviz, SVG) for people.

The JSON is complete and carries the version of its schema: what an edge does is given as text (``show.describe``)
together with the exact source range in the file that was given and in the file that one was preprocessed from.  The
picture is made to be read: long labels are wrapped and cut.  Both come out the same in every run.
"""

from __future__ import annotations

import shutil
import subprocess
import textwrap
from collections.abc import Collection, Iterator
from typing import TypeAlias

from whet.cfa.expressions import Variable
from whet.cfa.loops import Loop, LoopStructure, analyse_loops
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assume, Call, Operation, flatten
from whet.cfa.show import describe
from whet.cfa.source import Origin, Place, SourceFile, Span
from whet.cfa.types import declare

JsonObject: TypeAlias = dict[str, object]

SCHEMA = "whet-cfa"
VERSION = 1

_LABEL_WIDTH = 48
_LABEL_LINES = 24
_COLOURS = {True: "#1b7f3b", False: "#b3261e", None: "#37474f"}
"""Of an edge that begins with an assumption, by its truth; None for the others."""


class GraphvizError(RuntimeError):
    """The ``dot`` program did not draw the picture."""


class GraphvizMissing(GraphvizError):
    """There is no ``dot`` program on this machine."""

    def __init__(self) -> None:
        super().__init__("drawing needs the program 'dot' of Graphviz (https://graphviz.org), which is not installed")


def to_json(program: Program) -> JsonObject:
    """Everything about the program as plain dictionaries and lists, ready for ``json.dump``."""
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "machine": program.machine.name,
        "file": program.source.path,
        "start": program.start.name,
        "main": program.main.name,
        "globals": [_variable_json(program, variable) for variable in program.globals],
        "functions": [_function_json(program, function) for function in program.functions.values()],
        "unsupported": [{"construct": item.construct, "place": _place_json(item.place)} for item in program.unsupported],
    }


def _variable_json(program: Program, variable: Variable) -> JsonObject:
    declared = variable.declared_at
    return {
        "number": variable.number,
        "name": variable.name,
        "function": variable.function,
        "kind": variable.kind.value,
        "type": declare(variable.type, ""),
        "size": variable.type.size,
        "volatile": variable.is_volatile,
        "address_taken": variable in program.address_taken,
        "declared": None if declared is None else _position_json(variable.declared_in or program.source, declared),
    }


def _function_json(program: Program, function: Function) -> JsonObject:
    head: JsonObject = {
        "name": function.name,
        "type": declare(function.type, ""),
        "defined": function.is_defined,
        "parameters": [parameter.number for parameter in function.parameters],
        "return_variable": None if function.return_variable is None else function.return_variable.number,
        "variables": [_variable_json(program, variable) for variable in function.variables],
    }
    return head | _automaton_json(function) if function.is_defined else head


def _automaton_json(function: Function) -> JsonObject:
    loops = analyse_loops(function)
    return {
        "entry": _number(function.entry),
        "exit": _number(function.exit),
        "nodes": [_node_json(node, loops) for node in function.nodes],
        "edges": [_edge_json(edge) for edge in function.edges()],
        "loop_heads": [loop.head.number for loop in loops.loops],
        "loops": [_loop_json(loop) for loop in loops.loops],
    }


def _number(node: Node | None) -> int | None:
    return None if node is None else node.number


def _node_json(node: Node, loops: LoopStructure) -> JsonObject:
    return {
        "number": node.number,
        "line": _line(node),
        "loop_head": node in loops.heads,
        "loop_depth": loops.depth(node),
        "reachable": node in loops.position,
    }


def _loop_json(loop: Loop) -> JsonObject:
    """Without the body: the bodies of a deep nest together have quadratic size."""
    return {
        "head": loop.head.number,
        "parent": None if loop.parent is None else loop.parent.head.number,
        "depth": loop.depth,
        "size": loop.size,
        "reducible": loop.is_reducible,
    }


def _edge_json(edge: Edge) -> JsonObject:
    return {
        "source": edge.source.number,
        "target": edge.target.number,
        "kind": _kind(edge.operation),
        "text": describe(edge.operation),
        "operations": [_operation_json(operation) for operation in flatten(edge.operation)],
    }


def _kind(operation: Operation) -> str:
    return type(operation).__name__.lower()


def _operation_json(operation: Operation) -> JsonObject:
    shown: JsonObject = {"kind": _kind(operation), "text": describe(operation), "origin": _origin_json(operation.origin)}
    if isinstance(operation, Assume):
        shown["truth"] = operation.truth
    if isinstance(operation, Call):
        shown["callee"] = operation.callee.name if isinstance(operation.callee, Function) else None
    return shown


def _origin_json(origin: Origin) -> JsonObject:
    keyword = origin.keyword
    return {
        "statement": _span_json(origin.statement),
        "expression": _span_json(origin.expression),
        "keyword": None if keyword is None else _position_json(origin.statement.file, keyword),
    }


def _span_json(span: Span) -> JsonObject:
    """From the first character to just past the last one."""
    return {"begin": _position_json(span.file, span.begin), "end": _position_json(span.file, span.end)}


def _position_json(file: SourceFile, offset: int) -> JsonObject:
    """The position in the file that was given, and in the original one."""
    return {"offset": offset, "given": _place_json(file.place(offset)), "original": _place_json(file.original_place(offset))}


def _place_json(place: Place) -> JsonObject:
    return {"file": place.file, "line": place.line, "column": place.column}


def to_dot(program: Program, functions: Collection[str] | None = None, *, calls: bool = True) -> str:
    """The automata of the named functions (all that have a body, if None) as one graph in the language of Graphviz.

    With ``calls`` a dashed arrow leads from a call to the entry of the called function, if that one is shown.
    """
    shown = [function for function in program.defined_functions if functions is None or function.name in functions]
    lines = [
        "digraph program {",
        '  graph [compound=true, fontname="Helvetica", rankdir=TB];',
        '  node [fontname="Helvetica", fontsize=10, shape=ellipse, style=filled, fillcolor=white];',
        '  edge [fontname="Courier", fontsize=9];',
    ]
    for index, function in enumerate(shown):
        lines += _cluster(index, function)
    if calls:
        lines += _call_arrows(shown)
    return "\n".join([*lines, "}", ""])


def to_svg(program: Program, functions: Collection[str] | None = None, *, calls: bool = True, timeout: float = 60.0) -> str:
    """The same as a picture; needs Graphviz."""
    dot = shutil.which("dot")
    if dot is None:
        raise GraphvizMissing
    graph = to_dot(program, functions, calls=calls)
    try:
        done = subprocess.run(
            [dot, "-Tsvg"], input=graph, capture_output=True, text=True, encoding="utf-8", timeout=timeout, check=True
        )
    except subprocess.TimeoutExpired:
        raise GraphvizError(f"dot did not finish within {timeout:g} seconds") from None
    except subprocess.CalledProcessError as error:
        raise GraphvizError(f"dot failed: {str(error.stderr).strip()}") from None
    except OSError as error:
        raise GraphvizError(f"dot could not be run: {error}") from None
    return done.stdout


def _cluster(index: int, function: Function) -> Iterator[str]:
    loops = analyse_loops(function)
    yield f"  subgraph cluster_{index} {{"
    yield f"    label={_quote(function.name)}; color={_quote('#90a4ae')};"
    for node in function.nodes:
        yield f"    {_name(node)} [{_node_attributes(node, loops)}];"
    for edge in function.edges():
        yield f"    {_name(edge.source)} -> {_name(edge.target)} [{_edge_attributes(edge)}];"
    yield "  }"


def _name(node: Node) -> str:
    return f"n{node.number}"


def _node_attributes(node: Node, loops: LoopStructure) -> str:
    label = [str(node.number)]
    attributes: dict[str, str] = {}
    if (line := _line(node)) is not None:
        label.append(f"line {line}")
    if node in loops.heads:
        attributes |= {"fillcolor": "#ffe0b2", "peripheries": "2"}
    if node is node.function.entry:
        label.insert(0, "entry")
        attributes |= {"shape": "invhouse"}
    elif node is node.function.exit:
        label.insert(0, "exit")
        attributes |= {"shape": "house"}
    return _attributes({"label": "\n".join(label)} | attributes)


def _edge_attributes(edge: Edge) -> str:
    operations = flatten(edge.operation)
    truth = operations[0].truth if isinstance(operations[0], Assume) else None
    lines = [line for operation in operations for line in _wrapped(describe(operation))]
    if len(lines) > _LABEL_LINES:
        lines[_LABEL_LINES - 1 :] = [f"... ({len(lines) - _LABEL_LINES + 1} more lines)"]
    colour = _COLOURS[truth]
    return f"label={_quote_left(lines)}, {_attributes({'color': colour, 'fontcolor': colour})}"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _LABEL_WIDTH, subsequent_indent="    ", break_on_hyphens=False) or [""]


def _call_arrows(shown: list[Function]) -> Iterator[str]:
    names = {function.name for function in shown}
    for function in shown:
        for edge in function.edges():
            for callee in _callees(edge.operation):
                if callee.name in names and callee.entry is not None:
                    style = f"style=dashed, color={_quote('#78909c')}, constraint=false"
                    yield f"  {_name(edge.source)} -> {_name(callee.entry)} [{style}];"


def _callees(operation: Operation) -> Iterator[Function]:
    for part in flatten(operation):
        if isinstance(part, Call) and isinstance(part.callee, Function):
            yield part.callee


def _line(node: Node) -> int | None:
    """The line of what happens next; of the last node nothing does."""
    return node.leaving[0].origin.place.line if node.leaving else None


def _attributes(attributes: dict[str, str]) -> str:
    return ", ".join(f"{name}={_quote(value)}" for name, value in attributes.items())


def _quote(text: str) -> str:
    return '"' + _escape(text).replace("\n", "\\n") + '"'


def _quote_left(lines: list[str]) -> str:
    r"""Several lines, each ended by ``\l``, which puts it to the left."""
    return '"' + "".join(f"{_escape(line)}\\l" for line in lines) + '"'


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
