"""Plain records of what happened: frames, visits with their reasons, decisions, what was sensed and drawn."""
