"""Configurable program analysis: its operators, the reached set, the abstract reachability graph and the product of
analyses."""
