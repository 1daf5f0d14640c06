"""Contributions to the window: panel, place, commands, connections."""
