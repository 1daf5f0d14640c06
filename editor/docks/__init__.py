"""The panels around the canvas: outline, palette, variables, inspector, blackboard, problems, transitions."""
