"""The diamond of a signature as a file, without a screen."""

import os
from pathlib import Path

from orangecontrib.phidelta.core.chance.independence import CHANCE
from orangecontrib.phidelta.core.decisions.spaces import by_strength, phi_delta
from orangecontrib.phidelta.files.output import replacing

#: Width and height in pixels.
SIZE = 1000, 760


def save_picture(signature, class_ratio, path):
    """Draw a `Signature` as the widget Class Signature does, and save it.

    Parameters
    ----------
    class_ratio : float or None
        Negatives : positives of the generalised diamond; None: the standard one.
    path : str
        Ends in .svg, .png or .pdf.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from AnyQt.QtCore import QEvent
    from AnyQt.QtWidgets import QApplication
    from Orange.widgets.io import PdfFormat, PngFormat, SvgFormat

    from orangecontrib.phidelta.plot.features import FeatureDiagram

    application = QApplication.instance() or QApplication(["phidelta"])
    diagram = FeatureDiagram()
    diagram.resize(*SIZE)
    rates = [(signature.fpr, signature.tpr)]
    diagram.show_layers([_layer(signature)], by_strength(rates))
    prevalence = 0.5 if class_ratio is None else 1 / (1 + class_ratio)
    diagram.show_space(phi_delta(prevalence), prevalence)
    diagram.show()
    application.processEvents()
    writers = {".svg": SvgFormat, ".png": PngFormat, ".pdf": PdfFormat}
    with replacing(path) as unfinished:
        writers[Path(path).suffix.lower()].write(unfinished, diagram)
    # before the application ends, for Orange's items do not outlive their scene
    diagram.deleteLater()
    application.sendPostedEvents(diagram, QEvent.DeferredDelete)


def _layer(signature):
    from orangecontrib.phidelta.plot import theme
    from orangecontrib.phidelta.plot.marks import MarkLayer

    names = signature.given_names
    variables = [names[feature] for feature in signature.features]
    kinds = ["numeric" if subset is None else "categorical" for subset in signature.subsets]
    is_chance = ~(signature.q_value <= CHANCE)
    color = theme.model_colors(1)[0]
    return MarkLayer(
        "", signature.fpr, signature.tpr, signature.names, variables, kinds, color, is_chance
    )
