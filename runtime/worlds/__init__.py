"""Worlds without minds: agents in arrays, their movement, contacts, senses, steering, a step at a time."""
