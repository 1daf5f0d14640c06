"""Problems, severities, fixes, and checks of the rules that a mind must keep."""
