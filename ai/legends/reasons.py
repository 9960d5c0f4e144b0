"""Sentences: reasons for the hint, parts of a turn, and the price of the auction in a finished game.

The map is compared before and after the plan as the rules count it, then what the card and its
sets bring, then what the others lose. Every list ends with the points expected against the others.

The number of each reason only orders them: about the points that it stands for, a little more for what a player
overlooks easily (islands, what is taken from a rival), a little less for what is seen anyway.
"""

from collections.abc import Sequence
from dataclasses import replace

from ai.analysis.game_facts import FactContext, fact
from ai.analysis.report import Fact
from ai.legends.bidding import last_in_coins
from ai.legends.own_map import island_lists
from ai.legends.plan import Plan, apply_plan, bought
from ai.legends.planning import Planner
from ai.win_probability import chances
from engine.chance import SeededChance
from engine.contract import Event, Message
from engine.history import History
from games.event_texts import WHERE, Decided, TurnPart, add_effect, place_message
from games.legends import RULES, actions as act, options
from games.legends.actions import NAME
from games.legends.cards import cards
from games.legends.messages import DOMAIN, card_name, region_name, token_name
from games.legends.scoring import card_points, control, elixir_points, ending, island_owners
from games.legends.state import (
    AUCTION,
    LAY_NEUTRAL,
    NAME_FIRST,
    NEUTRAL_OWNER,
    NOBODY,
    PRICES,
    TAKE_CARD,
    State,
    copied,
)

MOST_REASONS = 3
"""The panel of advice has room for this many."""
MUCH_FOR_A_RIVAL = 1.0
"""Points from which on a card is worth taking away: a whole one."""
COLLECTING = ("vp_per_adjective", "vp_per_flying", "set_bonus")
"""Abilities of cards that cards still to come can make score."""
EVEN = 0.05
"""Points below which two positions are called equal: far less than any that are counted."""


class Reasons:
    """Finds reasons for the actions of one decision within a turn."""

    def __init__(self, state: State, seat: int, planner: Planner) -> None:
        self.state = state
        self.seat = seat
        self.planner = planner
        self.owners = control(state)
        self.islands = island_owners(state, self.owners)

    def explain(self, plan: Plan, value: float) -> tuple[list[Message], tuple[int, ...]]:
        """Return one to three reasons for a plan, the most telling first, and the actions of the turn they refer to;
        ``value``: value of the plan after the search."""
        taking = self.state.phase == TAKE_CARD
        line: list[int] = []
        after = apply_plan(self.state, self.seat, plan, SeededChance(0), line)
        while line and line[-1] == act.DONE:  # a plan that was cut off ends here, the turn need not
            line.pop()
        found = [*self._map(after), *self._others(plan)]
        if taking:
            found += self._card(after, plan)
        elif plan.action == act.DONE and not found:
            found.append((1.0, _hint("enough")))
        found.sort(key=lambda pair: -pair[0])
        return [*[message for _, message in found[: MOST_REASONS - 1]], explain_value(value)], tuple(line)

    def _map(self, after: State) -> list[tuple[float, Message]]:
        """Return reasons with weights: regions and islands that come under control, rivals that lose theirs."""
        seat = self.seat
        codes = self.state.board.codes
        owners = control(after)
        islands = island_owners(after, owners)
        found: list[tuple[float, Message]] = []
        for region, (before, now) in enumerate(zip(self.owners, owners, strict=True)):
            if now == seat != before:
                name = region_name(codes[region])
                if before in (NOBODY, NEUTRAL_OWNER):
                    found.append((1.0, _hint("region", region=name)))
                else:
                    found.append((1.5, _hint("takes_from", region=name, player={"seat": before})))
            elif before not in (now, seat, NOBODY, NEUTRAL_OWNER):
                found.append((0.8, _hint("blocks", region=region_name(codes[region]), player={"seat": before})))
        if not found:
            found += self._strength(after, owners)
        lists = island_lists(self.state.board)[0]
        for number, (was, is_now) in enumerate(zip(self.islands, islands, strict=True)):
            regions = lists[number]
            name = region_name(codes[regions[0]])
            held, holds = (sum(each[region] == seat for region in regions) for each in (self.owners, owners))
            if is_now == seat != was and len(regions) > 1:
                found.append((1.6, _hint("island", region=name)))
            elif is_now != seat and len(regions) > 1 and holds > held:
                found.append((0.4, _hint("toward_island", region=name)))
        return found

    def _strength(self, after: State, owners: Sequence[int]) -> list[tuple[float, Message]]:
        """Return a reason: the region that most armies have come to, where nobody's control changes."""
        at = act.WIDTH * self.seat
        n = self.state.board.n
        more = [now - was for now, was in zip(after.armies[at : at + n], self.state.armies[at : at + n], strict=True)]
        region = max(range(n), key=more.__getitem__)
        if more[region] < 1:
            return []
        name = "holds" if owners[region] == self.seat else "gathers"
        return [(0.35, _hint(name, region=region_name(self.state.board.codes[region])))]

    def _others(self, plan: Plan) -> list[tuple[float, Message]]:
        """Armies destroyed, cities built, the dragon."""
        codes = self.state.board.codes
        found: list[tuple[float, Message]] = []
        for owner, region in plan.destroyed:
            name = region_name(codes[region])
            if owner == NEUTRAL_OWNER:
                found.append((0.5, _hint("destroys.neutral", region=name)))
            else:
                found.append((0.6, _hint("destroys", region=name, player={"seat": owner})))
        for region in plan.cities:
            found.append((0.45, _hint("city", region=region_name(codes[region]))))
        if plan.dragon:
            found.append((2.0, _hint("dragon")))
        return found

    def _card(self, after: State, plan: Plan) -> list[tuple[float, Message]]:
        """Return reasons with weights from the card: sets, elixirs, abilities, price, and that nobody else gets it."""
        state, seat = self.state, self.seat
        card = cards()[state.row[plan.action]]
        found: list[tuple[float, Message]] = []
        gain = _points(after, seat) - _points(state, seat)
        finished = next((each for each in _bonuses(after, seat) if each not in _bonuses(state, seat)), None)
        if finished is not None:
            found.append((1.8, _hint("completes", n=finished[1], points=finished[0])))
        elif gain > 0:
            found.append((0.9 + 0.3 * gain, _hint("cards", n=gain)))
        elif self.planner.outlook.rounds >= 1 and any(ability[0] in COLLECTING for ability in card.abilities):
            found.append((0.55, _hint("collects", card=card_name(card.id))))
        elixirs = card.amount("elixir")
        if elixirs:
            more = elixir_points(after.elixirs)[seat] - elixir_points(state.elixirs)[seat]
            found.append((0.3 + more / 2, _hint("most_elixirs" if more > 0 else "elixirs", n=elixirs)))
        rounds = round(self.planner.outlook.rounds)
        if rounds >= 2:
            for name in ("flying", "plus_move", "plus_army", "immune"):
                if card.amount(name):
                    found.append((0.35 + rounds / 40, _hint(name, n=rounds)))
        price = PRICES[plan.action]
        if not price:
            found.append((0.3, _hint("free")))
        rival = self._dearest_rival(card.id)
        if rival is not None:
            found.append((0.7, _hint("denies", player={"seat": rival}, card=card_name(card.id))))
        return found

    def _dearest_rival(self, card: int) -> int | None:
        """Return the rival to whom this card would bring most points, if that is much; else None."""
        best, found = MUCH_FOR_A_RIVAL, None
        for other in range(self.state.seats):
            if other == self.seat:
                continue
            after = copied(self.state)
            after.taken[other] += (card,)
            gain = _points(after, other) - _points(self.state, other)
            if gain > best:
                best, found = gain, other
        return found


def explain_value(value: float) -> Message:
    """Return the message of the expected lead in points (``value``), which ends every list of reasons."""
    if abs(value) < EVEN:
        return _hint("even")
    return _hint("ahead" if value > 0 else "behind", n=round(abs(value), 1))


def beginning_reason(state: State, seat: int, action: int, better: bool) -> Message:
    """Return the reason for a step of the set-up, a bid or a choice of the first player; ``better``: whether it is
    better than other actions."""
    if act.BID <= action < act.START:
        return _hint("bid", n=last_in_coins(state.seats))
    if act.NAME <= action < act.NAME + state.seats:
        return _hint("last" if (action - act.NAME) == (seat + 1) % state.seats else "not_last")
    return _hint("in_the_way" if better and state.phase == LAY_NEUTRAL else "alike")


def last_card_reason(state: State, seat: int, action: int) -> Message:
    """Return the reason for or against the Fairy Queen's last card."""
    if action == act.DONE:
        return _hint("enough")
    gain = ending(bought(state, seat, action))[seat][0] - ending(state)[seat][0]
    return _hint("cards", n=gain) if gain > 0 else _hint("no_points")


def _points(state: State, seat: int) -> int:
    return sum(points for _, points in card_points(state, seat))


def _bonuses(state: State, seat: int) -> list[tuple[int, int]]:
    """Complete sets: points and how many cards."""
    kinds = [cards()[card].adjective for card in state.taken[seat]]
    return [
        (ability[1], ability[3])
        for card in state.taken[seat]
        for ability in cards()[card].abilities
        if ability[0] == "set_bonus" and kinds.count(ability[2]) >= ability[3]
    ]


def _hint(name: str, **params: object) -> Message:
    return Message(f"legends.hint.{name}", params)


# Tells a turn of Legends: the card that is bought, and what its action does on the map.

_BASE = f"{DOMAIN}.turn"


def describe_turn(decided: Sequence[Decided], seat: int) -> list[TurnPart]:
    """Return the parts of a seat's turn, in order; ``decided``: its actions with their events."""
    parts: list[TurnPart] = []
    for number, (_, events) in enumerate(decided, 1):
        for event in events:
            if event.data.get("seat") != seat or (event.seats is not None and seat not in event.seats):
                continue
            begun = _begin_part(event)
            if event.kind == "moved" and parts and parts[-1].moves and parts[-1].moves[-1][1] == event.data["from"]:
                parts[-1] = _go_on(parts[-1], event, number)
            elif begun is not None:
                parts.append(TurnPart(begun.said, (), begun.places, begun.moves, begun.lost, number))
            elif parts and event.kind == "token_taken":
                said = Message(f"{_BASE}.token", {"token": token_name(event.data["token"])})
                parts[-1] = add_effect(parts[-1], said, number)
    # An army that has come back to where it began is not told.
    return [part for part in parts if not (part.moves and part.moves[0][0] == part.moves[-1][1])] or parts


def _go_on(part: TurnPart, event: Event, number: int) -> TurnPart:
    """Return the part extended by a further move of the army that came last; it is told from its begin to its end."""
    data = event.data
    way = {**part.said.params[WHERE]["list"][0], "target": region_name(data["to_where"])}
    said = place_message(f"{_BASE}.moved", way)
    return replace(part, said=said, moves=(*part.moves, (data["from"], data["to"])), decisions=number)


def _begin_part(event: Event) -> TurnPart | None:
    """The part that an event begins, if it does."""
    data = event.data
    if event.kind == "first_named":
        return TurnPart(Message(f"{_BASE}.named", {"player": {"seat": data["first"]}}))
    if event.kind == "card_taken":
        card = card_name(data["card"])
        if not data["price"]:
            return TurnPart(Message(f"{_BASE}.card.free", {"card": card}))
        return TurnPart(Message(f"{_BASE}.card", {"card": card, "n": data["price"]}))
    if event.kind == "moved":
        way = {
            "text": f"{_BASE}.way",
            "origin": region_name(data["from_where"]),
            "target": region_name(data["to_where"]),
        }
        return TurnPart(place_message(f"{_BASE}.moved", way), moves=((data["from"], data["to"]),))
    if event.kind == "placed":
        name = "placed" if data["bribed"] is None else "placed.bribed"
    elif event.kind == "built":
        name = "built"
    elif event.kind == "destroyed":
        name = "destroyed.neutral" if data["owner"] == NEUTRAL_OWNER else "destroyed"
    else:
        return None
    region = data["region"]
    params = {"other": {"seat": data["owner"]}} if name == "destroyed" else {}
    said = place_message(f"{_BASE}.{name}", region_name(data["where"]), **params)
    fell = event.kind == "destroyed"
    return TurnPart(said, places=() if fell else (region,), lost=(region,) if fell else ())


# The price of the auction in a finished game of Legends: what was paid, what would have been enough, and what it was
# worth in the judge's eyes to begin, and to be the one who says who begins.


def facts(known: FactContext, seat: int) -> list[Fact]:
    """Return facts about every auction of a game: the seat's bid, the winning one, and the value of going first."""
    found: list[Fact] = []
    for turn in auctions(known.course):
        before, named = known.course.get_position(turn).state, known.course.get_position(turn + 1).state
        found += _price(before, named, seat, turn)
        rows = worth_of_places(named)
        found.append(fact(DOMAIN, "first", turn + 1, points=round(100 * gain(rows, seat, seat), 1)))
        if seat == named.namer and turn + 1 < known.course.turn:
            first = known.course.get_position(turn + 2).state.active
            if first != seat:
                params = {"player": {"seat": first}, "points": round(100 * gain(rows, first, seat), 1)}
                found.append(fact(DOMAIN, "named", turn + 1, **params))
    return found


def auctions(course: History) -> list[int]:
    """Return, for each auction, the number of decisions made before its last bid."""
    pairs = zip(course.positions, course.positions[1:], strict=False)
    return [
        course.base + at
        for at, (one, other) in enumerate(pairs)
        if one.state.phase == AUCTION and other.state.phase == NAME_FIRST
    ]


def least(bids: Sequence[int], seat: int, youngest: int, by_die: bool) -> int:
    """Return the smallest bid that would have won for certain. Ties go by the order from ``youngest``, or a die."""
    seats = len(bids)
    most = max(bid for other, bid in enumerate(bids) if other != seat)
    if by_die:
        return most + 1
    tied = [other for other, bid in enumerate(bids) if bid == most or other == seat]
    first = min(tied, key=lambda other: (other - youngest) % seats)
    return most if first == seat else most + 1


def worth_of_places(state: State) -> list[tuple[float, ...]]:
    """Return the win probabilities of all seats, a row for each seat that could go first."""
    rows = []
    for first in range(state.seats):
        twin = RULES.clone(state)
        RULES.apply(twin, twin.namer, NAME + first, SeededChance(0))
        rows.append(chances(DOMAIN, twin))
    return rows


def gain(rows: Sequence[Sequence[float]], first: int, seat: int) -> float:
    """Return what a seat gains in win probability if seat ``first`` goes first, over the mean of the other cases;
    ``rows``: see :func:`worth_of_places`."""
    others = [row[seat] for at, row in enumerate(rows) if at != first]
    return rows[first][seat] - sum(others) / len(others)


def _price(before: State, named: State, seat: int, turn: int) -> list[Fact]:
    bids, winner = named.bids, named.namer
    by_die = bool(named.options & options.TIE_DIE)
    enough = least(bids, seat, named.youngest, by_die)
    if seat == winner:
        least_name = "paid.least" if enough else "paid.nothing"
        name = "paid" if bids[seat] > enough else "paid.die" if bids[seat] < enough else least_name
        return [fact(DOMAIN, name, turn, n=bids[seat], enough=enough)]
    name = "lost" if enough <= before.coins[seat] else "lost.purse"
    return [fact(DOMAIN, name, turn, bid=bids[seat], player={"seat": winner}, price=bids[winner], n=enough)]
