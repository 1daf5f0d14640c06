"""Rows made of declarations, for trees, machines and decision trees."""
