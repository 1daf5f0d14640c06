"""Step a world with its minds: inputs, swaps, snapshots."""
