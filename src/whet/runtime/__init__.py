"""Child processes, their limits, and what they exchange."""
