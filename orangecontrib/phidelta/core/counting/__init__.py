"""The fast pass over a table: sums and counts by class, mergeable."""
