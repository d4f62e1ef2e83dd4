"""Phi-delta diagrams for Orange: classifiers and features as points of a diamond."""
