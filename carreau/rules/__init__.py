"""The shared parts of every game: kernels and their two speeds, states, options, texts, records."""
