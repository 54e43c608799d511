"""Tests of what a desktop asks for: icons, menu entry, metainfo, man pages, completions."""
