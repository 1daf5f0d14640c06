"""Projects: the game's own declarations, and documents that use graphs of one another's files."""
