"""What was, and why."""
