"""Counts, heat, and sets of runs."""
