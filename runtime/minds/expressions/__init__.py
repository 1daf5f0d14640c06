"""Evaluate, explain and generate expressions."""
