"""Change the program of a running brain between two ticks and keep what still has a place (SEMANTICS 8)."""
