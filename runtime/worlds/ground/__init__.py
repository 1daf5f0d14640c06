"""Layers of numbers over the ground: influence, territory, visits, height (rules 11.10 to 11.13)."""
