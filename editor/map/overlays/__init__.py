"""One record an overlay, and its marks."""
