"""Inline assembler: only what is known to change nothing but its outputs is approximated, all else is refused."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Lower, operations, operations_in
from whet.cfa.operations import Havoc
from whet.cfa.types import ILP32, LP64, MachineModel

DECLARATIONS = "int g; char h; void setg(void); struct S { int n; } s, *p = &s;"
LOCALS = "int x = 3, y = 1; long l; char c, *q = &c; short a[3]; unsigned long w[2];"

REFUSED = {
    "a prefix before an instruction on an input": '"lock incl %0" : : "m"(x) : "memory"',
    "a prefix as a statement": '"lock; incl %1" : "=r"(y) : "m"(x)',
    "a prefix and nothing": '"incl %0; lock" : "+m"(x)',
    "a prefix before a directive": '"lock; .byte 0x90" : "+m"(x)',
    "a prefix before a label": '"rep; 1: nop"',
    "a prefix on a register": '"lock incl %0" : "+r"(x)',
    "a prefix that changes the instruction": '"lock movl %1, %0" : "=m"(x) : "r"(y)',
    "repeated instructions": '"rep stosb" : "+D"(q), "+c"(l) : "a"(7) : "memory"',
    "repeated instructions without outputs": '"rep stosb" : : "D"(q), "c"(4L), "a"(7) : "memory"',
    "repeated copies": '"rep movsb" : "+D"(q), "+S"(q), "+c"(l) : : "memory"',
    "a copy": '"movsl" : "+D"(q), "+S"(q)',
    "a symbol": '"movl $5,g" : "=r"(x) : : "memory"',
    "a symbol in the second statement": '"movl $1,%0; movl $5,g" : "=r"(x) : : "memory"',
    "a symbol in the second line": '"movl $1,%0\\n\\tmovl $5,g" : "=r"(x) : : "memory"',
    "a symbol by the instruction pointer": '"movl $5,g(%%rip)" : "=r"(x) : : "memory"',
    "an address with a space": '"movl $9,-4 (%%rbp)" : "=r"(x)',
    "an address that is a number": '"movl $9,%c1" : "=r"(x) : "i"(4096)',
    "an address by a modifier": '"movl $9,%a1" : "=r"(x) : "p"(&y)',
    "an input in memory": '"movl $9,%1" : "=r"(x) : "m"(y)',
    "an input in memory, in both directions": '"xchgl %0,%1" : "=r"(x) : "m"(y), "0"(x)',
    "an input by name": '"movl $9,%[in]" : "=r"(x) : [in] "m"(y)',
    "an input in a register": '"incl %1" : "=r"(x) : "r"(y)',
    "more than the output": '"movq $0,%0" : "=m"(x)',
    "more than the output, by the register": '"mov %1,%0" : "=m"(c) : "r"(x)',
    "more than the output, by default": '"incl %1; inc %0" : "=m"(c), "=r"(x)',
    "another segment": '"movl $1,%%fs:%0" : "=m"(x)',
    "a register that is not named": '"movl $1,%%ebx; movl %%ebx,%0" : "=r"(x)',
    "a register that is written behind the scenes": '"mull %1" : "=r"(x) : "r"(y)',
    "the stack pointer": '"movl $1,%%esp" : "=r"(x) : : "esp"',
    "the stack": '"push $1" : "=r"(x)',
    "a control register": '"mov %1,%%cr0" : "=r"(x) : "r"(l)',
    "bytes": '".byte 0xc7,0x05\\n.long g-.-8\\n.long 5" : : : "memory"',
    "a section": '".pushsection .init_array,\\"aw\\"\\n.quad setg\\n.popsection"',
    "a section that is not left": '".section .fixup,\\"ax\\"\\nnop"',
    "another order of sections": '".pushsection .discard\\n.section .smp_locks\\n.popsection\\n.previous"',
    "code among tables": '".pushsection .discard\\ncall setg\\n.popsection"',
    "an access in the code for faults": '"nop\\n.section .fixup,\\"ax\\"\\nmovl $5,g\\n.previous" : "=r"(x)',
    "a jump out of the code for faults": '"nop\\n.section .fixup,\\"ax\\"\\njmp 9b\\n.previous" : "=r"(x)',
    "a macro": '".macro mov2\\ncall setg\\n.endm\\nmov2" : : : "memory"',
    "a symbol that is defined": '"setg: nop"',
    "an equation": '".set setg, reach_error"',
    "a call": '"call setg"',
    "a call behind a comment": '"movl $1,%0 # x\\n\\tcall setg" : "=r"(x)',
    "a call behind a comment in C": '"nop /* */; call setg"',
    "a call beside a string": '".pushsection .discard\\n.string \\"#\\"; .popsection; call setg"',
    "a call in octal": '"\\143all setg"',
    "a call as an alternative": '"{movl $5,g|mov g,5}" : "+r"(x)',
    "a jump": '"1: inc %0; cmp $5,%0; jne 1b" : "+r"(x)',
    "a trap": '"int3"',
    "a trap and more": '"nop; ud2"',
    "a trap with a result": '"ud2" : "=r"(x)',
    "a division": '"idivl %2" : "+a"(x), "+d"(y) : "r"(y)',
    "the direction of copies": '"std"',
}

SMP = '".pushsection .smp_locks,\\"a\\"\\n.balign 4\\n.long 671f - .\\n.popsection\\n671:\\n\\tlock; '
FAULT = (
    '"1:\\tmovl %2,%1\\n2:\\n.section .fixup,\\"ax\\"\\n3:\\tmov %3,%0\\n\\txorl %1,%1\\n\\tjmp 2b\\n.previous\\n'
    '.section __ex_table,\\"a\\"\\n.balign 8\\n.quad 1b,3b\\n.previous\\n" : "=r"(x), "=r"(y) : "m"(s.n), "i"(-14), "0"(x)'
)
OTHER_PROCESSOR = (
    '"661:\\n\\t.byte 0x66,0x66,0x90\\n662:\\n.section .altinstructions,\\"a\\"\\n .long 661b - .\\n.previous\\n'
    '.section .altinstr_replacement, \\"ax\\"\\n663:\\n\\tmfence\\n664:\\n.previous" : : : "memory"'
)
APPROXIMATED = {
    "a counter": (f'{SMP}incl %0" : "+m"(p->n)', ["havoc p->n"]),
    "a counter with a result": (f'{SMP}decl %0; sete %1" : "+m"(p->n), "=qm"(c)', ["havoc p->n", "havoc c"]),
    "an addition": (f'{SMP}xaddl %0, %1" : "+r"(x), "+m"(p->n) : : "memory"', ["havoc p->n", "havoc x"]),
    "an exchange": (f'{SMP}cmpxchgl %2,%1" : "=a"(x), "+m"(g) : "r"(y), "0"(x) : "memory"', ["havoc x", "havoc g"]),
    "an exchange with a prefix": ('"lock cmpxchgl %2,%1" : "+a"(x), "+m"(g) : "r"(9)', ["havoc x", "havoc g"]),
    "a bit that is known": (f'{SMP}bts %1,%0" : "+m"(l) : "Ir"(9) : "memory"', ["havoc l"]),
    "a bit in a register": ('"btr %1,%0" : "+r"(l) : "Ir"(y)', ["havoc l"]),
    "a test of a bit": ('"bt %2,%1\\n\\tsbb %0,%0" : "=r"(x) : "m"(l), "Ir"(y)', ["havoc x"]),
    "a read that may fault": (FAULT, ["havoc x", "havoc y"]),
    "the width of a register": ('"mov %1,%0" : "=m"(c) : "q"(*q)', ["__tmp = *q", "havoc c"]),
    "a register that is named": ('"movl $1,%%ebx; movl %%ebx,%0" : "=r"(x) : : "ebx"', ["havoc x"]),
    "registers that are outputs": ('"mull %2" : "=a"(x), "=d"(y) : "r"(g), "0"(x)', ["havoc x", "havoc y"]),
    "a clock": ('"rdtsc" : "=a"(x), "=d"(y)', ["havoc x", "havoc y"]),
    "operands with names": ('"addl %[in],%[out]" : [out] "+r"(x) : [in] "g"(y)', ["havoc x"]),
    "a chain": ('"add %3,%1 ; sbb %0,%0 ; cmp %1,%4 ; sbb $0,%0" : "=&r"(x), "=r"(y) : "1"(y), "g"(3), "rm"(g)', None),
    "a comment": ('"# nothing ; call setg\\n\\tincl %0" : "+r"(x)', ["havoc x"]),
    "a pause": ('"rep; nop" : : : "memory"', ["skip"]),
    "a fence for another processor": (OTHER_PROCESSOR, ["skip"]),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_assembler_that_may_do_more_is_refused(name: str, machine: MachineModel, lower: Lower) -> None:
    text = f"{DECLARATIONS} int main(void) {{ {LOCALS} __asm__ volatile({REFUSED[name]}); return x; }}"
    (found,) = lower(text, machine).unsupported
    assert found.construct.startswith("inline assembler")


@pytest.mark.parametrize("name", APPROXIMATED)
def test_assembler_that_changes_its_outputs_is_approximated(name: str, lower: Lower) -> None:
    statement, expected = APPROXIMATED[name]
    program = lower(f"{DECLARATIONS} int main(void) {{ {LOCALS} here: __asm__ volatile({statement}); return x; }}")
    assert program.unsupported == ()
    shown = operations(program)
    assert shown[shown.index("here:") + 1 : -1] == (expected or ["havoc x", "havoc y"])


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_segment_of_the_processor_is_flat_only_with_64_bits(machine: MachineModel, lower: Lower) -> None:
    for template, always in (('"movl %%gs:%P1,%0" : "=r"(x) : "m"(g)', True), ('"incl %%gs:%P0" : "+m"(g)', False)):
        program = lower(f"int g; int main(void) {{ int x; __asm__({template}); return x; }}", machine)
        assert (program.unsupported == ()) == (always or machine is LP64)


def test_bit_that_is_not_known_may_stand_outside_of_the_operand(lower: Lower) -> None:
    program = lower('int main(int n, char **v) { long w[2]; __asm__("bts %1,%0" : "+m"(w[0]) : "Ir"(n)); return 0; }')
    shown = operations(program)
    assert "havoc w[0]" in shown
    assert "havoc ((unsigned char *)&w[0])[__tmp >> 3]" in shown


def test_output_is_found_before_another_one_changes(lower: Lower) -> None:
    program = lower(
        'int main(void) { int i = 1, a[3], *q = a; __asm__("xaddl %0,%1; incl %2" : "+r"(i), "+m"(a[i]), "+m"(*q)); return i; }'
    )
    changed = [line for line in operations(program) if line.startswith(("havoc", "__tmp"))]
    assert changed == ["__tmp = q", "havoc a[i]", "havoc *__tmp", "havoc i"]


@pytest.mark.parametrize("instruction", ["cli", "hlt", "sti; hlt", "outb %b0,%w1"])
def test_alarm_does_not_rest_on_instructions_that_only_the_kernel_may_use(instruction: str, lower: Lower) -> None:
    program = lower(f'int main(void) {{ __asm__ volatile("{instruction}" : : "a"(1), "Nd"(2)); return 0; }}')
    (havoc,) = (operation for _, operation in operations_in(program) if isinstance(operation, Havoc))
    assert havoc.approximates == "inline assembler"
