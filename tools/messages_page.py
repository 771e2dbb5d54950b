"""Write docs/messages: every message with its meaning, what to do, and a program, from ``whet.task.messages``.

python tools/messages_page.py            print all of it
python tools/messages_page.py --write    write the pages, which a test compares
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from whet.task.messages.message import AREAS, ERRORS, EXAMPLES, MessageTemplate, messages

FOLDER = Path(__file__).parent.parent / "docs/messages"
_ABOUT = {
    "assumptions": "A line `Assumed:` names a condition that the verdict relies on and that was not checked.",
    "unknown": "A line `Reason:` says why there is neither a proof nor a violation.",
    "violations": "A line `Violation:` names the error at the end of the run, with its check and its weakness (CWE).",
    "programs": "The program could not be read.",
    "files": "A settings file, property file, task definition or other input has a mistake.",
    "usage": "The command line has a mistake.",
}
_EXAMPLES = "Each example begins with the command and the message that it prints."
_SESSIONS = "In the examples, `+` marks the corrected command, `---` a file, and `+++` the corrected file."


def messages_pages() -> dict[str, str]:
    """The pages by the names of their files."""
    pages = {f"{area}.md": "\n".join(_page(area)) + "\n" for area in AREAS}
    return {"index.md": "\n".join(_index()) + "\n", **pages}


def _index() -> Iterator[str]:
    yield "# Messages"
    yield "\nMessages have a code in brackets, such as `[W305]`."
    yield "`whet explain` prints what a message means, what to do, and an example:\n"
    yield "```sh\nwhet explain W305\n```"
    yield "\nWords in capitals stand for names and values of your program."
    for area, title in AREAS.items():
        yield f"\n## {title}\n\n{_ABOUT[area]}\n"
        yield "| code | message |\n|---|---|"
        for each in messages(area):
            shown = each.shown.replace("|", "\\|").replace("<", "&lt;")
            yield f"| [{each.code}]({area}.md#{each.code.lower()}) | {shown} |"


def _page(area: str) -> Iterator[str]:
    yield f"# {AREAS[area]}"
    yield f"\n{_ABOUT[area]} {_SESSIONS if area in ERRORS else _EXAMPLES}"
    for each in messages(area):
        yield from _message(each)


def _message(message: MessageTemplate) -> Iterator[str]:
    yield f"\n## {message.code}\n"
    weakness = "" if message.cwe is None else f" ([CWE-{message.cwe}](https://cwe.mitre.org/data/definitions/{message.cwe}.html))"
    yield f"> {message.shown.replace('<', '&lt;')}\n"
    yield f"{message.meaning}{weakness}\n"
    yield f"**What to do:** {message.advice}"
    for suffix, language in ((".c", "c"), (".txt", "text")):
        file = EXAMPLES / f"{message.code}{suffix}"
        if file.is_file():
            yield f"\n```{language}\n{file.read_text(encoding='utf-8').rstrip()}\n```"


if __name__ == "__main__":
    for name, text in messages_pages().items():
        if sys.argv[1:] == ["--write"]:
            FOLDER.mkdir(exist_ok=True)
            (FOLDER / name).write_text(text, encoding="utf-8")
        else:
            print(text, end="")
