"""Messages in which text from data is text."""

from html import escape, unescape

from AnyQt.QtCore import Qt
from orangewidget.utils.messages import UnboundMsg, _BoundMsg
from orangewidget.utils.messagewidget import Message


class _TextMsg(_BoundMsg):
    """A message whose `formatted` text is HTML, as the canvas takes it; `str` is plain."""

    def format(self, *args, **kwargs):
        return escape(super().format(*args, **kwargs), quote=False)

    def __str__(self):
        return unescape(self.formatted)


class TextMessages:
    """Shows names in messages as they are, in the message bar and in the canvas.

    Orange escapes texts in the bar, but not if there are several, nor in the canvas. To be put
    before the widget among the bases.
    """

    def __init__(self):
        super().__init__()
        for group in self.message_groups:
            for message in vars(group).values():
                if isinstance(message, UnboundMsg):
                    message.__class__ = _TextMsg

    def update_message_state(self):
        super().update_message_state()
        active = [m for group in self.message_groups for m in group.active]
        if self.message_bar is not None and active:
            self.message_bar.setMessages((message, _rich(message)) for message in active)


def _rich(message):
    severity = Message.Severity(message.group.severity)
    return Message(severity, text=message.formatted, textFormat=Qt.RichText)
