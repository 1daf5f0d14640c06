"""The nodes of behavior trees, one page a family: row, memory, tick."""
