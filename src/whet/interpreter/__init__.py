"""The concrete semantics: programs run on given inputs, and counterexamples are replayed."""
