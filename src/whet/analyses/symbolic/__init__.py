"""Symbolic execution: variables and memory as terms over inputs, and the conditions that hold of these on a path.

``analysis`` is the configurable program analysis; ``execution`` the strongest post, ``feasibility`` what is asked of solvers,
``guiding`` how a path becomes inputs.  For refinement there are ``precision``, ``paths`` and ``refiner``.
"""
