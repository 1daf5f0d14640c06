"""The minds of a world: which files its agents name, and the world that a document runs in."""
