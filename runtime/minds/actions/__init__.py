"""What leaves and activities do, a game's own actions in Python, and stand-ins."""
