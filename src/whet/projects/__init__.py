"""Many functions of a project: what a verdict about each depends on, where verdicts are kept, and scans of all of them."""
