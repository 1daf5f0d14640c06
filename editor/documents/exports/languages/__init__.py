"""What a game in another language gets with an export: data in, texts out, one module for each language."""
