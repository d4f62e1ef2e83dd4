"""Phi-delta diagrams for Orange: classifiers and features as points that show what accuracy hides."""
