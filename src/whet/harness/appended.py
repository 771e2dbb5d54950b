"""The harness of a function as text that is read behind the program, with its assumptions and its choices.

The assumptions are in words for the user.  Choices have their lines: so a run that fails tells which promise of a caller would
have prevented it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from whet.cfa.source import HARNESS, REQUIREMENTS
from whet.frontend.signatures import Elements, Pointed, Signature
from whet.harness.contracts import ContractText, checker_name
from whet.harness.entry_harness import HarnessWriter, argument_name
from whet.harness.lengths import has_pointers, is_assignable
from whet.harness.options import Cut, Harness, HarnessChoice, HarnessOptions, Requirement
from whet.harness.statements import declared, undefined

REACHED = "__whet_call_is_reached"
"""Stands for the call itself; see ``HarnessOptions.asks_for_call``."""
KEPT = "whet_kept"
"""The variable with the result of the call, and the beginning of names of others."""
BEGIN = '#line 1 "declarations for '
"""What stands before it is called by the harness."""
_LINES_APART = 100_000
"""Functions in other files have lines of their own in the file of the harness."""


def appended_harness(
    signature: Signature,
    *,
    options: HarnessOptions,
    requirements: Sequence[Requirement] = (),
    ending: Sequence[str] = (),
    contract: ContractText | None = None,
) -> Harness:
    """A function that calls another, to be read behind the text that defines it.  ``ending`` has statements for after the call;
    they see its arguments (``argument_name``).  A ``contract`` is checked by a function that is called in its place."""
    called = signature.name if contract is None else checker_name(signature.name)
    setting, set_variables = ((), ()) if contract is None else (contract.setting, contract.set)
    writer = _written(signature, options, requirements, ending, called, setting)
    entry, file = f"harness_of_{signature.name}", f"{HARNESS}{signature.name}"
    lines = [f"void {entry}(void)", "{", *writer.lines, "}"]
    elsewhere = list(writer.elsewhere)
    if writer.lengths.has_any:
        other = _written(signature, replace(options, at_end=True), requirements, ending, called, setting)
        lines[2:2] = [f"    if ({writer.either()}) {{ {entry}_at_end(); return; }}"]
        lines += [f"static void {entry}_at_end(void)", "{", *other.lines, "}"]
        writer.stubs.append(f"static void {entry}_at_end(void);")
        elsewhere += other.elsewhere
    before = [*writer.declarations(), *writer.stubs, *requires_text(signature, requirements)]
    before += [*(() if contract is None else contract.lines), *undefined(signature.macros), f'#line 1 "{file}"']
    text = "\n".join(["", f'{BEGIN}{file}"', *before, *lines, ""])
    choices = [HarnessChoice(index + 3 + writer.lengths.has_any, promise) for index, promise in writer.choices]
    others = []
    for number, each in enumerate(elsewhere, 1):
        first = number * _LINES_APART
        choices += [HarnessChoice(index + first, promise) for index, promise in each.choices]
        parts = ["", f'{BEGIN}{file}"', *each.before, f'#line {first} "{file}"', *each.lines, ""]
        others.append((each.file, "\n".join(parts)))
    is_followed = options.cut is Cut.NULL and (writer.is_cut or writer.leaves_out)
    return Harness(
        text,
        entry,
        file,
        (*choices,),
        writer.assumptions(requirements, set_variables),
        names=(*((argument_name(each), each.name) for each in signature.parameters), *writer.said.items()),
        is_cut=writer.is_cut,
        options=options,
        leaves_out=writer.leaves_out,
        longest=writer.lengths.bounded,
        followed=options.depth if is_followed else None,
        others=(*others,),
        clauses=() if contract is None else tuple((each.function, each.violation) for each in contract.clauses),
    )


def _written(
    signature: Signature,
    options: HarnessOptions,
    requirements: Sequence[Requirement],
    ending: Sequence[str],
    called: str,
    setting: Sequence[str],
) -> HarnessWriter:
    """The body of a harness."""
    writer = HarnessWriter(options, signature.name, records=signature.records)
    writer.lines += setting
    writer.set_variables([each for each in signature.variables if options.sets_variables or each.is_external])
    writer.arguments(signature.parameters)
    arguments = ", ".join(map(argument_name, signature.parameters))
    if requirements:
        writer.require(f"{REQUIREMENTS}{signature.name}({arguments})")
    is_void = signature.result == "void" or called != signature.name
    call = f"{'' if is_void else '(void)'}{called}({arguments});"
    kept = [*_kept(signature, options)]
    if options.keeps_blocks and signature.returns_pointers and called == signature.name and not _is_const(signature.result):
        call = f"static {declared(signature.result, KEPT)}; {KEPT} = {called}({arguments});"
    if options.asks_for_call:
        writer.stubs.append(f"extern void {REACHED}(void);")
        call = f"{REACHED}();"
    writer.lines = [f"    {line}" if line else "" for line in [*writer.lines, call, *kept, *ending]]
    return writer


def _is_const(type: str) -> bool:
    """Can nothing be assigned to a variable of the type?"""
    return type.endswith("const") or (type.startswith("const ") and "*" not in type)


def _kept(signature: Signature, options: HarnessOptions) -> Iterator[str]:
    """Copies of the objects that arguments point to and that have pointers; blocks are kept anyhow."""
    for each in signature.parameters if options.keeps_blocks and not options.on_heap else ():
        target = each.shape.target if isinstance(each.shape, Pointed) and "const" not in each.type else None
        if target is not None and has_pointers(target) and is_assignable(target) and not isinstance(target, Elements):
            pointer, kept = argument_name(each), f"{KEPT}_{each.name}"
            yield f"static __typeof__(*{pointer}) {kept}; if ({pointer}) {kept} = *{pointer};"


def requires_text(signature: Signature, requirements: Sequence[Requirement]) -> Iterator[str]:
    """A function of the same parameters; each expression stands where it was written, so that its mistakes are told there."""
    if requirements:
        parameters = ", ".join(declared(each.type, each.name) for each in signature.parameters)
        yield f'#line 1 "{HARNESS}{signature.name}"'
        yield f"static int {REQUIREMENTS}{signature.name}({parameters or 'void'}) {{"
        for each in requirements:
            yield "    if (!("
            yield f'#line {each.line} "{each.file}"'
            yield f"{' ' * (each.column - 1)}{each.expression} )) return 0;"
        yield "    return 1; }"
