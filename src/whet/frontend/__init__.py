"""C source to control-flow automata, through libclang."""
