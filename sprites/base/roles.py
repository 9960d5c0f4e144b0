"""Names and meanings of the colours of ``theme.json``.

A role says what a colour is for, not how it looks. Screens and controls use roles only; colours of pictures lie in the
palettes of their folders (``sprites/<folder>/palette.json``, written ``folder/name`` in the code).
"""

from __future__ import annotations

ROLES = {
    # Text on dark ground.
    "text": "names, values and labels",
    "text.bright": "what stands out of other text: names of seats, labels under the pointer",
    "text.strong": "bold words in running text",
    "text.body": "running text",
    "text.figure": "ratings and other large numbers",
    "text.soft": "subtitles and mottos",
    "text.quiet": "labels that are not chosen",
    "text.muted": "notes, units, what has happened before",
    "text.dim": "small print and axes",
    "text.faint": "what cannot be used, empty places",
    "text.title": "headings",
    "text.good": "words about a success",
    "text.warning": "words about what is wrong",
    "text.warning.strong": "bold words of a warning",
    # Marks.
    "accent": "icons and labels that lead the eye",
    "accent.bright": "icons that are on or important",
    "accent.low": "lower end of an accent's gradient",
    "glow": "light round what can be chosen",
    "focus": "ring of the keyboard focus",
    "edge": "thin outlines of panels and controls",
    "edge.bright": "outline of what is chosen or on",
    "edge.low": "outline of what is not chosen, rules",
    "line": "thin lines between rows, small icons that are off",
    "shadow": "shadows, and the veil behind a dialog",
    "veil": "translucent dark ground behind text",
    "well": "hollow of bars and fields, rim of panels",
    "rim.dark": "dark rim of small signs",
    # Panels and rows.
    "panel": "ground of panels",
    "panel.top": "upper end of a panel's gradient, ground of rows",
    "panel.low": "lower end of a panel's gradient",
    "selected.high": "row of a list that is selected, upper end",
    "selected.low": "row of a list that is selected, lower end",
    "marked.high": "row that is pointed at, upper end",
    "done.high": "sign of a step that is done, upper end",
    # The main button and whatever is switched on.
    "confirm": "middle of the main button",
    "confirm.high": "upper end of the main button, chosen segments, ticked boxes",
    "confirm.low": "lower end of the main button",
    "confirm.text": "text on the main button",
    "confirm.edge": "rim of the main button",
    "confirm.disabled": "main button that cannot be pressed",
    "shine": "light on the upper edge of buttons and knobs",
    # Other controls.
    "control": "middle of a plain button",
    "control.high": "upper end of a plain button",
    "control.low": "lower end of a plain button",
    "control.text": "text on plain buttons",
    "control.text.disabled": "text and icons of what cannot be pressed",
    "control.raised": "upper end of round buttons",
    "control.hover": "middle of a control under the pointer",
    "control.hover.high": "upper end of a control under the pointer",
    "control.hover.low": "lower end of a control under the pointer",
    "control.disabled.high": "upper end of a control that cannot be pressed",
    "control.disabled.low": "lower end of a control that cannot be pressed",
    "control.edge.disabled": "rim of a control that cannot be pressed, stars not won",
    "field.top": "upper end of a text field",
    "field.low": "lower end of a text field and of a pressed button",
    # Paper: dialogs, rulebook, tooltips, open lists.
    "paper": "ground",
    "paper.low": "lower end of the ground's gradient",
    "paper.edge": "well",
    "paper.text": "running text",
    "paper.text.muted": "second text",
    "paper.title": "headings",
    "paper.label": "labels and signs",
    "paper.icon": "icons and marks",
    "paper.link": "words that explain themselves, warnings",
    "paper.alert": "bold words",
    "paper.crown": "sign of a winner",
    "paper.line": "thin lines",
    "paper.found": "ground of a word that was searched for",
    # States of the game.
    "good": "something is right or ready",
    "good.high": "sign of success, upper end",
    "good.low": "sign of success, lower end",
    "good.ink": "icon on a sign of success",
    "banner.good.high": "banner of a success, upper end",
    "banner.good.low": "banner of a success, lower end",
    "bad": "losses, failures",
    "danger": "what will be destroyed or lost",
    "strike": "line through what does not count",
    "right": "answer that was right",
    "wrong": "answer that was wrong, choices that lost much",
    "partial": "choices that lost little",
    # Analysis.
    "luck": "what chance decided",
    "secret": "what hidden things decided",
    "gain": "numbers above zero",
    "loss": "numbers below zero",
    "graph.cursor": "place of the shown step in a graph",
    "series.table": "values of the table in a comparison",
}
"""Role → what it colours."""

FORMER = {
    "cream": "text", "mute": "text.muted", "faint": "text.faint", "gold": "accent", "gold_hi": "text.title",
    "gold_lo": "edge.low", "ink": "paper.text", "ink2": "paper.text.muted", "parchment": "paper", "ok": "good",
    "amber": "confirm", "leather": "panel", "rim": "well", "black": "shadow", "white": "shine",
}  # fmt: skip
"""Colour names of version 0.1, which the screens of players' own games may use, → role."""
