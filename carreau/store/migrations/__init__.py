"""How the database came to have its shape, step by step; `carreau serve` takes the steps that are missing."""
