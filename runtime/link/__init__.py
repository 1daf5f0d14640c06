"""Watch the minds of a running game: frames, what it answers, sessions that run the same minds on that."""
