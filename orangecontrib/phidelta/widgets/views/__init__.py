"""What widgets show in their main area, as one object."""
