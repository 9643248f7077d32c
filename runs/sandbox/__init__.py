"""Running an agent's code where it can do nothing but compute, print and call read tools.

`sandbox` is the door: it starts a process per run, feeds it and ends it (`process`, `line`). In
that process `__main__` speaks with the door, `lockdown` has the kernel take everything away before
any of the agent's code arrives, `clock` stands still, and `language` checks the tool's own rules.
Containment rests on the kernel alone; what `language` forbids is a rule of the tool, no defence.
"""
