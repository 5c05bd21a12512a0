"""Everything that leaves the server: who may know what, in which words, and who is notified."""
