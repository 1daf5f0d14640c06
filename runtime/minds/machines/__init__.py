"""State machines: the definition, and its fast form."""
