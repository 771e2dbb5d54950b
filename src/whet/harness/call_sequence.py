"""Sequences of calls: constructors make the objects, then operations and the function in question are called.

The text is a C function whose parameters are the other arguments of all these calls, so that a harness of that function
(``whet.harness.appended``) generates them.  An operation may end the life of an object: after each one a byte of every object is
read, and a run that fails there (``CallSequence.file``) shows a mistake of the caller, not of the library.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from whet.cfa.source import REQUIREMENTS
from whet.frontend.signatures import ParameterShape, Scalar, Signature
from whet.harness.appended import REACHED, requires_text
from whet.harness.generated_lengths import SIZE
from whet.harness.lengths import lengths_of_parameters
from whet.harness.options import Requirement
from whet.harness.statements import declared
from whet.task.records import dataclass

ZERO, NOT_ZERO = "== 0", "!= 0"
"""What the result of an initialising function may be when it succeeds."""
ALWAYS = "|| 1"
"""Instead of these: whatever the result is."""
MADE = "made_object"
"""The variable of ``CallPlan.construction``."""
TARGET, PREFIX, REACHES = "the function", "nothing", "a call of ``REACHED``"
"""What ends a sequence."""


@dataclass(frozen=True, slots=True)
class CallSequence:
    signature: Signature
    """Of the function that makes the calls."""
    text: str
    file: str
    """What places inside of it say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPlan:
    """What is called."""

    target: Signature
    operations: Sequence[Signature] = ()
    constructors: Mapping[str, Sequence[Signature]]
    """By structure, as ``Pointed.record`` names it."""
    foreign: Sequence[Signature] = ()
    """Those of the above that other files define."""
    requirements: Sequence[Requirement] = ()
    """Of the target."""
    succeeds: str = ZERO
    ends: str = TARGET

    @property
    def reports_success(self) -> bool:
        """Does a constructor report by a number whether it succeeded?"""
        return any(_reports(each) for constructors in self.constructors.values() for each in constructors)

    def sequence(self) -> CallSequence:
        return _Writer(self).sequence()

    def construction(self, record: str, ending: Sequence[str]) -> CallSequence:
        """Only makes an object; then come statements about ``MADE``."""
        return _Writer(self).construction(record, ending)


@dataclass(slots=True)
class _Writer:
    calls: CallPlan
    lines: list[str] = field(default_factory=list)
    parameters: list[ParameterShape] = field(default_factory=list)
    objects: dict[str, list[str]] = field(default_factory=dict)
    """The variables that point to objects, by structure."""
    number: int = 0
    """Of the calls so far."""
    named: int = 0
    """The number of variables for objects so far."""
    being_made: list[str] = field(default_factory=list)
    """Structures whose constructor gets its arguments now: an argument of such a type is generated."""

    def sequence(self) -> CallSequence:
        target = self.calls.target
        for each in self.calls.operations:
            self.lines.append(f"(void){each.name}({', '.join(self._arguments(each))});")
            self.lines += [f"touched += *(const char *){name};" for names in self.objects.values() for name in names]
        arguments = ", ".join(self._arguments(target, is_target=True))
        if self.calls.requirements:
            self.lines.append(f"if (!{REQUIREMENTS}{target.name}({arguments})) return;")
        ends = {TARGET: f"(void){target.name}({arguments});", REACHES: f"{REACHED}();", PREFIX: ""}
        makers = [each.name for constructors in self.calls.constructors.values() for each in constructors]
        self.lines = ["char touched = 0;", *self.lines, ends[self.calls.ends], "(void)touched;"]
        requires = requires_text(target, self.calls.requirements)
        return self._written(f"{target.name}_after_{'_or_'.join(makers)}", f"calls before {target.name}", [*requires])

    def construction(self, record: str, ending: Sequence[str]) -> CallSequence:
        self._make(record, MADE)
        self.lines += ending
        return self._written(f"made_by_{self.calls.target.name}", f"a call of {self.calls.target.name}", [])

    def _written(self, name: str, file: str, declarations: Sequence[str]) -> CallSequence:
        target = self.calls.target
        parameters = ", ".join(declared(each.type, each.name) for each in self.parameters) or "void"
        body = [f"static void {name}({parameters}) {{", *self.lines, "}"]
        begin = f'#line 1 "{file}"'
        text = "\n".join(["", begin, *self._prototypes(), *declarations, begin, *body, ""])
        used = [target, *self.calls.operations, *(each for known in self.calls.constructors.values() for each in known)]
        records = tuple({known.record: known for each in used for known in each.records}.values())
        signature = Signature(name, "void", tuple(self.parameters), is_variadic=False, place=target.place, records=records)
        return CallSequence(signature, text, file)

    def _prototypes(self) -> Iterator[str]:
        yield f"extern void *malloc({SIZE}), *calloc({SIZE}, {SIZE}); extern void {REACHED}(void);"
        for each in self.calls.foreign:
            parameters = ", ".join(declared(parameter.type, parameter.name) for parameter in each.parameters)
            yield f"extern {declared(each.result, each.name)}({parameters or 'void'});"

    def _arguments(self, signature: Signature, *, is_target: bool = False) -> list[str]:
        """Objects of the library are made once, or once for each parameter that a function has of the type; all else is given.

        Parameters of other calls than the target are numbered, so that their names count no array of another call."""
        self.number += 1
        suffix = "" if is_target else str(self.number)
        lengths = lengths_of_parameters(signature.parameters)
        used: dict[str, int] = {}
        found = []
        for each in signature.parameters:
            record = each.record or each.handle
            if record in self.calls.constructors and record not in self.being_made:
                number = used.setdefault(record, 0)
                used[record] += 1
                found.append(f"{'' if each.record else '&'}{self._object(record, number)}")
            else:
                counts = (lengths[each.name].name,) if each.name in lengths else ()
                named = replace(each, name=f"{each.name}{suffix}", counts=tuple(f"{count}{suffix}" for count in counts))
                self.parameters.append(named)
                found.append(named.name)
        return found

    def _object(self, record: str, number: int) -> str:
        while len(self.objects.get(record, ())) <= number:
            self.named += 1
            name = f"object_{self.named}_of_{self.calls.target.name}"
            self._make(record, name)
            self.objects.setdefault(record, []).append(name)
        return self.objects[record][number]

    def _make(self, record: str, name: str) -> None:
        """By one of its constructors."""
        self.being_made.append(record)
        *others, last = self.calls.constructors[record]
        self.lines.append(f"{record} *{name} = 0;")
        for each in others:
            choice = f"other_constructor{len(self.parameters)}"
            self.parameters.append(ParameterShape(choice, "_Bool", Scalar("_Bool")))
            self.lines.append(f"if ({choice}) {{")
            self._make_in_block(each, record, name)
            self.lines.append("} else {")
        (self._make_in_block if others else self._make_by)(last, record, name)
        self.lines += ["}"] * len(others)
        self.lines.append(f"if (!{name}) return;")
        self.being_made.remove(record)

    def _make_in_block(self, constructor: Signature, record: str, name: str) -> None:
        """Objects for its arguments are gone after the block."""
        outside = {known: [*names] for known, names in self.objects.items()}
        self._make_by(constructor, record, name)
        self.objects = outside

    def _make_by(self, constructor: Signature, record: str, name: str) -> None:
        given = [each.record == record for each in constructor.parameters]
        stored = [each.handle == record for each in constructor.parameters]
        if not any((*given, *stored)):
            self.lines.append(f"{name} = {constructor.name}({', '.join(self._arguments(constructor))});")
            return
        others = tuple(each for each in constructor.parameters if record not in (each.record, each.handle))
        arguments = iter(self._arguments(replace(constructor, parameters=others)))
        own = zip(given, stored, strict=True)
        listed = (name if is_given else f"&{name}" if is_stored else next(arguments) for is_given, is_stored in own)
        call = f"{constructor.name}({', '.join(listed)})"
        # Zeros show that a call is made after a failure; without a result to ask for, the contents are any.
        made = f"calloc(1, sizeof *{name})" if _reports(constructor) else f"malloc(sizeof *{name})"
        self.lines += [f"{name} = {made};", f"if (!{name}) return;"] if any(given) else []
        self.lines.append(f"if (!({call} {self.calls.succeeds})) return;" if _reports(constructor) else f"(void){call};")


def _reports(constructor: Signature) -> bool:
    return constructor.result != "void" and not constructor.result_record
