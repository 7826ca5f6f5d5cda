"""The design tokens, light and dark, as a style sheet that reaches only pictures of ours."""

from __future__ import annotations

from dataclasses import dataclass

from carreau.rules.errors import BadOption
from carreau.rules.language import Text, guillemets

THEMES = ("light", "dark", "auto")
FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,Inter,'Helvetica Neue',Arial,sans-serif"


@dataclass(frozen=True, slots=True)
class Tokens:
    paper: str
    card: str
    ink: str
    soft: str
    line: str
    accent: str
    warm: str


LIGHT = Tokens("#f7f2e8", "#fffdf8", "#2a2520", "#6f655a", "#e3d9c8", "#2f6f62", "#c4643a")
DARK = Tokens("#1d1a17", "#282420", "#f1eade", "#b3a897", "#3b352f", "#7fc4b4", "#e79a72")


def root_class(theme: str) -> str:
    """The class of the picture's outermost element; every rule of the style sheet starts from it."""
    if theme not in THEMES:
        known = ", ".join(THEMES)
        raise BadOption(
            Text(f"theme is one of {known}, not {theme!r}", f"theme : l'un de {known}, pas {guillemets(theme)}")
        )
    return f"carreau-{theme}"


def style_sheet(theme: str) -> str:
    scope = f".{root_class(theme)}"
    shared = f"{scope} text{{font-family:{FONTS};font-variant-numeric:tabular-nums}}"
    if theme != "auto":
        return shared + _rules(scope, LIGHT if theme == "light" else DARK)
    return f"{shared}{_rules(scope, LIGHT)}@media(prefers-color-scheme:dark){{{_rules(scope, DARK)}}}"


def _rules(scope: str, tokens: Tokens) -> str:
    rules = {
        "paper": f"fill:{tokens.paper}",
        "card": f"fill:{tokens.card};stroke:{tokens.line}",
        "field": f"fill:{tokens.paper};stroke:{tokens.line}",
        "ink": f"fill:{tokens.ink}",
        "soft": f"fill:{tokens.soft}",
        "accent": f"fill:{tokens.accent}",
        "swatch": f"stroke:{tokens.soft}",
    }
    return "".join(f"{scope} .{name}{{{rule}}}" for name, rule in rules.items())
