"""Output formats of findings: one file each, found by their decorator."""
