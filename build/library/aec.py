"""The games as environments of PettingZoo's AEC (agent environment cycle), for those who train opponents.

An agent sees what a player in its place sees: the view of its seat, as the bytes of its JSON filled up with zeros
(:func:`read_view` makes a view of them again), and a mask of the actions that are legal now. Action k is the k-th of
``infos[agent]["legal"]``, which are whole numbers of the game's own. Rewards come at the end: from 1 for the winner to
-1 for the last, in sum 0. Chance comes from the seed of ``reset`` alone.

PettingZoo, Gymnasium and NumPy are used where they are installed; without them an environment works all the same, but
has no spaces, and bytes and lists in place of arrays.
"""

import json
import secrets
from collections.abc import Iterator
from typing import Any

from engine import registry
from engine.chance import SeededChance
from engine.contract import JSON, View

try:
    import numpy
    from gymnasium import spaces
    from pettingzoo import AECEnv as Base
except ImportError:
    Base = object

MOST_ACTIONS = 256
"""Length of a mask; the most that random games have met are 73."""
LONGEST = 1 << 14
"""Bytes of a view; the most that random games have met are 3256."""
Observation = dict[str, Any]


class GameEnv(Base):  # type: ignore[misc]
    """One game: ``GameEnv("legends", seats=3)``; ``options``: of the rules; ``most_steps``: until truncation, 0 for
    none."""

    def __init__(self, game: str, seats: int = 2, options: JSON = None, most_steps: int = 0) -> None:
        self.rules = registry.rules(game)
        self.options = self.rules.check_options(options or {}, seats)
        self.metadata = {"name": f"four_thrones_{game}", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.most_steps = most_steps
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.observation_spaces: dict[str, Any] = {}
        self.action_spaces: dict[str, Any] = {}
        for agent in self.possible_agents if Base is not object else ():
            view = spaces.Box(0, 255, (LONGEST,), numpy.uint8)
            mask = spaces.Box(0, 1, (MOST_ACTIONS,), numpy.int8)
            self.observation_spaces[agent] = spaces.Dict({"observation": view, "action_mask": mask})
            self.action_spaces[agent] = spaces.Discrete(MOST_ACTIONS)

    def observation_space(self, agent: str) -> Any:
        """Return the Gymnasium space of an agent's observations. Raises KeyError without Gymnasium."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the Gymnasium space of an agent's actions. Raises KeyError without Gymnasium."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: JSON = None) -> None:
        """Begin a game with the environment's options (``options`` is ignored), random without a ``seed``."""
        self._chance = SeededChance(secrets.randbits(64) if seed is None else seed)
        self._state = self.rules.new(self.options, len(self.possible_agents), self._chance)
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._advance_turn()

    def _advance_turn(self) -> None:
        """Select the agent that decides next; after the end of the game agents leave in their order."""
        deciding = self.rules.to_act(self._state)
        self.agent_selection = self.possible_agents[deciding[0]] if deciding else self.agents[0]
        for seat, agent in enumerate(self.possible_agents):
            if agent in self.infos:
                self.infos[agent] = {"legal": list(self.rules.legal(self._state, seat))}

    def observe(self, agent: str) -> Observation:
        """Return an agent's view as bytes, and a mask of legal actions. Raises ValueError if there is no room for
        them."""
        seat = self.possible_agents.index(agent)
        legal = len(self.rules.legal(self._state, seat))
        view = json.dumps(self.rules.view(self._state, seat), separators=(",", ":")).encode()
        if legal > MOST_ACTIONS or len(view) > LONGEST:
            raise ValueError(f"{legal} actions and {len(view)} bytes: there is room for {MOST_ACTIONS} and {LONGEST}")
        filled, mask = view.ljust(LONGEST, b"\0"), [1] * legal + [0] * (MOST_ACTIONS - legal)
        if Base is object:
            return {"observation": filled, "action_mask": mask}
        return {"observation": numpy.frombuffer(filled, numpy.uint8), "action_mask": numpy.array(mask, numpy.int8)}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, termination, truncation and info of the agent that is to act."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
            self.truncations[agent], self.infos[agent],
        )  # fmt: skip

    def agent_iter(self, max_iter: int = 1 << 62) -> Iterator[str]:
        """Yield the agent that is to act until all have left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        """Carry out the action of the agent that is to act; None for one whose game is over. Raises ValueError for an
        illegal action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        seat = self.possible_agents.index(agent)
        legal = self.rules.legal(self._state, seat)
        if action is None or not 0 <= action < len(legal):
            raise ValueError(f"action {action}: expected 0 to {len(legal) - 1}")
        self._cumulative_rewards[agent] = 0.0
        self.rules.apply(self._state, seat, legal[int(action)], self._chance)
        self._steps += 1
        places = self.rules.result(self._state)
        self.rewards = {each: score_place(places, self.possible_agents.index(each)) for each in self.agents}
        for each, reward in self.rewards.items():
            self._cumulative_rewards[each] += reward
            self.terminations[each] = bool(places)
            self.truncations[each] = not places and 0 < self.most_steps <= self._steps
        self._advance_turn()

    def _leave(self, agent: str, action: int | None) -> None:
        """Let an agent whose game is over leave."""
        if action is not None:
            raise ValueError("the game is over: the only valid action is None")
        self.agents.remove(agent)
        for each in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            each.pop(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def render(self) -> None:
        """Do nothing: the environment has no window."""

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def read_view(observation: Observation) -> View:
    """Return the view that an observation is made of."""
    view: View = json.loads(bytes(observation["observation"]).rstrip(b"\0"))
    return view


def score_place(places: tuple[int, ...], seat: int) -> float:
    """Return the reward of a seat, -1 to 1: seats behind it minus seats before it, as a share of the others."""
    own = places[seat] if places else 0
    return sum((place > own) - (place < own) for place in places) / (len(places) - 1) if len(places) > 1 else 0.0
