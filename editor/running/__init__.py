"""Drive a session on the window's thread, and read it for display: log, breakpoints, tests, time travel."""
