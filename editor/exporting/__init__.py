"""Export documents for games: what is shared by command line and window, and the window for it."""
