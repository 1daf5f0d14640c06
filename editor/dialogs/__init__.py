"""Windows of their own: export, batches, keys, events, recovery."""
