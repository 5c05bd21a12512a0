"""Standing, moving and being moved."""
