"""Inline assembler.

What an assembler statement does is known only for templates of instructions that write nothing but their operands:
then its outputs get arbitrary values (a ``Havoc`` that says so) and nothing else changes.  Fences, pauses and
compiler barriers are skipped, ``ud2`` ends the path.  Everything else is not modelled.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from whet.cfa.expressions import Const
from whet.cfa.operations import Assume, Havoc, Skip
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.tree import Tree

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|/\*.*?\*/|//[^\n]*', re.DOTALL)
_KEYWORD = re.compile(r"(?:asm|__asm|__asm__)\b")
_SECTION = re.compile(r"\.(?:push)?section\b.*?\.(?:popsection|previous)\b", re.DOTALL)
_LABEL = re.compile(r"^\s*\w+:")
_IDLE = frozenset({"nop", "pause", "mfence", "lfence", "sfence", "cli", "sti", "hlt", "wbinvd", "clts", "cld", "lock", "rep"})
_ON_OPERANDS = frozenset(
    {
        "mov",
        "add",
        "sub",
        "adc",
        "sbb",
        "inc",
        "dec",
        "and",
        "or",
        "xor",
        "not",
        "neg",
        "xchg",
        "xadd",
        "cmpxchg",
        "bt",
        "bts",
        "btr",
        "btc",
        "bsf",
        "bsr",
        "bswap",
        "test",
        "cmp",
        "shl",
        "shr",
        "sar",
        "sal",
        "rol",
        "ror",
        "imul",
        "mul",
        "in",
        "out",
        "rdtsc",
        "sete",
        "setne",
        "setz",
        "setnz",
        "setc",
        "setb",
        "sets",
        # Not movsb, movsw, movsl and movsq, which copy memory.
        "movsbw",
        "movsbl",
        "movsbq",
        "movswl",
        "movswq",
        "movslq",
        "movzb",
        "movzw",
    }
)
_SIZE_SUFFIX = re.compile(r"(?<=..)[bwlq]$")


def lower_asm(tree: Tree, expressions: Expressions) -> None:
    """Append what an assembler statement may do."""
    template, outputs = _sections(expressions.context.statement.text)
    origin = expressions.context.origin(tree)
    mnemonics = list(_mnemonics(template))
    if mnemonics == ["ud2"]:
        dead_end = expressions.builder.node()
        expressions.builder.emit_to(Assume(Const(0, expressions.int), True, origin), dead_end)
    elif not all(mnemonic in _IDLE or _base(mnemonic) in _ON_OPERANDS for mnemonic in mnemonics):
        raise ConstructNotSupported("inline assembler")
    elif not outputs and not all(mnemonic in _IDLE or _base(mnemonic) == "out" for mnemonic in mnemonics):
        raise ConstructNotSupported("inline assembler that may change memory")
    else:
        for operand in tree.children[len(outputs) :]:
            expressions.effect(operand)
        for operand in tree.children[: len(outputs)]:
            expressions.builder.emit(Havoc(expressions.lvalue(operand), origin, approximates="inline assembler"))
        if not outputs:
            expressions.builder.emit(Skip(origin))


def _mnemonics(template: str) -> list[str]:
    """The instructions of a template, without sections for other purposes, labels, directives and prefixes."""
    text = _SECTION.sub("", template.replace("\\n", "\n").replace("\\t", " ").replace('\\"', '"'))
    found = []
    for line in re.split(r"[;\n]", text):
        words = _LABEL.sub("", line).split()
        if not words or words[0].startswith((".", "#")):
            continue
        if any("(" in word for word in words[1:]):
            raise ConstructNotSupported("inline assembler that addresses memory")
        found.append(words[0].lower())
    return found


def _base(mnemonic: str) -> str:
    """A mnemonic without its operand size."""
    return mnemonic if mnemonic in _ON_OPERANDS else _SIZE_SUFFIX.sub("", mnemonic)


def _sections(text: str) -> tuple[str, list[str]]:
    """(template, constraints of the outputs) of an assembler statement's text."""
    text = _COMMENT.sub(lambda match: match[1] or " ", text)
    masked = _STRING.sub(lambda match: '"' + "_" * (len(match[0]) - 2) + '"', text)
    if _KEYWORD.match(masked) is None or "(" not in masked:
        raise ConstructNotSupported("inline assembler made by a macro")
    start = masked.index("(") + 1
    bounds = [start, *_colons(masked, start), masked.rindex(")")]
    parts = [text[begin:end] for begin, end in pairwise(bounds)]
    if _STRING.sub("", parts[0]).strip():
        raise ConstructNotSupported("inline assembler made by a macro")
    template = "".join(literal[1:-1] for literal in _STRING.findall(parts[0]))
    outputs = _constraints(parts[1]) if len(parts) > 1 else []
    if len(parts) > 4:
        raise ConstructNotSupported("asm goto")
    return template, outputs


def _constraints(section: str) -> list[str]:
    return [match[1:-1] for match in re.findall(r'("(?:[^"\\]|\\.)*")\s*\(', section)]


def _colons(masked: str, start: int) -> list[int]:
    """Offsets of the colons that divide the sections: outside strings and inner parentheses (of ``?:``)."""
    depth, found = 0, []
    for position in range(start, len(masked)):
        character = masked[position]
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == ":" and depth == 0:
            found.append(position)
    return found
