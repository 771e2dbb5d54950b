"""``python -m whet`` is the command ``whet``."""

from __future__ import annotations

import sys

from whet.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
