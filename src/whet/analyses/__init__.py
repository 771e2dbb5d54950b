"""Abstract domains: one file each, a folder where there is more to it; found by their decorator."""
