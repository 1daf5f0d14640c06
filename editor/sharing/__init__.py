"""A run as one page for a browser: drawn as the canvas draws it, with everything that a reader scrubs to."""
