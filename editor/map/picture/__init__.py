"""Frozen records of what the map shows."""
