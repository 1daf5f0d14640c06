"""Play a world many times from the window, with progress and a table of what came of it."""
