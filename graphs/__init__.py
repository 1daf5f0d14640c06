"""Mindloom's documents: graphs of behavior, their kinds, rules, edits and files."""
