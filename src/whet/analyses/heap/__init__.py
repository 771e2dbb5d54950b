"""Abstract heaps: graphs of blocks, with lists of any length as single nodes."""
