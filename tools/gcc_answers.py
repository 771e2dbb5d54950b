"""Write the table of what gcc 12 answers to ``__has_attribute``, ``__has_c_attribute`` and ``__has_builtin``.

    python tools/gcc_answers.py            write src/whet/frontend/gcc12/answers.txt

The names are those that programs ask for; of one that is not here it stays open what gcc would say.  A name for which gcc answers
in another way for 32 bits, or for another version of C, is left out.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

FILE = Path(__file__).parent.parent / "src" / "whet" / "frontend" / "gcc12" / "answers.txt"
_WAYS = ("-m64", "-m32", "-std=c11", "-std=gnu99", "-std=c99")
_ATTRIBUTES = """
access acquire_capability address_space alias aligned alloc_align alloc_size always_inline annotate argument_with_type_tag
artificial assume assume_aligned availability blocks callback capability carries_dependency cdecl cf_audited_transfer cleanup
cold common const constructor convergent copy counted_by deprecated designated_init destructor diagnose_as_builtin diagnose_if
disable_tail_calls dllexport dllimport enable_if enum_extensibility error exclusive_locks_required expected_throw
ext_vector_type externally_visible fallthrough fastcall fd_arg fd_arg_read fd_arg_write flag_enum flatten
force_align_arg_pointer format format_arg gcc_struct gnu_inline guarded_by hot ifunc import_module import_name indirect_return
internal_linkage interrupt lambda leaf lifetimebound likely lto_visibility_public malloc may_alias maybe_unused minsize mode
ms_abi ms_struct musttail naked no_address_safety_analysis no_icf no_instrument_function no_profile_instrument_function
no_reorder no_sanitize no_sanitize_address no_sanitize_memory no_sanitize_thread no_sanitize_undefined
no_speculative_load_hardening no_split_stack no_stack_protector no_thread_safety_analysis nocommon nodebug nodiscard noescape
noinit noinline noipa nonnull nonstring noplt noreturn nothrow ns_returns_retained objc_exception objc_root_class optimize
optnone overloadable ownership_returns ownership_takes packed patchable_function_entry persistent preserve_all preserve_most
pt_guarded_by pure randomize_layout regparm reproducible require_constant_initialization requires_capability retain
returns_nonnull returns_twice scalar_storage_order section selectany sentinel simd stdcall strict_flex_array suppress symver
sysv_abi tainted_args target target_clones thread tls_model transparent_union trivial_abi type_tag_for_datatype unavailable
uninitialized unlikely unsequenced unused use_handle used uuid vector_size visibility warn_if_not_aligned warn_unused
warn_unused_result warning weak weakref xray_always_instrument zero_call_used_regs
"""
_C_ATTRIBUTES = "assume deprecated fallthrough likely maybe_unused no_unique_address nodiscard noreturn reproducible unlikely"
_BUILTINS = """
COLUMN FILE FUNCTION LINE ___memcpy_chk ___memset_chk ___snprintf_chk ___strcpy_chk ___strncpy_chk ___vsnprintf_chk abort abs
add_overflow add_overflow_p addc addcb addcl addcll addcs addressof align_down align_up alloca alloca_with_align
alloca_with_align_and_max annotation apply assoc_barrier assume assume_aligned available bcmp bcopy bit_cast bitreverse16
bitreverse32 bitreverse64 bitreverse8 bswap128 bswap16 bswap32 bswap64 bzero call_with_static_chain calloc canonicalize
choose_expr classify_type clear_padding clrsb clrsbl clrsbll clz clzg clzl clzll complex constant_p convertvector copysign
copysignf cpu_init cpu_is cpu_supports crc32 ctz ctzg ctzl ctzll debugtrap dump_struct dynamic_object_size elementwise_abs
elementwise_add_sat elementwise_max elementwise_min exit expect expect_with_probability extend_pointer extract_return_addr
fabs fabsf fclose ffs ffsl ffsll floor fma fmaf fmax fmin frame_address free function_start get_device_side_mangled_name
goacc_parlevel_id has_attribute huge_val huge_valf huge_vall inf inff infl is_aligned is_constant_evaluated isfinite isgreater
isgreaterequal isinf isinf_sign isless islessequal islessgreater isnan isnormal issignaling isunordered labs ldexp llabs
longjmp malloc matrix_transpose memchr memcmp memcpy memcpy_inline memmove mempcpy memset memset_inline mul_overflow
mul_overflow_p nan nanf nanf16 nanl nondeterministic_value nontemporal_load nontemporal_store nvptx object_size offsetof
operator_delete operator_new os_log_format parity parityl parityll popcount popcountg popcountl popcountll pow powi prefetch
preserve_access_index printf putchar puts readcyclecounter readsteadycounter realloc reduce_add return_address rint
rotateleft16 rotateleft32 rotateleft64 rotateleft8 rotateright16 rotateright32 rotateright64 rotateright8 round sadd_overflow
saddl_overflow saddll_overflow set_thread_pointer setjmp shuffle shufflevector signbit smul_overflow smull_overflow
smulll_overflow snprintf source_location speculation_safe_value sprintf sqrt sqrtf ssub_overflow ssubl_overflow
ssubll_overflow stack_restore stack_save stdarg_start stpcpy strcat strchr strcmp strcpy strcspn strdup strlen strncat strncmp
strncpy strndup strnlen strpbrk strrchr strspn strstr sub_overflow sub_overflow_p subc subcb subcl subcll subcs tgmath
thread_pointer trap trunc types_compatible_p uadd_overflow uaddl_overflow uaddll_overflow umul_overflow umull_overflow
umulll_overflow unpredictable unreachable unwind_init usub_overflow usubl_overflow usubll_overflow va_arg va_arg_pack
va_arg_pack_len va_copy va_end va_list va_start verbose_trap vsnprintf vsprintf wcslen
"""
_OTHER_BUILTINS = """
__atomic_add_fetch __atomic_and_fetch __atomic_clear __atomic_compare_exchange __atomic_compare_exchange_n __atomic_exchange
__atomic_exchange_n __atomic_fetch_add __atomic_fetch_and __atomic_fetch_or __atomic_fetch_sub __atomic_fetch_xor
__atomic_is_lock_free __atomic_load __atomic_load_n __atomic_or_fetch __atomic_signal_fence __atomic_store __atomic_store_n
__atomic_sub_fetch __atomic_test_and_set __atomic_thread_fence __c11_atomic_init __c11_atomic_load __c11_atomic_store
__c11_atomic_thread_fence __debugbreak __fence __has_nothrow_copy __has_trivial_copy __has_unique_object_representations
__is_enum __is_same __is_trivial __is_trivially_copyable __mingw_snprintf __rdtsc __sync_add_and_fetch
__sync_bool_compare_and_swap __sync_fetch_and_add __sync_fetch_and_and __sync_fetch_and_or __sync_fetch_and_sub
__sync_lock_release __sync_lock_test_and_set __sync_sub_and_fetch __sync_swap __sync_synchronize __sync_val_compare_and_swap
__underlying_type _byteswap_uint64 _byteswap_ulong _byteswap_ushort _umul128
"""


def names() -> dict[str, list[str]]:
    """What is asked for, by the question."""
    attributes = [form for name in _ATTRIBUTES.split() for form in (name, f"__{name}__")]
    builtins = [f"__builtin_{name}" for name in _BUILTINS.split()] + _OTHER_BUILTINS.split()
    of_c = [form for name in _C_ATTRIBUTES.split() for form in (name, f"__{name}__")]
    return {"__has_attribute": attributes, "__has_c_attribute": of_c, "__has_builtin": builtins}


def answers(question: str, asked: Sequence[str], way: str) -> dict[str, str]:
    """What gcc says, as a number."""
    text = "".join(f"#if {question}({name})\n{at}: {question}({name})\n#else\n{at}: 0\n#endif\n" for at, name in enumerate(asked))
    command = ("gcc", way, "-E", "-P", "-x", "c", "-")
    printed = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    found = {asked[int(number)]: value for number, value in re.findall(r"^(\d+): (\d+)$", printed, re.MULTILINE)}
    assert len(found) == len(set(asked)), set(asked) - set(found)
    return found


def table() -> Iterator[str]:
    yield "# What gcc 12.2 answers, see tools/gcc_answers.py: question, name, answer"
    for question, asked in names().items():
        given = [answers(question, asked, way) for way in _WAYS]
        for name in dict.fromkeys(asked):
            if len({each[name] for each in given}) == 1:
                yield f"{question} {name} {given[0][name]}"


def main() -> None:
    FILE.write_text("\n".join((*table(), "")), encoding="utf-8")


if __name__ == "__main__":
    main()
