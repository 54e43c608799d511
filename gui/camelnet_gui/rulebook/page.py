"""The text of a rulebook as a document: sections with anchors, pictures that are painted when they
are first seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from PySide6.QtCore import QRectF, QUrl
from PySide6.QtGui import QColor, QImage, QPainter, QResizeEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from camelnet.i18n import _
from camelnet_gui.games.rules_section import Block, Grid, Picture, Points, Section
from camelnet_gui.style.theme import Theme, theme_of

PICTURE = "picture:"
MARGIN = 18  # pixels around the text
WIDEST, STEP = 560, 20  # of a picture; narrower pages shrink pictures by steps


class RulesPage(QTextBrowser):
    """Shows the sections of one game."""

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.setAccessibleName(_("Rules"))
        self._sections: tuple[Section, ...] = ()
        self._pictures: dict[str, Picture] = {}
        self._room = WIDEST  # for pictures

    @property
    def sections(self) -> tuple[Section, ...]:
        return self._sections

    def show_sections(self, sections: Sequence[Section]) -> None:
        """Shows other sections, from the top."""
        self._sections = tuple(sections)
        self._pictures.clear()
        self._room = self._room_now()
        theme = theme_of(self)
        document = self.document()
        document.clear()
        document.setDefaultStyleSheet(_style(theme))
        document.setDocumentMargin(MARGIN)
        self.setHtml("".join(self._section(section) for section in sections))

    def _section(self, section: Section) -> str:
        blocks = "".join(self._block(section, block) for block in section.blocks)
        title = f'<h2><a name="{section.anchor}"></a>{escape(section.title)}</h2>'
        return title + blocks

    def _block(self, section: Section, block: Block) -> str:
        match block:
            case str():
                return f"<p>{escape(block)}</p>"
            case Points(lines):
                return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
            case Picture():
                told = f'<p class="caption">{escape(block.caption)}</p>' if block.caption else ""
                return f'<p class="picture">{self._image(section, block)}</p>{told}'
            case Grid(head, rows):
                return self._grid(section, head, rows)

    def _grid(
        self,
        section: Section,
        head: tuple[str, ...],
        rows: tuple[tuple[str | Picture, ...], ...],
    ) -> str:
        titles = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        lines = [f"<tr>{titles}</tr>"] if head else []
        for row in rows:
            cells = (
                self._image(section, cell) if isinstance(cell, Picture) else escape(cell)
                for cell in row
            )
            lines.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
        return f'<table cellspacing="0" cellpadding="6">{"".join(lines)}</table><p></p>'

    def _image(self, section: Section, picture: Picture) -> str:
        name = f"{PICTURE}{section.anchor}/{len(self._pictures)}"
        shrink = min(1.0, self._room / picture.width)
        picture = replace(
            picture, width=round(picture.width * shrink), height=round(picture.height * shrink)
        )
        self._pictures[name] = picture
        return (
            f'<img src="{name}" width="{picture.width}" height="{picture.height}" '
            f'alt="{escape(picture.caption)}"/>'
        )

    def _room_now(self) -> int:
        """The width for pictures on a page of this size."""
        room = self.width() - 2 * MARGIN - STEP
        return max(10 * STEP, min(WIDEST, room // STEP * STEP))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shrinks pictures to what a narrow page has room for."""
        super().resizeEvent(event)
        if self._sections and self._room_now() != self._room:
            at = self.section_at_top()
            self.show_sections(self._sections)
            self.go_to(at)

    def loadResource(self, kind: int, url: QUrl | str) -> object:
        """Paints a picture; the document keeps it."""
        name = url.toString() if isinstance(url, QUrl) else url
        picture = self._pictures.get(name)
        if picture is None:
            return super().loadResource(kind, url)
        painted = paint_picture(
            picture, dark=theme_of(self).dark, ratio=self.devicePixelRatioF(), widget=self
        )
        self.document().addResource(QTextDocument.ResourceType.ImageResource.value, url, painted)
        return painted

    # --- places in the text ---------------------------------------------------------------------

    def go_to(self, anchor: str) -> None:
        """Scrolls a section's title to the top."""
        cursor = self._title(anchor)
        if cursor is None:
            return
        self.setTextCursor(cursor)
        top = self.document().documentLayout().blockBoundingRect(cursor.block()).top()
        self.verticalScrollBar().setValue(max(0, round(top) - 8))

    def section_at_top(self) -> str:
        """The anchor of the section that begins at the top or reaches over it."""
        top, found = self.verticalScrollBar().value() + 24, ""
        layout = self.document().documentLayout()
        for section in self._sections:
            cursor = self._title(section.anchor)
            if cursor is not None and layout.blockBoundingRect(cursor.block()).top() <= top:
                found = section.anchor
        return found or (self._sections[0].anchor if self._sections else "")

    def section_of(self, cursor: QTextCursor) -> str:
        """The anchor of the section that a position is in."""
        found = ""
        for section in self._sections:
            title = self._title(section.anchor)
            if title is not None and title.position() <= cursor.position():
                found = section.anchor
        return found

    def _title(self, anchor: str) -> QTextCursor | None:
        """The beginning of a section's title."""
        block = self.document().begin()
        while block.isValid():
            parts = block.begin()
            while not parts.atEnd():
                if anchor in parts.fragment().charFormat().anchorNames():
                    return QTextCursor(block)
                parts += 1
            block = block.next()
        return None

    def matches(self, text: str) -> list[QTextCursor]:
        """All places where a text stands, in order, large and small letters alike."""
        found: list[QTextCursor] = []
        if not text.strip():
            return found
        cursor = self.document().find(text)
        while not cursor.isNull():
            found.append(cursor)
            cursor = self.document().find(text, cursor)
        return found

    def highlight(self, matches: Sequence[QTextCursor], current: int) -> None:
        """Marks all matches, and the current one strongly, which is scrolled into view."""
        theme = theme_of(self)
        marks = []
        for number, cursor in enumerate(matches):
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            look = mark.format
            look.setBackground(QColor(theme.gold if number == current else theme.soft))
            look.setForeground(QColor(theme.on_gold if number == current else theme.text))
            mark.format = look
            marks.append(mark)
        self.setExtraSelections(marks)
        if matches:
            at = QTextCursor(matches[current])
            at.clearSelection()
            self.setTextCursor(at)
            self.ensureCursorVisible()


def paint_picture(picture: Picture, *, dark: bool, ratio: float, widget: QWidget) -> QImage:
    """A picture of a rulebook in pixels."""
    painted = QImage(
        round(picture.width * ratio),
        round(picture.height * ratio),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    painted.setDevicePixelRatio(ratio)
    painted.fill(0)
    painter = QPainter(painted)
    painter.setFont(widget.font())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    picture.paint(painter, QRectF(0, 0, picture.width, picture.height), dark)
    painter.end()
    return painted


def _style(theme: Theme) -> str:
    return f"""
        body, p, li, td {{ color: {theme.text}; }}
        p {{ line-height: 128%; margin-top: 0px; margin-bottom: 9px; }}
        li {{ line-height: 120%; margin-top: 0px; margin-bottom: 4px; }}
        ul {{ margin-top: 0px; margin-bottom: 9px; -qt-list-indent: 0; margin-left: 18px; }}
        h2 {{ color: {theme.heading}; font-size: 19px; font-weight: 800; margin-top: 22px;
              margin-bottom: 8px; }}
        th {{ color: {theme.heading}; text-align: left; }}
        td, th {{ border-bottom: 1px solid {theme.line}; vertical-align: middle; }}
        p.picture {{ line-height: 100%; margin-top: 6px; margin-bottom: 4px; }}
        p.caption {{ color: {theme.muted}; font-size: 13px; margin-bottom: 12px; }}
    """
