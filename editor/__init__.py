"""The desktop editor, the only package that uses Qt."""
