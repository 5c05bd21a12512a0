"""What is printed: the cards, how packs are read, which forces are legal."""
