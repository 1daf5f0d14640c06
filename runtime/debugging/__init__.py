"""Ask a run why: steps inside a tick, breakpoints, reasons."""
