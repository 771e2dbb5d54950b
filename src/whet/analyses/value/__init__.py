"""The value analysis (Löwe, chapter 3): exact values of scalars and memory, unknown where they are not.

``values`` are what is known of a scalar, ``memory`` and ``state`` the abstract states, ``layout`` says where a variable lives.
The transfer relation exists twice: ``interpreted`` (with ``evaluator``) walks trees and is the reference, ``compiled`` (with
``translate``) generates Python.  Both use ``store`` and ``effects`` at run time, and ``learning`` for assumptions.
``cover`` is the stop operator, ``analysis`` puts everything together.
"""
