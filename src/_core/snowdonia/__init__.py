"""The rules of Snowdonia, compiled."""
