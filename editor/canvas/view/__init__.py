"""The widget that joins the parts of the canvas."""
