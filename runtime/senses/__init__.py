"""Formulas of the senses as pure functions over arrays, for worlds and for games in Python."""
