"""C files that Whet writes: harnesses of functions, replays of runs, test suites."""
