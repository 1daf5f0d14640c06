"""Behavior tests, also those made of a recording."""
