"""Controls that are bound to settings."""
