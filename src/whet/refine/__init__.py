"""From an infeasible path to a sharper precision."""
