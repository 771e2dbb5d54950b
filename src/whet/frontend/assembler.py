"""What the template of an inline assembler statement can do (x86, AT&T syntax, gcc's operands).

A template is taken apart into statements, prefixes, mnemonics and operands, and each of them must be known: an instruction
has one of the shapes in the table, which say what it writes, and all that it writes must be an output, or a register that
the statement says to change.  Whatever else - jumps, calls, the stack, addresses that are written out, symbols, unknown
bytes, sections and directives - is refused.  Sections with tables for the Linux kernel, which no program runs or reads, are
passed over, and code for the case of a fault (``.fixup``) or of another processor (``.altinstr_replacement``) counts as if it
ran.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from typing import TypeAlias

from whet.frontend.errors import ConstructNotSupported
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class AssemblerOperand:
    """An operand of the statement as C says it."""

    constraint: str
    name: str | None
    size: int | None
    """Of its type in bytes, if it is a scalar."""

    @property
    def may_be_memory(self) -> bool:
        return not set(self.constraint) <= _IN_REGISTERS


@dataclass(frozen=True, slots=True)
class AssemblerStatement:
    """An assembler statement of C: the template with its escapes resolved, and its operands and clobbers."""

    template: str
    outputs: tuple[AssemblerOperand, ...]
    inputs: tuple[AssemblerOperand, ...]
    clobbers: frozenset[str]
    has_flat_gs: bool
    """Is the base of the segment ``%gs`` zero, as for programs of 64 bits?"""


@dataclass(frozen=True, slots=True)
class BitStore:
    """A bit of memory is changed: ``index`` bits after the beginning of ``target``, both numbers of operands."""

    target: int
    index: int


@dataclass(frozen=True, slots=True)
class AssemblerEnds:
    """Nothing follows."""


@dataclass(frozen=True, slots=True)
class ChangesOutputs:
    """It changes its outputs, and the bits named, and perhaps does not return."""

    bits: tuple[BitStore, ...]
    may_stop: bool


AssemblerEffect: TypeAlias = AssemblerEnds | ChangesOutputs


def effect_of(statement: AssemblerStatement) -> AssemblerEffect:
    """What a statement may do; raises ``ConstructNotSupported`` if that is not known for certain."""
    reading = _Reading(statement)
    for line in _lines(statement.template):
        reading.read(line)
    reading.finish()
    if reading.mnemonics == ["ud2"] and not statement.outputs:
        return AssemblerEnds()
    if "ud2" in reading.mnemonics:
        raise ConstructNotSupported("inline assembler")
    return ChangesOutputs(tuple(reading.bits), may_stop=not _PRIVILEGED.isdisjoint(reading.mnemonics))


# The instructions --------------------------------------------------------------------------------------------------

_CONDITIONS = "o no b c nae ae nb nc e z ne nz be na a nbe s ns p pe np po l nge ge nl le ng g nle"
_TABLE: tuple[tuple[str, str, str], ...] = (
    # operands in order (r is read, w is written, i is the number of a bit in the next one), registers, mnemonics
    ("", "", "nop pause mfence lfence sfence cld"),
    ("", "", "cli sti hlt wbinvd clts clac stac ud2"),
    ("", "ad", "rdtsc"),
    ("w", "", "inc dec not neg bswap shl shr sar sal rol ror"),
    ("w", "", " ".join(f"set{condition}" for condition in _CONDITIONS.split())),
    ("r", "ad", "mul imul"),
    ("rr", "", "test cmp bt out"),
    ("rw", "", "mov add sub adc sbb and or xor bsf bsr shl shr sar sal rol ror imul in"),
    # Not movsb, movsw, movsl and movsq, which copy memory.
    ("rw", "", "movsbw movsbl movsbq movswl movswq movslq movzb movzw"),
    ("rw", "", " ".join(f"cmov{condition}" for condition in _CONDITIONS.split())),
    ("ww", "", "xchg xadd"),
    ("rw", "a", "cmpxchg"),
    ("iw", "", "bts btr btc"),
    ("rrw", "", "imul"),
)
_SHAPES = {(mnemonic, len(shape)): (shape, registers) for shape, registers, names in _TABLE for mnemonic in names.split()}
_KNOWN = frozenset(mnemonic for mnemonic, _ in _SHAPES)
_PRIVILEGED = frozenset({"cli", "sti", "hlt", "wbinvd", "clts", "clac", "stac", "in", "out"})
"""A program that is not the kernel ends there."""
_LOCKABLE = frozenset(
    {"add", "adc", "and", "btc", "btr", "bts", "cmpxchg", "dec", "inc", "neg", "not", "or", "sbb", "sub", "xor", "xadd", "xchg"}
)

_REPEATABLE = frozenset({"nop", "bsf", "bsr"})
"""With ``rep`` they are other instructions that write the same: pause, tzcnt, lzcnt."""
_PREFIXES = {"lock": _LOCKABLE, "rep": _REPEATABLE, "repz": _REPEATABLE, "repe": _REPEATABLE}
_BYTES = {
    (0x90,): "nop",
    (0x66, 0x90): "nop",
    (0x66, 0x66, 0x90): "nop",
    (0x0F, 0x1F, 0x00): "nop",
    (0x0F, 0x01, 0xCA): "clac",
    (0x0F, 0x01, 0xCB): "stac",
    (0x0F, 0x0B): "ud2",
}
"""Instructions that are written as numbers because assemblers did not know them."""
_WIDTHS = {"b": 1, "w": 2, "l": 4, "k": 4, "q": 8, "h": 1}
_WORD = 4
"""What the assembler takes where nothing says the width."""


def _base(mnemonic: str) -> tuple[str, int | None]:
    """A mnemonic without its width, and the width in bytes if it says one."""
    if mnemonic in _KNOWN:
        return mnemonic, _own_width(mnemonic)
    if mnemonic[:-1] in _KNOWN and mnemonic[-1] in "bwlq":
        return mnemonic[:-1], _WIDTHS[mnemonic[-1]]
    raise ConstructNotSupported("inline assembler")


def _own_width(mnemonic: str) -> int | None:
    if mnemonic.startswith("set"):
        return 1
    return _WIDTHS[mnemonic[-1]] if mnemonic.startswith("movs") else None


# Operands ----------------------------------------------------------------------------------------------------------

_IN_REGISTERS = frozenset("=+&%,rqQabcdSDAR0123456789")
_FIXED = re.compile(r"[=+]&?[abcdSDA]")
_IMMEDIATE = re.compile(r"\$-?\w+")
_REGISTER = re.compile(r"%%(\w+)")
_REFERENCE = re.compile(r"(?:%%(fs|gs):)?%([bwkqhP]?)(?:(\d+)|\[(\w+)\])")
_NAMES = {
    **{name: letter for letter in "abcd" for name in (f"{letter}l", f"{letter}h", f"{letter}x", f"e{letter}x", f"r{letter}x")},
    **dict.fromkeys(("sil", "si", "esi", "rsi"), "S"),
    **dict.fromkeys(("dil", "di", "edi", "rdi"), "D"),
    **{f"r{number}{part}": f"r{number}" for number in range(8, 16) for part in ("", "b", "w", "d")},
}
"""General registers, by the letter of their constraint; not the stack pointer and the frame pointer."""


@dataclass(frozen=True, slots=True)
class _Immediate:
    pass


@dataclass(frozen=True, slots=True)
class _Register:
    family: str


@dataclass(frozen=True, slots=True)
class _Reference:
    """One of the statement's operands; an input that is tied to an output is that output."""

    number: int
    modifier: str
    segment: str | None


_Operand: TypeAlias = _Immediate | _Register | _Reference


# Statements --------------------------------------------------------------------------------------------------------

_LABEL = re.compile(r"\s*(\d+):")
_TABLES = frozenset({".smp_locks", "__bug_table", ".altinstructions", ".discard", ".parainstructions", "__ex_table"})
_CODE = frozenset({".fixup", ".altinstr_replacement"})
_DATA = frozenset({".byte", ".word", ".short", ".long", ".quad", ".balign", ".org", ".string", ".asciz"})
_TEXT = ""
"""The section the compiler is in."""
_BEFORE = "?"
"""The one it was in before."""
_PADDING = re.compile(r"[\d\sfb()<>*+-]+,\s*0x90")


def _lines(template: str) -> Iterator[str]:
    if "#" in template and '"' in template:
        raise ConstructNotSupported("inline assembler with comments and strings")
    for line in template.split("\n"):
        yield from line.partition("#")[0].split(";")


@dataclass(slots=True)
class _Reading:
    """The state of reading a template, statement by statement."""

    statement: AssemblerStatement
    mnemonics: list[str] = field(default_factory=list)
    bits: list[BitStore] = field(default_factory=list)
    _labels: set[str] = field(default_factory=set)
    _sections: list[tuple[str, str]] = field(default_factory=lambda: [(_TEXT, _BEFORE)])
    """The section and the one before it; below them those that were pushed."""
    _prefix: str | None = None

    @property
    def _section(self) -> str:
        return self._sections[-1][0]

    def read(self, text: str) -> None:
        while label := _LABEL.match(text):
            self._reject_prefix()
            self._labels.add(label[1])
            text = text[label.end() :]
        word, _, rest = text.strip().replace("\t", " ").partition(" ")
        if word.startswith("."):
            self._reject_prefix()
            self._directive(word, rest.strip())
        elif word:
            self._code(word.lower(), rest.strip())

    def finish(self) -> None:
        """The assembler must continue as if nothing had been."""
        self._reject_prefix()
        if len(self._sections) != 1 or self._section != _TEXT:
            raise ConstructNotSupported("inline assembler that changes the section")

    def _reject_prefix(self) -> None:
        if self._prefix is not None:
            raise ConstructNotSupported("inline assembler with a prefix alone")

    def _directive(self, name: str, rest: str) -> None:
        match name:
            case ".section":
                self._sections[-1] = (_section_name(rest), self._section)
            case ".previous" if self._sections[-1][1] != _BEFORE:
                self._sections[-1] = (self._sections[-1][1], self._section)
            case ".pushsection":
                self._sections.append((_section_name(rest), self._section))
            case ".popsection" if len(self._sections) > 1:
                self._sections.pop()
            case _ if self._section in _TABLES and name in _DATA:
                pass
            case ".byte" if _bytes(rest) in _BYTES:
                self._instruction(_BYTES[_bytes(rest)], [], None)
            case ".skip" if _PADDING.fullmatch(rest):
                pass
            case _:
                raise ConstructNotSupported("inline assembler with directives")

    def _code(self, word: str, rest: str) -> None:
        if self._section in _TABLES:
            raise ConstructNotSupported("inline assembler in another section")
        if word in _PREFIXES:
            self._reject_prefix()
            self._prefix = word
            if rest:
                self.read(rest)
        elif word == "jmp" and self._section == ".fixup" and rest.endswith("b") and rest[:-1] in self._labels:
            self._reject_prefix()
        else:
            mnemonic, width = _base(word)
            self._instruction(mnemonic, [self._operand(part.strip()) for part in rest.split(",")] if rest else [], width)

    def _instruction(self, mnemonic: str, operands: list[_Operand], width: int | None) -> None:
        shape, registers = _SHAPES.get((mnemonic, len(operands)), ("", None))
        if registers is None:
            raise ConstructNotSupported("inline assembler")
        self._check_prefix(mnemonic, operands)
        for register in registers:
            self._write_register(register)
        for position, (kind, operand) in enumerate(zip(shape, operands, strict=True)):
            if kind == "w":
                others = operands[:position] + operands[position + 1 :]
                self._write(operand, others, width, index=others[0] if "i" in shape else None)
        self.mnemonics.append(mnemonic)

    def _check_prefix(self, mnemonic: str, operands: list[_Operand]) -> None:
        prefix, self._prefix = self._prefix, None
        if prefix is None:
            return
        if mnemonic not in _PREFIXES[prefix] or (prefix == "lock" and not any(map(self._may_be_memory, operands))):
            raise ConstructNotSupported("inline assembler with a prefix")

    def _write(self, target: _Operand, others: list[_Operand], width: int | None, *, index: _Operand | None) -> None:
        match target:
            case _Register(family=family):
                self._write_register(family)
            case _Reference(number=number, segment=segment) if number < len(self.statement.outputs):
                if segment is not None and not (segment == "gs" and self.statement.has_flat_gs):
                    raise ConstructNotSupported("inline assembler that may change memory")
                if self._may_be_memory(target):
                    self._write_memory(number, others, width, index)
            case _:
                raise ConstructNotSupported("inline assembler that may change memory")

    def _write_memory(self, number: int, others: list[_Operand], width: int | None, index: _Operand | None) -> None:
        size = self.statement.outputs[number].size
        match index:
            case None:
                if size is None or (width or self._width(others)) > size:
                    raise ConstructNotSupported("inline assembler that may change memory")
            case _Reference(modifier="", number=bit) if bit >= len(self.statement.outputs):
                self.bits.append(BitStore(number, bit))
            case _:
                raise ConstructNotSupported("inline assembler that may change memory")

    def _write_register(self, family: str) -> None:
        fixed = "".join(output.constraint for output in self.statement.outputs if _FIXED.fullmatch(output.constraint))
        is_output = family in fixed or (family in "ad" and "A" in fixed)
        if not is_output and not any(_NAMES.get(name.lstrip("%")) == family for name in self.statement.clobbers):
            raise ConstructNotSupported("inline assembler that changes registers")

    def _operand(self, text: str) -> _Operand:
        if _IMMEDIATE.fullmatch(text):
            return _Immediate()
        if (register := _REGISTER.fullmatch(text)) and register[1] in _NAMES:
            return _Register(_NAMES[register[1]])
        if reference := _REFERENCE.fullmatch(text):
            segment, modifier, number, name = reference.groups()
            return _Reference(self._number(number, name), modifier, segment)
        raise ConstructNotSupported("inline assembler that addresses memory")

    def _number(self, number: str | None, name: str | None) -> int:
        parameters = self.statement.outputs + self.statement.inputs
        found = int(number) if number else next((at for at, each in enumerate(parameters) if each.name == name), -1)
        if not 0 <= found < len(parameters):
            raise ConstructNotSupported("inline assembler")
        tied = re.fullmatch(r"%?(?:(\d+)|\[(\w+)\])", parameters[found].constraint)
        return self._number(tied[1], tied[2]) if tied else found

    def _parameter(self, reference: _Reference) -> AssemblerOperand:
        return (self.statement.outputs + self.statement.inputs)[reference.number]

    def _may_be_memory(self, operand: _Operand) -> bool:
        return isinstance(operand, _Reference) and self._parameter(operand).may_be_memory

    def _width(self, others: list[_Operand]) -> int:
        """How many bytes an instruction writes at most that does not say it itself."""
        widths = [width for operand in others if (width := self._register_width(operand))]
        return min(widths) if widths else max([_WORD, *(self._size(operand) for operand in others)])

    def _register_width(self, operand: _Operand) -> int | None:
        """The width of an operand that is a register for certain: all of an instruction's are equally wide."""
        if not isinstance(operand, _Reference) or self._may_be_memory(operand):
            return None
        return _WIDTHS.get(operand.modifier) or self._size(operand)

    def _size(self, operand: _Operand) -> int:
        return (self._parameter(operand).size if isinstance(operand, _Reference) else None) or 8


def _section_name(rest: str) -> str:
    name = rest.partition(",")[0].strip().strip('"')
    if name not in _TABLES | _CODE:
        raise ConstructNotSupported("inline assembler in another section")
    return name


def _bytes(rest: str) -> tuple[int, ...]:
    try:
        return tuple(int(part.strip(), 0) for part in rest.split(","))
    except ValueError:
        return ()
