"""Trees of py_trees, from their objects: read by `mindloom.from_py_trees`, since they are in no file."""
