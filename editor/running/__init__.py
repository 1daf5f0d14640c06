"""Run documents beside the canvas: the session on the GUI thread, its speed, its log of transitions."""
