"""What the README shows."""

import re
from pathlib import Path

from engine.bootstrap import ROOT


def list_examples() -> list[str]:
    """The Python examples of the README, in order."""
    return re.findall(r"```python\n(.*?)```", (Path(ROOT) / "README.md").read_text("utf-8"), re.DOTALL)
