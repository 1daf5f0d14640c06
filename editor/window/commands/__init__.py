"""Families of commands, menus, palette."""
