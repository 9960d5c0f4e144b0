"""Every task met and just missed."""

import pytest

from games.tash_kalar import actions as act
from games.tash_kalar.cards import box
from games.tash_kalar.scoring import fulfils, progress

from .table import TASK, Table

ARENAS: dict[str, tuple[str, str, str]] = {
    # task: top left square, arena where it is met, arena where it is just missed
    "red_conquest": (
        "c2",
        ". c .\n. . .\n. . .\n. . h\n. . .\n. . .\nh . .",
        ". c .\n. . .\n. . .\n. . h\n. . .\n. . .\nc . .",
    ),
    "green_conquest": (
        "a3",
        ". . h . . . c\n. . . . . . .\nh . . . . . .",
        ". . h . . . c\n. . . . . . .\n. h . . . . .",
    ),
    "color_conquest": (
        "c2",
        ". c . . . . .\nh . . . h . .\n. . . . . . .\n. . h . . . .\n. . . . . c .",
        ". c . . . . .\nh . . . h . .\n. . . . . . .\n. . c . . . .\n. . . . . c .",
    ),
    "red_legends": ("d2", "h . . . .\n. . . . .\n. . . . .\n. l . . .", "h . . . .\n. . . . .\n. . . . .\n. h . . ."),
    "green_legends": ("c3", "h . . . l", "c . . . l"),
    "rainbow_dominance": ("c2", ". h .\nh . .", ". h . . . . .\nh . . . H . ."),
    "central_dominance": ("d4", "h h .\nc c c", "h c .\nc c c"),
    "center_cross": ("d4", "c . c\n. h .\nc . c", "c . c\n. . .\nc c c"),
    "line_dominance": ("a4", "c c c c c c c C", "c c c c c c C"),
    "diagonals": (
        "b2",
        "c . . . . . .\n. h . . . c .\n. . . . c . .\n. . . h . . .\n. . c . c . .",
        "c . . . . . .\n. h . . . c .\n. . . . c . .\n. . . c . . .\n. . c . c . .",
    ),
    "side_chain": ("a4", ". c c . . . c c .\nc . . c h c . . l", ". c c . . . c c C\nc . . c h c . . ."),
    "corner_chain": (
        "b2",
        "c . . . . . .\n. c . . . . .\n. . c c . . .\n. . . . c . .\n. . . . . c .\n. . . . . c .\n. . . . . . c",
        "c . . . . . .\n. c . . . . .\n. . c c . . .\n. . . . c . .\n. . . . . c .\n. . . . . c .\n. . . . . . .",
    ),
    "imprisonment": ("d4", "c c c\nc H c\n. c .", "c c c\nc H c\n. . ."),
    "envelopment": ("d4", "c c c\nc C c\n. c c", "c c c\nc C c\n. c ."),
    "isolation": ("a2", ". c .\nC c C\nc c .", ". c .\nC c C\nc . ."),
}
TALLIES: dict[str, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
    # task: commons, heroic and legendary enemy pieces destroyed this turn, met and just missed
    "destruction": ((2, 1, 0), (2, 0, 0)),
    "devastation": ((4, 0, 0), (2, 1, 0)),
    "heroic_destruction": ((2, 1, 0), (3, 0, 0)),
    "heroic_devastation": ((2, 1, 1), (3, 1, 0)),
    "end_of_legends": ((0, 2, 0), (3, 1, 0)),
}
SUMMONS: dict[str, tuple[tuple[int, int, int, int, int], tuple[int, int, int, int, int]]] = {
    # task: beings summoned this turn, on red, on green, on either, legends; met and just missed
    "red_summoning": ((2, 1, 0, 1, 0), (2, 0, 1, 1, 0)),
    "green_summoning": ((2, 0, 1, 1, 0), (1, 0, 1, 1, 0)),
    "colored_summoning": ((2, 1, 1, 2, 0), (3, 1, 0, 1, 0)),
    "legendary_summoning": ((2, 0, 0, 0, 1), (1, 0, 0, 0, 1)),
}


@pytest.mark.parametrize("code", ARENAS)
def test_a_task_about_the_arena(code: str) -> None:
    corner, good, bad = ARENAS[code]
    assert fulfils(Table("high").draw(good, corner).state, TASK[code])
    assert not fulfils(Table("high").draw(bad, corner).state, TASK[code])


@pytest.mark.parametrize("code", TALLIES)
def test_a_task_about_what_was_destroyed(code: str) -> None:
    for tally, expected in zip(TALLIES[code], (True, False), strict=True):
        table = Table("high")
        table.state.tally[3:6] = tally
        assert fulfils(table.state, TASK[code]) == expected


@pytest.mark.parametrize("code", SUMMONS)
def test_a_task_about_what_was_summoned(code: str) -> None:
    for summoned, expected in zip(SUMMONS[code], (True, False), strict=True):
        table = Table("high")
        table.state.summoned = summoned
        assert fulfils(table.state, TASK[code]) == expected


def test_every_task_is_here() -> None:
    assert set(TASK) == {*ARENAS, *TALLIES, *SUMMONS}
    assert len(TASK) == 24


def test_a_chain_may_join_the_other_two_sides_and_corners() -> None:
    down = Table("high")
    for row in range(1, 10):
        down.put("c", f"e{row}")
    assert fulfils(down.state, TASK["side_chain"]) and not fulfils(down.state, TASK["corner_chain"])
    across = Table("high")
    for column, row in zip("hgfedcb", range(2, 9), strict=True):
        across.put("c", f"{column}{row}")
    assert fulfils(across.state, TASK["corner_chain"]) and not fulfils(across.state, TASK["side_chain"])


def test_progress_counts_up_to_what_is_needed() -> None:
    table = Table("high")
    table.state.tally[3:6] = (2, 0, 0)
    assert progress(table.state, TASK["destruction"]) == (2, 3)
    assert progress(table.state, TASK["imprisonment"]) == (0, 1)


def test_one_task_a_turn_may_be_claimed_and_the_next_one_takes_its_place() -> None:
    table = Table("high").hold("knight")
    state = table.state
    state.tasks = (TASK["imprisonment"], TASK["envelopment"], TASK["destruction"])
    state.next_task = TASK["center_cross"]
    state.task_bottom = ()
    state.task_pool = sum(1 << task for task in range(24) if task not in (*state.tasks, state.next_task))
    state.choices = None
    table.draw("c c c\nc C c\n. . c", "d4").place("e6").place("a5")
    assert table.legal() == (act.DONE, act.TASK + TASK["imprisonment"], act.TASK + TASK["envelopment"])
    table.do(act.TASK + TASK["envelopment"])
    assert state.claimed[0] == (TASK["envelopment"],) and state.points[0] == 2
    assert TASK["center_cross"] in state.tasks and len(state.tasks) == 3
    assert state.active == 1


def test_three_open_tasks_of_one_kind_send_the_next_one_under_the_deck() -> None:
    for seed in range(60):
        table = Table("high", seed=seed)
        kinds = [box().tasks[task].kind for task in (*table.state.tasks, table.state.next_task)]
        assert all(not box().tasks[task].advanced for task in table.state.tasks), seed
        assert max(kinds.count(kind) for kind in kinds) < 3
        assert len(set(kinds[:3])) > 1
