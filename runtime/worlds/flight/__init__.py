"""What flies, hits and explodes."""
