"""Results that nobody should send, beside the features of a table: nothing raises or hangs."""

import pytest
from hostile_results import RESULTS, results, table
from trying import Trial
from watching import Watch

from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature
from orangecontrib.phidelta.widgets.owsignaturecollection import OWSignatureCollection


@pytest.mark.parametrize("cls", [OWClassSignature, OWSignatureCollection])
def test_survives(cls, gui):
    found = []
    with Watch() as watch:
        trial = Trial(gui, watch, cls, is_shown=False)
        trial.send("Data", table())
        before = trial.outputs
        for case in RESULTS:
            with watch.doing(f"{case} made"):
                value = case.make()
            trial.send("Evaluation Results", value)
            if case.is_fit is False and cls is OWClassSignature:
                told = trial.widget.Error.unfit_results, trial.widget.Warning.other_results
                if not any(message.is_shown() for message in told):
                    trial.note("not told that the results are unfit")
            trial.do("reported", lambda: trial.report_only(with_plots=False))
            trial.send("Evaluation Results", None)
            found += [f"{case}: {problem}" for problem in watch.problems]
            watch.problems.clear()
        trial.send("Evaluation Results", results())
        assert trial.outputs.keys() == before.keys()
        trial.close()
    assert not found, "\n".join(found[:9])
