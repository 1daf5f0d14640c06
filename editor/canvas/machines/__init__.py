"""Show state machines on the canvas, and arrange them."""
