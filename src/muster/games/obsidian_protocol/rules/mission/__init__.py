"""Tasks, environments and tactics cards."""
