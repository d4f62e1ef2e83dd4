"""Which decision to choose: pairs of them, operating conditions, beliefs, preferences."""
