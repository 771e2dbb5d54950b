"""Whet verifies C programs, and sharpens its picture of a program only where a proof needs it."""

__version__ = "0.2.0"
