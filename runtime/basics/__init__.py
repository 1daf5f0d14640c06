"""Values, vectors, status, chance, ticks, slots, and the host: a mind's door to its world."""
