"""What the user does, one generator a session: it acts, and yields what to wait for."""

from pathlib import Path

from AnyQt.QtCore import QPoint
from AnyQt.QtGui import QTextDocument
from AnyQt.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAction,
    QComboBox,
    QDialogButtonBox,
    QLineEdit,
    QMessageBox,
    QScrollArea,
    QSpinBox,
)
from orangecanvas.application.widgettoolbox import WidgetToolBox

OURS = "orangecontrib.phidelta"
QUIET = 5  # times that nothing is at work, before all is taken for done


def first(user):
    """Orange is started for the first time: examples, help, a workflow of one's own."""
    yield lambda: user.window("WelcomeDialog")
    user.picture("welcome")
    yield from press(user, user.window("WelcomeDialog"), "Escape")
    yield lambda: user.window("WelcomeDialog") is None
    yield from open_examples(user)
    canvas = yield from build_workflow(user)
    widget = yield from set_up_widget(user, canvas)
    yield from report_and_picture(user, widget)
    yield from save_workflow(user, canvas)
    user.seen["workflow"] = told(canvas)
    yield from leave(user)


def again(user):
    """The saved workflow is opened, as by a double click on its file."""
    yield lambda: user.window("CanvasMainWindow")
    canvas = user.window("CanvasMainWindow")
    yield lambda: len(scheme_of(canvas).nodes) == 2
    yield from rest(canvas)
    yield from open_widget(user, canvas, "Class Signature")
    yield from rest(canvas)
    user.picture("reopened")
    user.seen["workflow"] = told(canvas)
    yield from leave(user)


# --- scenes


def open_examples(user):
    """Each of our example workflows from the menu Help; F1 on each widget of ours."""
    user.seen["examples"], user.seen["help"] = {}, {}
    dialog = yield from browse_examples(user)
    names = [name for name, _ in our_examples(dialog)]
    yield from press(user, dialog, "Escape")
    yield lambda: user.window("PreviewDialog") is None
    for name in names:
        before = user.windows("CanvasMainWindow")
        dialog = yield from browse_examples(user)
        yield from open_example(user, dialog, name)
        yield lambda before=before: opened(user, before)
        canvas = opened(user, before)
        yield from rest(canvas)
        user.picture(name)
        user.seen["examples"][name] = messages(canvas)
        yield from ask_for_help(user, canvas)


def build_workflow(user):
    """File by a click in the tool box, Class Signature dragged from it, a line between them."""
    before = user.windows("CanvasMainWindow")
    yield from press(user, user.window("CanvasMainWindow"), "ctrl+n")
    yield lambda: len(user.windows("CanvasMainWindow")) > len(before)
    [canvas] = [each for each in user.windows("CanvasMainWindow") if each not in before]
    yield from activate(canvas)
    button = yield from tool(user, canvas, "Data", "File")
    user.click(button)
    yield lambda: len(scheme_of(canvas).nodes) == 1
    button = yield from tool(user, canvas, "Phi-Delta", "Class Signature")
    file = node_place(canvas, "File")
    user.drag(button.mapToGlobal(button.rect().center()), file + QPoint(200, 0))
    yield lambda: len(scheme_of(canvas).nodes) == 2
    yield still(lambda: node_place(canvas, "Class Signature"))
    output = item_of(canvas, "File").outputAnchorItem
    end = output.mapToScene(output.anchorPath().pointAtPercent(0.5))
    user.drag(on_screen(canvas, end), node_place(canvas, "Class Signature"))
    yield lambda: scheme_of(canvas).links
    yield from rest(canvas)
    user.picture("built")
    return canvas


def set_up_widget(user, canvas):
    """Open it, change two of its settings, and ask it for help."""
    widget = yield from open_widget(user, canvas, "Class Signature")
    [names] = widget.controlArea.findChildren(QSpinBox)
    user.click(names, QPoint(20, names.height() // 2))
    yield lambda: names.hasFocus()
    user.key("ctrl+a", "7", "Tab")
    yield lambda: widget.label_count == 7
    [view] = [each for each in widget.findChildren(QComboBox) if each.accessibleName() == "view"]
    index = view.currentIndex()
    user.click(view)
    yield lambda: view.view().isVisible()
    user.key("Down", "Return")
    yield lambda: view.currentIndex() == index + 1
    yield from rest(canvas)
    user.picture("widget")
    urls = len(user.seen["urls"])
    yield from press(user, widget, "F1")
    yield lambda: len(user.seen["urls"]) > urls
    user.seen["help in the window"] = user.seen["urls"][-1]
    return widget


def report_and_picture(user, widget):
    """By the buttons below the widget."""
    user.click(button_of(widget, "action-save-image"))
    path = user.folder / "picture.png"
    yield from answer_file_dialog(user, path)
    yield lambda: path.exists() and path.stat().st_size
    user.click(button_of(widget, "action-report"))
    yield lambda: user.window("OWReport")
    report = user.window("OWReport")
    yield lambda: report.table_model.rowCount() == 1
    document = QTextDocument()
    document.setHtml(report.table_model.item(0, 0).html)
    user.seen["report"] = document.toPlainText()
    yield still(lambda: report.geometry())
    user.picture("report")
    report.close()
    yield lambda: user.window("OWReport") is None


def save_workflow(user, canvas):
    yield from press(user, canvas, "ctrl+shift+s")
    path = user.folder / "saved.ows"
    yield from answer_file_dialog(user, path)
    yield lambda: path.exists() and not canvas.current_document().isModifiedStrict()


def leave(user):
    """Quit; examples that Orange takes for changed are not saved."""
    user.seen["asked to save"] = []
    user.write()
    yield from press(user, user.window("CanvasMainWindow"), "ctrl+q")
    while user.window("CanvasMainWindow"):
        yield lambda: user.window("QMessageBox") or not user.window("CanvasMainWindow")
        box = user.window("QMessageBox")
        if box is not None:
            user.seen["asked to save"].append(box.text())
            user.write()
            yield still(lambda box=box: box.geometry())
            user.click(box.button(QMessageBox.Discard))
            yield lambda box=box: box not in user.windows("QMessageBox")


# --- parts of scenes


def browse_examples(user):
    """The dialog behind the menu Help; from the window in front."""
    canvas = user.window("CanvasMainWindow")
    yield from activate(canvas)
    bar = canvas.menuBar()
    [entry] = [each for each in bar.actions() if each.text().replace("&", "") == "Help"]
    user.click(bar, bar.actionGeometry(entry).center())
    menu = entry.menu()
    yield lambda: menu.isVisible()
    [entry] = [each for each in menu.actions() if each.text() == "Example Workflows"]
    user.click(menu, menu.actionGeometry(entry).center())
    yield lambda: user.window("PreviewDialog")
    return user.window("PreviewDialog")


def our_examples(dialog):
    """Names and indices of our workflows among all."""
    model = dialog.findChild(QAbstractItemView).model()
    indices = [model.index(row, 0) for row in range(model.rowCount())]
    items = [(Path(model.itemFromIndex(index).path()), index) for index in indices]
    return [(path.stem, index) for path, index in items if "phidelta" in path.parts]


def open_example(user, dialog, name):
    view, index = dialog.findChild(QAbstractItemView), dict(our_examples(dialog))[name]
    view.scrollTo(index)
    yield still(lambda: view.visualRect(index))
    user.click(view.viewport(), view.visualRect(index).center())
    yield lambda: view.currentIndex() == index
    button = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.Open)
    yield lambda: button.isEnabled()
    user.click(button)
    yield lambda: user.window("PreviewDialog") is None


def opened(user, before):
    """The window with a new workflow: a new one, or the first, empty one."""
    new = [each for each in user.windows("CanvasMainWindow") if each not in before]
    filled = [each for each in new or before if scheme_of(each).nodes]
    return filled[-1] if filled and (new or len(before) == 1) else None


def ask_for_help(user, canvas):
    """Click each widget of ours that was not asked about yet, and press F1."""
    for node in scheme_of(canvas).nodes:
        name = node.description.name
        if OURS in node.description.qualified_name and name not in user.seen["help"]:
            urls = len(user.seen["urls"])
            yield from activate(canvas)
            user.click(viewport(canvas), viewport(canvas).mapFromGlobal(place_of(canvas, node)))
            yield lambda node=node: canvas.current_document().selectedNodes() == [node]
            yield from press(user, canvas, "F1")
            yield lambda urls=urls: len(user.seen["urls"]) > urls
            user.seen["help"][name] = user.seen["urls"][-1]


def tool(user, canvas, category, name):
    """The button of a widget in the tool box, whose category is opened."""
    box = canvas.findChild(WidgetToolBox)
    titles = [box.widget(index).property("tab-title") for index in range(box.count())]
    tab = titles.index(category)
    grid, area = box.widget(tab), box.findChild(QScrollArea)
    area.ensureWidgetVisible(box.tabButton(tab))
    if not grid.isVisible():
        yield still(lambda: box.tabButton(tab).mapToGlobal(QPoint()))
        user.click(box.tabButton(tab))
    yield lambda: grid.isVisible()
    buttons = grid.findChildren(QAbstractButton)
    [button] = [each for each in buttons if each.defaultAction().data().name == name]
    yield still(lambda: button.mapToGlobal(QPoint()))
    area.ensureWidgetVisible(button)
    yield still(lambda: button.mapToGlobal(QPoint()))
    return button


def open_widget(user, canvas, name):
    yield from activate(canvas)
    point = viewport(canvas).mapFromGlobal(node_place(canvas, name))
    user.click(viewport(canvas), point, times=2)
    [node] = [node for node in scheme_of(canvas).nodes if node.description.name == name]
    yield lambda: scheme_of(canvas).widget_for_node(node).isVisible()
    widget = scheme_of(canvas).widget_for_node(node)
    yield still(lambda: widget.geometry())
    return widget


def answer_file_dialog(user, path):
    yield lambda: user.window("QFileDialog")
    dialog = user.window("QFileDialog")
    yield from activate(dialog)
    field = dialog.findChild(QLineEdit)
    user.click(field)
    yield lambda: field.hasFocus()
    user.key("ctrl+a")
    yield lambda: True  # as soon as it was pressed
    user.type(str(path))
    yield lambda: field.text() == str(path)
    user.key("Return")
    yield lambda: user.window("QFileDialog") is None


def press(user, window, keys):
    """Press keys in a window."""
    yield from activate(window)
    user.key(keys)


def activate(window):
    """Bring a window to the front, as a window manager does by a click on its title."""
    window.raise_()
    window.activateWindow()
    yield lambda: window.isActiveWindow()


def rest(canvas):
    """Waits until all widgets are there and have done their work."""
    scheme = scheme_of(canvas)
    quiet = 0

    def is_quiet():
        nonlocal quiet
        quiet = 0 if at_work(scheme) else quiet + 1
        return quiet == QUIET

    yield lambda: all(map(scheme.widget_for_node, scheme.nodes))
    yield is_quiet


def at_work(scheme):
    manager = scheme.signal_manager
    return [
        *manager.pending_nodes(),
        *manager.invalidated_nodes(),
        *manager.blocking_nodes(),
        *(node for node in scheme.nodes if node.processing_state),
    ]


def still(place):
    """Tells when what has a place has stayed there, as at the end of an animation."""
    places = []

    def is_still():
        places.append(place())
        last = places[-4:]
        return len(last) == 4 and all(each == last[0] for each in last)

    return is_still


# --- what is there


def scheme_of(canvas):
    return canvas.current_document().scheme()


def viewport(canvas):
    return canvas.current_document().view().viewport()


def item_of(canvas, name):
    [node] = [node for node in scheme_of(canvas).nodes if node.description.name == name]
    return canvas.current_document().scene().item_for_node(node)


def node_place(canvas, name):
    """The middle of the one widget of this name, on the screen."""
    return place_of(canvas, canvas.current_document().scene().node_for_item(item_of(canvas, name)))


def place_of(canvas, node):
    item = canvas.current_document().scene().item_for_node(node)
    canvas.current_document().view().ensureVisible(item)
    return on_screen(canvas, item.shapeItem.sceneBoundingRect().center())


def on_screen(canvas, point):
    view = canvas.current_document().view()
    return view.viewport().mapToGlobal(view.mapFromScene(point))


def button_of(widget, action):
    """The button of an action in the status bar."""
    tip = widget.findChild(QAction, action).toolTip()
    buttons = widget.statusBar().findChildren(QAbstractButton)
    [button] = [each for each in buttons if each.isVisible() and each.toolTip() == tip]
    return button


def messages(canvas):
    """What the widgets of a workflow say, but for pieces of information."""
    return {
        node.title: [
            str(message.contents)
            for message in node.state_messages()
            if message.contents and message.severity > message.Info
        ]
        for node in scheme_of(canvas).nodes
    }


def told(canvas):
    """Nodes with places and settings, and lines, as a value that can be compared."""
    scheme = scheme_of(canvas)
    settings = {}
    for node in scheme.nodes:
        widget = scheme.widget_for_node(node)
        packed = widget.settingsHandler.pack_data(widget)
        left_out = ("savedWidgetGeometry", "context_settings")
        settings[node.title] = {k: repr(v) for k, v in packed.items() if k not in left_out}
    return {
        "settings": settings,
        "places": [[node.title, *node.position] for node in scheme.nodes],
        "lines": [
            [
                link.source_node.title,
                link.source_channel.name,
                link.sink_node.title,
                link.sink_channel.name,
            ]
            for link in scheme.links
        ],
    }
