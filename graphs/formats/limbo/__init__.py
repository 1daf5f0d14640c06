"""Trees of LimboAI, an add-on for Godot: its resource files `*.tres`, read only."""
