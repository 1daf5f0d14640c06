"""The panels around the canvas, by what they are for: timeline, run, inspector, statistics, document, world."""
