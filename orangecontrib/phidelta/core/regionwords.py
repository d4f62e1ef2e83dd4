"""What the regions of features are called, and what is said of them."""

#: Regions where there is room.
REGION_TITLES = {
    "discriminant": "Discriminant",
    "characteristic": "Characteristic (stop words)",
    "rare": "Rare",
    "indifferent": "Indifferent",
}
_TIPS = {
    "discriminant": "|δ| at least {delta:g} and |φ| at most {phi:g}: tells the class, and is "
    "neither rare nor nearly always true",
    "characteristic": "φ above {phi:g}: true, or high, for most cases of both classes, as stop "
    "words are in texts",
    "rare": "φ below -{phi:g}: true, or high, for few cases of both classes, as most words are",
    "indifferent": "|δ| below {delta:g} and |φ| at most {phi:g}: true for some cases, but does "
    "not tell the class",
}


def explain_region(name, regions):
    """Which features a region has, with the limits of `Regions`.

    Examples
    --------
    >>> from orangecontrib.phidelta.core.features.regions import Regions
    >>> explain_region("rare", Regions(phi=0.6))
    'φ below -0.6: true, or high, for few cases of both classes, as most words are'
    """
    return _TIPS[name].format(delta=regions.delta, phi=regions.phi)


def describe_regions(regions):
    """The regions that are kept, and the limits.

    Examples
    --------
    >>> from orangecontrib.phidelta.core.features.regions import Regions
    >>> describe_regions(Regions(delta=0.25, kept=("discriminant", "rare")))
    'discriminant or rare (limits |δ| 0.25, |φ| 0.4)'
    """
    kept = " or ".join(name for name in _TIPS if name in regions.kept)
    return f"{kept or 'of no region'} (limits |δ| {regions.delta:g}, |φ| {regions.phi:g})"


def count_regions(counts):
    """How many features each region has, by its name, in a sentence.

    Examples
    --------
    >>> count_regions({"discriminant": 12, "rare": 3045})
    'Features by region: 12 discriminant, 3,045 rare.'
    """
    told = ", ".join(f"{number:,} {name}" for name, number in counts.items())
    return f"Features by region: {told}."
