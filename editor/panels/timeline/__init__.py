"""Lanes, curves, takes and loops of a run."""
