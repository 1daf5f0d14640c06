"""The map of the world: what is drawn on it, and the tools that edit the world."""
