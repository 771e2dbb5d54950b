"""One verification and everything asked about it afterwards: verdict, findings, witness, report, tests.

``session.Session`` owns a child process that holds the parsed program.  ``functions`` are what ``import whet`` offers.
"""
