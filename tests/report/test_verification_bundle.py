"""The script of the page is the one that its sources make, says whose code it has in it, and fetches nothing."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = ROOT / "src" / "whet" / "report" / "verification" / "page_files"
WEB = ROOT / "web"


def hash_of(web: Path) -> str:
    """As ``web/build.mjs`` computes it: names and contents, in the order of the names."""
    found = hashlib.sha256()
    for name in sorted(["package.json", "package-lock.json", *(f"src/{path.name}" for path in (web / "src").iterdir())]):
        found.update(name.encode() + b"\0" + (web / name).read_bytes() + b"\0")
    return found.hexdigest()


@pytest.mark.parametrize("name", ["report.js", "report.css"])
def test_the_bundle_belongs_to_its_sources(name: str) -> None:
    header = re.match(r"/\* built from web/ ([0-9a-f]{64})", (FILES / name).read_text(encoding="utf-8"))
    assert header is not None
    assert header[1] == hash_of(WEB), "web/ was changed: cd web && npm ci && npm run build"


def test_a_change_of_a_source_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    for name in ("package.json", "package-lock.json", *(f"src/{path.name}" for path in (WEB / "src").iterdir())):
        (tmp_path / name).write_bytes((WEB / name).read_bytes())
    assert hash_of(tmp_path) == hash_of(WEB)
    with (tmp_path / "src" / "main.tsx").open("a", encoding="utf-8") as file:
        file.write(" ")
    assert hash_of(tmp_path) != hash_of(WEB)


def test_packages_in_the_bundle_are_named_with_their_licences() -> None:
    notices = (FILES / "NOTICES.txt").read_text(encoding="utf-8")
    for name, version in json.loads((WEB / "package.json").read_text(encoding="utf-8"))["dependencies"].items():
        assert f"{name} {version} (" in notices
    assert notices.count("Permission") >= 4


def test_the_bundle_can_stand_in_a_page_and_fetches_nothing() -> None:
    script = (FILES / "report.js").read_text(encoding="utf-8")
    assert "</script" not in script
    assert "<!--" not in script
    assert not re.search(r"\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|\beval\(|new Function|import\(", script)
    addresses = set(re.findall(r"https?://[^\"'`\s]+", script))
    assert all(address.startswith("http://www.w3.org/") for address in addresses), "names of namespaces are no addresses"
    assert "url(" not in (FILES / "report.css").read_text(encoding="utf-8")
