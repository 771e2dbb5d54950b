"""Programs compiled by gcc and run in a sandbox."""
