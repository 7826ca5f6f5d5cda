"""Matches between players: who plays, from which openings, game by game on all cores, and what it proves."""
