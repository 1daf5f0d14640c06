"""What a window shows without a document: ways to begin, recent files, samples; and the tour."""
