"""What is solid, where bodies are, how they move, their health, who may be sensed."""
