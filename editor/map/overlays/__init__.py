"""What the map draws over the world: one record for each overlay, and the marks it is made of."""
