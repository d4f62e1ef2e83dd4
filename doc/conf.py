"""Sphinx: the manual, also behind F1. It builds without a network and without our package."""

project = html_title = "Phi-Delta"
author = copyright = "Orange3-PhiDelta developers"

html_theme = "alabaster"
html_theme_options = {"nosidebar": True}
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = False
