"""Read and write document files whole or not at all, migrate older ones, and describe them by JSON Schema."""
