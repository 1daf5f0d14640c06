"""The world file as frozen values, its schema, what differs in it, the text in it."""
