"""Lints: what is allowed and likely a mistake, in guards, trees, machines and names."""
