"""Brains: the state of one agent's mind, and the tick that moves it on."""
