"""What ``import whet`` offers, for type checkers."""

from whet.projects.python_scan import (
    ScanResult as ScanResult,
)
from whet.projects.python_scan import (
    scan as scan,
)
from whet.session.functions import (
    Confirmed as Confirmed,
)
from whet.session.functions import (
    Counterexample as Counterexample,
)
from whet.session.functions import (
    Defect as Defect,
)
from whet.session.functions import (
    FalseVerdict as FalseVerdict,
)
from whet.session.functions import (
    Findings as Findings,
)
from whet.session.functions import (
    FoundTests as FoundTests,
)
from whet.session.functions import (
    InvalidProgram as InvalidProgram,
)
from whet.session.functions import (
    Level as Level,
)
from whet.session.functions import (
    Progress as Progress,
)
from whet.session.functions import (
    Proof as Proof,
)
from whet.session.functions import (
    Reason as Reason,
)
from whet.session.functions import (
    Rejected as Rejected,
)
from whet.session.functions import (
    Result as Result,
)
from whet.session.functions import (
    SearchEnd as SearchEnd,
)
from whet.session.functions import (
    TaskError as TaskError,
)
from whet.session.functions import (
    TrueVerdict as TrueVerdict,
)
from whet.session.functions import (
    Undecided as Undecided,
)
from whet.session.functions import (
    Unknown as Unknown,
)
from whet.session.functions import (
    Unrolled as Unrolled,
)
from whet.session.functions import (
    Validation as Validation,
)
from whet.session.functions import (
    explain as explain,
)
from whet.session.functions import (
    find_all as find_all,
)
from whet.session.functions import (
    generate_tests as generate_tests,
)
from whet.session.functions import (
    validate as validate,
)
from whet.session.functions import (
    variable_roles as variable_roles,
)
from whet.session.functions import (
    verify as verify,
)
from whet.session.functions import (
    witness as witness,
)

__version__: str
