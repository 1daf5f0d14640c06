"""Play runs to learn something from them: behavior tests, and batches with drawn starts."""
