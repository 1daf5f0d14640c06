"""Checks of a world, alone and with its minds, that need no geometry."""
