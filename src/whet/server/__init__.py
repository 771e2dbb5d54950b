"""Servers: the same verification for agents (MCP, ``whet mcp``) and for editors (LSP, ``whet lsp``).

They are thin over ``whet.session`` and have no opinion about programs.  Each call is done by a process of its own (``worker``),
which is ended when nobody waits for it any more.
"""
