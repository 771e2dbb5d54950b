"""Runs on a Ray cluster, one Ray task for each.

Ray decides where a run goes (by the processors and the memory it asks for) and repeats it when its worker or its node dies.
The driver keeps only a window of runs in flight, so its memory does not grow with the campaign, and takes results as they come.

Each run is yielded once: as ``RunDone``, or as ``Lost`` if worker after worker died with it.  A lost run has no result, because
nothing is known about the tool; it stays missing in the ledger and is tried again when the campaign is resumed.

The nodes need this package and see the programs under the same paths (a shared folder, or a working directory that Ray ships).
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from whet.campaign.records import Run, RunResult
from whet.campaign.tools import perform, tool_named
from whet.task.errors import TaskError
from whet.task.records import dataclass

if TYPE_CHECKING:
    from ray import ObjectRef

LOCAL = "local"
_ATTEMPTS = 3
_RUNS_PER_CPU = 4
"""Runs in flight for each processor: enough that no node waits for the driver."""
_LEAST_WINDOW = 64
"""Runs in flight on a small cluster: enough to show a cluster that can grow that there is work."""


@dataclass(frozen=True, slots=True)
class RunDone:
    run: Run
    result: RunResult


@dataclass(frozen=True, slots=True)
class Lost:
    """Every attempt ended with the death of the worker or the node."""

    run: Run
    reason: str


RunEnded: TypeAlias = RunDone | Lost


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster this process is connected to."""

    address: str
    dashboard: str | None
    """Where a browser finds Ray's dashboard, if it runs."""

    @property
    def nodes(self) -> int:
        import ray

        return len([node for node in ray.nodes() if node["Alive"]])  # type: ignore[no-untyped-call]  # Ray has few types

    @property
    def cpus(self) -> int:
        import ray

        return int(ray.cluster_resources().get("CPU", 0))  # type: ignore[no-untyped-call]  # as above

    def perform(self, runs: Iterable[Run]) -> Iterator[RunEnded]:
        """What came of each run, as they end."""
        import ray

        waiting = iter(runs)
        remote = ray.remote(num_cpus=1, max_retries=_ATTEMPTS - 1, retry_exceptions=False)(_on_node)
        flight: dict[ObjectRef[RunResult], Run] = {}
        while True:
            room = max(_RUNS_PER_CPU * self.cpus, _LEAST_WINDOW) - len(flight)
            for run in islice(waiting, max(room, 0)):
                flight[remote.options(memory=run.limits.memory_bytes, name=run.task.name).remote(run)] = run
            if not flight:
                return
            ended, _ = ray.wait(list(flight), num_returns=1)
            for reference in ended:
                yield _ended(reference, flight.pop(reference))


@contextmanager
def connected(address: str = LOCAL, *, cpus: int | None = None) -> Iterator[Cluster]:
    """A cluster of this machine alone that ends with the block, or one that is there; ``cpus`` counts for the first only."""
    if find_spec("ray") is None:
        raise TaskError("campaigns need Ray, which is not installed: pip install 'whet[campaign]'")
    _check_reachable(address)
    import ray

    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # leave the tools' view of accelerators alone
    try:
        if address == LOCAL:
            # A cluster of our own needs no metrics for graphs: they cost a twelfth of a processor.
            os.environ.setdefault("RAY_enable_metrics_collection", "0")
            os.environ.setdefault("RAY_metrics_report_interval_ms", "60000")
            context = ray.init(
                address="local", num_cpus=cpus, include_dashboard=True, log_to_driver=False, logging_level=logging.ERROR
            )
        else:
            context = ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise TaskError(f"no Ray cluster at '{address}': {error}; 'ray start --head' starts one") from error
    try:
        yield Cluster(address, context.dashboard_url or None)
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Ray would try for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or "//" in address:
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except OSError as error:
        reason = error.strerror or str(error)
        raise TaskError(f"no Ray cluster at '{address}': {reason}; 'ray start --head' starts one") from error


def _on_node(run: Run) -> RunResult:
    """In a worker."""
    import ray

    node = ray.get_runtime_context().get_node_id()
    return perform(run, node=node[:12], tool_version=_version(run.configuration.tool))


@cache
def _version(tool: str) -> str:
    """A tool is asked once per worker; the answer does not change while the worker lives."""
    return tool_named(tool).version()


def _ended(reference: ObjectRef[RunResult], run: Run) -> RunEnded:
    import ray
    from ray.exceptions import NodeDiedError, ObjectLostError, OutOfMemoryError, RaySystemError, WorkerCrashedError

    try:
        return RunDone(run, ray.get(reference))
    except (WorkerCrashedError, NodeDiedError, ObjectLostError, OutOfMemoryError, RaySystemError) as error:
        return Lost(run, str(error).splitlines()[0])
