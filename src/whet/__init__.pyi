"""What ``import whet`` offers, for type checkers."""

from whet.facade import (
    Confirmed as Confirmed,
)
from whet.facade import (
    Counterexample as Counterexample,
)
from whet.facade import (
    Defect as Defect,
)
from whet.facade import (
    FalseVerdict as FalseVerdict,
)
from whet.facade import (
    Findings as Findings,
)
from whet.facade import (
    FoundTests as FoundTests,
)
from whet.facade import (
    InvalidProgram as InvalidProgram,
)
from whet.facade import (
    Level as Level,
)
from whet.facade import (
    Progress as Progress,
)
from whet.facade import (
    Proof as Proof,
)
from whet.facade import (
    Reason as Reason,
)
from whet.facade import (
    Rejected as Rejected,
)
from whet.facade import (
    Result as Result,
)
from whet.facade import (
    SearchEnd as SearchEnd,
)
from whet.facade import (
    TaskError as TaskError,
)
from whet.facade import (
    TrueVerdict as TrueVerdict,
)
from whet.facade import (
    Undecided as Undecided,
)
from whet.facade import (
    Unknown as Unknown,
)
from whet.facade import (
    Unrolled as Unrolled,
)
from whet.facade import (
    Validation as Validation,
)
from whet.facade import (
    explain as explain,
)
from whet.facade import (
    find_all as find_all,
)
from whet.facade import (
    generate_tests as generate_tests,
)
from whet.facade import (
    validate as validate,
)
from whet.facade import (
    variable_roles as variable_roles,
)
from whet.facade import (
    verify as verify,
)
from whet.facade import (
    witness as witness,
)

__version__: str
