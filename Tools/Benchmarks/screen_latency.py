"""Measures the screen of `ribleak watch` beside the demo: how long an event takes to be seen, and what that costs.

    screen_latency.py RIBLEAK DEMO [GAMES]

Both run in pseudo terminals. The demo says when its person starts a game, and does it at once. The time ends
when the bytes that show the game's RIB arrive. Prints a Markdown table.
"""

import os
import pty
import select
import sys
import tempfile
import time

ribleak, demo = sys.argv[1:3]
games = int(sys.argv[3]) if len(sys.argv) > 3 else 50
IDLE_SECONDS = 10


def start(*command, **environment):
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(command[0], command, os.environ | environment)
    return pid, terminal


def read(terminal):
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


def seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


with tempfile.TemporaryDirectory() as folder:
    settings = {"RIBLEAK_TRACE_DIR": folder, "TERM": "xterm-256color"}
    watcher, screen = start(ribleak, "watch", **settings)
    while b"Nothing is recorded" not in read(screen):
        pass
    begin = (time.monotonic(), seconds(watcher))
    _, player = start(demo, "--pace", "0.06", "--turns", str(games - 1), **settings)
    started, latencies = None, []
    while True:
        ready, _, _ = select.select([screen, player], [], [])
        now = time.monotonic()
        if screen in ready and b"TicTacToeRouter" in read(screen) and started:
            latencies.append((now - started) * 1000)
            started = None
        if player in ready:
            said = read(player)
            if not said:
                break
            if b"starts a game" in said:
                started = now
    busy = (seconds(watcher) - begin[1]) / (time.monotonic() - begin[0])
    # The first second after the end still has a finding or a state to show.
    rest = time.monotonic() + 1 + IDLE_SECONDS
    while (left := rest - time.monotonic()) > 0:
        if left <= IDLE_SECONDS and begin:
            idle, begin = seconds(watcher), None
        if select.select([screen], [], [], min(left, 0.1))[0]:
            read(screen)
    idle = (seconds(watcher) - idle) / IDLE_SECONDS
    os.write(screen, b"q")
    os.waitpid(watcher, 0)

latencies.sort()
share = lambda part: f"{latencies[int((len(latencies) - 1) * part)]:.0f} ms"
print("| games seen | median | 95 in 100 | longest | of a core, playing | of a core, idle |")
print("|---|---|---|---|---|---|")
print(f"| {len(latencies)} | {share(0.5)} | {share(0.95)} | {share(1)} | {busy:.1%} | {idle:.1%} |")
