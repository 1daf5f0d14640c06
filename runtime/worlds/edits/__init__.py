"""Edit worlds: pure functions from a world to a world, or a refusal that says why and what to do."""
