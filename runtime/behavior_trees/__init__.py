"""Behavior trees: one module per kind of node, and the walk that visits them."""
