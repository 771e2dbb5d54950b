"""Arrays whose elements are indices of arrays: ``p[a[i]]``, where the function compares no element of ``a``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from whet.frontend.signatures import ParameterShape, Pointed, Scalar
from whet.harness.callbacks import CallbackStatements
from whet.harness.lengths import scalar_name
from whet.harness.statements import SUFFIXES
from whet.task.records import dataclass

NO_INDICES = ("_Bool", "char", "signed char", "unsigned char", "float", "double")
"""Characters come from a file or a user, and are no numbers that callers maintain."""


def indexed_arrays(parameters: Sequence[ParameterShape], lengths: Mapping[str, ParameterShape]) -> Mapping[str, tuple[str, ...]]:
    """By parameter the arrays that its elements are indices of; all have a length that is a number."""
    counted = {name for name, length in lengths.items() if isinstance(length.shape, Scalar)}
    found = {
        each.name: tuple(name for name in each.indices_of if name in counted)
        for each in parameters
        if each.name in counted and isinstance(each.shape, Pointed) and _holds_indices(each.shape)
    }
    return {name: arrays for name, arrays in found.items() if arrays}


def _holds_indices(pointer: Pointed) -> bool:
    return isinstance(pointer.target, Scalar) and pointer.target.name in SUFFIXES and pointer.target.name not in NO_INDICES


@dataclass(slots=True)
class IndexStatements(CallbackStatements):
    def _bring_indices(self, parameter: ParameterShape, count: str, lengths: Mapping[str, str]) -> None:
        """Every element lies in all arrays, unless callers may be wrong; ``lengths`` are those of the arrays."""
        assert isinstance(parameter.shape, Pointed)
        name, type = parameter.name, scalar_name(parameter.shape.target)
        pointer, promise = f"arg_{name}", f"elements of {name} are indices of {' and '.join(lengths)}"
        keeps = self._name(f"{pointer}_keeps")
        self.lines.append(f"_Bool {keeps} = 1;")
        if not self._choice(promise, is_made=not self.options.believes_lengths, then=f"{keeps} = 0;"):
            self.notes.append(promise)
        kept = f"{keeps} && {pointer} != 0 ? {count} : 0"
        most = [*dict.fromkeys(lengths.values())]
        self._repeat(f"({kept})", lambda index: self._bring_index(f"*({type} *)&{pointer}[{index}]", most))

    def _bring_index(self, element: str, lengths: Sequence[str]) -> None:
        """By a remainder: it ends no run."""
        self.lines.append(f"unsigned long whet_index = {self._any('unsigned long')};")
        self.lines += [f"whet_index = {length} > 0 ? whet_index % (unsigned long){length} : 0;" for length in lengths]
        self.lines.append(f"{element} = whet_index;")
