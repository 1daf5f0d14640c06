"""The mind of one agent, and its tick."""
