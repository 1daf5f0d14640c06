"""Questions for places: candidates, what is measured at them, and the best of them (rules 11.20 to 11.24)."""
