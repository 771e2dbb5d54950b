"""Findings: what goes wrong in the run that is shown."""

from __future__ import annotations

from whet.task.messages.message import MessageTemplate

_ACCESS = "Follow the run to the place where the pointer gets its value, and check it there."
_PATH = "Follow the conditions in the run that lead there."
_BOUNDS = "Check the index or the length before the access, or make the object larger."
_TYPES = "Make the types of the pointer, the declaration and the definition agree."

ASSERTION = MessageTemplate(
    "W300",
    "an assertion fails",
    "The condition of an `assert` is false in the run.",
    "Compare the values in the run with the condition: either the program or the condition is wrong.",
)
ERROR_CALLED = MessageTemplate(
    "W301",
    "{function}() is called",
    "The run reaches a function that the property names as an error.",
    _PATH,
)
LABEL = MessageTemplate(
    "W302", "the label {label} is reached", "The run reaches a label that the property names as an error.", _PATH
)
NULL = MessageTemplate(
    "W305",
    "access through a null pointer",
    "The program reads or writes the object that a null pointer points to.",
    "Check the pointer before the access. The run shows where it becomes null.",
    476,
)
NULL_MOVED = MessageTemplate(
    "W306",
    "access through a null pointer, at offset {offset}",
    "A member or an element is accessed through a null pointer.",
    "Check the pointer before the access. The run shows where it becomes null.",
    476,
)
CODE_ACCESSED = MessageTemplate(
    "W307", "access to the code of {function}", "A pointer to a function is used as a pointer to an object.", _ACCESS, 843
)
NO_OBJECT = MessageTemplate(
    "W308",
    "access to address {address}, which belongs to no object",
    "The pointer was made from a number, never set, or moved far out of its object.",
    _ACCESS,
    822,
)
FREED = MessageTemplate(
    "W309",
    "access to a {object} after it was freed",
    "A pointer is used after `free` ended the life of the block (use after free).",
    "Move the `free` behind the last use, or set the pointer to null after it.",
    416,
)
ENDED = MessageTemplate(
    "W310",
    "access to the {object} after the end of its lifetime",
    "A pointer to a local variable is used after the block or the function of the variable was left.",
    "Return a copy, make the variable static, or allocate the object.",
    825,
)
CONSTANT = MessageTemplate(
    "W311", "write into {name}, which is constant", "An object that is declared `const` is changed.", _ACCESS
)
STRING = MessageTemplate(
    "W312",
    "write into the {object}",
    "A string literal is changed, which C does not allow.",
    'Declare an array instead: `char text[] = "..."`.',
)
INDEX = MessageTemplate(
    "W313",
    "{array}[{index}] is outside {array}, which has {count} elements",
    "The index is negative, or not less than the number of elements.",
    _BOUNDS,
    119,
)
INDEX_OF_ONE = MessageTemplate("W314", "{array}[{index}] is outside {array}, which has 1 element", INDEX.meaning, _BOUNDS, 119)
INDEX_OPEN = MessageTemplate("W315", "{array}[{index}] is outside {array}", "The index is negative.", _BOUNDS, 119)
BEYOND = MessageTemplate(
    "W316",
    "access to {bytes} at offset {offset} of the {object}{room}",
    "Some of the bytes that are read or written lie before or behind the object.",
    _BOUNDS,
    119,
)
BEYOND_KNOWN = MessageTemplate(
    "W317",
    "access to {size} bytes at offset {offset} of the {object}, whose size is not known",
    "The object is declared in another file, or its last member has no length.",
    "Name the file that defines the object as well.",
)
ELEMENT = MessageTemplate(
    "W326",
    "element {index} is outside the array of {count} that {pointer} points into",
    "The function is called with a pointer into an array, perhaps not to its first element, and accesses an element outside.",
    "Check the index, or state in `whet.toml` what callers pass.",
    119,
)
ENSURES = MessageTemplate(
    "W327",
    "{function} breaks its contract: it does not ensure {condition}",
    "The function returns, and a condition that its contract ensures is false.",
    "Compare the values in the run with the condition: either the function or its contract is wrong.",
)
ASSIGNS = MessageTemplate(
    "W328",
    "{function} breaks its contract: it changes {what}, which assigns does not name",
    "The function changes something that its contract promises to leave unchanged.",
    "Add the place to `assigns`, or leave it unchanged.",
)
REQUIRES = MessageTemplate(
    "W329",
    "call of {function} violates its contract, which requires {condition}",
    "A call is replaced by the contract of the function, and does not satisfy what the contract requires.",
    "Compare the values in the run with the condition: either the call or the contract is wrong.",
)
SEARCH = MessageTemplate(
    "W318",
    "search for a byte of value {byte} runs over the end of the {object}, which has {size} bytes",
    "A function such as `strlen` looks for the end of a string, and the object has no such byte.",
    "End the string by a null character, or use a function with a limit, such as `strnlen`.",
    126,
)
CALL_NULL = MessageTemplate(
    "W319",
    "call through a null pointer",
    "A function is called through a pointer that is null.",
    "Check the pointer before the call.",
    476,
)
CALL_NOWHERE = MessageTemplate(
    "W320",
    "call through address {address}, which belongs to no function",
    "The pointer does not hold the address of a function.",
    _ACCESS,
    822,
)
OTHER_PARAMETERS = MessageTemplate(
    "W321",
    "call of {function} through a pointer to a function with other parameters",
    "The types of the arguments are not those of the parameters.",
    _TYPES,
    628,
)
OTHER_RESULT = MessageTemplate(
    "W322",
    "call of {function} through a pointer to a function with another result",
    "The type of the result is not the one that the call uses.",
    _TYPES,
    628,
)
TOO_FEW = MessageTemplate(
    "W323",
    "call of {function} with too few arguments: {given} instead of {wanted}",
    "The function reads parameters that the call does not set.",
    _TYPES,
    685,
)
TOO_MANY = MessageTemplate(
    "W324",
    "call of {function} with too many arguments: {given} instead of {wanted}",
    "The call passes more values than the function has parameters.",
    _TYPES,
    685,
)
ARRAY_LENGTH = MessageTemplate(
    "W325",
    "array of {count} elements in the declaration of {name}",
    "The length of a variable-length array is zero or negative.",
    "Check the length before the declaration.",
    1284,
)
FREE_NOTHING = MessageTemplate(
    "W330",
    "free of {address}, which malloc did not return",
    "The pointer points to no object.",
    _ACCESS,
    590,
)
FREE_OTHER = MessageTemplate(
    "W331",
    "free of the {object}, which malloc did not return",
    "The object was not allocated on the heap: it is a variable or a string literal.",
    "Remove the `free`, or allocate the object.",
    590,
)
FREE_INSIDE = MessageTemplate(
    "W332",
    "free of a pointer into the middle of the {object} (offset {offset})",
    "`free` needs the pointer that `malloc` returned; this one was moved.",
    "Keep the pointer that `malloc` returned, and free that one.",
    761,
)
FREED_TWICE = MessageTemplate(
    "W333",
    "second free of a {object}",
    "The block was freed before (double free).",
    "Set the pointer to null after the first `free`, or remove one of the two.",
    415,
)
LOST = MessageTemplate(
    "W340",
    "a heap block of {size} bytes is lost: nothing points to it when the program ends",
    "The last pointer to the block was overwritten or went out of scope (memory leak).",
    "Call `free` before the last pointer to the block is lost.",
    401,
)
NOT_FREED = MessageTemplate(
    "W341",
    "a heap block of {size} bytes is not freed when the program ends",
    "A pointer to the block is still there, but `free` was not called.",
    "Free the block before the program ends. If that does not matter to you, do not ask for the check `cleanup`.",
    401,
)
DIVISION = MessageTemplate(
    "W350",
    "division by zero: {left} / 0",
    "The divisor is zero.",
    "Check the divisor before the division.",
    369,
)
REMAINDER = MessageTemplate("W351", "division by zero: {left} % 0", DIVISION.meaning, DIVISION.advice, 369)
OVERFLOW = MessageTemplate(
    "W352",
    "overflow of {type}: {expression}",
    "The exact result does not fit the signed type.",
    "Use a wider or an unsigned type, or check the operands before.",
    190,
)
SHIFT = MessageTemplate(
    "W353",
    "shift of {type} ({width} bits) by {count}",
    "The distance is negative, or not less than the number of bits of the type.",
    "Check the distance before the shift.",
    1335,
)
CONVERSION = MessageTemplate(
    "W354",
    "conversion of {value} to {type}, which cannot hold it",
    "The integer part of the floating-point number is outside the range of the integer type.",
    "Check the range before the conversion.",
    681,
)
MISALIGNED = MessageTemplate(
    "W360",
    "access at {where}, which is not a multiple of {align}",
    "The type of the access needs an address that is a multiple of its alignment.",
    "Copy the bytes with `memcpy` into an object of the type.",
    188,
)
WRONG_TYPE = MessageTemplate(
    "W361",
    "access to the {object} by a type that is incompatible with its own",
    "Compilers may assume that this does not happen (`-fstrict-aliasing`).",
    "Copy the bytes with `memcpy` into an object of the other type.",
    843,
)
NULL_STEPPED = MessageTemplate(
    "W362",
    "a null pointer is moved by {distance} bytes",
    "Pointer arithmetic on a null pointer has no meaning in C.",
    "Check the pointer before.",
    823,
)
STEPPED_OUT = MessageTemplate(
    "W363",
    "a pointer to the {object} of {size} bytes is moved to offset {offset}",
    "A pointer may point into its object or one past its end, and nowhere else.",
    "Compute with indices, and make the pointer only when the index was checked.",
    823,
)
DIFFERENT_OBJECTS = MessageTemplate(
    "W364",
    "order or distance of pointers that point to different objects",
    "`<`, `>` and `-` have a meaning only for pointers into the same object.",
    "Compare indices, or compare for equality only.",
    469,
)
NOT_WRITTEN = MessageTemplate(
    "W370",
    "{what} is read before it is written",
    "The variable or the memory holds no defined value.",
    "Initialise it where it is declared or allocated.",
    457,
)
NO_RESULT = MessageTemplate(
    "W371",
    "the value of a call is used, but the function ended without returning one",
    "The function reached its end, or a `return` without a value.",
    "Return a value on every path.",
    457,
)
