"""Outline, palette, variables, problems, files, find, history."""
