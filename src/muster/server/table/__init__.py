"""One table: the match and its lines, who sits where, clocks, chat, and the order in which things happen."""
