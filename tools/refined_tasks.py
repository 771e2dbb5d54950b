"""Choose tasks on which a choice between refinements matters: those that needed some in a campaign.

    whet bench run BENCH --configs value-cegar --category 'ldv-*' --sample 300 --time-limit 5s --output SCAN
    python tools/refined_tasks.py BENCH SCAN --least 2 --sample 80 > experiments/refined-tasks.txt

A run that reached a limit counts, too, if it recorded its refinements.  The sample is stratified like every other.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from whet.campaign.ledger import Ledger
from whet.campaign.sets import load_set, stratified_sample


def refined(folder: Path, *, least: int) -> frozenset[str]:
    """The tasks of a campaign with a run of at least so many refinements."""
    with Ledger.open(folder) as ledger:
        return frozenset(row.run.task.name for row in ledger.rows() if _refinements(row.result.answer.statistics) >= least)


def _refinements(statistics: Mapping[str, object]) -> float:
    found = statistics.get("refinements", 0)
    return found if isinstance(found, (int, float)) else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", help="the folder of the tasks")
    parser.add_argument("campaign", type=Path, help="the folder of a campaign over them")
    parser.add_argument("--least", type=int, default=2, help="refinements a task must need")
    parser.add_argument("--sample", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    names = refined(arguments.campaign, least=arguments.least)
    tasks = [task for task in load_set(arguments.bench) if task.name in names]
    print(f"# {len(tasks)} tasks needed {arguments.least} refinements or more; a stratified sample with seed {arguments.seed}")
    for task in stratified_sample(tasks, arguments.sample, seed=arguments.seed):
        print(task.name)


if __name__ == "__main__":
    main()
