"""A table's options in the app: a field for each kind, and a line in the lobby."""

from __future__ import annotations

import pytest
from camelnet_gui.games import options_line, playable
from camelnet_gui.lobby.create_dialog import CUSTOM, CreateDialog

from camelnet import rules
from camelnet.rules.games.targui.names import destiny_effect, destiny_title
from tests.gui.conftest import WindowDriver


def dialog_for(driver: WindowDriver, game: str) -> CreateDialog:
    dialog = CreateDialog((), driver.window)
    dialog.game.setCurrentIndex(dialog.game.findData(game))
    return dialog


@pytest.mark.parametrize("game", playable())
def test_a_new_table_has_the_usual_rules_until_somebody_changes_them(
    driver: WindowDriver, game: str
) -> None:
    dialog = dialog_for(driver, game)
    dialog.open_.click()
    assert rules.check_options(game, dialog.wish.options) == rules.check_options(game, {})
    assert options_line(game, dialog.wish.options) == ""


def test_options_of_every_kind_reach_the_table(driver: WindowDriver) -> None:
    dialog = dialog_for(driver, "targui")
    dialog.preset.choose(CUSTOM)
    destiny, camels = dialog.options["destiny"], dialog.options["camels"]
    for number in (2, 3, 4, 5):
        destiny.buttons[number].click()
    camels.box.setValue(300)
    dialog.open_.click()
    assert dialog.wish.options == {"destiny": [1, *range(6, 17)], "camels": 300}
    line = options_line("targui", dialog.wish.options)
    assert "12 of 16" in line
    assert "300" in line


def test_what_has_to_be_in_a_set_cannot_be_taken_out(driver: WindowDriver) -> None:
    destiny = dialog_for(driver, "targui").options["destiny"]
    destiny.buttons[1].click()
    assert 1 in destiny.value()


def test_strict_is_offered_where_cards_are_hidden(driver: WindowDriver) -> None:
    hidden = {game: not dialog_for(driver, game)._strict_part.isHidden() for game in playable()}
    assert hidden == {"camelup": True, "cards": True, "targui": False}


def test_a_flag_that_is_usually_set_is_told_when_it_is_not(driver: WindowDriver) -> None:
    dialog = dialog_for(driver, "cards")
    dialog.preset.choose(CUSTOM)
    trophies = dialog.options["trophies"]
    trophies.box.click()
    dialog.open_.click()
    assert trophies.box.text() in options_line("cards", dialog.wish.options)


def test_the_numbers_of_a_set_are_called_by_their_names(driver: WindowDriver) -> None:
    destiny = dialog_for(driver, "targui").options["destiny"]
    for number, made in destiny.buttons.items():
        assert made.text() == destiny_title(number)
        assert made.toolTip() == made.accessibleDescription() == destiny_effect(number)
