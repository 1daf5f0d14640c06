"""One module a sensor: what it feels, and how it explains it."""
