"""Mutations of texts: what a hostile or careless hand may do to a file, drawn from a random generator and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

LONGEST = 200_000
"""Bytes of an input; mutations that multiply would otherwise go on."""
_TOKEN = re.compile(rb"\w+|\s+|[^\w\s]")
NUMBERS = (
    b"0",
    b"-1",
    b"1e999999999",
    b"1e-999999999",
    b"nan",
    b"inf",
    b"-0",
    b"99999999999999999999",
    b"0x7fffffffffffffff",
    b"1_000",
    b"9" * 5000,
    b"9" * 100_000,
    b"0x" + b"f" * 50_000,
    b"0b" + b"1" * 20_000,
    "٣".encode(),
    "²".encode(),
)
WORDS = (
    b"\x00",
    b"\xff\xfe",
    b"\xc3",
    b"\xed\xa0\x80",
    "\u2028".encode(),
    "\x85".encode(),
    b"\r",
    b"\r\n",
    b"\x0c",
    b"\xef\xbb\xbf",
    b"../../../../etc/passwd",
    b"/dev/zero",
    b"/dev/stdin",
    b"/",
    b".",
    b"",
    b"~",
    b"%s%n{0}{x}",
    b"null",
    b"true",
    b"[]",
    b"{}",
    b'"',
    b"'",
    b"\\",
    b"\\u0000",
    b"A" * 10_000,
)
BRACKETS = (b"(", b"[", b"{", b'{"a":', b"[[", b"- ", b"!", b"-", b"&a [", b"? ", b"\n ", b"a.", b"*", b"(let ((x ", b"~")
DEPTHS = (2, 30, 300, 3000, 30_000)

Mutation = Callable[[Random, bytes, "Material"], bytes]


@dataclass(frozen=True, slots=True)
class Material:
    """What mutations may take from."""

    others: Sequence[bytes]
    """The samples, for splices."""
    tokens: Sequence[bytes]
    """Words that mean something to the reader."""


def tokens_of(text: bytes) -> list[bytes]:
    return _TOKEN.findall(text)


def _spot(rng: Random, text: bytes) -> int:
    return rng.randrange(len(text) + 1)


def delete_tokens(rng: Random, text: bytes, material: Material) -> bytes:
    tokens = tokens_of(text)
    begin = rng.randrange(len(tokens) + 1)
    return b"".join(tokens[:begin] + tokens[begin + rng.choice((1, 1, 1, 2, 5, 20)) :])


def duplicate_tokens(rng: Random, text: bytes, material: Material) -> bytes:
    tokens = tokens_of(text)
    begin = rng.randrange(len(tokens) + 1)
    part = tokens[begin : begin + rng.choice((1, 1, 2, 5, 20))]
    return b"".join(tokens[:begin] + part * rng.choice((2, 2, 3, 50)) + tokens[begin + len(part) :])


def swap_tokens(rng: Random, text: bytes, material: Material) -> bytes:
    tokens = tokens_of(text)
    if tokens:
        one, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        tokens[one], tokens[other] = tokens[other], tokens[one]
    return b"".join(tokens)


def replace_token(rng: Random, text: bytes, material: Material) -> bytes:
    tokens = tokens_of(text)
    words = [number for number, token in enumerate(tokens) if not token.isspace()]
    if words:
        tokens[rng.choice(words)] = any_word(rng, material)
    return b"".join(tokens)


def insert_word(rng: Random, text: bytes, material: Material) -> bytes:
    spot = _spot(rng, text)
    return text[:spot] + any_word(rng, material) + text[spot:]


def any_word(rng: Random, material: Material) -> bytes:
    source = rng.random()
    if source < 0.6 and material.tokens:
        return rng.choice(material.tokens)
    return rng.choice(NUMBERS if source < 0.8 else WORDS)


def replace_number(rng: Random, text: bytes, material: Material) -> bytes:
    found = list(re.finditer(rb"\d+", text))
    if not found:
        return text
    chosen = rng.choice(found)
    return text[: chosen.start()] + rng.choice(NUMBERS) + text[chosen.end() :]


def flip_bytes(rng: Random, text: bytes, material: Material) -> bytes:
    changed = bytearray(text)
    for _ in range(rng.choice((1, 1, 2, 8)) if changed else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def splice(rng: Random, text: bytes, material: Material) -> bytes:
    other = rng.choice(material.others)
    return text[: _spot(rng, text)] + other[_spot(rng, other) :]


def truncate(rng: Random, text: bytes, material: Material) -> bytes:
    return text[: _spot(rng, text)]


def swap_lines(rng: Random, text: bytes, material: Material) -> bytes:
    lines = text.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    if rng.random() < 0.5:
        lines[one], lines[other] = lines[other], lines[one]
    else:
        lines.insert(other, lines[one])
    return b"\n".join(lines)


def nest(rng: Random, text: bytes, material: Material) -> bytes:
    spot = _spot(rng, text)
    return text[:spot] + rng.choice(BRACKETS) * rng.choice(DEPTHS) + text[spot:]


TEXT_MUTATIONS: tuple[Mutation, ...] = (
    delete_tokens,
    duplicate_tokens,
    swap_tokens,
    replace_token,
    replace_token,
    insert_word,
    insert_word,
    replace_number,
    flip_bytes,
    splice,
    truncate,
    swap_lines,
    swap_lines,
)
RARE_MUTATIONS: tuple[Mutation, ...] = (nest,)
"""They make long inputs, which take long."""


def mutated(
    rng: Random,
    material: Material,
    mutations: Sequence[Mutation] = TEXT_MUTATIONS,
    rare: Sequence[Mutation] = RARE_MUTATIONS,
) -> bytes:
    """One of the samples after one to four mutations."""
    text = rng.choice(material.others)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        chosen = rng.choice(rare) if rng.random() < 0.01 else rng.choice(mutations)
        text = chosen(rng, text, material)[:LONGEST]
    return text
