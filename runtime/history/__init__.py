"""What happened in a run, and why: recordings to seek in, counts, reasons."""
