"""Reasons of an UNKNOWN: what kept Whet from a verdict."""

from __future__ import annotations

from whet.task.messages.message import MessageTemplate

POSSIBLE = "possible {error}, not confirmed: {reason}"
"""Of an error on a path; the reason is one of the messages below."""
_TIME = "Allow more time with `--time-limit`, or verify a part of the program: `--entry FUNCTION` or fewer checks with `--check`."
_OTHER = "Try another configuration with `--config`; `whet configs` lists them."
_MODEL = "Replace the construct by plain C, such as a function whose body models what matters."
_POSSIBLE = "The analysis found a path to an error, and no run of the program could be found that takes it. "
_REPORT = "Please report it: this is a bug of Whet. `--output DIR` writes `DIR/report.zip`, which has what is needed."

NO_INPUT = MessageTemplate(
    "W201",
    "the solver found no input that takes the path",
    _POSSIBLE + "The path may be one that no run takes.",
    _OTHER,
)
NO_INPUTS_FOUND = MessageTemplate(
    "W202",
    "no inputs were found that take the path",
    _POSSIBLE + "The path may be one that no run takes.",
    _OTHER,
)
SEARCH_TOO_LONG = MessageTemplate(
    "W203",
    "the search for inputs took too long",
    _POSSIBLE + "Not all inputs that may take it were tried.",
    _TIME,
)
NO_TIME_TO_REPLAY = MessageTemplate(
    "W204",
    "there was no time left to replay the path",
    _POSSIBLE + "Replaying other paths used up the time.",
    _TIME,
)
CONDITIONS = MessageTemplate(
    "W205",
    "the conditions on the path could not be met",
    _POSSIBLE + "Each run that was tried left the path at a condition.",
    _OTHER,
)
ONLY_SIGN = MessageTemplate(
    "W206",
    "the path depends on a library result of which C defines only the sign",
    _POSSIBLE + "The run depends on the exact result of a function such as `strcmp`.",
    "Compare the result with zero only.",
)
ENDS_BEFORE = MessageTemplate(
    "W207",
    "the replay ends before the error, with status {status}",
    _POSSIBLE + "The replay exits before it reaches the error.",
    _OTHER,
)
ABORTED_BEFORE = MessageTemplate(
    "W208",
    "the replay is aborted before the error{place}: {cause}",
    _POSSIBLE + "The replay calls `abort` or fails an assertion before it reaches the error.",
    _OTHER,
)
OTHER_ERROR = MessageTemplate(
    "W209",
    "the replay reaches another error first: {other}{place}",
    _POSSIBLE + "The replay reaches another error first.",
    "Fix the other error first.",
)
ASSUMED_AWAY = MessageTemplate(
    "W210",
    "the replay reaches an assumption{place} that does not hold",
    _POSSIBLE + "The replay reaches an assumption of the program, such as `__VERIFIER_assume`, that is false.",
    _OTHER,
)
UNDEFINED_BEFORE = MessageTemplate(
    "W211",
    "the replay has undefined behaviour{place}: {cause}",
    _POSSIBLE + "Before the error, the replay does something that C leaves undefined and that no check covers.",
    "Fix that first: after undefined behaviour a program has no meaning.",
)
NOT_MODELLED = MessageTemplate(
    "W212",
    "the replay reaches {construct}{place}, which is not modelled",
    _POSSIBLE + "The interpreter cannot execute the construct.",
    _MODEL,
)
MORE_INPUTS = MessageTemplate(
    "W213",
    "the replay asks for more inputs than were found{place}",
    _POSSIBLE + "The replay needs one more input than the path has.",
    _OTHER,
)
TOO_MANY_STEPS = MessageTemplate(
    "W214",
    "the replay takes more than {steps} steps",
    _POSSIBLE + "The replay was stopped.",
    "Shorten the loops before the error.",
)
TIME = MessageTemplate("W220", "{time} of CPU time was used while {phase}", "The time limit was reached.", _TIME)
ELAPSED = MessageTemplate("W221", "{time} passed while {phase}", "The limit of elapsed time was reached.", _TIME)
MEMORY = MessageTemplate(
    "W222",
    "the limit of {amount} was reached while {phase}",
    "The memory limit was reached.",
    "Allow more with `--memory-limit`, or verify a part of the program.",
)
STATES = MessageTemplate(
    "W223",
    "{states} abstract states were explored",
    "The limit of states was reached.",
    "Allow more with `--set limits.states=N`; 0 is no limit.",
)
UNROLLED = MessageTemplate(
    "W230",
    "loops were unrolled {times} times",
    "A loop can run more often. Longer runs were not examined.",
    "Unroll more with the option that the next step names.",
)
LOOP_UNROLLED = MessageTemplate(
    "W231",
    "a loop was unrolled {times} times",
    "The loop can run more often. Longer runs were not examined.",
    "Unroll more with the option that the next step names.",
)
NESTED = MessageTemplate(
    "W232",
    "calls are nested more than {depth} deep",
    "A recursive function calls itself more often than calls are followed.",
    "Follow deeper calls with `--set callstack.depth=N`, or replace the recursion by a loop.",
)
K_INDUCTION = MessageTemplate(
    "W233",
    "k-induction up to k = {k} does not prove the property",
    "The invariants that were found are too weak.",
    "Go further with `--set kinduction.deepest=0`, or give an invariant with `--invariants-from`.",
)
RUNS = MessageTemplate(
    "W234", "runs prove nothing", "The program was executed on some inputs, and no run showed an error.", _OTHER
)
UNSUPPORTED = MessageTemplate(
    "W240",
    "{construct} is not supported",
    "A run can get to a construct that Whet has no model of.",
    _MODEL,
)
UNDEFINED = MessageTemplate(
    "W260",
    "{what}: undefined for these operands, so the result may be any value",
    "An operator has no meaning for some operands, and the result is needed.",
    "Name the check of the operator with `--check`, such as `division` or `shift`.",
)
ACCESS = MessageTemplate(
    "W261",
    "{what}: the access may be outside of its object",
    "The analysis cannot exclude an access outside of the objects that the pointer may point to.",
    "Name `memory` with `--check`: then the access itself is checked.",
)
LIFETIME = MessageTemplate(
    "W262",
    "{what}: a pointer to the object may remain when its lifetime ends",
    "The analysis does not follow pointers to objects that are dead.",
    _OTHER,
)
ORDER = MessageTemplate(
    "W263",
    "{what}: addresses of different objects are compared or subtracted",
    "The result depends on where the compiler puts the objects.",
    "Compare pointers only within one object.",
)
ADDRESS = MessageTemplate(
    "W264",
    "{what}: the numeric value of an address is used",
    "The result depends on where the compiler puts the object.",
    "Compute with indices and pointers, not with the numbers of addresses.",
)
LIBRARY = MessageTemplate(
    "W265",
    "{what}: the library function is modelled only roughly",
    "The model of the function allows more results than the function has.",
    _MODEL,
)
UNKNOWN_FUNCTION = MessageTemplate(
    "W266",
    "{what}: the function has no body",
    "Nothing is known of the function but its type.",
    "Name the C file that defines the function as well, or write a body for it.",
)
ROUGH = MessageTemplate(
    "W267",
    "{what}: modelled only roughly",
    "The model allows more results than the program has, so the path may be one that no run takes.",
    _OTHER,
)
NAN = MessageTemplate(
    "W268",
    "{what}: the bits of a NaN are not fixed",
    "C leaves open which bits a NaN has.",
    "Do not look at the bits of floating numbers that may be NaN.",
)
TRUTH_VALUE = MessageTemplate(
    "W269",
    "{what}: a _Bool is read that may hold neither 0 nor 1",
    "The memory of the _Bool was written by another type.",
    "Write the object as a _Bool.",
)
UNCHECKED = MessageTemplate(
    "W250",
    "proved except for one assumption: {what}",
    "Everything else was proved. No check covers this, and nothing justifies assuming it.",
    "Replace the call by one that is checked, such as `memcpy` with a length.",
)
PROOF_REJECTED = MessageTemplate(
    "W251",
    "the check of the proof could not show that {what}",
    "The independent check of proofs refused the proof, so there is no TRUE.",
    _REPORT,
)
CONTRADICTION = MessageTemplate(
    "W252",
    "{members}, so at least one of them is wrong",
    "Two configurations came to opposite verdicts.",
    _REPORT,
)
NO_PROOF_TIME = MessageTemplate(
    "W253",
    "the check ran for {used} of the {given} of CPU time that it was given",
    "The proof was found, and the time that was left was too short to check it.",
    "Allow more time with `--time-limit`.",
)
NO_PROOF_MEMORY = MessageTemplate(
    "W254",
    "there was no memory left for it",
    "The check of the proof reached the memory limit.",
    "Allow more with `--memory-limit`.",
)
NOT_COMPARED = MessageTemplate(
    "W272",
    "everything else in the contract of {function} was proved; it may change {what}, which `assigns` does not name, and this is "
    "not compared",
    "The function writes there, or through a pointer that may point there. Whet compares numbers and pointers in variables and "
    "in objects that parameters point to, and nothing else.",
    "Let the function write to named places only, or leave out `assigns`.",
)
INITIAL_VALUES = MessageTemplate(
    "W273",
    "the contract of {function} was proved for the initial value of {what} only",
    "A contract holds for all values that a caller may find in variables of the program. Whet gives any values to numbers that "
    "the contract can name, and to nothing else.",
    "Pass the value as a parameter, or write a harness that sets the variable: `whet harness` writes the first version.",
)
CONTRACT_UNPROVED = MessageTemplate(
    "W270",
    "{function} was not proved to keep its contract ({verdict}), so the program was verified with its body{more}",
    "A verdict with `--replace` rests on the contract of a function, and that contract is broken or was not proved.",
    "Verify the function alone with `--entry`, and correct the contract or the function.",
)
WITH_CONTRACTS_UNPROVED = MessageTemplate(
    "W271",
    "not proved with contracts ({verdict}), so the program was verified with the bodies of functions{more}",
    "A call that is replaced by a contract may behave in more ways than the function. One of them may violate the property.",
    "Strengthen `ensures`, or establish what the contracts require before the calls.",
)
