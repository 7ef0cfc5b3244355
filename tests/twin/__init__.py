"""Slow, plain twins of the games and the harness that plays them beside the compiled ones."""
