"""The tools that agents may call; each is a module with a ``TOOL``."""
