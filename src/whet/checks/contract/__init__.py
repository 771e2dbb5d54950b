"""The check of what C asks of the arguments of library functions, streams among them."""
