"""What leaves the server: who may know what, in which words, and who is told of it."""
