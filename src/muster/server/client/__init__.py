"""The other end: a seat at a table far away, the links that lead to it, and a crowd of seats to measure a server."""
