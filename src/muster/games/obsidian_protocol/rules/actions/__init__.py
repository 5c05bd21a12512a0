"""The actions of mechs, drones and projectiles."""
