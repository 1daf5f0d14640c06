"""Worlds without minds: agents in arrays, their movement, contacts, senses and steering, one step at a time."""
