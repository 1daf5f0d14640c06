"""Pictures as text: Mermaid, PlantUML, DOT and draw.io. They keep structure and labels alone."""
