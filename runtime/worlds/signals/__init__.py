"""What agents and sources give off: noises, scent, interests and emotes, until they are over."""
