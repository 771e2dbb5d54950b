"""The program model: C types, expressions, operations, control-flow automata and what can be computed from them alone."""
