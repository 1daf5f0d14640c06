"""A world played many times."""
