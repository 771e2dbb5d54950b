"""Verdicts that are kept: what they say of places is true of the text of the day."""

from __future__ import annotations

from pathlib import Path

from whet.cfa.source import Place
from whet.core.configuration import load_configuration
from whet.projects.fingerprint import Fingerprint
from whet.projects.keeping import keep_verdict, kept_verdict
from whet.projects.project_file import Target
from whet.projects.store import FolderStore
from whet.report.sources import Sources
from whet.report.summary import Status, Summary
from whet.task.task import Task


def test_assumption_whose_place_is_lost_does_not_stand_at_an_old_line(tmp_path: Path) -> None:
    target = Target(name="a", task=Task(files=("a.c",)), configuration=load_configuration("value"), files=("a.c",))
    told = ("a.c:3:5: known", "a.c:9:1: lost: b.c:1:2: more", "f is called: as a.c:3:5: says")
    summary = Summary(name="a", files=("a.c",), status=Status.TRUE, verdict="TRUE", assumptions=told)
    store = FolderStore(tmp_path)
    keep_verdict(store, target, Fingerprint("01", (Place("a.c", 3, 5),)), summary)
    kept = kept_verdict(store, target, Fingerprint("01", (Place("a.c", 7, 5),)), Sources(tmp_path))
    assert kept is not None
    assert kept.assumptions == ("a.c:7:5: known", "lost: b.c:1:2: more", "f is called: as a.c:3:5: says")
