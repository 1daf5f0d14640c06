"""Where and how a mind is exported."""
