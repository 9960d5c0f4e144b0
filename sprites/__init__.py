"""Drawing: type, shapes, panels, dice, cards, widgets, theme, timeline."""
