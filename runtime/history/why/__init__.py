"""Reasons, breakpoints, and what would have changed it."""
