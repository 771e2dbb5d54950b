"""An output format of another package: one line for each finding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whet.report.format import register_format
from whet.report.sources import Sources
from whet.report.summary import Summary
from whet.task.options import Flag, Whole, option


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesOptions:
    names: bool = option(False, Flag(), "Begin each line with the program.")
    most: int = option(10, Whole(1), "The greatest number of lines.")


@register_format("places", options=PlacesOptions)
def places(summaries: Sequence[Summary], sources: Sources, options: PlacesOptions) -> str:
    """Places of findings."""
    lines = [
        f"{summary.name}: {each.place} {each.check}\n" if options.names else f"{each.place} {each.check}\n"
        for summary in summaries
        for each in summary.findings
    ]
    return "".join(lines[: options.most])
