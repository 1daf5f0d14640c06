"""Executing documents: programs, brains, agents, steering, senses and worlds."""
