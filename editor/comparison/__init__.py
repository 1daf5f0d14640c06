"""Two versions of a graph as a picture."""
