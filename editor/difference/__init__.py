"""Show what differs between two documents as a picture."""
