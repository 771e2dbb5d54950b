"""What a program must not do: the conditions of each check, and where they are inserted."""
