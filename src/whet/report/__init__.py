"""What Whet writes about a program for others to use: test suites with their harnesses, pages about what tests cover."""
