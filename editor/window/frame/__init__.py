"""Rows, tabs, places of panels, two canvases."""
