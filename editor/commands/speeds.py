"""List the speeds that menus and the tool row offer."""

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0)
"""Simulated time per real time, from slow to fast."""
