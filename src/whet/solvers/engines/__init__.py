"""The port to solvers, and one module per engine behind it."""
