"""The documentation site: how Sphinx reads what `tools/site.py` has laid out."""

from muster import __version__

project = "Muster"
author = "Muster"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 3
myst_enable_extensions = ["deflist", "attrs_inline"]
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
html_theme = "furo"
html_title = "Muster"
html_show_sphinx = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["book.css"]
templates_path: list[str] = []
exclude_patterns: list[str] = []
