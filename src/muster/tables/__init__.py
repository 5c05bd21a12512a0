"""Tables of one's own, whatever the game: plans judged, packed into links, written as packs."""
