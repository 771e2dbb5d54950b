"""Many runs: tasks times configurations under limits, recorded in a ledger, compared in tables and pictures."""
