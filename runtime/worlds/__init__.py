"""Worlds: their files, their agents in arrays, movement, contacts and senses."""
