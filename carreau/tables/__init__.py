"""Tables: games in progress, who sits at them, and what may happen next. Nothing here knows a network or a disk."""
