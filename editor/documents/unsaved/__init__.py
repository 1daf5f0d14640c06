"""Side files of unsaved work, and the last session."""
