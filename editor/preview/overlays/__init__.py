"""What the preview draws over the world: one record per kind of overlay, and the marks they are made of."""
