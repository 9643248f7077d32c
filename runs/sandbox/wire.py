"""The form of a message between the two processes: its length in four bytes, then its JSON.

To the child go its set-up, the job and the answers of tools; from the child come `ready` or
`refused`, then any number of `out` and `call`, then `done`. The child is not trusted: the door
reads no frame longer than `frame_bytes` allows, and checks what is in it.
"""

import struct
from typing import Final

HEADER: Final = struct.Struct(">I")
OUT_CHARS: Final = 4096
"""How many characters of output one message carries."""


def framed(payload: bytes) -> bytes:
    """Return the bytes that carry a payload."""
    return HEADER.pack(len(payload)) + payload


def frame_bytes(output_bytes: int) -> int:
    """Return how long a child's message may be: a result of the allowed size, or some output."""
    return output_bytes + 8 * OUT_CHARS
