"""The world document, beside the mind document."""
