"""Watches the demo in a terminal, as a person would, and says what is not as it should be.

    watch_screen.py RIBLEAK DEMO FOLDER

The terminal is a pseudo terminal, and pyte is the program that shows it. Exit 0: all is well; 1: what
is not is printed.
"""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pyte

ribleak, demo, folder = sys.argv[1:4]
PATIENCE = 60
faults = []


class Terminal:
    """A terminal of a size, in which a command runs. An environment variable of None is not set."""

    def __init__(self, *command, columns=80, rows=24, runs, **environment):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.written = b""
        self.master, self.slave = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self.slave)
        settings = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LC_ALL")}
        settings |= {"TERM": "xterm-256color", "RIBLEAK_TRACE_DIR": runs, "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env={k: v for k, v in (settings | environment).items() if v is not None},
            start_new_session=True,
            preexec_fn=self.begin,
        )

    @staticmethod
    def begin():
        """Makes it the terminal of the session, and undoes what a background job ignores."""
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    def resize(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def press(self, keys):
        os.write(self.master, keys.encode())

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def read(self, until):
        """Shows what comes, until a moment or the end."""
        ready, _, _ = select.select([self.master], [], [], max(0, until - time.monotonic()))
        if not ready:
            return False
        try:
            bytes_ = os.read(self.master, 1 << 16)
        except OSError:
            return False
        self.written += bytes_
        self.stream.feed(bytes_)
        return True

    def see(self, what, *texts):
        """Waits until all texts are seen."""
        end = time.monotonic() + PATIENCE
        while not all(text in self.text() for text in texts):
            if not self.read(end):
                missing = [text for text in texts if text not in self.text()]
                faults.append(f"{what}: no {missing} in\n{self.text()}")
                return

    def see_written(self, what, wanted):
        """Waits until these are the last bytes but for what a shell writes."""
        start = max(0, len(self.written) - 20)
        end = time.monotonic() + PATIENCE
        while wanted not in self.written[start:]:
            if not self.read(end):
                faults.append(f"{what}: no {wanted!r}")
                return

    def ends(self, what, code):
        """Waits for the end, and looks at how the terminal is left."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read(time.monotonic() + 0.05)
        while self.read(time.monotonic()):
            pass
        if self.process.returncode != code:
            faults.append(f"{what}: ended with {self.process.returncode} instead of {code}")
        self.is_restored(what)
        self.close()

    def is_restored(self, what):
        if termios.tcgetattr(self.slave) != self.before:
            faults.append(f"{what}: the terminal's settings are not as before")
        self.has_modes(what)

    def has_modes(self, what):
        for mode, ending in [(b"1049", b"l"), (b"7", b"h"), (b"25", b"h")]:
            wanted, other = b"\x1b[?" + mode + ending, b"\x1b[?" + mode + (b"h" if ending == b"l" else b"l")
            if self.written.rfind(wanted) < self.written.rfind(other):
                faults.append(f"{what}: mode {mode.decode()} is not as before")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for end in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(end)


def watch(name, **settings):
    return Terminal(ribleak, "watch", runs=f"{folder}/{name}", **settings)


def play(name, *options):
    return subprocess.Popen(
        [demo, "--leak", "parent-keeps-child", *options],
        env=os.environ | {"RIBLEAK_TRACE_DIR": f"{folder}/{name}"},
        stdout=subprocess.DEVNULL,
    )


def person():
    """A leak happens while a person watches; they read about it and quit."""
    terminal = watch("person")
    terminal.see("before the app starts", "waiting", "Nothing is recorded yet.")
    app = play("person", "--pace", "0.02", "--turns", "3")
    terminal.see("the tree", "● RootRouter", "└─ LoggedInRouter")
    terminal.see("what is detached", "Detached and still alive", "OffGameRouter", "leaked, detached")
    terminal.see(
        "the finding",
        "✗ Leaked router  OffGameRouter",
        "why    kept alive by LoggedInRouter.previousScreens",
        "LoggedInRouter.swift:",
        "fix    Remove it from LoggedInRouter.previousScreens",
    )
    terminal.see("rows as wide as the terminal", "── Findings (1) " + "─" * 64)
    app.wait()
    terminal.see("the end of the app", "exited")
    terminal.press("3")
    terminal.see("the explanation", "[3 Findings", "detached by", "LoggedInRouter.leaveOffGame()")
    terminal.press("2")
    terminal.see("the events", "[2 Events]", "detached")
    terminal.press("1/offgame\r")
    terminal.see("the search", "/offgame", "found")
    terminal.press("\x1b")
    terminal.press("\x1b[H")
    terminal.see("the past", "paused at")
    terminal.press(" ")
    terminal.see("the present", " live")
    terminal.resize(40, 10)
    terminal.see("a small terminal", "✗ Leaked router  OffGameRouter")
    terminal.press("q")
    terminal.ends("q", 0)


def ways_out():
    """However it ends, the terminal is as before."""
    for what, leave, code in [
        ("Ctrl-C", lambda t: t.press("\x03"), 0),
        ("SIGTERM", lambda t: t.process.terminate(), 0),
        ("a crash", lambda t: t.process.send_signal(signal.SIGSEGV), -signal.SIGSEGV),
        ("an abort", lambda t: t.process.send_signal(signal.SIGABRT), -signal.SIGABRT),
    ]:
        terminal = watch("nothing")
        terminal.see(f"before {what}", "Nothing is recorded yet.")
        leave(terminal)
        terminal.ends(what, code)


def stopped():
    """Ctrl-Z gives the shell its terminal back; `fg` goes on."""
    terminal = Terminal("bash", "--norc", "--noprofile", "-i", runs=f"{folder}/nothing", PS1="$ ")
    terminal.see("a shell", "$")
    terminal.press(f"{ribleak} watch\n")
    terminal.see("before Ctrl-Z", "Nothing is recorded yet.")
    terminal.press("\x1a")
    terminal.see("after Ctrl-Z", "Stopped")
    terminal.has_modes("Ctrl-Z")
    terminal.screen.reset()
    terminal.press("fg\n")
    terminal.see("after fg", "Nothing is recorded yet.")
    terminal.press("q")
    terminal.see_written("the shell after q", b"\x1b[?1049l")
    terminal.press("echo quit with $?\n")
    terminal.see("the shell after q", "quit with 0")
    terminal.press("exit\n")
    terminal.ends("the shell", 0)


def closed():
    """A closed terminal ends it."""
    terminal = watch("nothing")
    terminal.see("before the terminal is closed", "Nothing is recorded yet.")
    os.close(terminal.master)
    os.close(terminal.slave)
    try:
        terminal.process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        faults.append("a closed terminal: it goes on")
        terminal.process.kill()


def plain():
    """Terminals without colours or without Unicode."""
    for name, settings, wanted, refused in [
        ("NO_COLOR", {"NO_COLOR": "1"}, "[1 Tree]", b"\x1b[1;31m"),
        ("LC_ALL=C", {"LC_ALL": "C"}, "x Leaked router  OffGameRouter", "✗".encode()),
    ]:
        terminal = watch("person", **settings)
        terminal.see(name, wanted, "LoggedInRouter.previousScreens")
        if refused in terminal.written:
            faults.append(f"{name}: {refused!r} was written")
        terminal.press("q")
        terminal.ends(name, 0)


def simple():
    """Terminals that cannot place text get lines."""
    for kind in [None, "", "dumb"]:
        terminal = watch("person", TERM=kind)
        terminal.see(f"TERM={kind}", ") exited")
        if b"\x1b" in terminal.written or b"launched  Root  RootRouter" not in terminal.written:
            faults.append(f"TERM={kind}: no lines in {terminal.written!r}")
        terminal.press("\x03")
        terminal.ends(f"TERM={kind}", 0)


for part in [person, ways_out, stopped, closed, plain, simple]:
    part()
print("\n".join(faults))
sys.exit(1 if faults else 0)
