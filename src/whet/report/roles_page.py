"""A page that shows a program with the roles of its variables: one HTML file that loads nothing.

Under the line of its declaration stand a variable and its roles, each a link to the line that is the reason for it.  Beside a
line stand the roles that it is the reason for.

Invariants: whatever comes from the program is escaped.  The same roles give the same page.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from html import escape

from whet.report.page import figures, legend, page
from whet.roles.infer import InferredRole, Roles, VariableRoles
from whet.roles.names import NEGATIVE, OF_TYPES, Role


def roles_page(roles: Roles, source: str) -> str:
    title = f"Roles of variables in {roles.file}"
    counted = {"variables": len(roles.variables), "roles": len({held.role for each in roles.variables for held in each.held})}
    body = (
        f"{figures(counted)}{legend(_KINDS)}{_counts(roles)}\n"
        "<table>\n<thead><tr><th>line</th><th>source, and the variables declared there</th>"
        "<th>is the reason for</th></tr></thead>\n"
        f"<tbody>\n{chr(10).join(_lines(roles, source))}\n</tbody>\n</table>\n{_elsewhere(roles)}"
    )
    return page(title, body, _STYLE)


_KINDS = {
    "use": "from what is done with it",
    "not": "from what is not done with it",
    "perhaps": "perhaps: some of its values are not known",
    "type": "from its type",
}


def role_kind(held: InferredRole) -> str:
    """How a role is marked."""
    if held.role in OF_TYPES:
        return "type"
    if held.role in NEGATIVE:
        return "not" if held.must else "perhaps"
    return "use"


def _counts(roles: Roles) -> str:
    counts = Counter(role for each in roles.variables for role in each.roles)
    shown = "".join(f"<span><b>{counts[role]}</b> {role}</span>" for role in Role if counts[role])
    return f'<p class="counts">{shown}</p>'


def _lines(roles: Roles, source: str) -> Iterator[str]:
    declared: dict[int, list[VariableRoles]] = defaultdict(list)
    reasons: dict[int, dict[str, list[InferredRole]]] = defaultdict(lambda: defaultdict(list))
    for variable in roles.variables:
        if variable.place is not None and variable.place.file == roles.file:
            declared[variable.place.line].append(variable)
        for held in variable.held:
            is_elsewhere = held.place is not None and held.place != variable.place and held.place.file == roles.file
            if held.place is not None and is_elsewhere:
                reasons[held.place.line][variable.name].append(held)
    for number, text in enumerate(source.splitlines(), 1):
        below = "".join(_declared(each, roles.file) for each in declared.get(number, ()))
        beside = "".join(_reason(name, held) for name, held in reasons.get(number, {}).items())
        yield (
            f'<tr id="L{number}"><td><a href="#L{number}">{number}</a></td><td><code>{escape(text)}</code>{below}</td>'
            f"<td>{beside}</td></tr>"
        )


def _declared(variable: VariableRoles, file: str) -> str:
    chips = "".join(_chip(held, file) for held in variable.held)
    return f'<div class="declared"><b>{escape(variable.name)}</b> {chips or "<i>no role</i>"}</div>'


def _chip(held: InferredRole, file: str) -> str:
    words = escape(f"{held.why}{'' if held.place is None else f' ({held.place})'}", quote=True)
    shown = f'class="chip {role_kind(held)}" title="{words}">{escape(str(held))}'
    if held.place is not None and held.place.file == file:
        return f'<a href="#L{held.place.line}" {shown}</a>'
    return f"<span {shown}</span>"


def _reason(name: str, held: list[InferredRole]) -> str:
    told = "; ".join(f'<span title="{escape(each.why, quote=True)}">{escape(str(each.role))}</span>' for each in held)
    return f'<div class="reason"><b>{escape(name)}</b>: {told}</div>'


def _elsewhere(roles: Roles) -> str:
    """Variables that are declared in other files."""
    others = [each for each in roles.variables if each.place is None or each.place.file != roles.file]
    listed = "".join(f"<li>{_declared(each, roles.file)}</li>" for each in others)
    return f"<h2>Declared in other files</h2>\n<ul>{listed}</ul>\n" if listed else ""


_STYLE = """\
:root { --use: #d8e8fb; --not: #dff3e3; --perhaps: #fdf0cf; --type: #e9ebee; }
@media (prefers-color-scheme: dark) {
  :root { --use: #17324f; --not: #173a22; --perhaps: #453812; --type: #2a2f35; }
}
body { max-width: 90rem; }
.key { border-radius: .4rem; }
.counts span { display: inline-block; margin-right: 1.2rem; color: var(--quiet); }
td:nth-child(1) { text-align: right; color: var(--quiet); font-variant-numeric: tabular-nums; }
td:nth-child(2) { width: 72%; }
.declared { padding: .1rem 0 .3rem 2rem; font-size: .85rem; }
.reason { color: var(--quiet); font-size: .8rem; }
.chip { display: inline-block; padding: 0 .5rem; margin: .1rem .15rem; border-radius: .4rem; }
a.chip:hover { outline: 1px solid var(--quiet); }
.use { background: var(--use); } .not { background: var(--not); } .perhaps { background: var(--perhaps); }
.type { background: var(--type); }
:target { outline: 2px solid var(--quiet); }
"""
