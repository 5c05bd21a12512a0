"""The rules of a game as a book: its clauses in chapters, each chapter with an introduction, and examples that run.

Chapters are written in a game's `book.toml`, the examples are scenarios of its tests that come along in
`examples.jsonl`. A game that has neither is a book all the same: the order of its register gives the chapters.
"""

from muster.book.chapters import Chapter, chapters_of
from muster.book.examples import Example, Frame, example_of, shipped_examples

__all__ = ["Chapter", "Example", "Frame", "chapters_of", "example_of", "shipped_examples"]
