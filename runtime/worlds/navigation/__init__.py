"""Ways around walls, and the trips of agents on them."""
