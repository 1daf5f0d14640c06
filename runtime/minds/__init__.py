"""Programs and the brains that run them, without worlds."""
