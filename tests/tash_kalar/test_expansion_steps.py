"""Effects of several steps against rules written down once more on lists of squares: what is offered, step by step."""

import random
from collections.abc import Callable, Iterator

import pytest

from games.tash_kalar import RULES, actions as act
from games.tash_kalar.cards import box
from games.tash_kalar.maps import BOARD, bits, format_square
from games.tash_kalar.nethervoid.rules import open_gateway
from tests.tash_kalar.table import CARD, SIGNS, Table, square, table_for

Arena = dict[tuple[int, int], str]
"""Signs of pieces by column and row, both 1 … 9."""
Offers = set[tuple[int, int]]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
ALL = [(x, y) for x in range(1, 10) for y in range(1, 10) if BOARD >> square(f"{'abcdefghi'[x - 1]}{y}") & 1]
TABLES = 40


def locate(name: str) -> tuple[int, int]:
    return "abcdefghi".index(name[0]) + 1, int(name[1])


def read_arena(table: Table) -> Arena:
    return {locate(name): sign for name, sign in table.pieces().items()}


def find_offers(table: Table) -> Offers:
    offered = {each for each in table.legal() if act.SQUARE <= each < act.PLACE}
    return {locate(format_square(each - act.SQUARE)) for each in offered}


def rank(sign: str) -> int:
    return SIGNS.index(sign) % 3


def can_enter(arena: Arena, mover: str, place: tuple[int, int], combat: bool) -> bool:
    """Whether a piece may move onto a place: empty, of a lower rank, in combat of the same one."""
    if place not in ALL:
        return False
    found = arena.get(place)
    return found is None or rank(found) < rank(mover) + combat


def tables(code: str, fill: float = 0.3) -> Iterator[tuple[Table, random.Random]]:
    """Arenas filled at random in which the card has just been summoned on e5."""
    for seed in range(TABLES):
        dice = random.Random(f"{code} {seed}")
        table = table_for(code)
        for name in [format_square(each) for each in bits(BOARD)]:
            if dice.random() < fill and name != "e5":
                table.put(dice.choice("cchCCHL"), name)
        card = box().cards[CARD[code]]
        assert card is not None
        for offset in card.ways[0].pieces:
            table.put("h", format_square(square("e5") + offset))
        if "nethervoid" in [one.code for one in table.state.expansions] and dice.random() < 0.7:
            own = [each for each in bits(table.state.men[1]) if each != square("e5")]
            open_gateway(table.state, dice.choice(own), None)
        table.state.choices = None
        if not table.can_summon(code):
            continue
        table.do(act.SUMMON + CARD[code])
        if "e5" not in table.offered(act.SQUARE):
            continue
        table.do(act.SQUARE + square("e5"))
        while table.phase in ("showing", "picking"):
            table.do(table.legal()[0])
        yield table, dice


def find_gateway(table: Table) -> tuple[int, int] | None:
    found = RULES.view(table.state, None)["nethervoid"]["gateways"][0]
    return None if found < 0 else locate(format_square(found))


def go_on(table: Table, dice: random.Random, offers: Offers) -> tuple[int, int]:
    """Choose one of the offers."""
    chosen = dice.choice(sorted(offers))
    table.do(act.SQUARE + square(f"{'abcdefghi'[chosen[0] - 1]}{chosen[1]}"))
    return chosen


def measure(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def test_snow_fox_moves_twice_onto_lower_ranks() -> None:
    met = 0
    for table, dice in tables("snow_fox"):
        here = (5, 5)
        for _ in range(2):
            arena = read_arena(table)
            wanted = {at for dx, dy in AROUND if can_enter(arena, "c", at := (here[0] + dx, here[1] + dy), False)}
            if not wanted or table.phase != "effect":
                assert table.phase != "effect" and not wanted
                break
            assert find_offers(table) == wanted
            here = go_on(table, dice, wanted)
            met += 1
        else:
            assert table.phase != "effect"
    assert met > TABLES


def test_war_sled_turns_by_45_degrees_at_most() -> None:
    met = 0
    for table, dice in tables("war_sled"):
        here, heading = (5, 5), None
        for _ in range(3):
            arena = read_arena(table)
            # In the orientation in which the pattern was laid the sled looks to the right.
            ways = [(1, -1), (1, 0), (1, 1)] if heading is None else [
                way for way in AROUND if measure(way, heading) <= 1 and way[0] * heading[0] + way[1] * heading[1] > 0
            ]  # fmt: skip
            wanted = {at for dx, dy in ways if can_enter(arena, "h", at := (here[0] + dx, here[1] + dy), True)}
            if table.phase != "effect":
                assert not wanted or heading is None
                break
            if heading is None and not find_offers(table) <= wanted:
                break  # another orientation fits too and was shown
            assert find_offers(table) == wanted
            chosen = go_on(table, dice, wanted)
            heading, here = (chosen[0] - here[0], chosen[1] - here[1]), chosen
            met += 1
        else:
            assert table.phase != "effect"
    assert met > TABLES // 2


def test_frost_imp_drives_a_common_piece_to_the_end_of_its_way() -> None:
    met = 0
    for table, dice in tables("frost_imp"):
        if table.phase != "effect":
            continue
        arena = read_arena(table)
        commons = {at for dx, dy in AROUND if arena.get(at := (5 + dx, 5 + dy), ".") in "cC"}
        can_move = {
            at for at in commons if any(can_enter(arena, "c", (at[0] + x, at[1] + y), False) for x, y in AROUND)
        }
        assert find_offers(table) == can_move
        origin = go_on(table, dice, can_move)
        arena = read_arena(table)
        targets = {at for x, y in AROUND if can_enter(arena, "c", at := (origin[0] + x, origin[1] + y), False)}
        assert find_offers(table) == targets
        first = go_on(table, dice, targets)
        dx, dy = first[0] - origin[0], first[1] - origin[1]
        end = origin
        while can_enter(arena, "c", (end[0] + dx, end[1] + dy), False):
            end = (end[0] + dx, end[1] + dy)
        assert read_arena(table)[end] == arena[origin] and table.phase != "effect"
        met += 1
    assert met > TABLES // 3


@pytest.mark.parametrize(("code", "sign"), [("power_seeker", "h"), ("hell_rider", "h")])
def test_runs_toward_the_gateway_and_free_ones(code: str, sign: str) -> None:
    met = 0
    for table, dice in tables(code, 0.2):
        here, moves = (5, 5), 0
        gateway = find_gateway(table)
        is_gateway = gateway == here
        while table.phase == "effect":
            arena = read_arena(table)
            gateway = find_gateway(table)
            combat = code == "hell_rider" or not is_gateway
            wanted = {at for x, y in AROUND if can_enter(arena, sign, at := (here[0] + x, here[1] + y), combat)}
            if code == "power_seeker" and not is_gateway:
                assert gateway is not None
                wanted = {at for at in wanted if measure(at, gateway) < measure(here, gateway)}
            assert find_offers(table) == wanted
            here = go_on(table, dice, wanted)
            moves += 1
        most = 1 if is_gateway else 3 if code == "hell_rider" else 9
        assert moves <= most
        met += moves
    assert met > TABLES // 3


def test_demon_of_lust_pulls_two_different_pieces_toward_the_gateway() -> None:
    met = 0
    for table, dice in tables("demon_of_lust"):
        moved: set[tuple[int, int]] = set()
        while table.phase == "effect":
            arena, gateway = read_arena(table), find_gateway(table)
            assert gateway is not None
            reach: dict[tuple[int, int], Offers] = {}
            for at, sign in arena.items():
                reach[at] = {
                    to for x, y in AROUND if can_enter(arena, sign, to := (at[0] + x, at[1] + y), True)
                    and to != gateway and measure(to, gateway) < measure(at, gateway)
                }  # fmt: skip
            wanted = {at for at, there in reach.items() if there and at not in moved}
            assert find_offers(table) == wanted
            origin = go_on(table, dice, wanted)
            target = next(iter(reach[origin]))  # the only one is taken unasked
            if len(reach[origin]) > 1:
                assert find_offers(table) == reach[origin]
                target = go_on(table, dice, reach[origin])
            assert read_arena(table)[target] == arena[origin]
            moved = (moved - {origin}) | {target}
            met += 1
        assert len(moved) <= 2
    assert met > TABLES // 2


def test_demon_of_envy_fills_squares_beside_the_gateway() -> None:
    met = 0
    for table, dice in tables("demon_of_envy"):
        placed = 0
        while table.phase == "effect":
            arena, gateway = read_arena(table), find_gateway(table)
            assert gateway is not None
            own = sum(sign in "chl" for sign in arena.values())
            assert placed == 0 or len(arena) - own > own, "it goes on only while the rival has more"
            free = {at for x, y in AROUND if (at := (gateway[0] + x, gateway[1] + y)) in ALL and at not in arena}
            offered = {locate(name) for name in table.offered(act.PUT)}
            assert offered == free and act.DONE not in table.legal()
            name = dice.choice(sorted(table.offered(act.PUT)))
            table.do(act.PUT + square(name))
            placed += 1
        met += placed
    assert met > TABLES // 2


def test_crystal_mirror_places_across_the_line_of_its_pattern() -> None:
    met = 0
    for table, dice in tables("crystal_mirror", 0.5):
        used: list[tuple[int, int]] = []
        while table.phase == "effect":
            arena = read_arena(table)
            wanted = set()
            for at, sign in arena.items():
                dx, dy = at[0] - 5, at[1] - 5
                marked = abs(dx) in (1, 2) and abs(dy) <= 1
                if not marked or rank(sign) == 2 or (5 - dx, at[1]) in arena:
                    continue
                if used and (rank(sign) or at == used[0] or (dx > 0) != (used[0][0] > 5)):
                    continue
                wanted.add(at)
            if not find_offers(table) <= wanted and not used:
                break  # the pattern was shown in its other orientation
            assert find_offers(table) == wanted, "a square that was used is not offered again"
            chosen = go_on(table, dice, wanted)
            assert read_arena(table)[10 - chosen[0], chosen[1]] == "chl"[rank(arena[chosen])]
            if rank(arena[chosen]):
                assert table.phase != "effect", "a heroic piece is the only one"
            used.append(chosen)
            met += 1
        assert len(used) <= 2
    assert met > TABLES // 3


def find_taken_by_snow_monster(arena: Arena) -> Offers:
    own = {at for at, sign in arena.items() if sign in "chl"}
    return {
        at for at, sign in arena.items()
        if sign == "C" and measure(at, (5, 5)) <= 2 and any((at[0] + x, at[1] + y) in own for x, y in AROUND)
    }  # fmt: skip


def find_taken_by_demon_of_wrath(arena: Arena, gateway: tuple[int, int]) -> Offers:
    return {at for at, sign in arena.items() if sign == "C" and measure(at, gateway) == 1}


@pytest.mark.parametrize("code", ["snow_monster", "demon_of_wrath"])
def test_all_at_once(code: str) -> None:
    find: dict[str, Callable[[Arena, tuple[int, int]], Offers]] = {
        "snow_monster": lambda arena, _: find_taken_by_snow_monster(arena),
        "demon_of_wrath": find_taken_by_demon_of_wrath,
    }
    met = 0
    for table, _ in tables(code):
        gateway = find_gateway(table) if code == "demon_of_wrath" else (5, 5)
        destroyed = {locate(format_square(told["square"])) for told in table.told("destroyed")} - {(5, 5)}
        if table.phase == "effect" or gateway is None:
            continue  # the Gateway moves first
        before = {**read_arena(table), **dict.fromkeys(destroyed, "C")}
        assert destroyed == find[code](before, gateway)
        met += len(destroyed)
    assert met > TABLES // 2
