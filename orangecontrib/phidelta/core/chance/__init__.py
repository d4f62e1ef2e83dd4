"""What chance alone would do, and how probable that is."""
