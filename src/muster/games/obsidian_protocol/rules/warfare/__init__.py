"""Electronic warfare, stealth, ammunition and smoke."""
