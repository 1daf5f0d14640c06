"""What a world has beside bodies, senses and steering: parts with fields and effects of their own."""
