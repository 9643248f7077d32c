"""Canonical bytes: how an event becomes the one text that is hashed, stored and compared.

A *payload* is compact JSON in UTF-8 without a line end: `kind`, `seq` and `tick`, then the struct's
own fields in their order, defaults left out. Encoding refuses
what JSON cannot say (NaN, the infinities, lone surrogates); `clean_text` makes any text storable
where it enters from outside.

The *chain* runs over commits. With `head` the 32 bytes before a commit and `p1 ... pk` its
payloads,

    head' = SHA-256(head + p1 + b"\\n" + ... + pk + b"\\n"),    first head = GENESIS = 32 zero bytes

which is unambiguous because a payload never contains b"\\n". Heads are shown as lower-case hex.
"""

import contextlib
import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import inspect
from msgspec.inspect import type_info

from events.base import Event
from events.errors import LogError, UnknownKind

GENESIS: Final = bytes(32)
"""The head of an empty log."""

_ENCODER = msgspec.json.Encoder()
_encode, _encode_lines = _ENCODER.encode, _ENCODER.encode_lines


class Header(msgspec.Struct, frozen=True, gc=False):
    """What every payload has, readable without knowing its kind."""

    kind: str
    seq: int
    tick: int


_skim = msgspec.json.Decoder(msgspec.Raw).decode
_decode_header = msgspec.json.Decoder(Header).decode
_DAMAGE = (msgspec.DecodeError, UnicodeEncodeError, RecursionError)


def encode(event: Event) -> bytes:
    """Return the canonical bytes of an event.

    Raises:
        ValueError: a number in it is not finite, a text cannot be stored or a Raw field is no JSON
            on one line; names kind and field.
    """
    return encode_lines([event])[:-1]


def encode_lines(events: Sequence[Event]) -> bytes:
    """Return the canonical bytes of these events, each followed by a line end.

    Raises:
        ValueError: as `encode`.
    """
    for event in events:
        risks = _RISKS.get(type(event))
        if risks is None:
            risks = _RISKS[type(event)] = _risks(type(event))
        if risks is not _NO_RISKS:
            _check(event, risks)
    try:
        return _encode_lines(events)
    except UnicodeEncodeError as error:
        faults = filter(None, map(_first_fault, events))
        raise ValueError(next(faults, str(error))) from None


def _check(event: Event, risks: "_Risks") -> None:
    """Refuse what msgspec would write without complaint although it is not JSON."""
    for field in risks.floats:
        if not math.isfinite(getattr(event, field)):
            raise ValueError(_first_fault(event))
    for field in risks.raw:
        _check_raw(event, bytes(getattr(event, field)))
    if risks.nested:
        # NaN and the infinities become null, or the bare word in a dict's key. Searching the bytes
        # is cheaper than looking at every number, and sees every nesting.
        with contextlib.suppress(UnicodeEncodeError):
            payload = _encode(event)
            if b"null" in payload or b'nan":' in payload or b'inf":' in payload:
                fault = _first_fault(event)
                if fault is not None:
                    raise ValueError(fault)


class _Risks(NamedTuple):
    """What can go wrong in a struct's bytes."""

    floats: tuple[str, ...]
    """Fields that are a float and nothing else."""
    nested: bool
    """Floats may hide in other fields."""
    raw: tuple[str, ...]
    """Fields of raw JSON."""


_NO_RISKS: Final = _Risks((), nested=False, raw=())
_RISKS: Final[dict[type[Event], _Risks]] = {}


def _risks(struct: type[Event]) -> _Risks:
    info = type_info(struct)
    assert isinstance(info, inspect.StructType)
    floats = [field for field in info.fields if isinstance(field.type, inspect.FloatType)]
    raw = [field for field in info.fields if isinstance(field.type, inspect.RawType)]
    others = tuple(field for field in info.fields if field not in floats and field not in raw)
    if _mentions(others, (inspect.RawType,), set()):
        raise ValueError(f"{struct.__name__}: raw JSON must be a field of its own")
    found = _Risks(
        floats=tuple(field.name for field in floats),
        nested=_mentions(others, (inspect.FloatType, inspect.AnyType), set()),
        raw=tuple(field.name for field in raw),
    )
    return _NO_RISKS if found == _NO_RISKS else found


def _check_raw(event: Event, raw: bytes) -> None:
    # msgspec writes Raw verbatim: the one way to a payload that is no JSON or more than one line.
    fault: object = "a line end" if b"\n" in raw else None
    try:
        _skim(raw)
        raw.decode()
    except (*_DAMAGE, UnicodeDecodeError) as error:
        fault = error
    if fault is not None:
        raise ValueError(f"{event.__struct_config__.tag}: a Raw field is no JSON line: {fault}")


def _mentions(info: Any, wanted: tuple[type, ...], seen: set[int]) -> bool:
    if isinstance(info, wanted):
        return True
    if isinstance(info, tuple):
        return any(_mentions(member, wanted, seen) for member in info)
    if not isinstance(info, inspect.Type | inspect.Field) or id(info) in seen:
        return False
    seen.add(id(info))
    return any(_mentions(getattr(info, name), wanted, seen) for name in info.__struct_fields__)


def _first_fault(event: Event) -> str | None:
    kind = event.__struct_config__.tag
    for path, leaf in _leaves(event, ""):
        if isinstance(leaf, float) and not math.isfinite(leaf):
            return f"{kind}: {path} is {leaf}, which is not a finite number"
        if isinstance(leaf, str) and clean_text(leaf) != leaf:
            return f"{kind}: {path} holds a lone surrogate: {leaf[:80]!a} (see clean_text)"
    return None


def _leaves(value: object, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _leaves(getattr(value, field), f"{path}.{field}" if path else field)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield f"{path} (key {key!a})", key
            yield from _leaves(item, f"{path}[{key!a}]")
    elif isinstance(value, list | tuple | set | frozenset):
        for index, item in enumerate(value):
            yield from _leaves(item, f"{path}[{index}]")
    else:
        yield path, value


def clean_text(text: str) -> str:
    r"""Return the text with each lone surrogate replaced by its escape, such as `\ud835`.

    Everything else stays as it is, control characters and U+2028 included: JSON can hold them.
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def make_decoder(union: Any) -> Callable[[bytes | str], Any]:
    """Return the function that turns a payload into one of the events of `union`.

    It raises `UnknownKind` for a kind the union does not have and `LogError` for any other damage
    (no JSON, a field missing, unknown or of another type).

    Args:
        union: at least two event structs, as `A | B`: of a single one msgspec demands no kind.

    Raises:
        ValueError: the union is a single struct, or a field is a set.
    """
    info = type_info(union)
    if not isinstance(info, inspect.UnionType):
        raise ValueError("a vocabulary is a union of at least two event structs")
    if _mentions(info, (inspect.SetType, inspect.FrozenSetType), set()):
        raise ValueError("a set in a vocabulary: it is written in the order of its hashes")
    kinds = {member.tag for member in info.types if isinstance(member, inspect.StructType)}
    decode_event = msgspec.json.Decoder(union).decode

    def decode(payload: bytes | str) -> Any:
        try:
            return decode_event(payload)
        except _DAMAGE as error:
            head = read_header(payload)
            if head.kind not in kinds:
                raise UnknownKind(f"event {head.seq} is of unknown kind {head.kind!r}") from None
            raise LogError(f"event {head.seq}, {head.kind}: {error}") from error

    return decode


def read_header(payload: bytes | str) -> Header:
    """Return kind, seq and tick of a payload of whatever kind.

    Raises:
        LogError: the payload is not an event at all.
    """
    try:
        return _decode_header(payload)
    except _DAMAGE as error:
        shown = payload[:60]
        raise LogError(f"this is no event: {shown!r} ({error})") from error


def link(head: bytes, payloads: Iterable[bytes]) -> bytes:
    """Return the head after one commit of these payloads, `head` being the one before it."""
    return link_lines(head, b"\n".join([*payloads, b""]))


def link_lines(head: bytes, lines: bytes) -> bytes:
    """Return the same from the payloads as lines, each ended by a line end."""
    return hashlib.sha256(head + lines).digest()
