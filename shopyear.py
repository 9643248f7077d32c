"""The public face of shopyear; import everything from here.

import shopyear

episode = shopyear.run("my-episode", shopyear.Settings(agent="steward", days=30))
events = shopyear.load(episode.folder)
state = shopyear.fold(events)
"""

from data.marketplace.loader import embedded, load_folder
from data.marketplace.tables import Marketplace
from data.supermarket.parameters import Preset
from events.errors import ShopyearError
from events.log import verify_chain
from events.union import AnyEvent
from projections.compare import Comparison, compare
from projections.score import METRICS, metrics_of
from projections.scored import Scored
from runs.archive import Archived, load, resume, run, tool_schemas
from runs.conform import conform_file
from runs.episode import Outcome
from runs.replay import diff, fold, state_at
from runs.score import score_paths
from runs.verify import Verdict, verify
from sim.marketplace.state import State
from sim.marketplace.world import Settings
from sim.supermarket.state import State as StoreState
from sim.supermarket.world import Settings as StoreSettings

metrics = METRICS
score = score_paths
tools = tool_schemas

__all__ = [
    "AnyEvent",
    "Archived",
    "Comparison",
    "Marketplace",
    "Outcome",
    "Preset",
    "Scored",
    "Settings",
    "ShopyearError",
    "State",
    "StoreSettings",
    "StoreState",
    "Verdict",
    "compare",
    "conform_file",
    "diff",
    "embedded",
    "fold",
    "load",
    "load_folder",
    "metrics",
    "metrics_of",
    "resume",
    "run",
    "score",
    "state_at",
    "tools",
    "verify",
    "verify_chain",
]
