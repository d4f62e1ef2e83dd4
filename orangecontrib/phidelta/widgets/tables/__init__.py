"""Tables of scores and of features."""
