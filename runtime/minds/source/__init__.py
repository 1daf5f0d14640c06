"""Trees as generated Python."""
