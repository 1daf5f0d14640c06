"""Show the world beside the graphs: the map, its agents and what the picked one senses and wants."""
