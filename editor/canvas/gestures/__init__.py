"""What the pointer can do on the canvas: each gesture is an object with start, move, finish and cancel."""
