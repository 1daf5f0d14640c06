"""Trees of gdx-ai, the library for libGDX: its text files `*.tree`, read only."""
