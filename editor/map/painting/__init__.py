"""Painters of ground, agents and plates."""
