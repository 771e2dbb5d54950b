"""The algorithms: each reads like the paper it comes from."""
