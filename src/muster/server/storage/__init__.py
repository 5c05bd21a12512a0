"""Where tables are kept: SQLite, or PostgreSQL for several processes."""
