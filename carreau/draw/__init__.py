"""Pictures and text boards: how a scene, which a game describes as data, is painted.

Drawing knows no rules, only the words of `carreau.rules.scene`.
"""

from carreau.draw.svg import render as render_svg
from carreau.draw.text import render as render_text
from carreau.draw.theme import THEMES
from carreau.rules.state import use_renderers

__all__ = ["THEMES", "render_svg", "render_text"]

use_renderers(svg=render_svg, text=render_text)
