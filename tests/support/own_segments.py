"""Custom segments of Legends."""

from typing import Any

from games.legends.maps import MOST_REGIONS

PORT: dict[str, Any] = {
    "code": "my_isle",
    "names": ["Port", "Fen"],
    "islands": [[0], [1]],
    "land": [],
    "sea": [[0, 1]],
    "exits": {"N": 0, "E": 1, "S": 1, "W": 0},
    "start_here": False,
    "land_links": False,
    "drawing": None,
}


def large(number: int, **changes: Any) -> dict[str, Any]:
    """A side with as many regions as there may be, all on one island."""
    last = MOST_REGIONS - 1
    return {
        "code": f"large-{number}",
        "names": [f"Land {number}/{region}" for region in range(MOST_REGIONS)],
        "islands": [list(range(MOST_REGIONS))],
        "land": [[region, region + 1] for region in range(last)],
        "sea": [],
        "exits": {"N": 0, "E": last, "S": 3, "W": 0},
        "start_here": False,
        "land_links": False,
        "drawing": {"hexes": [[1, 2]]},
        **changes,
    }
