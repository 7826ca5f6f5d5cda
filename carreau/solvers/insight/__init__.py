"""What proofs are told of a game, a module a game: moves that matter, what is decided at sight, grounds, exact keys."""
