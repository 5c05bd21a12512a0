"""The cards: everything that is printed, how packs are read, which squads are legal."""
