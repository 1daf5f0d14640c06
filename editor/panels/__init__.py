"""Panels around the canvas."""
