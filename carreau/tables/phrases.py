"""What guests can say to each other: a few friendly phrases, in the reader's language, and nothing else."""

from __future__ import annotations

from carreau.rules.language import Text

PHRASES = {
    "hello": Text("Hello!", "Bonjour !"),
    "luck": Text("Good luck!", "Bonne chance !"),
    "nice": Text("Nice move!", "Joli coup !"),
    "oops": Text("Oops!", "Oups !"),
    "thinking": Text("Let me think.", "Je réfléchis."),
    "moment": Text("One moment, please.", "Un instant, s'il vous plaît."),
    "back": Text("I am back.", "Me revoilà."),
    "thanks": Text("Thank you for the game!", "Merci pour la partie !"),
    "again": Text("Another one?", "On en refait une ?"),
    "bye": Text("Goodbye!", "Au revoir !"),
}
