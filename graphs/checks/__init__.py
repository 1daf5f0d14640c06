"""What is wrong in a mind, and what is likely a mistake; the door is `check_and_lint`."""
