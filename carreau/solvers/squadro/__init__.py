"""Squadro solved backwards, layer by layer, into tables on disk."""
