"""Show graphs and let them be edited by hand."""
