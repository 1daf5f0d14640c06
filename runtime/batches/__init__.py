"""Play a world many times with drawn starts, measure every run, and say what is likely."""
