"""A tree, shown and arranged."""
