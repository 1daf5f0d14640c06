"""Place nodes by rule: pure functions from structure and sizes to positions."""
