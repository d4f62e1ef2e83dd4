"""What a binary decision does on data: a place in the square, and measures of it."""
