"""Plain numbers instead of enumerations: a class of final numbers is quick to look up and compiles well."""

from __future__ import annotations


def members(names: type) -> dict[str, int]:
    """The numbers of a class by their names, in lower case and in the order in which they are written."""
    return {name.lower(): value for name, value in vars(names).items() if name.isupper() and isinstance(value, int)}
