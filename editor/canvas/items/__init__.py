"""The painted items of the canvas: one per node, per line and per plate, none with children or widgets."""
