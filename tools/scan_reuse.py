"""Which functions of a project a cache knows already, without verifying any: tools/scan_reuse.py CACHE SAMPLE FILE..."""

import resource
import sys

from whet.core.configuration import load_configuration
from whet.projects.functions import project_task, read_project, sample
from whet.projects.judging import Terms
from whet.projects.scanning import known_judgement
from whet.projects.store import open_store
from whet.task.checks import bugs_property
from whet.task.limits import Limits
from whet.task.task import Task

cache, count, *paths = sys.argv[1:]
project = read_project(project_task(paths, Task(files=(), property=bugs_property())))
limits = Limits(cpu_seconds=10.0, memory_bytes=2 << 30)
terms = Terms(task=project.task, configuration=load_configuration("race"), limits=limits)
store = open_store(cache)
found = {each.name: known_judgement(each, (), terms, store) for each in sample(project.functions, int(count), seed=1)}
for name, judgement in found.items():
    print(name, "new" if judgement is None else f"{judgement.status}, {judgement.cpu_seconds}s")
known = [each for each in found.values() if each is not None]
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(f"{len(known)} of {len(found)} known, which took {sum(each.cpu_seconds for each in known):.1f}s")
print(f"CPU time of looking: {sum(each.ru_utime + each.ru_stime for each in used):.1f}s")
