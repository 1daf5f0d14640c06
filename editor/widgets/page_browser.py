"""Show a page of Markdown in the colors and sizes of the application."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import (
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextOption,
    QTextTable,
    QTextTableCellFormat,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from editor.basics.platform_conventions import with_key_names
from editor.theme.fonts import TextSize, TextWeight, fixed_family, scaled, ui_font
from editor.theme.theme_manager import current_theme, theme_manager

_HEADINGS = {1: TextSize.PAGE, 2: TextSize.HEADING, 3: TextSize.TITLE}
_LINE_HEIGHT = 135.0
_PROPORTIONAL = 1
"""Qt's number for a line height in percent of the font's own."""


_PAIR = (56, 44)
"""How wide the columns of a table of pairs are, percent."""


class PageBrowser(QTextBrowser):
    """Show one page at a time; what Markdown leaves plain gets the look of the theme in use."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.setAccessibleName("Page")
        self.setOpenExternalLinks(False)
        self.setStyleSheet("border: none; padding: 0;")
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.setFont(ui_font(TextSize.TITLE))
        self.document().setDocumentMargin(scaled(20))
        theme_manager().theme_changed.connect(self.refresh)

    def show_markdown(self, text: str) -> None:
        """Show a page that has no address."""
        self._text = text
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.refresh()

    def refresh(self) -> None:
        """Show the page again, in the theme in use; what is selected on it, as by a search, stays so."""
        place = self.verticalScrollBar().value()
        start, end = self.textCursor().anchor(), self.textCursor().position()
        if self.source().isEmpty():
            self.setMarkdown(with_key_names(self._text))
            self.style_page()
        else:
            self.reload()
        if start != end and max(start, end) < self.document().characterCount():
            cursor = self.textCursor()
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)
        self.verticalScrollBar().setValue(place)

    def style_page(self) -> None:
        """Give headings, code, links and tables of the page their look."""
        document = self.document()
        document.setDefaultFont(ui_font(TextSize.TITLE))
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        block = document.begin()
        while block.isValid():
            _style_block(block)
            block = block.next()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                _style_table(frame)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)


def _style_block(block: QTextBlock) -> None:
    theme = current_theme()
    level = block.blockFormat().headingLevel()
    cursor = QTextCursor(block)
    form = block.blockFormat()
    in_table = cursor.currentTable() is not None
    has_picture = "\ufffc" in block.text()
    is_code = _is_code(block)
    form.setLineHeight(
        100.0 if has_picture else 120.0 if in_table or is_code else _LINE_HEIGHT, _PROPORTIONAL
    )
    if is_code:
        _frame_code(form, block)
    elif level:
        form.setTopMargin(scaled(4 if level == 1 else 20))
        form.setBottomMargin(scaled(6))
    elif not in_table:
        form.setTopMargin(0)
        form.setBottomMargin(scaled(4 if block.textList() is not None else 8))
    cursor.setBlockFormat(form)
    for start, end, char_format in _fragments(block):
        char_format.setForeground(theme.color("text.primary" if level else "text.secondary"))
        if level:
            font = ui_font(_HEADINGS.get(level, TextSize.TITLE), TextWeight.SEMIBOLD)
            char_format.clearProperty(QTextFormat.Property.FontSizeAdjustment)
            _set_font(char_format, font)
        elif char_format.fontFixedPitch():
            char_format.setFontFamilies([fixed_family()])
            char_format.setProperty(QTextFormat.Property.FontPixelSize, scaled(TextSize.BODY))
            char_format.setForeground(theme.color("text.primary"))
        if char_format.fontWeight() > QFont.Weight.Normal and not level:
            char_format.setForeground(theme.color("text.primary"))
        if char_format.isAnchor():
            char_format.setForeground(theme.color("text.link"))
            char_format.setFontUnderline(False)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(char_format)


def _is_code(block: QTextBlock) -> bool:
    """Tell whether a block is a line of fenced code."""
    return block.isValid() and block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)


def _frame_code(form: QTextBlockFormat, block: QTextBlock) -> None:
    """Let the lines of a piece of code be close together on a ground of their own; long ones wrap."""
    form.setBackground(current_theme().color("surface.region"))
    form.setNonBreakableLines(False)
    form.setLeftMargin(0)
    form.setTopMargin(0 if _is_code(block.previous()) else scaled(2))
    form.setBottomMargin(0 if _is_code(block.next()) else scaled(12))


def _fragments(block: QTextBlock) -> Iterator[tuple[int, int, QTextCharFormat]]:
    """Yield start, end and format of every run of text in a block; pictures are left out."""
    found = []
    places = block.begin()
    while not places.atEnd():
        fragment = places.fragment()
        form = fragment.charFormat()
        if fragment.isValid() and not form.isImageFormat():
            found.append((fragment.position(), fragment.position() + fragment.length(), form))
        places += 1
    yield from found


def _set_font(form: QTextCharFormat, font: QFont) -> None:
    form.setFontFamilies(font.families())
    form.setProperty(QTextFormat.Property.FontPixelSize, font.pixelSize())
    form.setFontWeight(font.weight())


def _style_table(table: QTextTable) -> None:
    theme = current_theme()
    if not any(_cell_text(table, 0, column) for column in range(table.columns())):
        table.removeRows(0, 1)
        has_head = False
    else:
        has_head = True
    form = table.format()
    form.setBorder(1)
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    form.setBorderBrush(theme.color("border.subtle"))
    form.setBorderCollapse(True)
    form.setCellSpacing(0)
    form.setCellPadding(scaled(6))
    form.setTopMargin(scaled(2))
    form.setBottomMargin(scaled(12))
    form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    if not has_head and table.columns() == len(_PAIR):
        # Tables of pairs follow each other: their columns line up.
        form.setColumnWidthConstraints(
            [QTextLength(QTextLength.Type.PercentageLength, width) for width in _PAIR]
        )
    table.setFormat(form)
    if not has_head:
        return
    for column in range(table.columns()):
        cell = table.cellAt(0, column)
        head = QTextTableCellFormat(cell.format().toTableCellFormat())
        head.setBackground(theme.color("surface.region"))
        cell.setFormat(head)
        cursor = cell.firstCursorPosition()
        cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
        words = QTextCharFormat()
        words.setForeground(theme.color("text.primary"))
        words.setFontWeight(TextWeight.SEMIBOLD)
        cursor.mergeCharFormat(words)


def _cell_text(table: QTextTable, row: int, column: int) -> str:
    cell = table.cellAt(row, column)
    cursor = cell.firstCursorPosition()
    cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText().strip()
