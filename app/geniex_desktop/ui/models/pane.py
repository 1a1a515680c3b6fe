"""The Models pane: cards on the left, the chosen one and the downloads on the right."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QFont, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ...errors import AppError
from .. import icons, theme, words
from ..chat.message_bar import MessageBar
from ..widgets.basics import button, label
from ..widgets.error_card import Action, FittingErrorCard
from ..widgets.lazy import LazyPane
from .card_list import CardList
from .cards import local_cards, result_cards, suggestion_cards
from .downloads_card import DownloadsCard
from .finder import LOCAL
from .hub_row import HubRow
from .importing import Importing
from .model_page import ModelPage
from .models import Models
from .repository_page import RepositoryPage

_ROOMY = 1120
"""Width from which the hubs stand beside the search, px."""


class ModelsPane(QWidget):
    """Shows the state in `Models` and passes on what the person wants."""

    opened = Signal(object)
    """Path of a model to chat with."""
    check_wanted = Signal()

    def __init__(self, models: Models, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self._models = models
        self._local = ""
        """The chosen model of this machine."""
        self.tag = label(tone="tag", points=theme.SMALL_PT + 0.5, weight=QFont.Weight.Medium)
        self.search = QLineEdit()
        self.search.setMinimumHeight(40)
        self.search.setClearButtonEnabled(False)
        self.search.addAction(
            icons.icon("search", theme.colours().muted), QLineEdit.ActionPosition.LeadingPosition
        )
        self.hubs = HubRow(models.finder)
        self.list = CardList(self.tr("Models"))
        self.heading = label(tone="muted", points=theme.BODY_PT - 0.5, wrap=True)
        self.error = FittingErrorCard()
        self.undo_bar = MessageBar(self.tr("Undo"))
        self.undo_bar.setObjectName("band")  # it stands free here, not at the foot of a column
        self.importing = Importing(self, models.shelf)
        self._lazy_repository, self._lazy_model = LazyPane(self._make_repository), LazyPane(self._make_model)
        self.downloads = DownloadsCard(models.fetching)
        self.empty = _Empty()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(24, 16, 24, 14)
        whole.setSpacing(12)
        whole.addLayout(self._head())
        self._tools = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._tools.setSpacing(10)
        self._tools.addWidget(self.search, 1)
        self._tools.addWidget(self.hubs, 1)
        whole.addLayout(self._tools)
        body = QHBoxLayout()
        body.setSpacing(16)
        body.addLayout(self._left(), 10)
        body.addWidget(self._right(), 11)
        whole.addLayout(body, 1)
        self._connect()
        self.refresh()

    def _make_repository(self) -> RepositoryPage:
        result = RepositoryPage(self._models)
        result.check_wanted.connect(self.check_wanted)
        return result

    def _make_model(self) -> ModelPage:
        result = ModelPage(self._models)
        result.opened.connect(self.opened)
        return result

    @property
    def repository(self) -> RepositoryPage:
        """The page of a hub's repository."""
        return self._lazy_repository.content

    @property
    def model(self) -> ModelPage:
        """The page of a model of this machine."""
        return self._lazy_model.content

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addWidget(label(self.tr("Models"), points=theme.HEADING_PT + 1, weight=QFont.Weight.DemiBold))
        row.addWidget(self.tag)
        row.addStretch(1)
        self.add = button(self.tr("Add…"))
        self.add.setIcon(icons.icon("plus", theme.colours().muted))
        self.add.setToolTip(self.tr("Models that are on this machine already, and where models are kept"))
        self.add.clicked.connect(self._show_menu)
        row.addWidget(self.add)
        return row

    def _left(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(self.heading)
        column.addWidget(self.error)
        column.addWidget(self.list, 1)
        column.addWidget(self.undo_bar)
        return column

    def _right(self) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        page = QWidget()
        inside = QVBoxLayout(page)
        inside.setContentsMargins(20, 16, 16, 16)
        inside.setSpacing(14)
        self._pages = QVBoxLayout()
        for widget in (self.empty, self._lazy_repository, self._lazy_model):
            self._pages.addWidget(widget)
        inside.addLayout(self._pages)
        self._rule = QFrame()
        self._rule.setObjectName("rule")
        self._rule.setFixedHeight(1)
        inside.addWidget(self._rule)
        inside.addWidget(self.downloads)
        inside.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(page)
        page.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        column = QVBoxLayout(card)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(area)
        return card

    def _connect(self) -> None:
        models = self._models
        self.search.returnPressed.connect(self._search)
        self.search.textChanged.connect(self._typed)
        self.hubs.chosen.connect(self._choose_hub)
        self.list.chosen.connect(self._chosen)
        self.undo_bar.acted.connect(models.shelf.undo)
        self.error.check_wanted.connect(self.check_wanted)
        models.finder.changed.connect(self.refresh)
        models.shelf.changed.connect(self.refresh)
        models.fetching.changed.connect(self._show_rule)
        for failing in (models.failed, models.shelf.failed, models.fetching.failed):
            failing.connect(self.show_error)
        models.shelf.said.connect(self._say)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._models.start()
        self._models.shelf.refresh()
        self._models.finder.look_around()
        self.search.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        roomy = self.width() >= _ROOMY
        self._tools.setDirection(
            QBoxLayout.Direction.LeftToRight if roomy else QBoxLayout.Direction.TopToBottom
        )

    # ------------------------------------------------------------------ showing

    @property
    def is_local(self) -> bool:
        return self._models.finder.hub == LOCAL

    @Slot()
    def refresh(self) -> None:
        """Follows the state."""
        self._show_tag()
        self.hubs.refresh()
        finder = self._models.finder
        if self.is_local:
            self.search.setPlaceholderText(self.tr("Filter the models of this machine"))
            cards = local_cards(self._models.shelf, self.search.text())
            chosen = self._local
        else:
            self.search.setPlaceholderText(self.tr("Search for a model, or name a repository"))
            plain = not finder.searched and not finder.searching
            cards = suggestion_cards(finder) if plain else result_cards(finder)
            chosen = f"{finder.offer.hub}:{finder.offer.reference}" if finder.offer is not None else ""
        self.list.set_cards(cards, chosen)
        self._show_heading(bool(cards))
        self._show_page()
        self._show_error()
        self._show_undo()

    def _show_tag(self) -> None:
        shelf = self._models.shelf
        self.tag.setVisible(shelf.looked)
        size = sum(model.done for model in shelf.models)
        text = self.tr("%1 on this machine · %2 · %3 free").replace("%1", words.number(len(shelf.models)))
        self.tag.setText(text.replace("%2", words.size(size)).replace("%3", words.size(shelf.free)))

    def _show_heading(self, has_cards: bool) -> None:
        finder = self._models.finder
        if self.is_local:
            text = "" if has_cards else self.tr("Nothing here yet. Choose a hub above and get a first model.")
            if not self._models.shelf.looked:
                text = self.tr("Reading the store…")
        elif finder.searching:
            text = self.tr("Searching…")
        elif finder.searched:
            text = "" if has_cards or finder.error else self.tr("The hub knows no model by these words.")
        else:
            text = self.tr("Good first models for this machine and language:") if has_cards else ""
        self.heading.setText(text)
        self.heading.setVisible(bool(text))

    def _show_page(self) -> None:
        shown: QWidget = self.empty
        if self.is_local and self._local and self._models.shelf.find(self._local) is not None:
            shown = self._lazy_model
        elif not self.is_local and self._models.finder.offer is not None:
            shown = self._lazy_repository
        for page in (self.empty, self._lazy_repository, self._lazy_model):
            page.setVisible(page is shown)
        self._show_rule()

    @Slot()
    def _show_rule(self) -> None:
        self._rule.setVisible(bool(self._models.fetching.downloads))

    @Slot(object)
    def show_error(self, error: AppError) -> None:
        """A failure that belongs to no search and no repository."""
        self._models.trouble = error
        self._show_error()

    def _show_error(self) -> None:
        finder = self._models.finder
        searching = finder.error if not self.is_local else None
        error = self._models.trouble or searching
        self.error.setVisible(error is not None)
        if error is None:
            return
        if self._models.trouble is not None:
            actions = [Action(self.tr("Close"), self._close_error)]
        else:
            actions = [Action(self.tr("Try again"), finder.again, primary=True)]
            actions += [Action(self.tr("This machine"), self._show_local)]
        self.error.show_error(error, actions)
        self.error.updateGeometry()

    @Slot()
    def _close_error(self) -> None:
        self._models.trouble = None
        self._show_error()

    def _show_undo(self) -> None:
        shelf = self._models.shelf
        if shelf.can_undo:
            text = self.tr("%1 will be deleted.").replace("%1", shelf.removed_name)
            if self.undo_bar.text != text:
                self.undo_bar.show_text(text)
            self.undo_bar.show()
        else:
            self.undo_bar.hide()

    @Slot(str)
    def _say(self, text: str) -> None:
        self.model.say(text)

    # ------------------------------------------------------------------ intents

    @Slot()
    def _search(self) -> None:
        if not self.is_local:
            self._models.finder.search(self.search.text())

    @Slot(str)
    def _typed(self, text: str) -> None:
        if self.is_local:
            self.refresh()
        elif not text:
            self._models.finder.search("")

    @Slot(str)
    def _choose_hub(self, key: str) -> None:
        self._models.finder.query = "" if key == LOCAL else self.search.text().strip()
        self._models.finder.choose_hub(key)
        stored = self._models.shelf.models
        if key == LOCAL and not self._local and stored:
            self._chosen(stored[0].name)

    @Slot()
    def _show_local(self) -> None:
        self._choose_hub(LOCAL)

    def show_model(self, name: str) -> None:
        """Goes to a model of this machine."""
        self._show_local()
        self._chosen(name)

    @Slot(str)
    def _chosen(self, key: str) -> None:
        if self.is_local:
            self._local = key
            self.model.show_model(key)
            self.refresh()
        else:
            hub, _, reference = key.partition(":")
            self._models.finder.open(hub, reference)

    @Slot()
    def _show_menu(self) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.add.mapToGlobal(QPoint(0, self.add.height())))

    def menu(self) -> QMenu:
        """What the button for further models offers."""
        menu = QMenu(self)
        for text, run in (
            (self.tr("A model file, used where it lies…"), self.importing.refer_file),
            (self.tr("A folder with a model, used where it lies…"), self.importing.refer_folder),
            (self.tr("Copy a model file or a .zip into the store…"), self.importing.copy_file),
            (self.tr("Copy a folder into the store…"), self.importing.copy_folder),
        ):
            menu.addAction(text).triggered.connect(run)
        menu.addSeparator()
        menu.addAction(self.tr("Move all models to another folder…")).triggered.connect(self.importing.move)
        return menu


class _Empty(QWidget):
    """What the pane is for, and the one next step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        translate = QCoreApplication.translate
        title = label(
            translate("Models", "Find a model that runs here"),
            points=theme.HEADING_PT + 1,
            weight=QFont.Weight.DemiBold,
            wrap=True,
        )
        text = label(
            translate(
                "Models",
                "Search a hub, or choose one of the models at the left. You see its sizes, how much memory"
                " each takes, and which one suits this machine, before a byte of it is fetched.",
            ),
            tone="muted",
            wrap=True,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(8)
        column.addWidget(title)
        column.addWidget(text)
