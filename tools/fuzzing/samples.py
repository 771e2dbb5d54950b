"""Small right files for every reader, from which hostile ones are made."""

from __future__ import annotations


def _words(text: str) -> list[str]:
    return [word.replace("<newline>", "\n") for word in text.split()]


PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct s { int m; unsigned char b[4]; };
int g;
int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  struct s t = {0};
  unsigned long u = 1;
  int *p = &g;
  if (n < 0 || n > 10) return 0;
  while (i < n) {
    i++;
    u += 2;
    t.m = i;
  }
  if (i > n) reach_error();
  if (*p) g = 1;
  return t.m;
}
"""
"""What witnesses, precisions and proofs below speak of; its name is ``w.c``."""

PROPERTIES = (
    "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    "CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G assert) )",
    "CHECK( init(main()), LTL(G ! label(ERROR)) )\n\nCHECK(init(main()),LTL(F end))",
    "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
)
PROPERTY_TOKENS = _words("""
CHECK COVER init( LTL( FQL( G ! F end call( label( main() reach_error() valid-free data-race ) ( , <newline>
""")

GOALS = (
    "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
    "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )",
)

DEFINITIONS = (
    """\
format_version: '2.0'
# a comment
input_files: 'w.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/termination.prp
options:
  language: C
  data_model: ILP32
""",
    """\
format_version: "1.0"
input_files:
  - w.c
properties:
  - property_file: unreach-call.prp
    expected_verdict: false
    subproperty: valid-deref
""",
)
YAML_TOKENS = _words("""
format_version: input_files: properties: property_file: expected_verdict: options: language: data_model: LP64 ILP32 C
true false '2.0' - - - : , [ ] { } & * &a *a <<: !!python/object/apply:os.system !!binary !x | > ? --- ... %YAML # ' "
content: metadata: invariant: location: line: column: value: format: c_expression segment: waypoint: constraint: action:
follow avoid target loop_invariant location_invariant <newline>
""")

_METADATA = """\
  metadata:
    format_version: '2.0'
    uuid: 41874df8-d756-58cb-86de-00d4fc91c2f6
    creation_time: '1970-01-01T00:00:00Z'
    producer: {name: Whet, version: 0.1.0}
    task:
      input_files: [w.c]
      input_file_hashes: {w.c: 3a97}
      specification: 'CHECK( init(main()), LTL(G ! call(reach_error())) )'
      data_model: LP64
      language: C
"""
WITNESSES = (
    f"""\
- entry_type: invariant_set
{_METADATA}  content:
  - invariant:
      type: loop_invariant
      location: {{file_name: w.c, line: 11, column: 3, function: main}}
      value: i <= n && t.m >= 0 && (int)t.b[3] == 0
      format: c_expression
  - invariant:
      type: location_invariant
      location: {{file_name: w.c, line: 16, column: 3, function: main}}
      value: g == 0
      format: c_expression
""",
    f"""\
- entry_type: violation_sequence
{_METADATA}  content:
  - segment:
    - waypoint:
        type: function_return
        action: follow
        location: {{file_name: w.c, line: 6, column: 40}}
        constraint: {{value: \\result == 3, format: acsl_expression}}
  - segment:
    - waypoint:
        type: assumption
        action: follow
        location: {{file_name: w.c, line: 13, column: 5}}
        constraint: {{value: i == 1}}
  - segment:
    - waypoint:
        type: branching
        action: follow
        location: {{file_name: w.c, line: 11, column: 3}}
        constraint: {{value: 'false'}}
  - segment:
    - waypoint:
        type: target
        action: follow
        location: {{file_name: w.c, line: 16, column: 14}}
""",
)
CONDITIONS = (
    "i <= n && n >= 0 && p != 0 && (t.m > 3 || (int)t.b[3] == 0)",
    "(i + 1) * 2 - ~n % 7 >> 3 != u << 2 && !(i ? n > 1 : g < 0x7f)",
    "((unsigned long)i ^ 017u) | 5UL & 'a' == '\\n' || -i == +n",
)
CONDITION_TOKENS = _words("""
i n u p g t t.m t.b t.b[0] ( ) (int) (unsigned (_Bool) && || ! ~ - + * / % << >> < == ? : . -> [ ] 'a' ++ =
""")

PRECISIONS = (
    "whet precision 1\n# a comment\npredicate main: i <= n ; (bvsle |main::i| |main::n|)\nvalue main::i\nvalue main::t.m\n",
    "whet precision 1\npredicate x ; (let ((?0 (bvadd |main::i| #x00000001))) (and (bvslt ?0 |main::n|) (= ?0 (bvmul ?0 ?0))))\n"
    "predicate y ; (= ((_ extract 7 0) |main::i|) #b00000011)\nvalue main::t.b[2]\n",
)
PRECISION_TOKENS = _words("""
whet precision 1 2 value predicate symbolic ; ( ) (_ (let bvadd bvsle bvudiv bvshl concat extract zero_extend
sign_extend repeat to_fp fp.eq fp RNE Int Bool #x0000000a #b101 bv10 true false not and or => ite = distinct select
store (as const forall |main::i| |main::n| |g| 32 1048576 <newline>
""")

CONFIGURATIONS = (
    'extends = "value-predicate"\ndescription = "x"\npaper = "y"\n[limits]\ncpu_time = "60s"\nmemory = "2GB"\n',
    'algorithm = "cpa"\nanalyses = ["location", "callstack", "value", "specification"]\n[exploration]\norder = "bfs"\n'
    "seed = 3\n[callstack]\ndepth = 5\n",
    'algorithm = "kinduction"\n[kinduction]\ndeepest = 4\ninvariants = "none"\n[limits]\ncpu_time = 5.5\n'
    'wall_time = "1h"\nstates = 10\n',
)
TOML_TOKENS = _words("""
extends algorithm analyses portfolio description limits exploration callstack kinduction cpu_time memory states seed = [
] [[ ]] { } , . " ' ''' \"\"\" # true false 1979-05-27 1e400 inf nan 0x10 -1 "none" "auto" "race" "value" "location"
"input.toml" "/dev/zero" sizes.small configurations tables plots name config set options kind cpu subset title <newline>
""")
SETTINGS = (
    "exploration.seed=1",
    "limits.cpu_time=90s",
    "limits.memory=2GB",
    "analyses=location,callstack,value,specification",
    "callstack.depth=7",
    "algorithm=cegar",
    "refinement.selection=score-min",
)
SETTING_TOKENS = _words("""
exploration limits callstack kinduction algorithm analyses refinement . = , cpu_time wall_time memory states none 1h
2min 5GB kB auto race value predicate portfolio proofs.check strict seeds.predicates auto.model=/etc/passwd invariants
/dev/null
""")

EXPERIMENTS = (
    """\
title = "What"
question = "How many?"
[sizes.small]
subset = "core"
category = ["loops"]
verdict = "true"
min_lines = 1
sample = 5
cpu = "15s"
memory = "2GB"
[[configurations]]
name = "value"
config = "value"
set = ["callstack.depth=50"]
[[configurations]]
name = "other"
tool = "command"
options = ["x", "{file}"]
[[tables]]
kind = "solved"
[[tables]]
kind = "statistics"
statistics = ["refinements"]
[[plots]]
kind = "scatter"
configurations = ["value", "other"]
""",
)

JSON_TOKENS = _words("""
{ } [ ] : , "a" null true false NaN Infinity -Infinity 1e400 -1 0 1.5 "tree" "var" "const" "cast" "part" "float"
"every" "number" "element" "contracts" "ensures_tree"
"main::i" "int" "!" "-" "~" "+" "<=" "/" "<<" "_BitInt(99999)" "calls" "node" "place" "x:1:1" "\\ud800" "invariants"
"evidence" "label" "counts" "classes" "gamma" "vectors"
""")
RESULT = """\
{"tool": "whet", "version": "0.1.0", "verdict": "TRUE", "files": ["harness.c"],
 "evidence": {"format": 4, "kind": "proof", "contracts": [
  {"function": "main", "requires": "1", "requires_tree": ["const", 1, "int"],
   "ensures": "i <= n", "ensures_tree": ["<=", ["var", "main::i"], ["var", "main::n"]]}], "invariants": [
  {"function": "main", "node": 13, "spot": "loop head", "place": "w.c:11:10", "text": "i <= n",
   "tree": ["<=", ["var", "main::i"], ["var", "main::n"]], "calls": null},
  {"function": "main", "node": 13, "spot": "loop head", "place": null, "text": "",
   "tree": ["&", ["!=", ["part", ["part", ["var", "main::t"], 1], 2], ["const", 5, "unsigned char"]],
    ["==", ["var", "main::p"], ["address", 0]]], "calls": null},
  {"function": "main", "node": 13, "spot": "loop head", "place": null, "text": "",
   "tree": ["==", ["cast", ["-", ["var", "main::i"]], "long"], ["const", 1, "long"]], "calls": [1, 2]}],
  "left_out": 0, "k": 1}}
"""

MANIFEST = """\
id,path,category,property,property_file,expected_verdict,data_model,lines,sha256,verdict_disputed
a/one,../w.c,loops,unreach-call,../unreach-call.prp,true,ILP32,20,abc,no
a/two,../w.c,"lo,ops",unreach-call,,false,LP64,7,,yes
"""
CSV_TOKENS = _words("""
id path category property_file expected_verdict data_model lines true false LP64 , " unreach-call.prp w.c yes no
<newline>
""")

BUILDS = (
    """[{"directory": ".", "command": "cc -DA=1 -D B -UA -Iinclude -isystem x -std=gnu99 -m32 -o a.o -c a.c", "file": "a.c"}]""",
    """[{"directory": ".", "arguments": ["cc", "-include", "h.h", "-fwrapv", "-c", "a.c"], "file": "a.c", "output": "a.o"},
 {"directory": ".", "command": "cc -ansi -DNAME='\\"a b\\"' -c b.c", "file": "b.c"}]""",
)
BUILD_TOKENS = (
    *(
        '"directory"',
        '"file"',
        '"command"',
        '"arguments"',
        "-D",
        "-I",
        "-std=",
        "-m64",
        "-mx32",
        "@file",
        "-x",
        "-include",
        "'",
        "\\",
    ),
    *("null", "[", "]", "{", "}", ",", ":", "..", "/", "\\u0000", "1e999", "9" * 5000),
)
