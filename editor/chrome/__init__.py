"""The frame of the window: rows, panels, banner, toast, controls and their style."""
