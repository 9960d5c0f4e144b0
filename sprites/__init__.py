"""All that draws itself: type, shapes, panels, dice, cards, widgets, theme, timeline."""
