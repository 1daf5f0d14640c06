"""Numbers of runs, by element."""
