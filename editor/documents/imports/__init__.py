"""Files of other programs: what an import and an export to their formats read and write on disk."""
