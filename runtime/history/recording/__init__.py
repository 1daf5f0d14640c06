"""Keep a run, seek in it, and its files."""
