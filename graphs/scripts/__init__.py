"""Edits by their names: what each takes, scripts of them, and scripts written from edits that were made."""
