"""The files of a folder: list, search, rename, check, git."""
