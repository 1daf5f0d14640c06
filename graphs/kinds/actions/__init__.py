"""Built-in actions and conditions, and the list of steering behaviors."""
