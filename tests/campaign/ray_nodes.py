"""Real Ray nodes on this machine, for tests: a head and a second one, with one processor each."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_PATIENCE = 300.0
"""Seconds a node may take to start on a busy machine."""


@dataclass(frozen=True, slots=True)
class Nodes:
    address: str
    environment: Mapping[str, str]
    """What a process needs to connect."""
    second: int
    """The process that started the second node and waits for it."""

    def kill_second_raylet(self) -> None:
        """The node is gone as if its machine had lost power, but for this one process."""
        (raylet,) = [pid for pid in _children(self.second) if "raylet/raylet" in _command_line(pid)]
        os.kill(raylet, signal.SIGKILL)


@contextmanager
def two_nodes() -> Iterator[Nodes]:
    folder = tempfile.mkdtemp(prefix="whet-ray-", dir="/tmp")  # paths of sockets must be short
    environment = {
        **os.environ,
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    address = f"127.0.0.1:{_free_port()}"
    head = ["--head", f"--port={address.split(':')[1]}", "--include-dashboard=false", f"--temp-dir={folder}"]
    started = []
    try:
        started.append(_start(head, environment))
        _wait_for_port(address)
        started.append(_start([f"--address={address}"], environment))
        _wait_for_nodes(address, environment, 2)
        yield Nodes(address, environment, started[1].pid)
    finally:
        _end(started, folder)


def _start(arguments: list[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    command = [str(Path(sys.executable).parent / "ray"), "start", "--block", "--num-cpus=1", *arguments]
    return subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def _wait_for_port(address: str) -> None:
    """Much quicker than to connect as Ray does; the second node tries again by itself."""
    host, _, port = address.partition(":")
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection((host, int(port)), timeout=1):
            return
        time.sleep(0.1)
    raise TimeoutError(f"nothing listens at {address}")


def _wait_for_nodes(address: str, environment: Mapping[str, str], count: int) -> None:
    script = (
        "import ray, sys; ray.init(address=sys.argv[1], log_to_driver=False, logging_level='ERROR');"
        "sys.exit(sum(node['Alive'] for node in ray.nodes()) < int(sys.argv[2]))"
    )
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        tried = subprocess.run(
            [sys.executable, "-c", script, address, str(count)], env=environment, capture_output=True, check=False
        )
        if tried.returncode == 0:
            return
        time.sleep(0.5)
    raise TimeoutError(f"no {count} Ray nodes at {address}: {tried.stderr.decode()[-2000:]}")


def _end(started: list[subprocess.Popen[bytes]], folder: str) -> None:
    """The processes of Ray know the folder by name; workers end with their raylet."""
    for process in started:
        process.kill()
        process.wait()
    for pid in [int(name) for name in os.listdir("/proc") if name.isdecimal()]:
        if folder in _command_line(pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _children(parent: int) -> list[int]:
    found = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with suppress(OSError):
                status = Path(f"/proc/{name}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                if int(status[1]) == parent:
                    found.append(int(name))
    return found


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
