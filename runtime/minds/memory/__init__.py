"""What a mind remembers by name: written, restored, carried into another version."""
