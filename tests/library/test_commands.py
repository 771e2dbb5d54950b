"""What commands ask the library for: options, the time, who they are, files.  Runs agree with the compiled program."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from whet.cfa.types import LP64
from whet.cli.main import main
from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict, Result, TrueVerdict
from whet.frontend.parse import parse_file
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import Interpreter
from whet.native.programs import HarnessStatus
from whet.session.session import verify
from whet.task.checks import property_name
from whet.task.properties import read_property
from whet.task.task import Task

OPTIONS = """#include <getopt.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int c, flag = 0, index = -1;
    struct option longs[] = {
        {"all", no_argument, 0, 'a'}, {"bound", required_argument, 0, 'b'},
        {"colour", optional_argument, &flag, 7}, {0, 0, 0, 0}};
    (void)longs, (void)index;
    opterr = 0;
    while ((c = ASK) != -1)
        printf("%d %d %d %s;", c, optind, optopt, optarg ? optarg : "-");
    printf("%d %d %d %d:", c, optind, flag, index);
    for (int i = 1; i < argc; i++)
        printf(" %s", argv[i]);
    return 0;
}
"""
SHORT = 'getopt(argc, argv, "{}")'
LONG = 'getopt_long(argc, argv, "{}", longs, &index)'
VECTORS = (
    (SHORT, "ab:c::", ("-a", "x")),
    (SHORT, "ab:c::", ("x", "-ay")),
    (SHORT, "ab:c::", ("x", "-by")),
    (SHORT, "ab:c::", ("-bz", "-cq")),
    (SHORT, "ab:c::", ("-b",)),
    (SHORT, ":ab:c::", ("-a", "-b")),
    (SHORT, "ab:", ("-z", "--")),
    (SHORT, "ab:", ("x", "--")),
    (SHORT, "+ab:", ("x", "-a")),
    (SHORT, "-ab:", ("x", "-a")),
    (SHORT, "ab:", ("-", "-a")),
    (SHORT, "ab:", ("-:", "-ax")),
    (LONG, "ab:", ("--all", "--bound=3")),
    (LONG, "ab:", ("--bound", "x")),
    (LONG, "ab:", ("--bo", "--co=y")),
    (LONG, "ab:", ("--bound",)),
    (LONG, ":ab:", ("--bound",)),
    (LONG, "ab:", ("--all=1", "--none")),
)


@pytest.mark.gcc
def test_options_are_those_of_glibc(tmp_path: Path) -> None:
    for number, asking in enumerate(dict.fromkeys(each[:2] for each in VECTORS)):
        source, binary = tmp_path / f"p{number}.c", tmp_path / f"p{number}"
        source.write_text(OPTIONS.replace("ASK", asking[0].format(asking[1])))
        subprocess.run(["gcc", "-w", "-o", binary, source], check=True)
        interpreter = Interpreter(parse_file(str(source)))
        for _, _, given in (each for each in VECTORS if each[:2] == asking):
            expected = subprocess.run([binary, *given], capture_output=True, text=True, check=True).stdout
            texts = {f"argv[{place}]": text.encode() for place, text in enumerate(("p", *given))}
            found = interpreter.run(ListedInputs(), arguments={"argc": len(given) + 1}, texts=texts)
            assert found.output.decode() == expected, (asking, given)


CALENDAR = """#include <stdio.h>
#include <time.h>
int main(void) {
    static const long times[] = {TIMES};
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
        struct tm *found = gmtime(&times[i]);
        if (found == 0)
            printf("none\\n");
        else
            printf("%d %d %d %d %d %d %d %d\\n", found->tm_sec, found->tm_min, found->tm_hour, found->tm_mday, found->tm_mon,
                found->tm_year, found->tm_wday, found->tm_yday);
    }
    printf("%g %g\\n", difftime(3, 5), difftime(-5, -7));
    return 0;
}
"""


@pytest.mark.gcc
def test_calendar_is_that_of_glibc(tmp_path: Path) -> None:
    days = [0, 58, 59, 60, 364, 365, 789, 790, 11016, 11017, 24836, -1, -306, -719468, -719469, 2932896, 24855]
    times = [86400 * day + second for day in days for second in (0, 86399)]
    times += [67768036191676799, 67768036191676800, -67768040609740800, -67768040609740801, 9223372036854775807]
    source, binary = tmp_path / "p.c", tmp_path / "p"
    source.write_text(CALENDAR.replace("TIMES", ", ".join(f"{each}L" for each in times)))
    subprocess.run(["gcc", "-w", "-o", binary, source], check=True)
    expected = subprocess.run([binary], capture_output=True, text=True, check=True).stdout
    assert Interpreter(parse_file(str(source), machine=LP64)).run().output.decode() == expected


def answer(folder: Path, text: str, preset: str) -> Result:
    (folder / "p.c").write_text(text)
    wanted = read_property(property_name(["assertion", "overflow", "memory", "division", "uninitialised"]))
    configuration = load_configuration(preset, ["limits.cpu_time=20s"])
    return verify(Task(files=(str(folder / "p.c"),), property=wanted), configuration)


RANGES = """#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    int file = open("x", O_RDONLY), t = isatty(0), status = 0;
    assert(file >= -1 && file < 1048576);
    assert(t == 0 || t == 1);
    assert(getuid() == getuid());
    assert(sleep(3) <= 3);
    assert(write(1, "abc", 3) <= 3);
    assert(time(0) >= 0);
    assert(getpid() > 0 && umask(0) < 512 && lseek(file, 0, SEEK_END) >= -1);
    if (wait(&status) > 0 && WIFEXITED(status))
        assert(WEXITSTATUS(status) < 256);
    return 0;
}
"""
POSSIBLE = {
    "closed": 'int main(void) { assert(open("x", O_RDONLY) >= 0); }',
    "no terminal": "int main(void) { assert(isatty(1)); }",
    "written in part": 'int main(void) { assert(write(1, "abc", 3) != 2); }',
    "root": "int main(void) { assert(getuid() != 0); }",
    "March": "int main(void) { time_t t = time(0); assert(gmtime(&t)->tm_mon != 2); }",
    "option": 'int main(int n, char **v) { while (getopt(n, v, "ab:") != -1) assert(!optarg || *optarg != 46); }',
    "no failure is told": 'int main(void) { if (access("x", R_OK) != 0) { warn("x"); assert(errno == 0); } }',
}
HEADERS = "".join(f"#include <{name}.h>\n" for name in ("assert", "err", "errno", "fcntl", "time", "unistd"))


def test_results_are_in_their_ranges(tmp_path: Path) -> None:
    assert isinstance(answer(tmp_path, RANGES, "ki").verdict, TrueVerdict)


@pytest.mark.parametrize("name", POSSIBLE)
def test_each_possible_result_comes_up(name: str, tmp_path: Path) -> None:
    """The result of a library function is an input of the run."""
    assert isinstance(answer(tmp_path, HEADERS + POSSIBLE[name], "runs").verdict, FalseVerdict)


def test_calendar_is_proved(tmp_path: Path) -> None:
    text = """#include <time.h>
    extern long __VERIFIER_nondet_long(void);
    int main(void) { time_t t = __VERIFIER_nondet_long(); struct tm to; return gmtime_r(&t, &to) == 0 || localtime(&t) == 0; }"""
    assert isinstance(answer(tmp_path, text, "interval").verdict, TrueVerdict)


def test_first_option_has_the_number_1(tmp_path: Path) -> None:
    text = "#include <unistd.h>\n#include <assert.h>\nint main(void) { assert(optind == 1 && opterr == 1); return 0; }"
    assert isinstance(answer(tmp_path, text, "ki").verdict, TrueVerdict)


def test_bodies_for_other_definitions_are_not_used(tmp_path: Path) -> None:
    """A program that has its own ``optind`` keeps it, and so does one with its own ``isatty``."""
    text = """#include <assert.h>
    int optind = 3; int isatty(int f) { return 7; }
    int main(void) { assert(optind + isatty(1) == 10); }"""
    assert isinstance(answer(tmp_path, text, "ki").verdict, TrueVerdict)


@pytest.mark.gcc
def test_compiled_program_gets_the_results_of_a_run(tmp_path: Path) -> None:
    """The harness has whole files of the library: the program calls few of their functions."""
    (tmp_path / "p.c").write_text(f"{HEADERS}int main(void) {{ assert(getuid() != 7 || isatty(0) || close(3) == 0); return 0; }}")
    main(["verify", "--quiet", "--config", "bmc", "--output", str(tmp_path / "o"), str(tmp_path / "p.c")])
    files = [tmp_path / "p.c", tmp_path / "o" / "harness.c"]
    subprocess.run(["gcc", "-w", "-o", tmp_path / "p", *files], check=True)
    assert subprocess.run([tmp_path / "p"], capture_output=True, check=False).returncode == HarnessStatus.ERROR.value
