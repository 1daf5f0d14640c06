"""Panels of response curves and fuzzy sheets: drawn, dragged, and shown with what a run makes of them."""
