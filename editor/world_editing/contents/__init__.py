"""Say what the inspector shows of a world and of the things in it; no Qt."""
