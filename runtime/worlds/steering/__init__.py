"""All steering requests in force, worked out at once."""
