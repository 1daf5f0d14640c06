"""Tools and gestures that change a world."""
