"""What is drawn over an agent, worked out for display only."""
