"""What minds ask of a world: requests in force, single effects, fields."""
