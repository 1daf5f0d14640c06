"""The world to see and to edit."""
