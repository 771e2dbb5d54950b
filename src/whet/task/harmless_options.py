"""Options of gcc 12 and clang that change neither the meaning of a program nor a macro.

Each is named without ``-f`` or ``-m``, without ``no-`` and without a value: ``inline`` stands for ``-fno-inline`` as well, and
``visibility`` for ``-fvisibility=hidden``.  What is optimised changes no meaning where C defines one, so these are most options.
An option that is not here and not in ``dialect`` is not known.
"""

from __future__ import annotations

from typing import Final

_OF_F_NAMES: Final = """
PIC-data-is-text-relative abi-version aggressive-loop-optimizations align-functions align-jumps align-labels align-loops
allocation-dce allow-store-data-races analyzer ansi-escape-codes asan-shadow-offset assume-sane-operator-new
asynchronous-unwind-tables auto-inc-dec auto-profile bit-tests bounds-check bracket-depth branch-count-reg
branch-probabilities branch-target-load-optimize branch-target-load-optimize2 btr-bb-exclusive builtin caller-saves
callgraph-info canonical-system-headers caret-diagnostics check-data-deps checking code-hoisting color-diagnostics
combine-stack-adjustments common compare-debug compare-elim conserve-stack coverage-mapping coverage-prefix-map
cprop-registers crossjumping cse-follow-jumps cse-skip-blocks cx-fortran-rules cx-limited-range data-sections dbg-cnt dce
debug-compilation-dir debug-cpp debug-info-for-profiling debug-macro debug-prefix-map debug-ranges-base-address
debug-types-section defer-pop delayed-branch delete-dead-exceptions delete-null-pointer-checks devirtualize
devirtualize-at-ltrans devirtualize-speculatively direct-access-external-data discard-value-names dollars-in-identifiers dse
dwarf2-cfi-asm early-inlining eliminate-dwarf2-dups eliminate-unused-debug-symbols eliminate-unused-debug-types
emit-class-debug-always emit-struct-debug-baseonly emit-struct-debug-detailed emit-struct-debug-reduced enforce-eh-specs
error-limit expensive-optimizations extended-identifiers fat-lto-objects file-prefix-map finite-loops float-store
fold-simple-inlines force-addr force-emit-vtables forward-propagate fp-int-builtin-inexact function-cse function-sections gcse
gcse-after-reload gcse-las gcse-lm gcse-sm global-isel gnu-unique graphite graphite-identity guess-branch-probability
harden-compares harden-conditional-branches hoist-adjacent-loads ident if-conversion if-conversion2 implicit-templates
indirect-inlining inhibit-size-directive inline inline-atomics inline-functions inline-functions-called-once
inline-hint-functions inline-limit inline-small-functions integrated-as integrated-cc1 ipa-bit-cp ipa-cp ipa-cp-alignment
ipa-cp-clone ipa-icf ipa-icf-functions ipa-icf-variables ipa-matrix-reorg ipa-modref ipa-profile ipa-pta ipa-pure-const ipa-ra
ipa-reference ipa-reference-addressable ipa-sra ipa-stack-alignment ipa-strict-aliasing ipa-struct-reorg ipa-vrp ira-algorithm
ira-hoist-pressure ira-loop-pressure ira-region ira-share-save-slots ira-share-spill-slots ira-verbose
isolate-erroneous-paths-attribute isolate-erroneous-paths-dereference ivopts jump-tables keep-gc-roots-live
keep-inline-functions keep-static-consts keep-static-functions large-source-files lax-vector-conversions leading-underscore
lifetime-dse limit-debug-info limit-function-alignment live-patching live-range-shrinkage loop-block loop-flatten
loop-interchange loop-nest-optimize loop-optimize loop-parallelize-all loop-strip-mine loop-unroll-and-jam lra-remat lto
lto-compression-level lto-odr-type-merging lto-partition lto-report lto-report-wpa macro-backtrace-limit macro-prefix-map
max-errors max-include-depth mem-report mem-report-wpa merge-constants merge-debug-strings message-length modulo-sched
modulo-sched-allow-regmoves move-loop-invariants move-loop-stores non-call-exceptions nothrow-opt omit-frame-pointer opt-info
optimize-register-move optimize-sibling-calls optimize-strlen parse-all-comments partial-inlining patchable-function-entry
pcc-struct-return pch-deps pch-preprocess peel-loops peephole peephole2 plt post-ipa-mem-report pre-ipa-mem-report
predictive-commoning prefetch-loop-arrays printf-return-value profile profile-abs-path profile-arcs profile-correction
profile-dir profile-exclude-files profile-filter-files profile-generate profile-info-section profile-instr-generate
profile-instr-use profile-note profile-partial-training profile-prefix-map profile-prefix-path profile-reorder-functions
profile-report profile-reproducible profile-sample-use profile-update profile-use profile-values random-seed
record-command-line record-gcc-switches ree reg-struct-return regmove rename-registers reorder-blocks reorder-blocks-algorithm
reorder-blocks-and-partition reorder-functions report-bug rerun-cse-after-loop rerun-loop-opt
reschedule-modulo-scheduled-loops rounding-math rtti sanitize-address-use-after-scope sanitize-blacklist sanitize-coverage
sanitize-ignorelist sanitize-recover sanitize-sections sanitize-trap sanitize-undefined-trap-on-error save-optimization-record
sched-critical-path-heuristic sched-dep-count-heuristic sched-group-heuristic sched-interblock sched-last-insn-heuristic
sched-pressure sched-rank-heuristic sched-spec sched-spec-insn-heuristic sched-spec-load sched-spec-load-dangerous
sched-stalled-insns sched-stalled-insns-dep sched-verbose sched2-use-superblocks sched2-use-traces schedule-fusion
schedule-insns schedule-insns2 section-anchors see sel-sched-pipelining sel-sched-pipelining-outer-loops
sel-sched-reschedule-pipelined selective-scheduling selective-scheduling2 semantic-interposition separate-named-sections
show-column show-source-location shrink-wrap shrink-wrap-separate simd-cost-model slp-vectorize spell-checking
split-dwarf-inlining split-ivs-in-unroller split-loops split-lto-unit split-machine-functions split-paths split-wide-types
split-wide-types-early ssa-backprop ssa-phiopt stack-check stack-clash-protection stack-limit stack-limit-register
stack-limit-symbol stack-reuse stack-usage standalone-debug stdarg-opt store-merging strength-reduce strict-enums
strict-flex-arrays strict-return strict-volatile-bitfields strict-vtable-pointers sync-libcalls syntax-only tabstop temp-file
template-backtrace-limit test-coverage thread-jumps threadsafe-statics time-report time-report-details time-trace
time-trace-granularity tls-model toplevel-reorder tracer track-macro-expansion trampolines trapping-math tree-bit-ccp
tree-builtin-call-dce tree-ccp tree-ch tree-coalesce-inlined-vars tree-coalesce-vars tree-copy-prop tree-copyrename
tree-cselim tree-dce tree-dominator-opts tree-dse tree-forwprop tree-fre tree-loop-distribute-patterns tree-loop-distribution
tree-loop-if-convert tree-loop-if-convert-stores tree-loop-im tree-loop-ivcanon tree-loop-linear tree-loop-optimize
tree-loop-vectorize tree-lrs tree-parallelize-loops tree-partial-pre tree-phiprop tree-pre tree-pta tree-reassoc tree-salias
tree-scev-cprop tree-sink tree-slp-vectorize tree-slsr tree-sra tree-store-ccp tree-store-copy-prop tree-switch-conversion
tree-tail-merge tree-ter tree-vect-loop-version tree-vectorize tree-vectorizer-verbose tree-vrp trivial-auto-var-init
unconstrained-commons unique-internal-linkage-names unit-at-a-time unroll-all-loops unroll-completely-grow-size unroll-loops
unsafe-loop-optimizations unswitch-loops unwind-tables use-ld use-linker-plugin var-tracking var-tracking-assignments
var-tracking-assignments-toggle var-tracking-uninit variable-expansion-in-unroller vect-cost-model vectorize verbose-asm
version-loops-for-strides virtual-function-elimination visibility visibility-ms-compat vpt web whole-program
whole-program-vtables working-directory xray-instrument zee zero-call-used-regs zero-initialized-in-bss
"""
OF_F: Final = frozenset(_OF_F_NAMES.split())
_OF_M_NAMES: Final = """
8bit-idiv accumulate-outgoing-args align-data align-functions align-jumps align-loops align-stringops
avx256-split-unaligned-load avx256-split-unaligned-store branch-cost call-ms2sysv-xlogues cet-switch cld default-align
direct-extern-access dispatch-scheduler dump-tune-features fancy-math-387 fentry fentry-name fentry-section force-drap
force-indirect-call fp-ret-in-387 function-return glibc hard-float harden-sls ieee-fp implicit-float incoming-stack-boundary
indirect-branch indirect-branch-cs-prefix indirect-branch-register inline-all-stringops inline-stringops-dynamically
instrument-return large-data-threshold lvi-cfi lvi-hardening manual-endbr memcpy-strategy memset-strategy mitigate-rop
move-max needed nop-mcount omit-leaf-frame-pointer outline-atomics prefer-avx128 prefer-vector-width preferred-stack-boundary
push-args record-mcount record-return red-zone regparm relax-all relax-cmpxchg-loop retpoline retpoline-external-thunk rtd
seses skip-rax-setup speculative-load-hardening stack-alignment stack-arg-probe stack-probe-size stack-protector-guard
stack-protector-guard-offset stack-protector-guard-reg stack-protector-guard-symbol stackrealign store-max stringop-strategy
stv tls-dialect tls-direct-seg-refs tls-size tune-ctrl vect8-ret-in-mem vzeroupper
"""
OF_M: Final = frozenset(_OF_M_NAMES.split())
_OF_G: Final = (
    "gdwarf ggdb gstabs gxcoff gvms gcoff gz gsplit-dwarf gno- grecord-gcc-switches gcolumn-info gline-tables-only gmlt gsce"
    " gpubnames ggnu-pubnames gstrict-dwarf gas-loc gvariable-location-views ginline- ginternal gstatement-frontiers gbtf gctf"
    " gtoggle gmodules gfull gused gembed-source gcodeview gsimple-template-names gdescribe-dies glldb gdbx"
)
_LEVELS: Final = 5
_DEBUGGING: Final = ("-g", "-g0", "-g1", "-g2", "-g3", *(f"-{name}" for name in _OF_G.split()))
_WORDS_NAMES: Final = """
-c -S -E -v -### -pipe -H -C -CC -P -w -s -p -pg -Q -M -MM -MD -MMD -MP -MG -MV -nostdlib -nodefaultlibs -nostartfiles -nolibc
-static -static-pie -static-libgcc -static-libasan -static-libubsan -shared -shared-libgcc -rdynamic -pie -no-pie -symbolic -r
-no-canonical-prefixes -no-integrated-cpp -save-temps --save-temps -time --coverage -coverage -Qunused-arguments -Qn -Qy
-pedantic -pedantic-errors --pedantic --pedantic-errors --no-warnings --all-warnings --verbose -pass-exit-codes -quiet
-integrated-as -no-integrated-as --compile -export-dynamic -fsyntax-only
-specs=/usr/lib/rpm/redhat/redhat-hardened-cc1 -specs=/usr/lib/rpm/redhat/redhat-hardened-ld
-specs=/usr/lib/rpm/redhat/redhat-hardened-ld-errors -specs=/usr/lib/rpm/redhat/redhat-annobin-cc1
-specs=/usr/lib/rpm/redhat/redhat-package-notes
"""
_WORDS: Final = frozenset(_WORDS_NAMES.split())
_PREFIXES: Final = (
    *("-W", "-d", "-save-temps=", "--param=", "-fdiagnostics-", "-fno-diagnostics-", "-fdump-", "-fdisable-", "-fenable-"),
    *("-fanalyzer-", "-fcall-saved-", "-fsanitize-", "-fno-sanitize-", "-fprofile-", "-fdebug-", "-flto-", "-fcrash-diagnostics"),
    *("-Rpass", "-rtlib=", "--rtlib=", "-unwindlib=", "--unwindlib=", "-stdlib=", "--gcc-toolchain=", "--gcc-install-dir="),
)
_ATTACHED: Final = ("-o", "-L", "-l", "-B", "-T", "-z", "-MF", "-MT", "-MQ", "-MJ")
WITH_ARGUMENT: Final = frozenset(
    (
        *("-o", "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xassembler", "-aux-info", "-wrapper", "-L", "-l", "-B", "-u", "-T"),
        *("-z", "-e", "--param", "-dumpbase", "-dumpdir", "-dumpbase-ex", "-Ttext", "-Tdata", "-Tbss", "-mllvm", "--output"),
        *("--serialize-diagnostics", "-index-store-path"),
    )
)
"""Those whose argument is the next word."""


def changes_nothing(word: str) -> bool:
    """Is this an option with which a program means the same as without it?"""
    if word in _WORDS or word in _DEBUGGING or word.startswith(_DEBUGGING[_LEVELS:]):
        return True
    if word.startswith("-finput-charset="):
        return is_utf_8(word)
    if word.startswith("-f"):
        name = _named(word, "-f")
        return name in OF_F or name.startswith(("builtin-", "inline-limit-")) or word.startswith(_PREFIXES)
    if word.startswith("-m"):
        return _named(word, "-m") in OF_M
    return not word.startswith("-Wp,") and word.startswith((*_PREFIXES, *_ATTACHED))


def is_utf_8(option: str) -> bool:
    """Is the value of an option about characters the set that every program has?"""
    return option.partition("=")[2].lower() in ("utf-8", "utf8")


def _named(word: str, prefix: str) -> str:
    """The name of an option, without what says that it is off, and its value."""
    return word.removeprefix(prefix).removeprefix("no-").partition("=")[0]
