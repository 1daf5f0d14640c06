"""Follow the tutorial in a window, for its test and its pictures."""
