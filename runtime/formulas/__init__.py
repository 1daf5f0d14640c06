"""Pure functions of numbers, for worlds and for games: ballistics, strength of signals, steering."""
