"""From the operations of a program to formulas: bit-precise, and over mathematical integers for guessing."""
