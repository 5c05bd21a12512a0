"""Showing: the table as a seat may see it, and previews of its plans."""
