"""What is to be done and within which limits: the lowest layer, which knows nothing of programs."""
