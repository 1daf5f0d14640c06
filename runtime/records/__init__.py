"""Plain records of what happened: frames, visits, decisions, what was sensed and drawn."""
