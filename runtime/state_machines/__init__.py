"""State machines: flat and hierarchical, run to completion under a game tick."""
