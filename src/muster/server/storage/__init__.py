"""Storage of tables: SQLite, or PostgreSQL for several processes."""
