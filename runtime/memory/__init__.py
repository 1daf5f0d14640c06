"""What a brain remembers, by name: written as plain data, and taken over by another brain (SEMANTICS 8)."""
