"""Finding things: the bar on the canvas, the search through all files, and going to what has a name."""
