"""The frame of pages: what is put into it stays where it was put, and nothing is loaded."""

from __future__ import annotations

from whet.report.page import figures, legend, page


def test_titles_figures_and_meanings_are_escaped() -> None:
    text = page("<t>", figures({"<n>": "<v>"}) + legend({"all": "<w>"}), "")
    assert not any(f"<{name}>" in text for name in "tnvw")
    assert all(f"&lt;{name}&gt;" in text for name in "tnvw")


def test_a_page_loads_nothing_and_has_its_own_style_after_that_of_all() -> None:
    text = page("t", "<p>told</p>\n", "body { max-width: 1rem; }\n")
    assert "content=\"default-src 'none'; style-src 'unsafe-inline'\"" in text
    assert text.index("body { margin") < text.index("body { max-width: 1rem; }\n</style>")
    assert text.endswith("<h1>t</h1>\n<p>told</p>\n</body>\n</html>\n")
