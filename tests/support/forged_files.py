"""Files of players, changed by a test."""

import pytest


def sides(quick: int, soak: int) -> pytest.MarkDecorator:
    """A quick run always, a long one with --soak."""
    return pytest.mark.parametrize(
        "count", [pytest.param(quick, id="quick"), pytest.param(soak, id="long", marks=pytest.mark.soak)]
    )
