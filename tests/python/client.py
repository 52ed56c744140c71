#!/usr/bin/env python3
"""Plays a game of Reversi over the network without knowing a rule of it: it picks one of the legal
squares that the server names. protocol/README.md describes the messages.

    pip install websockets
    python3 client.py ws://127.0.0.1:7878/ws Ada          opens a room and waits in it
    python3 client.py ws://127.0.0.1:7878/ws Grace K7QP   takes the other seat
"""

import itertools
import json
import random
import secrets
import sys
import time

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

DO_NOT_COME_BACK = {1000, 1002, 1003, 1007, 1009, 4000}


class Player:
    def __init__(self, url, name, room=None):
        self.url, self.name, self.room = url, name, room
        self.session, self.token = secrets.token_hex(16), secrets.token_hex(16)
        self.ids, self.wait_s = itertools.count(1), 0.5
        self.seen, self.current = 0, 0  # numbers of the last event that came, and that there is
        self.seats, self.position, self.actions, self.result = [], {}, [], None

    def run(self):
        """Plays to the end, over as many connections as it takes."""
        while self.result is None:
            try:
                with connect(self.url, compression=None) as self.socket:
                    self.enter()
                    while self.result is None:
                        self.take(json.loads(self.socket.recv()))
            except (OSError, WebSocketException) as lost:
                close = getattr(lost, "rcvd", None)
                if close and close.code in DO_NOT_COME_BACK:
                    sys.exit(f"closed: {lost}")
                time.sleep(random.uniform(self.wait_s / 2, self.wait_s))
                self.wait_s = min(2 * self.wait_s, 30)
        print("".join(action for action in self.actions if action != "pass"))
        print("{outcome} {reason} {discs[black]}-{discs[white]}".format(**self.result))

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def enter(self):
        """Says hello, then opens a room, joins one, or comes back to it."""
        self.send(type="hello", version=1, name=self.name, session=self.session)
        reply = json.loads(self.socket.recv())
        if reply["type"] == "rejected":
            sys.exit(reply["message"])
        self.wait_s = 0.5
        if self.room is None:  # always with id 0: sent again, it opens no second room
            self.send(id=0, type="create", token=self.token)
        else:
            back = {"seen": self.seen} if self.seen else {}
            self.send(id=next(self.ids), type="join", room=self.room, token=self.token, **back)

    def take(self, message):
        """Takes note of a message, and places a disc if that is due."""
        kind = message["type"]
        if kind == "joined":
            self.room, self.seats, self.current = message["room"], message["seats"], message["seq"]
            print("room", self.room, *self.seats, flush=True)
        elif kind == "snapshot":
            self.seen, self.position = message["seq"], message["position"]
            self.actions, self.result = message["actions"], message.get("result")
        elif kind == "event":
            self.seen = message["seq"]
            self.take_event(message["event"])
        elif kind == "refused" and message["code"] != "stale_ply":
            sys.exit(message["message"])
        else:
            return
        is_mine = self.position.get("to_move") in self.seats and self.seen >= self.current
        if is_mine and self.position.get("legal"):
            time.sleep(0.05)  # the server takes 20 requests a second
            square = random.choice(self.position["legal"])["square"]
            ply = self.position["ply"]  # should the game have moved on, this is refused as stale
            self.send(id=next(self.ids), type="place", room=self.room, ply=ply, square=square)

    def take_event(self, event):
        """Takes note of what happened in the room. Offers are left to expire."""
        kind = event["type"]
        self.position, self.result = event.get("position", self.position), event.get("result")
        if kind in ("placed", "passed"):
            self.actions.append(event.get("square", "pass"))
        elif kind == "started":
            self.actions = event["actions"]
        elif kind == "undone":
            del self.actions[self.position["ply"] :]
        elif kind == "redone":
            self.actions += event["actions"]


if __name__ == "__main__":
    Player(*sys.argv[1:]).run()
