"""What the study says about swings: how the turn turned out, for whom, and what happened in it."""

from __future__ import annotations

import msgspec

from ai.analysis.report import WHOLE, Swing
from scenes.study.swings import tell_cause
from tests.support.study_scenes import open_study
from tests.ui.driver import Driver


def test_a_turn_brought_more_or_less_only_to_a_seat_that_moved(driver: Driver) -> None:
    """Where the others moved, it is told whom the turn helped or hurt."""
    scene = open_study(driver, "legends")
    t, far, near = scene.ctx.t, WHOLE // 5, WHOLE // 50
    swing = Swing(0, 1, 0, (far, -far), "course")
    assert tell_cause(scene, swing) == t("study.swing.more")
    assert tell_cause(scene, msgspec.structs.replace(swing, seat=1)) == t("study.swing.less")
    small = msgspec.structs.replace(swing, change=(-near, far, near - far))
    assert tell_cause(scene, small) == t("study.swing.helped", name=scene.names[1])
    small = msgspec.structs.replace(swing, change=(near, -far, far - near))
    assert tell_cause(scene, small) == t("study.swing.hurt", name=scene.names[1])
    assert tell_cause(scene, msgspec.structs.replace(small, seat=-1)) == t("study.bill.course")
