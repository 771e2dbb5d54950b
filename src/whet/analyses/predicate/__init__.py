"""The predicate analysis: Boolean combinations of predicates at the ends of blocks (adjustable-block encoding).

``traces`` are the edges since the last abstraction and their formula, ``state`` the abstract states with their order, merge
and stop, ``predicates`` and ``precision`` what is tracked where, ``boundaries`` says where blocks end.  ``abstraction``
computes the strongest combination of predicates that a block implies, asking solvers through ``questions``.  ``analysis``
puts everything together, and ``blocks`` gives an error path back as formulas for refinement.  Engines are imported when the
first question is asked.
"""
