"""Programs unrolled: every turn of a loop and every call by itself, with values as terms."""
