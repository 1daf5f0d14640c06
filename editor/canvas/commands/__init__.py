"""What is done to a graph by menu and key."""
