"""Pointers to functions among generated arguments, and pointers for which nothing is generated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from whet.frontend.signatures import Callback, Opaque, Pointed, Scalar
from whet.harness.generated_lengths import SIZE
from whet.harness.options import NOWHERE, Cut
from whet.harness.statements import SUFFIXES, Statements, as_word, declared
from whet.task.records import dataclass

_SIZES = ("unsigned long", "unsigned long long", "unsigned int")


@dataclass(slots=True)
class CallbackStatements(Statements):
    stubs: list[str] = field(default_factory=list)
    """What stands before the harness."""
    notes: list[str] = field(default_factory=list)
    calls_back_to_malloc: bool = False
    is_cut: bool = False

    def _stub(self, place: str, shape: Callback) -> str:
        """A function that changes nothing and returns anything, as far as that can be made."""
        name = self._name(f"{as_word(place)}_stub")
        body, returned = self._body(shape)
        self.notes.append(f"{self._seen(place)} is a function that changes nothing and returns {returned}")
        parameters = [declared(type, f"p{number}") for number, type in enumerate(shape.parameters)]
        listed = ", ".join([*parameters, *(["..."] if shape.is_variadic and parameters else [])]) or "void"
        self.stubs += [f"static {declared(shape.result, name)}({listed})", "{", *(f"    {line}" for line in body), "}", ""]
        return name

    def _body(self, shape: Callback) -> tuple[list[str], str]:
        """Of such a function, and what it returns in words."""
        sizes = [f"p{number}" for number, type in enumerate(shape.parameters) if type in _SIZES]
        match shape.returns:
            case Scalar(name=type) if type in SUFFIXES:
                return [f"return {self._any(type)};"], "any number"
            case Opaque(name="void"):
                return [], "nothing"
            case Pointed(type="void") if sizes:
                null = "null or " if self.options.may_be_null else ""
                return self._allocation(sizes[-2:]), f"{null}a new block of as many bytes as it is asked for"
            case Pointed():
                self.is_cut = True
                return [f"return ({shape.result})({self._nothing()});"], "a null pointer"
            case _:
                return [f"static {declared(shape.result, 'nothing')};", "return nothing;"], "zeros"

    def _allocation(self, sizes: Sequence[str]) -> list[str]:
        self.calls_back_to_malloc = True
        fits = [f"if ({sizes[0]} != 0 && {sizes[1]} > ({SIZE})-1 / {sizes[0]})", "    return 0;"] if len(sizes) > 1 else []
        product = " * ".join(f"({SIZE}){each}" for each in sizes)
        fails = [f"if ({self._any('_Bool')})", "    return 0;"] if self.options.may_be_null else []
        return [*fits, *fails, f"return malloc({product});"]

    def _nothing(self) -> str:
        """``Cut.ANY`` has addresses after all objects, however large they are, of which two may be equal or not."""
        match self.options.cut:
            case Cut.NULL:
                return "0"
            case Cut.NOWHERE:
                return f"{NOWHERE:#x}UL"
            case Cut.ANY:
                return f"{self._any('_Bool')} ? 0 : ({SIZE})-1 << 27 | ({SIZE}){self._any('unsigned char')} << 12"
