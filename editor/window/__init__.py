"""The window: rows, tabs, contributions; the door is the main window and the start of the application."""
