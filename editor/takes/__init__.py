"""The takes of a run: what branches have left behind, and how they differ from the run shown."""
