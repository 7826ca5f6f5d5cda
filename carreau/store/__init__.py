"""Where tables and players are kept: a real database, and one writer that says "stored" when it is."""
