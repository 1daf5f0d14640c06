"""Export documents for games: what command line and window share, without Qt."""
