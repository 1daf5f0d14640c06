"""Hold the open documents: their edits, their files, the worlds they run in, what the user opened last."""
