#!/usr/bin/env python3
"""Lays out what a fuzzer begins with, one file an input, and packs what it found worth keeping.

    inputs.py unpack TARGET FOLDER
    inputs.py pack TARGET FOLDER

A line of `corpus/TARGET.txt` is an input: its name, a space, and its bytes as a string of Python or
Rust has them. The examples of the protocol are inputs too.
"""

import codecs
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
EXAMPLES = {"client_frame": ["hello", "request"], "server_frame": ["hello_reply", "server_message"]}


def unpack(target, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for kind in EXAMPLES.get(target, []):
        examples = json.loads((HERE / f"../protocol/golden/{kind}.json").read_text())
        for name, message in examples.items():
            (folder / name).write_text(json.dumps(message, separators=(",", ":")))
    corpus = HERE / f"corpus/{target}.txt"
    for line in corpus.read_text("ascii").splitlines() if corpus.exists() else []:
        name, _, escaped = line.partition(" ")
        (folder / name).write_bytes(codecs.escape_decode(escaped)[0])


def pack(target, folder):
    lines = [f"{file.name} {escaped(file.read_bytes())}\n" for file in sorted(folder.iterdir())]
    (HERE / f"corpus/{target}.txt").write_text("".join(lines), "ascii")


def escaped(data):
    return codecs.escape_encode(data)[0].decode("ascii")


action, target, folder = sys.argv[1:]
{"pack": pack, "unpack": unpack}[action](target, pathlib.Path(folder))
