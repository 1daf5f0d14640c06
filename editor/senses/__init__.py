"""What the senses of the agent shown found, and what kept the rest from being found."""
