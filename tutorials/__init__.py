"""Example workflows: Orange lists them under Help, Example Workflows."""
