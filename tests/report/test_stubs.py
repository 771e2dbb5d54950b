"""The advice for a function that runs do not know is a body with its own types."""

from __future__ import annotations

import pytest

from whet.core.configuration import load_configuration
from whet.core.result import Reason, Unknown
from whet.report.next_steps import advice
from whet.task.task import Task

STUBS = {
    "getpwuid": "struct passwd *getpwuid(uid_t uid) { static struct passwd object; return &object; }",
    "nl_langinfo": 'char *nl_langinfo(nl_item item) { return ""; }',
    "sysconf": "long __VERIFIER_nondet_sysconf(void); long sysconf(int name) { return __VERIFIER_nondet_sysconf(); }",
    "opendir": "DIR *opendir(const char *name) { return 0; } stands for a failure",
    "unknown_to_all": "__VERIFIER_nondet_int()",
}


@pytest.mark.parametrize("name", STUBS)
def test_stub_has_the_types_of_the_function(name: str) -> None:
    verdict = Unknown(Reason.NOT_REPLAYED, f"the replay reaches function {name} without a body at p.c:5:1, which is not modelled")
    advised = advice(verdict, Task(files=("p.c",)), load_configuration("ki"))
    assert advised is not None
    assert STUBS[name] in advised.text
