"""A machine, shown and arranged."""
