"""What a score decides at every cut, and which cut is best."""
