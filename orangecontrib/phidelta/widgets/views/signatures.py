"""What the Class Signature shows: a grid of pictures."""

from contextlib import ExitStack, contextmanager
from functools import partial

from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QGridLayout, QWidget

from orangecontrib.phidelta.core.decisions.spaces import by_strength, phi_delta
from orangecontrib.phidelta.orange.measured import MeasureChoice
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.marks import MarkLayer
from orangecontrib.phidelta.plot.meeting import MeetingDiagram
from orangecontrib.phidelta.widgets.views.measures import DrawnMeasures


class SignatureGrid(QWidget):
    """Diagrams of a `SignatureSet`, in an arrangement.

    Parameters
    ----------
    visual_settings : dict
        What the user has changed, for each new diagram.

    Signals
    -------
    variables_selected : list of str
        By the user, in any of the diagrams.
    arranged :
        There may be other diagrams than before.
    limits_moved, limits_settled :
        As of `plot.limits.Limits`, in any of the diagrams.
    """

    variables_selected = Signal(object)
    arranged = Signal()
    limits_moved = Signal(float, float)
    limits_settled = Signal()

    def __init__(self, visual_settings):
        super().__init__()
        self.diagrams = []
        self._visual_settings = visual_settings
        self._waiting = None
        self._shown, self._meetings = None, ()
        self._measures = DrawnMeasures(MeasureChoice())
        self._pictures = [[]]
        QGridLayout(self).setContentsMargins(0, 0, 0, 0)
        self._arrange(1)

    @contextmanager
    def at_once(self):
        """Draw what is shown within only once, at its end."""
        with ExitStack() as self._waiting:
            for diagram in self.diagrams:
                self._waiting.enter_context(diagram.at_once())
            yield
        self._waiting = None

    def show_set(self, shown, arrangement):
        """Show signatures in an arrangement of `ARRANGEMENTS`."""
        signatures = shown.signatures
        self._shown, self._pictures = shown, arrangement.pictures(len(signatures))
        self._measures = DrawnMeasures(MeasureChoice())  # until they are shown anew
        colors = theme.model_colors(len(signatures))
        layers = [_layer(shown, number, color) for number, color in enumerate(colors)]
        self._arrange(len(self._pictures))
        for diagram, numbers in zip(self.diagrams, self._pictures, strict=True):
            title = signatures[numbers[0]].title if arrangement.has_titles and numbers else ""
            _show_layers(diagram, [layers[number] for number in numbers], title)

    def show_meetings(self, meetings):
        """Show the models of a `Meeting`, or None, of each signature; not of several in one.

        A model has the same colour in all pictures; gives a dict of name to colour.
        """
        self._meetings = meetings
        models = [each.evaluation.classifiers if each else () for each in meetings]
        names = list(dict.fromkeys(model.name for those in models for model in those))
        # the first colours are those of the features
        colors = theme.model_colors(len(meetings) + len(names))[len(meetings) :]
        of_name = dict(zip(names, colors, strict=True))
        for diagram, numbers in zip(self.diagrams, self._pictures, strict=True):
            those = models[numbers[0]] if len(numbers) == 1 and models else ()
            diagram.show_models(those, [of_name[model.name] for model in those])
        return of_name

    def show_space(self, prevalences):
        """Show each diamond at its class ratio."""
        for diagram, prevalence in zip(self.diagrams, prevalences, strict=True):
            diagram.show_space(phi_delta(prevalence), prevalence)

    def show_measures(self, choice, prevalences, selected=(), step=1):
        """Draw the measures of a `MeasureChoice`, at a class ratio each; gives the lines.

        Levels may be those of the features of the names `selected`; `step` is as of
        `Measure.isometrics`.
        """
        names = selected if choice.kind == "models" else ()
        places = [self._shown.places(numbers, names) for numbers in self._pictures]
        self._measures = DrawnMeasures(choice, prevalences, places)
        return self._measures.show(self.diagrams, step)

    def show_names(self, count, which):
        """Name so many marks of each diagram, by one of `NAMED`."""
        for diagram in self.diagrams:
            diagram.set_names(count, which == "corners")

    def show_found(self, found):
        """Light up marks, an array for each signature, the best first; None for none."""
        for diagram, numbers in zip(self.diagrams, self._pictures, strict=True):
            diagram.show_found(None if found is None else [found[number] for number in numbers])

    def show_bands(self, are_shown):
        """Show where features would lie by chance, or not."""
        for diagram, numbers in zip(self.diagrams, self._pictures, strict=True):
            diagram.show_band(self._shown.band(numbers[0]) if are_shown and numbers else None)

    def show_limits(self, limits):
        """Show limits of |δ| and |φ| in all diagrams, or None."""
        for diagram in self.diagrams:
            diagram.limits.show_limits(limits)

    def show_selection(self, selected, highlighted):
        """Show which variables are selected, and which the input names."""
        for diagram in self.diagrams:
            diagram.show_selection(selected, highlighted)

    def set_visual_setting(self, key, value):
        """Change how all diagrams look."""
        for diagram in self.diagrams:
            diagram.parameter_setter.set_parameter(key, value)

    def _arrange(self, count):
        """Have so many diagrams, in a grid that is about as wide as high."""
        grid = self.layout()
        while len(self.diagrams) > count:
            diagram = self.diagrams.pop()
            grid.removeWidget(diagram)
            diagram.hide()
            diagram.deleteLater()
        while len(self.diagrams) < count:
            self.diagrams.append(self._diagram(len(self.diagrams)))
        columns = 1
        while columns * columns < count:
            columns += 1
        for number, diagram in enumerate(self.diagrams):
            diagram.setMinimumSize(220, 220)
            diagram.set_compact(count > 1)
            grid.addWidget(diagram, number // columns, number % columns)
        for line in range(max(grid.rowCount(), grid.columnCount())):
            grid.setRowStretch(line, line * columns < count)
            grid.setColumnStretch(line, line < columns)
        self.arranged.emit()

    def _diagram(self, number):
        diagram = MeetingDiagram()
        if self._waiting is not None:
            self._waiting.enter_context(diagram.at_once())
        diagram.variables_selected.connect(self.variables_selected)
        diagram.mark_hovered.connect(partial(self._tell, number))
        diagram.model_hovered.connect(partial(self._tell_model, number))
        diagram.pointed.connect(partial(self._tell_place, number))
        diagram.sight_changed.connect(partial(self._show_lines, number))
        diagram.limits.moved.connect(self.limits_moved)
        diagram.limits.settled.connect(self.limits_settled)
        for key, value in self._visual_settings.items():
            diagram.parameter_setter.set_parameter(key, value)
        return diagram

    def _tell(self, picture, hit):
        """Explain what the pointer is on, if anything."""
        text = ""
        if hit is not None:
            number = self._pictures[picture][hit.layer]
            rates = self._shown.signatures[number].signature.rates[:, hit.mark].tolist()
            told = self._shown.explain(number, hit.mark), self._measures.explain(picture, *rates)
            text = "\n".join(filter(None, told))
        self.diagrams[picture].show_tip(text)

    def _tell_model(self, picture, name):
        """Explain the model that the pointer is on."""
        number = self._pictures[picture][0]
        told = self._meetings[number].explain(name, self._shown.prevalence(number))
        self.diagrams[picture].show_tip(told)

    def _tell_place(self, picture, rates):
        """Tell the values of measures where the pointer is on nothing."""
        self.diagrams[picture].show_tip(self._measures.explain_place(picture, rates))

    def _show_lines(self, picture):
        """Draw the isometrics of a diagram of which another part is in sight."""
        if self._measures.choice.isometrics:
            self._measures.show_lines(self.diagrams[picture], picture)


def _show_layers(diagram, layers, title):
    ranking = by_strength([(layer.fpr, layer.tpr) for layer in layers])
    diagram.show_layers(layers, ranking, title)


def _layer(shown, number, color):
    each = shown.signatures[number]
    signature = each.signature
    rates = signature.fpr, signature.tpr
    return MarkLayer(each.positive.text, *rates, *each.mark_words, color, shown.is_chance(number))
