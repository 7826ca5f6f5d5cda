"""Exact answers: solvers that run on the same rules as everything else, and say what they have proven."""
