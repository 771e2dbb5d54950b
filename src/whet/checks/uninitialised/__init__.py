"""The check of reads of what was never written, and the data-flow analysis that finds them."""
