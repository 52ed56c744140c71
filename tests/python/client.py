#!/usr/bin/env python3
"""Plays a game of Reversi over the network without knowing a rule of it: it picks one of the legal
squares that the server names. protocol/README.md describes the messages. Python 3.10 or later.

    pip install -r requirements.txt
    python3 client.py ws://127.0.0.1:7878/ws Ada bot:level-3   plays against a bot
    python3 client.py ws://127.0.0.1:7878/ws Ada open          opens a room and waits in it
    python3 client.py ws://127.0.0.1:7878/ws Grace K7QP        takes the other seat there
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
    def __init__(self, name, opponent):
        session, self.token = secrets.token_hex(16), secrets.token_hex(16)
        self.hello = {"type": "hello", "version": 1, "name": name, "session": session}
        self.ids, self.wait_s = itertools.count(1), 0.5
        self.room, self.seats, self.result = None, [], None
        if opponent == "open" or opponent.startswith("bot:"):
            seats = {"black": "me", "white": opponent}
            # Sent again with the same id, it opens no second room.
            self.enter = {"id": 0, "type": "create", "seats": seats, "token": self.token}
        else:
            self.enter = {"type": "join", "room": opponent, "token": self.token}

    def run(self, url):
        """Plays to the end, over as many connections as it takes."""
        while self.result is None:
            try:
                with connect(url, compression=None) as self.socket:
                    self.socket.send(json.dumps(self.hello))
                    while self.result is None:
                        self.take(json.loads(self.socket.recv()))
            except (OSError, WebSocketException) as lost:
                close = getattr(lost, "rcvd", None)
                if close and close.code in DO_NOT_COME_BACK:
                    sys.exit(f"closed: {lost}")
                time.sleep(random.uniform(self.wait_s / 2, self.wait_s))
                self.wait_s = min(2 * self.wait_s, 30)

    def request(self, message):
        self.socket.send(json.dumps({"id": next(self.ids)} | message))

    def take(self, message):
        match message:
            case {"type": "welcome"}:
                self.wait_s = 0.5
                self.request(self.enter)
            case {"type": "joined", "room": room, "seats": seats}:
                self.room, self.seats = room, seats
                self.enter = {"type": "join", "room": room, "token": self.token}
                print("room", room, *seats, flush=True)
            case {"type": "seats", "seats": seats}:
                self.seats = seats
            case {"type": "snapshot", "position": position}:
                self.look(position, message.get("result"))
            case {"type": "event", "event": {"position": position} as event}:
                self.look(position, event.get("result"))
            case {"type": "rejected" | "refused", "code": code, "message": why}:
                if code not in {"stale_ply", "draining"}:
                    sys.exit(why)

    def look(self, position, result):
        """Places a disc if that is due; shows how the game ended if it did."""
        self.result = result
        if result:
            print(*(position["board"][i : i + 8] for i in range(0, 64, 8)), sep="\n")
            print("{outcome} {reason} {discs[black]}-{discs[white]}".format(**result))
        elif position["to_move"] in self.seats and position.get("legal"):
            time.sleep(0.05)  # the server takes 20 requests a second
            square = random.choice(position["legal"])["square"]
            # Should the game have moved on, the ply makes this stale, and it is refused.
            place = {"type": "place", "room": self.room, "ply": position["ply"], "square": square}
            self.request(place)


if __name__ == "__main__":
    Player(*sys.argv[2:]).run(sys.argv[1])
