"""The panels around the canvas: timeline, run, inspector, statistics, document, world."""
