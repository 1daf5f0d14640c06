"""Find ways around walls: a grid, a search in slices, routes."""
