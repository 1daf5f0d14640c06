"""Resource files, platforms, the user's state, work in slices, fuzzy matching."""
