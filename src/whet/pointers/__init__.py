"""What may point where, found from the text of a program: regions of memory, without a formula and without a solver."""
