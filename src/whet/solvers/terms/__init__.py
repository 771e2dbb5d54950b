"""Terms: sorts, a hash-consed graph, constructors by theory, evaluation, and terms as text."""
