"""Hold the design tokens, fonts, icons and the application's style."""
