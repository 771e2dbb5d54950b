"""Where the quick classification of variables (``roles.domain_types``, ``roles.loop_counters``) and the rules differ.

    python tools/roles_agreement.py BENCH --sample 40

Compared are the scalar variables with a name that both know: *boolean* is the domain type ``BOOLEAN`` and the role of
that name; *bit* is the domain type ``BIT`` and the role bitvector (with shifts); *counter* is ``loop_counters`` and a
variable that is both a loop iterator and a local counter.  For each the number of variables that both, only the quick
one and only the rules say, and examples of the last two.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path

from frontend_corpus import Task, tasks  # the neighbour in this folder

from whet.cfa.types import MACHINE_MODELS, IntType
from whet.frontend.parse import parse_file
from whet.roles.domain_types import DomainType, domain_types
from whet.roles.infer import InferenceOptions, infer_roles
from whet.roles.loop_counters import loop_counters
from whet.roles.names import Role
from whet.runtime.isolation import Finished, run_isolated
from whet.runtime.limits import Limits

COLUMNS = ("both", "quick only", "rules only", "neither")
Said = dict[str, list[tuple[str, str]]]
"""For each question (column of the table, variable)."""


def compare(task: Task) -> Said:
    machine = MACHINE_MODELS[task.model]
    program = parse_file(task.path, machine=machine)
    types, counters = domain_types(program), loop_counters(program)
    inferred = infer_roles(task.path, machine=machine, options=InferenceOptions(shifts_are_bitops=True))
    names = Counter(each.name for each in inferred.variables)
    roles = {each.name: each.roles for each in inferred.variables if names[each.name] == 1}
    said: Said = defaultdict(list)
    for variable in program.variables():
        name = variable.qualified_name
        if name in roles and isinstance(variable.type, IntType):
            found, domain = roles[name], types.type_of(variable)
            answers = {
                "boolean": (domain is DomainType.BOOLEAN, Role.BOOLEAN in found),
                "bit": (domain is DomainType.BIT, Role.BITVECTOR in found),
                "counter": (variable in counters, {Role.LOOP_ITERATOR, Role.LOCAL_COUNTER} <= found),
            }
            for question, (quick, ruled) in answers.items():
                said[question].append((COLUMNS[(0 if ruled else 1) if quick else (2 if ruled else 3)], name))
    return dict(said)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare two classifications of variables.")
    parser.add_argument("bench", type=Path)
    parser.add_argument("--sample", type=int, default=40, metavar="N")
    parser.add_argument("--examples", type=int, default=3, metavar="N")
    args = parser.parse_args()
    chosen = random.Random(1).sample([task for task in tasks(args.bench) if task.lines < 3000], args.sample)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    examples: dict[tuple[str, str], list[str]] = defaultdict(list)
    for task in chosen:
        match run_isolated(lambda task=task: compare(task), limits=Limits(wall_seconds=300)):  # type: ignore[misc]
            case Finished(value=said):
                for question, answers in said.items():
                    counts[question].update(column for column, _ in answers)
                    for column, name in answers:
                        examples[question, column].append(f"{task.name}: {name}")
            case other:
                print(f"{task.name}: {other}", file=sys.stderr)
    print(f"{'':10}" + "".join(f"{column:>12}" for column in COLUMNS))
    for question, counter in counts.items():
        print(f"{question:10}" + "".join(f"{counter[column]:>12}" for column in COLUMNS))
    for question in counts:
        for column in COLUMNS[1:3]:
            found = examples[question, column]
            for name in random.Random(2).sample(found, min(args.examples, len(found))):
                print(f"{question}, {column}: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
