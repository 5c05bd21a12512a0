"""Showing: the table as a seat may see it, and what something planned would come to."""
