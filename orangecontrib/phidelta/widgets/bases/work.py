"""Work in the background that leaves nothing behind when it is done, or has failed."""

from Orange.widgets.utils.concurrent import ConcurrentWidgetMixin


class WorkMixin(ConcurrentWidgetMixin):
    """To be put before the widget, since Orange's `onDeleteWidget` calls no further one."""

    def start(self, task, *args, **kwargs):
        super().start(task, *args, **kwargs)
        # As a child of the widget, each task would live as long as it, with all it has computed.
        self.task.setParent(None)

    def on_partial_result(self, _):
        pass

    def _on_task_done(self, future):
        try:
            super()._on_task_done(future)
        finally:  # Orange leaves a widget busy that could not show a result, or a failure
            self.cancel()

    def onDeleteWidget(self):
        self.shutdown()
        super().onDeleteWidget()
