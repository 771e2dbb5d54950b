"""The parts that Whet uses, which ``whet doctor`` tries: each registers itself where it is defined.

A part of another package is an entry point of the group ``whet.parts``.  Engines are registered in ``whet.solvers.engines``.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import platform
import re
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import ClassVar, Final

from whet.task.registry import RegistryKind

PART: Final = RegistryKind("part", ("whet.cli.parts",), "whet.parts")
register_part = PART.register

_OLDEST_PYTHON: Final = (3, 11)
_REINSTALL: Final = "pip install --force-reinstall whet"
_ENGINE: Final = "_engine"


class PartMissing(Exception):
    """A part cannot be used; the message says why."""


class Part(ABC):
    """Something that Whet uses.  The docstring of a part says what it is for."""

    name: str
    remedy: str
    is_required: ClassVar[bool] = False

    @property
    def purpose(self) -> str:
        return (self.__doc__ or "").partition("\n")[0]

    @abstractmethod
    def probe(self) -> str:
        """Returns the version, or what there is; raises ``PartMissing``."""


def parts() -> Iterator[Part]:
    for registered in PART.all().values():
        yield registered.make()
    from whet.solvers import engines

    for module in pkgutil.iter_modules(engines.__path__):
        if module.name.endswith(_ENGINE):
            yield EnginePart(module.name.removesuffix(_ENGINE))


@register_part("Python")
class Python(Part):
    """runs Whet"""

    remedy = "install Python 3.11 or newer"
    is_required = True

    def probe(self) -> str:
        if sys.version_info < _OLDEST_PYTHON:
            raise PartMissing(f"this is Python {platform.python_version()}")
        return f"{platform.python_version()}, {sys.executable}"


class LibraryPart(Part):
    """A required package; ``module`` is imported."""

    remedy = _REINSTALL
    is_required = True
    module: ClassVar[str]

    def probe(self) -> str:
        importlib.import_module(self.module)
        return version(self.name)


@register_part("libclang")
class Libclang(LibraryPart):
    """parses C"""

    module = "clang"

    def probe(self) -> str:
        """The library is loaded as the front end loads it."""
        from whet.frontend.clang import library

        found = super().probe()
        library()
        return found


@register_part("PyYAML")
class PyYaml(LibraryPart):
    """reads task definitions and witnesses"""

    module = "yaml"


@register_part("rich")
class Rich(LibraryPart):
    """prints on terminals"""

    module = "rich"


class EnginePart(Part):
    """decides formulas"""

    remedy = _REINSTALL
    is_required = True

    def __init__(self, name: str) -> None:
        self.name = name

    def probe(self) -> str:
        """The module of an engine imports the engine, whose package may have another name."""
        importlib.import_module(f"whet.solvers.engines.{self.name}{_ENGINE}")
        return version(metadata.packages_distributions().get(self.name, [self.name])[0])


@register_part("C headers")
class Headers(Part):
    """#include <stdio.h> and other system headers"""

    remedy = "apt-get install libc6-dev"

    def probe(self) -> str:
        path = Path("/usr/include/stdio.h")
        if not path.is_file():
            raise PartMissing(f"there is no {path}")
        return str(path.parent)


@register_part("gcc")
class Gcc(Part):
    """--execute, --replay compiled and 'whet test'"""

    remedy = "apt-get install gcc libc6-dev"
    machine: ClassVar[str] = "LP64"

    def probe(self) -> str:
        from whet.native.programs import find_compiler
        from whet.task.task import Machine

        return program(find_compiler(Machine[self.machine]).path, "-dumpfullversion")


@register_part("gcc -m32")
class Gcc32(Gcc):
    """the same for --32"""

    remedy = "apt-get install gcc-multilib"
    machine = "ILP32"


@register_part("gcov")
class GcovPart(Part):
    """the coverage that 'whet test' prints"""

    remedy = "apt-get install gcc"

    def probe(self) -> str:
        return program("gcov", "--version")


@register_part("sandbox")
class SandboxPart(Part):
    """confines compiled programs"""

    remedy = "allow user namespaces, landlock and seccomp (in a container: by its security options)"

    def probe(self) -> str:
        """The measures that a child of this process can take."""
        from whet.native.sandbox import MEASURES, Sandbox

        sandbox = Sandbox(writable=(), cpu_seconds=10, memory_bytes=None)
        reading, writing = os.pipe()
        with os.fdopen(reading, encoding="ascii") as report:
            try:
                subprocess.run(
                    ["/bin/true"],
                    preexec_fn=lambda: sandbox.enter(writing),  # which takes no lock
                    pass_fds=(writing,),
                    check=False,
                    timeout=20,
                )
            finally:
                os.close(writing)
            taken = report.read().splitlines()
        if lacking := [measure for measure in MEASURES if measure not in taken]:
            raise PartMissing(f"not in force here: {'; '.join(lacking)}")
        return f"{len(taken)} measures"


@register_part("dot")
class DotPart(Part):
    """'whet cfa --format svg'"""

    remedy = "apt-get install graphviz"

    def probe(self) -> str:
        return program("dot", "-V")


class Extra(Part):
    """An extra of the package, with the packages that it brings.  They are not imported: some take seconds to load."""

    packages: ClassVar[tuple[str, ...]]

    def __init__(self) -> None:
        self.remedy = f"pip install '{self.name}'"

    def probe(self) -> str:
        return ", ".join(f"{each} {version(each)}" for each in self.packages)


@register_part("whet[roles]")
class RolesPart(Extra):
    """'whet roles' and 'whet features'"""

    packages = ("clingo",)


@register_part("whet[mcp]")
class Mcp(Extra):
    """'whet mcp', the server for agents"""

    packages = ("mcp",)


@register_part("whet[lsp]")
class Lsp(Extra):
    """'whet lsp', the server for editors"""

    packages = ("pygls",)


@register_part("whet[campaign]")
class Campaign(Extra):
    """'whet bench', with tables and plots"""

    packages = ("ray", "matplotlib", "pyarrow")


@register_part("whet[learning]")
class Learning(Extra):
    """'whet bench train'"""

    packages = ("scikit-learn",)


@register_part("whet[remote]")
class Remote(Extra):
    """results of 'whet scan' at an address such as s3://bucket/results"""

    packages = ("fsspec",)


def version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        raise PartMissing(f"the package {distribution} is not installed") from None


def program(name: str, option: str) -> str:
    """The version that a program prints."""
    path = shutil.which(name)
    if path is None:
        raise PartMissing(f"{name} is not installed")
    done = subprocess.run([path, option], capture_output=True, text=True, check=True, timeout=20)
    found: list[str] = re.findall(r"\d+\.[\d.]+\d", done.stdout + done.stderr)
    return found[-1]
