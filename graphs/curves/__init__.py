"""Response curves and fuzzy sets as tables of points."""
