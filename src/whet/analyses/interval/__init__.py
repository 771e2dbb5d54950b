"""The interval analysis: in which intervals the numbers of a program lie, merged as a precision says (docs/intervals.md).

``ranges`` and ``floats`` are the sets of numbers, ``arithmetic`` and ``operators`` what the operators of C do to them;
``expressions`` and ``backwards`` compile expressions and conditions, ``transfer`` operations; ``analysis`` puts it together.
"""
