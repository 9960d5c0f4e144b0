"""Presets: sets of settings, and the frame and the dice of the sofa."""

from engine.storage.settings import Settings
from scenes.menus.settings import PRESETS, EaseScene, apply_preset, find_preset
from sprites.base import theme
from tests.support.open_tables import open_table
from tests.ui.driver import Driver


def test_each_preset_sets_the_same_fields_and_is_recognised() -> None:
    fields = {frozenset(values) for values in PRESETS.values()}
    assert len(fields) == 1
    assert find_preset(Settings()) == "usual"
    for name in PRESETS:
        settings = Settings(couch=True, child_mode=True)
        apply_preset(settings, name)
        assert find_preset(settings) == name
    settings.text_size = 90
    assert find_preset(settings) == ""


def test_a_preset_is_chosen_on_the_page(driver: Driver) -> None:
    driver.ctx.stack.replace(EaseScene(driver.ctx))
    driver.ctx.stack.settle()
    driver.run(300)
    driver.click(f"preset.{list(PRESETS).index('sofa')}")
    assert driver.settings.couch and driver.settings.text_size == 130
    assert driver.window.canvas.text_scale == 1.3
    driver.click("preset.0")
    assert find_preset(driver.settings) == "usual"


def test_the_window_is_framed_in_the_colour_of_who_is_asked(driver: Driver) -> None:
    table = open_table(driver, "king_of_12")
    width, height = driver.window.surface.get_size()
    edge = (3, height // 2)
    seat = theme.rgb(theme.player(table.session.seats[table.viewer].colour).base)
    assert driver.window.surface.get_at(edge)[:3] != seat
    small = table.stage.seats[0].die.size
    apply_preset(driver.settings, "sofa")
    table = open_table(driver, "king_of_12")
    for place in (edge, (width - 4, height // 2), (width // 2, height - 4)):
        assert driver.window.surface.get_at(place)[:3] == seat
    assert table.stage.seats[0].die.size > small * 1.1
