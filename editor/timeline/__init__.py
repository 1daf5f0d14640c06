"""The timeline: what an agent did over the ticks of a run, and the way to any of them."""
