"""Makers of pictures and pages, and checks of the product, for those who develop it; not in the wheel."""
