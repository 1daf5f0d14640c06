"""Trees of behavior3: the JSON of its editor, a project or a single tree, read only."""
