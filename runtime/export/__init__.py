"""Serialize compiled programs for games, and build programs from what was serialized."""
