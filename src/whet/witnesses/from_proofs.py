"""From a proof to a correctness witness, or to annotations of the source: invariants where C can say them.

A witness has the invariants that hold for every call stack of their place, at these places:

* a ``while`` or ``for``: a loop invariant at its keyword;
* a ``do``: the format means the place before its condition, the proof the beginning of a turn, so it is a location invariant at
  the first statement of the body, if that stands in a block;
* a function: a location invariant at its first statement.

What C cannot say there, or only with names that the source does not have, is left out: saying less is right.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.model import Function, LoopStatement, Node, Program
from whet.cfa.source import SourceFile
from whet.cfa.trees import BadTree, Trees
from whet.core.evidence import Invariant, Proof, Spot
from whet.task.records import dataclass
from whet.witnesses.places import Places
from whet.witnesses.texts import condition_text
from whet.witnesses.witness import Correctness, InvariantType, Location, WitnessInvariant

_BEGINS_LOOP = ("while", "for", "do")


@dataclass(frozen=True, slots=True)
class ToldInvariant:
    """What the source could say at an offset."""

    type: InvariantType
    source: SourceFile
    offset: int
    function: str
    text: str


def told_invariants(program: Program, proof: Proof) -> tuple[ToldInvariant, ...]:
    """In the order of the files and of their text."""
    tellers = [_Teller(program, source) for source in program.sources]
    found = dict.fromkeys(told for teller in tellers for each in proof.invariants for told in teller.told(each))
    return tuple(sorted(found, key=lambda each: (program.sources.index(each.source), each.offset)))


def correctness(program: Program, proof: Proof) -> Correctness:
    """If there is no invariant, one trivial invariant says so: the content of a witness has at least one."""
    invariants = []
    for told in told_invariants(program, proof) or _Teller(program, program.source).nothing():
        place = told.source.place(told.offset)
        location = Location(file_name=place.file, line=place.line, column=place.column, function=told.function)
        invariants.append(WitnessInvariant(type=told.type, location=location, value=told.text))
    return Correctness(tuple(invariants))


class _Teller:
    """Translates the invariants of one main file of the program."""

    def __init__(self, program: Program, source: SourceFile) -> None:
        self._program = program
        self._source = source
        self._trees = Trees(program)
        self._places = Places(program, source)
        self._nodes = {node.number: node for node in program.nodes()}
        self._loops: dict[Node, LoopStatement] = {loop.head: loop for loop, _ in self._places.loops}

    def told(self, invariant: Invariant) -> Iterator[ToldInvariant]:
        node = self._nodes.get(invariant.node)
        if invariant.calls is not None or node is None or node.function.name != invariant.function:
            return
        where = self._loop(node) if invariant.spot is Spot.LOOP_HEAD else self._entry(node)
        if where is not None:
            type, offset, scope = where
            text = self._text(invariant, scope, node.function)
            if text is not None:
                yield ToldInvariant(type, self._source, offset, node.function.written_name, text)

    def nothing(self) -> Iterator[ToldInvariant]:
        """What holds everywhere, at the first loop, or where ``main`` begins."""
        main = self._program.main
        heads = [loop.head for loop, _ in self._places.loops]
        found = [*map(self._loop, heads), None if main.entry is None else self._entry(main.entry)]
        told = next((each for each in found if each is not None), None)
        if told is not None:
            yield ToldInvariant(told[0], self._source, told[1], self._function_at(told[1]), "1")

    def _function_at(self, offset: int) -> str:
        loops = (function.written_name for loop, function in self._places.loops if loop.statement.begin == offset)
        return next(loops, self._program.main.name)

    def _text(self, invariant: Invariant, scope: int, function: Function) -> str | None:
        scopes = self._places.scopes
        try:
            condition = self._trees.expression(invariant.tree)
        except BadTree:  # about what a check keeps for itself
            return None
        return condition_text(condition, self._program.machine, lambda name: scopes.variable(name, scope, function))

    def _loop(self, node: Node) -> tuple[InvariantType, int, int] | None:
        loop = self._loops.get(node)
        if loop is None:
            return None
        if loop.tests_first:
            begin = loop.statement.begin
            return None if self._word(begin) not in _BEGINS_LOOP else (InvariantType.LOOP, begin, self._places.scope_of(loop))
        scopes = self._places.scopes
        opening = scopes.skip_blanks(loop.statement.begin + len("do"))
        return self._at_statement(scopes.skip_blanks(opening + 1)) if scopes.text[opening : opening + 1] == b"{" else None

    def _entry(self, node: Node) -> tuple[InvariantType, int, int] | None:
        statement = node.leaving[0].origin.statement if node.leaving else None
        if statement is None or statement.file is not self._source:
            return None
        return self._at_statement(statement.begin)

    def _at_statement(self, offset: int) -> tuple[InvariantType, int, int] | None:
        scopes = self._places.scopes
        is_label = scopes.text[scopes.skip_blanks(offset + len(self._word(offset))) :][:1] == b":"
        if self._word(offset) in _BEGINS_LOOP or is_label or not scopes.is_in_compound(offset):
            return None
        return None if scopes.text[offset : offset + 1] in (b"}", b"{", b";", b"") else (InvariantType.LOCATION, offset, offset)

    def _word(self, offset: int) -> str:
        return self._places.scopes.word(offset)
