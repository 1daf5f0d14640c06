"""Runs made to learn something."""
