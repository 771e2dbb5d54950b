"""Several configurations on one task: in a race, or one after the other."""
