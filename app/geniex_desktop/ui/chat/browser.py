"""The one text view that shows text from a model: no images, no files, no network, no HTML."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication, QMimeData, QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextDocument, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QMessageBox, QSizePolicy, QTextBrowser, QWidget

from .. import theme
from .continued import selected_text
from .display_text import HAIR_SPACE, visible

SAFE_SCHEMES = ("http", "https", "mailto")


def is_safe_link(url: str) -> bool:
    """A link that may be offered for opening in the system's browser or mail program."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    if parts.scheme.lower() not in SAFE_SCHEMES:
        return False
    return parts.scheme.lower() == "mailto" or bool(parts.netloc)


class SafeBrowser(QTextBrowser):
    """A read-only view without scroll bars, as high as its text; its owner asks `height_for`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Otherwise the view lays its text out for its own present width, which is not yet the final one.
        self.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
        self.setLineWrapColumnOrWidth(theme.COLUMN_WIDTH)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.viewport().setAutoFillBackground(False)
        # A view that has become taller paints only what is new.
        for widget in (self, self.viewport()):
            widget.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        document = self.document()
        document.setDocumentMargin(0)
        document.setDefaultFont(theme.font())
        document.setIndentWidth(22)
        self.anchorClicked.connect(self._ask_and_open)

    def loadResource(self, kind: int, _name: QUrl | str) -> object:
        """Nothing that a text names is ever loaded."""
        return QImage() if kind == QTextDocument.ResourceType.ImageResource.value else None

    def height_for(self, width: int) -> int:
        """The height the text needs at a width, both in px. Lays the text out at that width."""
        if self.lineWrapColumnOrWidth() != width:
            self.setLineWrapColumnOrWidth(width)
        return int(self.document().size().height() + 0.999)

    def sizeHint(self) -> QSize:
        return QSize(100, 20)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The transcript scrolls, not the message."""
        event.ignore()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copies plain text only."""
        data = QMimeData()
        data.setText(selected_text(self.textCursor()).replace(HAIR_SPACE, "").replace("\u2029", "\n"))
        return data

    def _ask_and_open(self, url: QUrl) -> None:
        if is_safe_link(url.toString()):
            open_link(self, url)


def open_link(parent: QWidget, url: QUrl) -> None:
    """Shows the whole address, then opens it outside the app if the person says so."""
    address = visible(bytes(url.toEncoded().data()).decode("ascii", "replace"))
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(QCoreApplication.translate("Links", "Open link"))
    box.setText(QCoreApplication.translate("Links", "Open this address in your browser?"))
    box.setInformativeText(address)
    accept = box.addButton(QCoreApplication.translate("Links", "Open"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QCoreApplication.translate("Links", "Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    accept.clicked.connect(lambda: QDesktopServices.openUrl(url))
    box.open()
