"""The sensors of a world: one module per sense, each with its contract."""
