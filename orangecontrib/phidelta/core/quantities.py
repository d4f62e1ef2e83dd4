"""What is measured, in words: one row for each quantity that readers see a number of.

Measures, columns of tables and outputs, and criteria to rank features by are lists of keys into
`QUANTITIES`; who wants to reword something does it here.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """What a number is called, what it means, how it is written, and which values are good.

    Attributes
    ----------
    key : str
    symbol : str
        The head of a column on the screen, and what it is called in sentences.
    title : str
        What it is called where there is room (the symbol unless given); with the `unit` the head
        of a column of an output.
    name : str
        In full, in lists of measures; the title unless given.
    unit : str
    tip : str
        What it is. Empty: the name, and of a measure its formula.
    of_features : str
        The same of a feature as a classifier; the tip unless given.
    criterion, best : str
        Where features are ranked by it: its name (the title unless given), and which are best.
    format : str
        How values are written: "count", "number", "share" (no sign), "signed", "small" (the order
        of magnitude matters); see `widgets.tables.featurecolumns.STYLES`.
    lower_is_better : bool
    is_neutral : bool
        Of decisions, neither high nor low values are better: there is nothing to tune for.
    is_magnitude : bool
        Where features are ranked by it the sign does not count: one that speaks against the class
        is as good.
    follows_class_ratio : bool
        Another class ratio changes the value at the same rates.
    """

    key: str
    symbol: str
    title: str = ""
    name: str = ""
    unit: str = ""
    tip: str = ""
    of_features: str = ""
    criterion: str = ""
    best: str = ""
    format: str = "number"
    lower_is_better: bool = False
    is_neutral: bool = False
    is_magnitude: bool = False
    follows_class_ratio: bool = False

    def __post_init__(self):
        for name, default in (
            ("title", "symbol"),
            ("name", "title"),
            ("of_features", "tip"),
            ("criterion", "title"),
        ):
            object.__setattr__(self, name, getattr(self, name) or getattr(self, default))

    @property
    def head(self):
        """The head of a column of an output."""
        return self._with_unit(self.title)

    @property
    def criterion_head(self):
        """The head of a column of what features are ranked by."""
        return self._with_unit(self.criterion)

    def _with_unit(self, text):
        return f"{text} ({self.unit})" if self.unit else text


_TRUE_OF = "Share of the {} of whom it is true; of scaled values, (1 + their mean) / 2"

_ROWS = (
    # --- decisions counted ---
    Quantity(
        key="tp",
        symbol="TP",
        tip="True positives: called positive, and rightly",
        format="count",
    ),
    Quantity(
        key="fp",
        symbol="FP",
        tip="False positives: called positive, but negative",
        format="count",
        lower_is_better=True,
    ),
    Quantity(
        key="fn",
        symbol="FN",
        tip="False negatives: not called positive, but positive",
        format="count",
        lower_is_better=True,
    ),
    Quantity(
        key="tn",
        symbol="TN",
        tip="True negatives: not called positive, and rightly",
        format="count",
    ),
    # --- the diagram's axes ---
    Quantity(
        key="phi",
        symbol="φ",
        name="φ, the bias at class ratio 1 : 1",
        tip="Bias at class ratio 1 : 1: sensitivity - specificity",
        of_features="Above 0: mostly true, or high; below 0: mostly not",
        best="Most characteristic: true, or high, for nearly all cases",
        format="signed",
        is_neutral=True,
    ),
    Quantity(
        key="delta",
        symbol="δ",
        tip="Balanced: sensitivity + specificity - 1",
        of_features="Above 0: speaks for the positive class; below 0: against it",
        criterion="|δ|",
        best="How well a feature tells the class, whichever way",
        format="signed",
        is_magnitude=True,
    ),
    Quantity(
        key="phi_b",
        symbol="φ_b",
        tip="Bias at the class ratio shown: above 0, positive is said too often",
        of_features="Bias",
        format="signed",
        follows_class_ratio=True,
    ),
    Quantity(
        key="delta_b",
        symbol="δ_b",
        tip="2 accuracy - 1, at the class ratio shown",
        of_features="2 accuracy - 1",
        criterion="|δ_b|",
        best="The same at the class ratio",
        format="signed",
        is_magnitude=True,
        follows_class_ratio=True,
    ),
    Quantity(
        key="bias",
        symbol="φ_b",
        name="Bias φ_b, at the class ratio",
        format="signed",
        is_neutral=True,
        follows_class_ratio=True,
    ),
    Quantity(key="youden", symbol="J", name="Youden's J (δ, balanced)", format="signed"),
    # --- measures of a decision ---
    Quantity(
        key="accuracy",
        symbol="Acc",
        title="Accuracy",
        tip="Share of right decisions",
        follows_class_ratio=True,
    ),
    Quantity(
        key="balanced_accuracy",
        symbol="BAcc",
        title="Balanced accuracy",
        of_features="Balanced accuracy as a classifier alone",
        format="share",
    ),
    Quantity(
        key="sensitivity",
        symbol="Sens",
        title="Sensitivity",
        name="Sensitivity (recall, true positive rate)",
        tip="Sensitivity (recall, true positive rate)",
    ),
    Quantity(
        key="specificity",
        symbol="Spec",
        title="Specificity",
        name="Specificity (true negative rate)",
        tip="Specificity (true negative rate)",
    ),
    Quantity(
        key="precision",
        symbol="Prec",
        title="Precision",
        name="Precision (positive predictive value)",
        tip="Precision: share of positives among those called positive",
        follows_class_ratio=True,
    ),
    Quantity(
        key="npv",
        symbol="NPV",
        name="Negative predictive value",
        tip="Negative predictive value: share of negatives among the others",
        follows_class_ratio=True,
    ),
    Quantity(
        key="f_beta",
        symbol="F",
        name="F measure",
        tip="F measure: harmonic mean of precision and sensitivity (weight β)",
        follows_class_ratio=True,
    ),
    Quantity(
        key="mcc",
        symbol="MCC",
        name="Matthews correlation coefficient",
        tip="Matthews correlation coefficient",
        follows_class_ratio=True,
    ),
    Quantity(
        key="kappa",
        symbol="κ",
        title="Kappa",
        name="Cohen's kappa",
        tip="Cohen's kappa: agreement beyond chance",
        follows_class_ratio=True,
    ),
    Quantity(
        key="information",
        symbol="Info",
        title="Information",
        name="Mutual information (bits)",
        unit="bits",
        tip="Mutual information of class and decision, in bits",
        of_features="Information on the class, in bits",
        best="Bits that a feature tells of the class, at the class ratio",
        format="share",
        follows_class_ratio=True,
    ),
    Quantity(
        key="gini",
        symbol="Gini dec",
        title="Gini decrease",
        tip="Decrease of Gini impurity by the decision",
        of_features="Decrease of Gini impurity",
        best="Decrease of impurity, at the class ratio",
        format="share",
        follows_class_ratio=True,
    ),
    Quantity(
        key="distance",
        symbol="Dist",
        title="Distance",
        name="Distance from the perfect classifier",
        lower_is_better=True,
    ),
    Quantity(
        key="weighted_distance",
        symbol="WDist",
        title="Weighted distance",
        lower_is_better=True,
    ),
    Quantity(
        key="cost",
        symbol="Cost",
        name="Expected cost per case",
        tip="Expected cost per case, at the costs set on the left",
        lower_is_better=True,
        follows_class_ratio=True,
    ),
    Quantity(
        key="mean_cost",
        symbol="Mean cost",
        name="Mean cost over the range",
        tip="Cost per case, expected over the range of class ratios and costs",
        lower_is_better=True,
    ),
    Quantity(
        key="greatest_regret",
        symbol="Regret",
        name="Greatest regret over the range",
        tip="Most that the cut may cost more per case than the best one, somewhere in the range",
        lower_is_better=True,
    ),
    Quantity(
        key="predicted_positive_rate",
        symbol="PPR",
        title="Predicted positive rate",
        is_neutral=True,
        follows_class_ratio=True,
    ),
    Quantity(
        key="error",
        symbol="Error",
        tip="Share of wrong decisions: 1 - accuracy",
        lower_is_better=True,
        follows_class_ratio=True,
    ),
    Quantity(
        key="fpr",
        symbol="FPR",
        tip="False positive rate: 1 - specificity",
        of_features=_TRUE_OF.format("negatives"),
        # of features those come first of which it is high
        best="True, or high, for most of the negatives",
        format="share",
    ),
    Quantity(
        key="fnr",
        symbol="FNR",
        tip="False negative rate: 1 - sensitivity",
        lower_is_better=True,
    ),
    Quantity(
        key="lift",
        symbol="Lift",
        tip="Precision as a multiple of the prevalence",
        follows_class_ratio=True,
    ),
    Quantity(
        key="preference",
        symbol="R",
        name="Ranking score",
        tip="Score of a place of the map of preferences",
        follows_class_ratio=True,
    ),
    # --- measures of scores ---
    Quantity(key="auc", symbol="AUC", tip="Area under the ROC curve, all folds pooled"),
    Quantity(key="gini_coefficient", symbol="Gini coefficient"),
    Quantity(
        key="brier",
        symbol="Brier",
        title="Brier score",
        tip="Brier score: mean squared error of the probabilities",
        lower_is_better=True,
    ),
    Quantity(
        key="log_likelihood",
        symbol="Log-lik",
        title="Log-likelihood",
        tip="Sum of the logarithms of the probabilities of what was true",
    ),
    # --- of features only ---
    Quantity(
        key="tpr",
        symbol="TPR",
        of_features=_TRUE_OF.format("positives"),
        best="True, or high, for most of the positives",
        format="share",
    ),
    Quantity(key="low", symbol="δ low", format="signed"),
    Quantity(key="high", symbol="δ high", format="signed"),
    Quantity(
        key="absolute_delta",
        symbol="|δ|",
        of_features="How well it tells the class, whichever way",
        format="share",
    ),
    Quantity(
        key="corner_distance",
        symbol="Corner",
        title="Corner distance",
        of_features="Distance in the diagram to the nearer of oracle and anti-oracle",
        best="Nearest to the oracle or to its opposite",
        lower_is_better=True,
    ),
    Quantity(
        key="standard_error",
        symbol="SE",
        title="Standard error",
        of_features="Standard error of δ",
        lower_is_better=True,
    ),
    Quantity(
        key="p_value",
        symbol="p",
        of_features="p-value of feature and class being independent, for the best of its marks",
        criterion="p-value",
        best="Least likely to be independent of the class",
        format="small",
        lower_is_better=True,
    ),
    Quantity(
        key="q_value",
        symbol="q",
        title="q (FDR)",
        of_features="p-value, adjusted for the number of features (FDR)",
        criterion="q-value",
        format="small",
        lower_is_better=True,
    ),
)

#: All quantities by key.
QUANTITIES = {quantity.key: quantity for quantity in _ROWS}
