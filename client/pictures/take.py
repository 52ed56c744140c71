#!/usr/bin/env python3
"""Takes the pictures of the documentation: runs the real server and the real client in tmux, plays by
keys, and draws what is on the screen as SVG.

    cargo build -p reversi -p reversi-server
    python3 client/pictures/take.py

Needs tmux and Python 3.8 or newer, nothing else. The pictures are written beside this file.
"""

import html
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE.parent.parent / "target" / "debug"
PATIENCE_S = 30

# One cell of the picture, in pixels.
WIDTH, HEIGHT = 9, 18
PALETTE = [
    "#2e3436", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d0d3d8",
    "#7f848e", "#ff7b86", "#b5e890", "#ffd98f", "#82c4ff", "#de9cf2", "#7fd8e3", "#ffffff",
]
INK, PAPER = "#d0d3d8", "#1b1e24"


class Style:
    """What the escape codes before a character say of it."""

    def __init__(self):
        self.ink = self.paper = None
        self.bold = self.dim = self.underlined = self.reversed = False

    def read(self, codes):
        codes = [int(code or 0) for code in codes.split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.__init__()
            elif code in (1, 2, 4, 7):
                name = {1: "bold", 2: "dim", 4: "underlined", 7: "reversed"}[code]
                setattr(self, name, True)
            elif code in (38, 48):
                setattr(self, "ink" if code == 38 else "paper", color(codes))
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.ink = PALETTE[code - 30 if code < 90 else code - 82]
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.paper = PALETTE[code - 40 if code < 100 else code - 92]
            elif code == 39:
                self.ink = None
            elif code == 49:
                self.paper = None

    def colors(self):
        ink, paper = self.ink or INK, self.paper
        if self.reversed:
            ink, paper = paper or PAPER, ink
        return ink, paper


def color(codes):
    """Reads the rest of an extended colour."""
    if codes.pop(0) == 2:
        red, green, blue = (codes.pop(0) for _ in range(3))
        return f"#{red:02x}{green:02x}{blue:02x}"
    index = codes.pop(0)
    if index < 16:
        return PALETTE[index]
    if index >= 232:
        return "#" + f"{8 + 10 * (index - 232):02x}" * 3
    levels = [0, 95, 135, 175, 215, 255]
    parts = divmod(index - 16, 36)
    return "#" + "".join(f"{levels[n]:02x}" for n in (parts[0], *divmod(parts[1], 6)))


# Arms of the lines: left, right, up, down.
LINES = {
    "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "rud", "┤": "lud",
    "┬": "lrd", "┴": "lru", "┼": "lrud",
}
# Round corners: from the upper or lower edge to the left or right one.
CORNERS = {"╭": "dr", "╮": "dl", "╰": "ur", "╯": "ul"}
# Filled parts of the cell: left, top, width, height, each a share of it.
BLOCKS = {
    "█": [(0, 0, 1, 1)], "▀": [(0, 0, 1, .5)], "▄": [(0, .5, 1, .5)],
    "▟": [(.5, 0, .5, .5), (0, .5, 1, .5)], "▙": [(0, 0, .5, .5), (0, .5, 1, .5)],
    "▞": [(.5, 0, .5, .5), (0, .5, .5, .5)], "▚": [(0, 0, .5, .5), (.5, .5, .5, .5)],
    "▌": [(0, 0, .5, 1)], "▐": [(.5, 0, .5, 1)], "▜": [(0, 0, 1, .5), (.5, .5, .5, .5)], "▛": [(0, 0, 1, .5), (0, .5, .5, .5)],
    **{step: [(0, 1 - n / 8, 1, n / 8)] for n, step in enumerate("▁▂▃▄▅▆▇", 1)},
}


def draw_cell(x, y, char, style):
    """Draws a cell. Lines, blocks and discs are shapes, so that no font is needed for them."""
    ink, paper = style.colors()
    left, top, middle, center = x * WIDTH, y * HEIGHT, (y + .5) * HEIGHT, (x + .5) * WIDTH
    if paper:
        yield f'<rect x="{left}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="{paper}"/>'
    faint = ' opacity=".6"' if style.dim else ""
    if char in LINES:
        ends = {"l": f"H{left}", "r": f"H{left + WIDTH}", "u": f"V{top}", "d": f"V{top + HEIGHT}"}
        path = "".join(f"M{center} {middle}{ends[arm]}" for arm in LINES[char])
        yield f'<path d="{path}" stroke="{ink}" fill="none"{faint}/>'
    elif char in CORNERS:
        start, end = CORNERS[char]
        start = top if start == "u" else top + HEIGHT
        end = left if end == "l" else left + WIDTH
        yield (f'<path d="M{center} {start}Q{center} {middle} {end} {middle}" stroke="{ink}"'
               f' fill="none"{faint}/>')
    elif char in BLOCKS:
        for dx, dy, width, height in BLOCKS[char]:
            yield (f'<rect x="{left + dx * WIDTH}" y="{top + dy * HEIGHT}" width="{width * WIDTH}"'
                   f' height="{height * HEIGHT}" fill="{ink}"{faint}/>')
    elif char in "●○":
        fill = ink if char == "●" else "none"
        yield (f'<circle cx="{center}" cy="{middle}" r="{.44 * WIDTH}" fill="{fill}"'
               f' stroke="{ink}" stroke-width="1.4"{faint}/>')
    elif char != " ":
        weight = ' font-weight="bold"' if style.bold else ""
        yield (f'<text x="{left}" y="{top + .76 * HEIGHT}" fill="{ink}"{weight}{faint}>'
               f"{html.escape(char)}</text>")
    if style.underlined:
        at = top + HEIGHT - 2
        yield f'<path d="M{left} {at}H{left + WIDTH}" stroke="{ink}"/>'


def svg(screen, columns, rows):
    """Draws a captured screen."""
    shapes = []
    for y, line in enumerate(screen.split("\n")[:rows]):
        style, x = Style(), 0
        for codes, char in re.findall(r"\x1b\[([\d;]*)m|(.)", line):
            if char:
                shapes.extend(draw_cell(x, y, char, style))
                x += 1
            else:
                style.read(codes)
    width, height = columns * WIDTH, rows * HEIGHT
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-9 -9 {width + 18} {height + 18}"'
        f' width="{width + 18}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace"'
        ' font-size="14.5">',
        f'<rect x="-9" y="-9" width="{width + 18}" height="{height + 18}" rx="8" fill="{PAPER}"/>',
        *shapes,
        "</svg>\n",
    ])


class Terminal:
    """A client in a tmux of its own."""

    def __init__(self, folder, name, columns, rows, settings, *arguments):
        self.columns, self.rows = columns, rows
        (folder / name).mkdir()
        (folder / name / "config.toml").write_text(settings)
        self.tmux = ["tmux", "-S", str(folder / f"tmux-{name}"), "-f", "/dev/null"]
        program = [str(PROGRAMS / "reversi"), "--name", name, "--state-dir", str(folder / name),
                   "--config-dir", str(folder / name), "--language", "en", *arguments]
        environment = ["env", "LC_ALL=C.UTF-8", "COLORTERM=truecolor", "TERM=tmux-256color"]
        self.run("new-session", "-d", "-x", str(columns), "-y", str(rows), *environment, *program)

    def run(self, *command):
        done = subprocess.run([*self.tmux, *command], check=True, stdout=subprocess.PIPE)
        return done.stdout.decode()

    def keys(self, *keys):
        for key in keys:
            self.run("send-keys", key)

    def wait(self, text):
        """Waits until a text is on the screen."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            screen = self.run("capture-pane", "-p")
            if re.search(text, screen):
                return
            time.sleep(.05)
        raise SystemExit(f"{text!r} never came:\n{screen}")

    def picture(self, name):
        screen = self.run("capture-pane", "-p", "-e")
        (HERE / f"{name}.svg").write_text(svg(screen, self.columns, self.rows))

    def close(self):
        self.run("kill-server")


def start_server(folder):
    """Starts a server on a free port and returns it with its address."""
    server = subprocess.Popen(
        [str(PROGRAMS / "reversi-server"), "--listen", "127.0.0.1:0", "--data", str(folder / "data")],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, universal_newlines=True)
    for line in server.stderr:
        found = re.search(r"127\.0\.0\.1:\d+", line)
        if found:
            return server, "http://" + found.group()
    raise SystemExit("the server does not start")


# The beginning of a game between people: French championship of 1981, Andrieu against Pingaud.
MOVES = "f5 f6 e6 f4 c3 c4 f3 d3 e3 e2 e1 d2 c5 g3 h3 c2".split()


def take(folder, address):
    """Plays, and takes the pictures on the way."""
    ann = Terminal(folder, "ann", 112, 34, 'theme = "felt"', "--server", address)
    ann.wait("Play against a bot")
    ann.keys("n", "Enter")
    ann.wait("Invite")
    room = re.search(r"room (\w{4})", ann.run("capture-pane", "-p")).group(1)
    ben = Terminal(folder, "ben", 80, 24, "", "--server", address, "join", room)
    ben.wait("Players")
    players = [ann, ben]
    for number, move in enumerate(MOVES):
        player = players[number % 2]
        player.wait("Your move")
        player.keys(*move, "Enter")
        player.wait(f"{move} +$|{move} |{move}│")
        player.wait("to move")
    ben.keys("u")
    ann.wait("asks for")
    ann.keys("Tab")
    # The marks of the last placement go after a while.
    time.sleep(2)
    ann.picture("game")
    ben.close()
    ann.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        server, address = start_server(folder)
        try:
            take(folder, address)
        finally:
            server.kill()


if __name__ == "__main__":
    sys.exit(main())
