"""Roles of variables: how a program uses what it declares."""
