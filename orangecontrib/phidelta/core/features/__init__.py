"""Features as soft classifiers, and their order."""
