"""What is done to a graph by menu and key: parts of the canvas, each given what it needs."""
