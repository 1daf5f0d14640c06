"""Layers over the items: the run, the small map, what was found, what is idle, what is called out."""
