"""`carreau solve`, a module a game: what can be asked of its solvers, and how the answers are shown."""
