"""All readers of files but the front end, each with the errors its users are told.

What is read is also used as far as that is cheap: invariants are placed in a program, a model judges one, a proof is read back as
expressions.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tools.fuzzing import samples
from tools.fuzzing.campaign import Bounds, Reader
from tools.fuzzing.mutation import Material, flip_bytes, mutated, truncate
from whet.algorithms.kinduction import KinductionOptions, KnownInvariants
from whet.algorithms.waypoints import NotFollowed, Waypoints
from whet.analyses.predicate.analysis import PredicateAnalysis
from whet.analyses.predicate.entries import read_entries
from whet.campaign.experiment import load_experiment
from whet.campaign.learning import FeatureFile
from whet.campaign.ledger import LEDGER_NAME, Ledger
from whet.campaign.records import BenchTask, Run, RunLimits, ToolConfiguration, ToolExecution, ToolExited
from whet.campaign.sets import load_set
from whet.campaign.tools import tool_named
from whet.cfa.model import Program
from whet.cfa.trees import BadTree
from whet.cli.console import CommandError
from whet.cli.output_folder import OutputFolder
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.registry import ANALYSIS
from whet.frontend.parse import parse_file
from whet.portfolio.choosing.machines import Classifier, Constant, Label, Regressor, Support
from whet.portfolio.choosing.measuring import FEATURES_VERSION, feature_names
from whet.portfolio.choosing.model import ChoiceModel, LearntConfiguration, Scaling, TrainingData
from whet.portfolio.choosing.model_file import model_text, read_model
from whet.runtime.limits import Usage
from whet.task.compile_commands import read_commands
from whet.task.coverage_goals import read_goal
from whet.task.definition import load_task
from whet.task.errors import TaskError, read_text
from whet.task.precision_file import parse_precision
from whet.task.properties import parse_property, read_property
from whet.witnesses.conditions import NotC, NotRead, read_condition
from whet.witnesses.places import Places
from whet.witnesses.reading import read_witness
from whet.witnesses.witness import Correctness

Read = Callable[[Path], object]


def all_readers() -> list[Reader]:
    """The fast ones have more weight."""
    _predicates()  # workers have what they need, and read no other file for it
    tokens = samples.YAML_TOKENS
    return [
        _reader("property", _property, samples.PROPERTIES, samples.PROPERTY_TOKENS, ".prp", weight=40),
        _reader("coverage goal", _goal, samples.GOALS, samples.PROPERTY_TOKENS, ".prp", weight=15),
        _reader("task definition", _definition, samples.DEFINITIONS, tokens, ".yml", weight=5, names_others=True),
        _reader("build", _build, samples.BUILDS, samples.BUILD_TOKENS, ".json", weight=10),
        _reader("witness", _witness, samples.WITNESSES, tokens, ".yml", weight=2),
        _reader("condition", _condition, samples.CONDITIONS, samples.CONDITION_TOKENS, weight=30, errors=(NotC, NotRead)),
        _reader("precision", _precision, samples.PRECISIONS, samples.PRECISION_TOKENS, weight=10),
        _reader(
            "configuration", _configuration, samples.CONFIGURATIONS, samples.TOML_TOKENS, ".toml", weight=2, names_others=True
        ),
        _reader("--set", _setting, samples.SETTINGS, samples.SETTING_TOKENS, weight=1, names_others=True),
        _reader("experiment", _experiment, samples.EXPERIMENTS, samples.TOML_TOKENS, ".toml", weight=3, names_others=True),
        _model_reader(),
        _reader("invariants", _proof, (samples.RESULT,), samples.JSON_TOKENS, ".json", weight=6, errors=(TaskError, BadTree)),
        _reader(
            "earlier result",
            _earlier,
            (samples.RESULT,),
            samples.JSON_TOKENS,
            weight=5,
            errors=(CommandError,),
            links=("output/result.json",),
        ),
        _reader("tool output", _tool_output, (samples.RESULT, "Verdict: TRUE\n"), samples.JSON_TOKENS, weight=5),
        _reader(
            "manifest",
            _manifest,
            (samples.MANIFEST,),
            samples.CSV_TOKENS,
            weight=8,
            names_others=True,
            links=("corpus/manifest.csv",),
        ),
        _reader("features", _features, (_feature_text(),), samples.CSV_TOKENS, weight=4),
        _ledger_reader(),
    ]


def _reader(name: str, read: Read, texts: Sequence[str], tokens: Sequence[str], suffix: str = "", **about: Any) -> Reader:
    material = Material([text.encode() for text in texts], [token.encode() for token in tokens])
    return Reader(
        name=name,
        samples=tuple(material.others),
        make=lambda rng: mutated(rng, material),
        read=read,
        suffix=suffix,
        **about,
    )


@cache
def _program() -> Program:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "w.c"
        path.write_text(samples.PROGRAM)
        return parse_file(str(path), blocks=False)


# ---------------------------------------------------------------------------------------------------------------- tasks


def _property(path: Path) -> object:
    return read_property(str(path))


def _goal(path: Path) -> object:
    return read_goal(str(path))


def _build(path: Path) -> object:
    return read_commands(str(path))


def _definition(path: Path) -> object:
    return load_task([str(path)])


# ------------------------------------------------------------------------------------------------------------ witnesses


def _witness(path: Path) -> object:
    witness = read_witness(str(path))
    parse_property(witness.task.specification, path=str(path))
    if isinstance(witness.content, Correctness):
        places = Places(_program())
        return [places.placed(invariant, witness=str(path)) for invariant in witness.content.invariants]
    try:
        return Waypoints(_program(), witness.content)
    except NotFollowed:
        return None


def _condition(path: Path) -> object:
    program = _program()
    variables = {variable.name: variable for variable in program.variables()}
    return read_condition(path.read_bytes().decode("utf-8", "replace"), program.machine, variables.get)


# ------------------------------------------------------------------------------------------------------- configurations


@cache
def _predicates() -> PredicateAnalysis:
    return PredicateAnalysis(_program())


def _precision(path: Path) -> object:
    entries = parse_precision(read_text(str(path)), name=str(path), domains=ANALYSIS)
    return read_entries([entry for entry in entries if entry.domain == "predicate"], _predicates())


def _configuration(path: Path) -> object:
    return load_configuration(str(path))


def _setting(path: Path) -> object:
    """Arguments of a command have no NUL, and bytes that are no UTF-8 are surrogates."""
    text = path.read_bytes().replace(b"\0", b"").decode("utf-8", "surrogateescape")
    return load_configuration("value", [text])


def _experiment(path: Path) -> object:
    return load_experiment(str(path))


def _proof(path: Path) -> object:
    load_configuration("ki", [f"kinduction.invariants={path}"])
    from whet.algorithms.kinduction import _proof_in

    known = KnownInvariants(_program(), Context())
    known.suggest(_proof_in(str(path)))
    return KinductionOptions(invariants=str(path)), known


# ---------------------------------------------------------------------------------------------------------------- models


def _model_reader() -> Reader:
    material = Material([model_text(each).encode() for each in _models()], [token.encode() for token in samples.JSON_TOKENS])

    def make(rng: Random) -> bytes:
        """Mostly with the digest that belongs to it, as somebody would write it who wants it to be read."""
        text = mutated(rng, material)
        head, separator, rest = text.partition(b'",\n')
        if rng.random() < 0.1 or not re.fullmatch(rb'\{\n "digest": "[0-9a-f]{64}', head):
            return text
        return b'{\n "digest": "' + hashlib.sha256(rest).hexdigest().encode() + separator + rest

    return Reader(
        name="model", samples=tuple(material.others), make=make, read=_model, errors=(TaskError,), suffix=".json", weight=10
    )


def _models() -> list[ChoiceModel]:
    support = Support(gamma=0.5, vectors=(0, 1))
    pair = {"counts": (1, 1), "coefficients": ((1.0, -1.0),), "intercepts": (0.1,), "slopes": (-1.0,), "offsets": (0.2,)}
    machines = Classifier(support=support, classes=(Label.CORRECT, Label.UNKNOWN), **pair)  # type: ignore[arg-type]
    regressor = Regressor(support=support, coefficients=(1.0, 2.0), intercept=3.0)
    known = (
        LearntConfiguration(name="ki", classifier=machines, seconds=regressor, memory=regressor),
        LearntConfiguration(name="value", classifier=Constant(label=Label.WRONG, probability=0.9), seconds=None, memory=None),
    )
    names = feature_names()[:2]
    model = ChoiceModel(
        features=tuple(names),
        features_version=FEATURES_VERSION,
        scaling=Scaling(lows=(0.0, 0.0), highs=(1.0, 9.0)),
        vectors=((0.0, 0.5), (1.0, 1.0)),
        configurations=known,
        winner="ki",
        data=TrainingData(digest="0" * 64, tasks=2, runs=4),
        settings={"seed": 1},
    )
    return [model]


def _model(path: Path) -> object:
    model = read_model(str(path))
    return model.judge(dict.fromkeys(feature_names(), 3.0))


# ------------------------------------------------------------------------------------------------------------- campaigns


def _earlier(path: Path) -> object:
    """The result of an earlier run, in the folder of another."""
    folder = OutputFolder(_as(path, "output/result.json").parent)
    folder.prepare()
    return folder


def _manifest(path: Path) -> object:
    return load_set(str(_as(path, "corpus/manifest.csv").parent))


def _as(path: Path, name: str) -> Path:
    """The input under another name, by a link that is made once for each worker; an input is written into its file."""
    return path.parent / name


def _tool_output(path: Path) -> object:
    text = path.read_bytes().decode("utf-8", "replace")
    execution = ToolExecution(
        ending=ToolExited(0), use=Usage(wall_seconds=0.0, cpu_seconds=0.0, memory_bytes=0), stdout=text, stderr=text
    )
    return [tool_named(name).read(execution, _RUN) for name in ("whet", "command", "cpachecker", "cbmc")]


_TASK = BenchTask(name="a", category="b", file="w.c", digest="d")
_RUN = Run(
    task=_TASK,
    configuration=ToolConfiguration(name="c", tool="whet", options=()),
    limits=RunLimits(cpu_seconds=1.0, wall_seconds=1.0, memory_bytes=10**9),
)


def _feature_text() -> str:
    about = ["task,digest,machine,version,problem", *feature_names()]
    row = ["a,d,LP64", str(FEATURES_VERSION), "", *("1.5" for _ in feature_names())]
    return ",".join(about) + "\n" + ",".join(row) + "\n" + f"b,e,LP64,{FEATURES_VERSION},time-out\n"


def _features(path: Path) -> object:
    return FeatureFile.read(path)


def _ledger_reader() -> Reader:
    material = Material([_ledger_bytes()], ())

    def make(rng: Random) -> bytes:
        return mutated(rng, material, (flip_bytes, flip_bytes, flip_bytes, truncate))

    return Reader(
        name="ledger",
        samples=tuple(material.others),
        make=make,
        read=_ledger,
        links=(LEDGER_NAME,),
        writes=True,
        bounds=Bounds(batch=500),
    )


def _ledger_bytes() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        with Ledger.create(Path(folder)) as ledger:
            ledger.plan([_RUN])
        return (Path(folder) / LEDGER_NAME).read_bytes()


def _ledger(path: Path) -> object:
    with Ledger.open(path.parent) as ledger:
        return list(ledger.missing()), list(ledger.rows()), ledger.configurations(), ledger.counts(), ledger.metadata()
