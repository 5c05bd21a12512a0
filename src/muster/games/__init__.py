"""The games. Each is a package with a `create` function that makes its `Game` out of the texts of its content."""
