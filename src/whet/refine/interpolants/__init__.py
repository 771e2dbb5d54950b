"""What strategies of predicate refinement are made of: cores, elimination of symbols, proofs over integers."""
