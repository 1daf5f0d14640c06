"""Squads, fighting circles and tokens of a running world."""
