"""Regions of features in the Class Signature: limits in the picture, and features by region."""

from Orange.widgets.settings import Setting
from Orange.widgets.widget import AttributeList

from orangecontrib.phidelta.core.features.regions import Regions
from orangecontrib.phidelta.core.regionwords import count_regions, describe_regions
from orangecontrib.phidelta.orange.choices import regions_as_setting, regions_of
from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.orange.selection import SelectFeatures, with_features
from orangecontrib.phidelta.widgets.controls.kinds import Flag
from orangecontrib.phidelta.widgets.controls.regions import REGIONS_KIND, RegionsControl
from orangecontrib.phidelta.widgets.controls.shared import Check

_TIP = (
    "Regions between limits of |δ| and |φ|, which can be dragged in the picture. In any view they "
    "are those of the standard one. Tick a region to select all its features"
)


class RegionsMixin:
    """Shows regions and selects by them, if the user wants to see them.

    The widget has `shown`, a `SignatureSet`, `pictures`, a `SignatureGrid`, and `selected`, names
    selected by hand. As long as a region is ticked, its features are selected instead of them.
    It shows the selection, and sends it with `send_selection`.
    """

    # of the workflow only: each new widget begins without regions
    show_regions = Setting(False, kind=Flag(), schema_only=True)
    regions = Setting(regions_as_setting(Regions(kept=())), kind=REGIONS_KIND, schema_only=True)

    def add_regions(self, box):
        """Add a box to tick, and what it shows."""
        self.regions_check, self.regions_control = Check("Regions", _TIP), RegionsControl()
        self.bind("show_regions", self.regions_check, self.change_regions, box=box)
        self.bind("regions", self.regions_control, self.change_regions, box=box)

    def watch_limits(self):
        """Follow the limits that are dragged in the pictures."""
        self.pictures.limits_moved.connect(self.drag_limits)
        self.pictures.limits_settled.connect(self.change_regions)

    @property
    def region_rule(self):
        """The `Regions` by which features are selected; None if they are not."""
        is_rule = self.show_regions and self.regions["kept"]
        return regions_of(self.regions) if is_rule else None

    @property
    def selection(self):
        """Names of the features selected: by regions, or else by hand."""
        if self.region_rule is None or not self.shown.signatures:
            return self.selected
        return self.shown.in_regions(self.region_rule)

    def show_limits(self):
        """Show the limits and numbers of features, or not."""
        self.regions_control.setVisible(self.show_regions)
        regions = regions_of(self.regions)
        limits = (regions.delta, regions.phi) if self.show_regions else None
        self.pictures.show_limits(limits)
        is_known = bool(self.show_regions and self.shown.signatures)
        counts = self.shown.region_counts(regions) if is_known else {}
        self.regions_control.show_counts(counts)
        told = f" {count_regions(counts)}" if counts else ""
        self.headline.setText(f"{self.shown.headline}{told}")

    def drag_limits(self, delta, phi):
        """Show limits that the user is dragging; what is selected follows when they are let go."""
        self.regions = self.regions | {"delta": delta, "phi": phi}
        self.show_limits()

    def change_regions(self):
        """Show and select by other regions."""
        self.show_limits()
        self.show_selection()
        self.commit.deferred()

    def forget_regions(self):
        """Select by hand from now on; tells whether features were selected by regions."""
        was_rule = self.region_rule is not None
        if was_rule:
            self.regions = self.regions | {"kept": []}
        return was_rule

    @property
    def region_preprocessor(self):
        """What selects by the same regions from whatever data it is given; None if not so."""
        rule = self.region_rule
        if rule is None or not self.shown.signatures:
            return None
        positive = self.positive_class if self._arrangement.is_of_positive else None
        scoring = Scoring(positive, encoding=self.encoding, subsets=self.subsets)
        return SelectFeatures(**vars(scoring), regions=rule)

    def send_selection(self):
        """Send the features selected, the others, and what selects by the same regions."""
        known, names = bool(self.shown.signatures), set(self.selection)
        attributes = self.data.domain.attributes if known else ()
        chosen = [variable for variable in attributes if variable.name in names]
        others = [variable for variable in attributes if variable.name not in names]
        self.Outputs.selected_data.send(with_features(self.data, chosen) if chosen else None)
        self.Outputs.remaining_data.send(with_features(self.data, others) if others else None)
        self.Outputs.features.send(AttributeList(chosen) if chosen else None)
        self.Outputs.preprocessor.send(self.region_preprocessor)

    @property
    def reported_regions(self):
        """Words for the report, or False."""
        if not self.show_regions:
            return False
        regions = regions_of(self.regions)
        limits = f"|δ| {regions.delta:g}, |φ| {regions.phi:g}"
        return f"limits {limits}" if self.region_rule is None else describe_regions(regions)
