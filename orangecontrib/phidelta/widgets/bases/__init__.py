"""What several widgets have in common."""
