"""Colours, fonts and the style sheet: sand and teal by day, indigo and brass by night, and one of
high contrast.

Palettes of our own, since Qt's colour schemes do nothing offscreen or on bare X. A widget that
paints itself asks `theme_of(widget)`, which reads the palette that the widget already has: so a
change of palette reaches everything, and there is no global theme to keep in step.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette, QPixmapCache
from PySide6.QtWidgets import QApplication, QWidget

ASSETS = Path(__file__).parent.parent / "assets"
FAMILIES = ("Lato", "Inter", "Segoe UI", "SF Pro Text", "Noto Sans", "Cantarell", "DejaVu Sans")


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour of the app outside the painted board, as "#rrggbb"."""

    dark: bool
    ground: str  # behind everything
    panel: str  # side panels, dialogs
    card: str  # raised rows and cards
    field: str  # where one types, lists
    line: str  # borders that only adorn
    edge: str  # borders of what is filled in or ticked, 3:1 on what surrounds it
    text: str
    muted: str  # second-rank text, still 4.5:1 on `card`
    heading: str  # small capitals above a group
    accent: str  # what can be acted on; my turn
    accent_high: str  # its upper edge; lines
    accent_text: str  # the accent as words, 4.5:1 on `card`, and as the ring of the keyboard
    on_accent: str
    gold: str  # the one main button
    gold_high: str
    gold_line: str
    on_gold: str
    danger: str  # a ground
    danger_text: str  # words, on `card`
    on_danger: str
    good: str
    soft: str  # a quiet tint of the accent: what is chosen
    off: str  # disabled fill
    off_text: str


LIGHT = Theme(
    dark=False,
    ground="#efdfbd",
    panel="#f5e8cc",
    card="#fcf4e2",
    field="#fffbf0",
    line="#dfc898",
    edge="#98783f",
    text="#33210f",
    muted="#7a5c34",
    heading="#7c4712",
    accent="#0f766e",
    accent_high="#14877d",
    accent_text="#0c6b63",
    on_accent="#ffffff",
    gold="#e99a17",
    gold_high="#f9bf45",
    gold_line="#a8690b",
    on_gold="#3a2204",
    danger="#a62b1f",
    danger_text="#a62b1f",
    on_danger="#ffffff",
    good="#15703a",
    soft="#d8ebdf",
    off="#eadcbd",
    off_text="#8d7650",
)

DARK = Theme(
    dark=True,
    ground="#111126",
    panel="#191931",
    card="#262648",
    field="#141429",
    line="#45436d",
    edge="#7d7aab",
    text="#f1e8d4",
    muted="#b7aecb",
    heading="#f0bd6a",
    accent="#12847a",
    accent_high="#1da597",
    accent_text="#2fbcac",
    on_accent="#ffffff",
    gold="#e09a1e",
    gold_high="#f5b84a",
    gold_line="#ffdb94",
    on_gold="#2b1a03",
    danger="#b83a4b",
    danger_text="#ff9a94",
    on_danger="#ffffff",
    good="#62d0a0",
    soft="#1d4550",
    off="#20203c",
    off_text="#8681a3",
)

CONTRAST = Theme(
    dark=True,
    ground="#000000",
    panel="#000000",
    card="#0d0d0d",
    field="#000000",
    line="#ffffff",
    edge="#ffffff",
    text="#ffffff",
    muted="#e8e8e8",
    heading="#ffd60a",
    accent="#5cc8ff",
    accent_high="#8fdcff",
    accent_text="#5cc8ff",
    on_accent="#000000",
    gold="#ffd60a",
    gold_high="#ffe04d",
    gold_line="#ffd60a",
    on_gold="#000000",
    danger="#ff6b6b",
    danger_text="#ff8f8f",
    on_danger="#000000",
    good="#63f5a6",
    soft="#12345a",
    off="#1c1c1c",
    off_text="#b4b4b4",
)

THEMES = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}
_BY_PANEL = {theme.panel: theme for theme in THEMES.values()}


def theme_of(widget: QWidget) -> Theme:
    """The theme that the widget's palette came from."""
    window = widget.palette().color(QPalette.ColorRole.Window)
    theme = _BY_PANEL.get(window.name())
    if theme is None:  # Qt's own palette, before the app is dressed
        return DARK if window.lightness() < 128 else LIGHT
    return theme


def choose_theme(wanted: str) -> Theme:
    """The theme for a setting: one of `THEMES`, or "auto" (what the system says, else light)."""
    if wanted == "auto":
        hints = QGuiApplication.styleHints()
        return DARK if hints.colorScheme() is Qt.ColorScheme.Dark else LIGHT
    return THEMES.get(wanted, LIGHT)


def dress(app: QApplication, theme: Theme) -> None:
    """Give the whole application a theme; may be called again at any time."""
    QPixmapCache.clear()  # pictures know dark from light, but not one dark theme from the other
    app.setStyle("Fusion")
    app.setFont(ui_font(14))
    app.setPalette(palette_of(theme))
    app.setStyleSheet(style_sheet(theme))


def ui_font(pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The interface's font at a height in pixels (11 at least)."""
    font = QFont()
    font.setFamilies(list(FAMILIES))
    font.setPixelSize(max(11, pixels))
    font.setWeight(weight)
    return font


def palette_of(theme: Theme) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, theme.panel),
        (role.WindowText, theme.text),
        (role.Base, theme.field),
        (role.AlternateBase, theme.card),
        (role.Text, theme.text),
        (role.Button, theme.card),
        (role.ButtonText, theme.text),
        (role.BrightText, theme.on_danger),
        (role.Highlight, theme.accent),
        (role.HighlightedText, theme.on_accent),
        (role.ToolTipBase, theme.card),
        (role.ToolTipText, theme.text),
        (role.PlaceholderText, theme.muted),
        (role.Link, theme.accent_text),
        (role.Mid, theme.line),
        (role.Light, theme.card),
        (role.Dark, theme.line),
        (role.Shadow, theme.ground),
    ):
        palette.setColor(which, QColor(colour))
    group = QPalette.ColorGroup.Disabled
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group, which, QColor(theme.off_text))
    return palette


def style_sheet(theme: Theme) -> str:
    """The look of the stock widgets. Names in `[look="…"]` are set with `widgets.look`."""
    values = {name: getattr(theme, name) for name in Theme.__slots__}
    sheet = _SHEET.replace("@assets", ASSETS.as_posix())
    for name in sorted(values, key=len, reverse=True):
        sheet = sheet.replace(f"@{name}", str(values[name]))
    return sheet


_SHEET = """
QMainWindow, QDialog, QWidget[look="page"] { background: @panel; }
QWidget[look="ground"] { background: @ground; }
QWidget { color: @text; }
QToolTip { background: @card; color: @text; border: 1px solid @line; padding: 6px 8px; }

QLabel { background: transparent; }
QLabel[look="title"] { font-size: 26px; font-weight: 800; }
QLabel[look="subtitle"] { font-size: 18px; font-weight: 700; }
QLabel[look="name"] { font-size: 15px; font-weight: 700; }
QLabel[look="heading"] { font-size: 12px; font-weight: 800; color: @heading; letter-spacing: 1px; }
QLabel[look="muted"] { font-size: 13px; color: @muted; }
QLabel[look="small"] { font-size: 12px; color: @muted; }
QLabel[look="good"] { font-size: 13px; color: @good; font-weight: 700; }
QLabel[look="danger"] { font-size: 13px; color: @danger_text; font-weight: 700; }
QLabel[look="pill"] { font-size: 12px; font-weight: 700; color: @muted; background: @off;
  border-radius: 9px; padding: 1px 9px; min-height: 17px; }
QLabel[look="pill-good"] { font-size: 12px; font-weight: 700; color: @on_accent;
  background: @accent; border-radius: 9px; padding: 1px 9px; min-height: 17px; }
QLabel[look="pill-gold"] { font-size: 12px; font-weight: 700; color: @on_gold;
  background: @gold_high; border-radius: 9px; padding: 1px 9px; min-height: 17px; }
QLabel[look="mark-wrong"], QLabel[look="mark-note"] { font-size: 13px; font-weight: 800;
    color: @on_gold; background: @gold; border-radius: 11px; min-height: 22px; max-height: 22px; }
QLabel[look="mark-wrong"] { color: @on_danger; background: @danger; }
QLabel[look="worth"], QLabel[look="worth-best"] { font-size: 12px; font-weight: 800;
  color: @text; background: @field; border: 1px solid @line; border-radius: 8px;
  padding: 0 5px; min-height: 15px; }
QLabel[look="worth-best"] { color: @on_accent; background: @accent; border-color: @accent; }
QLabel[look="code"] { font-size: 15px; font-weight: 800; color: @heading; letter-spacing: 1px; }
QLabel[look="mono"], QLineEdit[look="mono"] { font-size: 12px;
  font-family: "DejaVu Sans Mono", "Menlo", "Consolas", monospace; }
QLabel[look="outcome"] { font-size: 12px; background: @off; color: @text; border-radius: 6px;
  padding: 3px 4px; }
QLabel[look="outcome-drawn"] { font-size: 12px; font-weight: 800; background: @accent;
  color: @on_accent; border-radius: 6px; padding: 3px 4px; }
QLabel[look="notice"] { background: @soft; border-radius: 8px; padding: 8px 12px; font-size: 13px; }
QLabel[look="advice-words"] { font-size: 13px; }
QLabel[look="warning"] { background: @danger; color: @on_danger; border-radius: 8px;
  padding: 8px 12px; font-size: 13px; font-weight: 600; }

QFrame[look="caption"] { background: @card; border: 1px solid @line; border-radius: 12px; }
QLabel[look="banner-mine"] { background: @accent; color: @on_accent; border-radius: 10px;
  padding: 9px 14px; font-size: 16px; font-weight: 800; }
QLabel[look="banner-other"] { background: @card; border: 1px solid @line; border-radius: 10px;
  padding: 8px 13px; font-size: 15px; font-weight: 700; }
QLabel[look="banner-trouble"] { background: @danger; color: @on_danger; border-radius: 10px;
  padding: 9px 14px; font-size: 14px; font-weight: 700; }
QLabel[look="banner-over"] { background: @gold_high; color: @on_gold; border-radius: 10px;
  padding: 9px 14px; font-size: 16px; font-weight: 800; }

QFrame[look="card"] { background: @card; border: 1px solid @line; border-radius: 12px; }
QFrame[look="advice"] { background: @soft; border: 1px solid @line; border-radius: 10px; }
QFrame[look="bubble"] { background: @card; border: 2px solid @gold; border-radius: 14px; }
QLabel[look="bubble-words"] { font-size: 16px; font-weight: 600; }
QLabel[look="bubble-hint"] { font-size: 13px; font-weight: 700; color: @heading; }
QFrame[look="row"] { background: @card; border: 1px solid @line; border-radius: 10px; }
QFrame[look="row-mine"] { background: @card; border: 2px solid @accent; border-radius: 10px; }
QFrame[look="strip"] { background: @panel; border: none; border-top: 1px solid @line; }
QFrame[look="chair-free"] { background: transparent; border: 2px dashed @line;
  border-radius: 10px; }
QFrame[look="rule"] { background: @line; border: none; max-height: 1px; min-height: 1px; }

QPushButton { background: @card; border: 1px solid @line; border-bottom: 2px solid @line;
  border-radius: 9px; padding: 7px 14px; font-weight: 700; font-size: 14px; min-height: 20px; }
QPushButton:hover { border-color: @accent; background: @field; }
QPushButton:focus { border: 2px solid @accent_text; padding: 6px 13px; }
QPushButton:pressed { background: @soft; }
QPushButton:checked { background: @accent; color: @on_accent; border-color: @accent; }
QPushButton:checked:focus { border: 2px solid @text; }
QPushButton:disabled { background: @off; color: @off_text; border-color: @off; }
QPushButton:checked:disabled { border-color: @accent; }
QPushButton[look="main"] { color: @on_gold; border: 1px solid @gold_line;
  border-bottom: 2px solid @gold_line;
  background: qlineargradient(x1:0,y1:0,x2:0,y2:1, stop:0 @gold_high, stop:1 @gold); }
QPushButton[look="main"]:hover { background: @gold_high; }
QPushButton[look="main"]:focus { border: 2px solid @text; }
QPushButton[look="main"]:disabled { background: @off; color: @off_text; border-color: @off; }
QPushButton[look="accent"] { background: @accent; color: @on_accent; border-color: @accent; }
QPushButton[look="accent"]:hover { border-color: @text; }
QPushButton[look="accent"]:focus { border: 2px solid @text; }
QPushButton[look="accent"]:disabled { background: @off; color: @off_text; border-color: @off; }
QPushButton[look="way"] { text-align: left; padding: 6px 8px; border-color: @gold_line;
  background: @field; }
QPushButton[look="way"]:hover { background: @gold_high; color: @on_gold; }
QPushButton[look="way"]:focus { border: 2px solid @text; padding: 5px 7px; }
QPushButton[look="small"] { padding: 2px 10px; min-height: 16px; font-size: 13px; }
QPushButton[look="small"]:focus { border: 2px solid @accent_text; padding: 1px 9px; }
QPushButton[slim="true"] { padding: 4px 6px; min-height: 18px; }
QPushButton[slim="true"]:focus { padding: 3px 5px; }
QPushButton[look="flat"] { background: transparent; border: 1px solid transparent;
  color: @heading; padding: 5px 9px; }
QPushButton[look="flat"]:hover { background: @card; border-color: @line; }
QPushButton[look="flat"]:focus { border: 2px solid @accent_text; padding: 4px 8px; }
QPushButton[look="flat-danger"] { background: transparent; border: 1px solid @danger_text;
  color: @danger_text; padding: 5px 9px; font-weight: 700; }
QPushButton[look="flat-danger"]:hover { background: @card; }
QPushButton[look="flat-danger"]:focus { border: 2px solid @danger_text; padding: 4px 8px; }
QPushButton[look="flat"]:disabled { color: @off_text; }

QLineEdit, QSpinBox, QComboBox { background: @field; border: 1px solid @edge; border-radius: 8px;
  padding: 6px 10px; min-height: 20px; selection-background-color: @accent;
  selection-color: @on_accent; }
QLineEdit:focus, QSpinBox:focus, QComboBox:focus { border: 2px solid @accent_text;
  padding: 5px 9px; }
QLineEdit:disabled { background: @off; color: @off_text; }
QComboBox { combobox-popup: 0; }  /* a list: Fusion's menu cuts its last line */
QComboBox::drop-down { border: none; width: 28px; }
QComboBox::down-arrow { image: url(@assets/down.svg); width: 14px; height: 14px; }
QSpinBox { padding-right: 30px; }
QSpinBox QLineEdit { border: none; background: transparent; padding: 0 8px; min-height: 0; }
QSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right; width: 28px;
  border: none; background: transparent; margin: 3px 2px 0 0; }
QSpinBox::down-button { subcontrol-origin: border; subcontrol-position: bottom right; width: 28px;
  border: none; background: transparent; margin: 0 2px 3px 0; }
QSpinBox::up-button:hover, QSpinBox::down-button:hover { background: @soft; border-radius: 5px; }
QSpinBox::up-arrow { image: url(@assets/up.svg); width: 12px; height: 12px; }
QSpinBox::down-arrow { image: url(@assets/down.svg); width: 12px; height: 12px; }
QComboBox:disabled, QSpinBox:disabled { background: @off; color: @off_text; }
QComboBox QAbstractItemView { background: @field; border: 1px solid @line; outline: none;
  selection-background-color: @accent; selection-color: @on_accent; }
QComboBox QAbstractItemView::item { min-height: 26px; padding: 0 8px; }

QSlider::groove:horizontal { height: 6px; border-radius: 3px; background: @line; }
QSlider::sub-page:horizontal { height: 6px; border-radius: 3px; background: @accent; }
QSlider::handle:horizontal { width: 16px; height: 16px; margin: -6px 0; border-radius: 9px;
  background: @gold_high; border: 1px solid @gold_line; }
QSlider::handle:horizontal:focus { border: 2px solid @text; }

QCheckBox, QRadioButton { spacing: 9px; font-size: 14px; background: transparent; padding: 2px; }
QCheckBox::indicator { width: 18px; height: 18px; border: 2px solid @edge; border-radius: 5px;
  background: @field; }
QCheckBox::indicator:hover { border-color: @accent_high; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent;
  image: url(@assets/check.svg); }
QCheckBox, QRadioButton { border: 2px solid transparent; border-radius: 7px; }
QCheckBox:focus, QRadioButton:focus { border-color: @accent_text; }
QCheckBox:disabled, QRadioButton:disabled { color: @off_text; }

QListWidget::item { padding: 5px 6px; border-radius: 6px; }
QListWidget::item:selected { background: @accent; color: @on_accent; }
QListView, QTextBrowser { background: @field; border: 1px solid @line; border-radius: 10px;
  padding: 4px; outline: none; }
QListView:focus, QTextBrowser:focus { border: 2px solid @accent_text; padding: 3px; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; }
QScrollBar::handle:vertical { background: @line; border-radius: 3px; min-height: 28px; }
QScrollBar::handle:vertical:hover { background: @muted; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 2px; }
QScrollBar::handle:horizontal { background: @line; border-radius: 3px; min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QMenu { background: @card; border: 1px solid @line; border-radius: 8px; padding: 6px; }
QMenu::item { padding: 6px 22px; border-radius: 6px; }
QMenu::item:selected { background: @accent; color: @on_accent; }
QMenu::separator { height: 1px; background: @line; margin: 5px 8px; }
"""
