"""Verification witnesses in format 2.0: why a verdict can be believed, in a form that other tools read and write.

``witness`` has the records, ``reading`` and ``writing`` the YAML.  ``scopes`` and ``conditions`` turn the C text of an invariant
into an expression of the program, ``places`` finds the locations that a witness speaks of.  ``from_proofs`` and ``from_runs``
make witnesses from the evidence of a verdict.

What a foreign witness says is a suggestion: nothing here takes it for true.
"""
