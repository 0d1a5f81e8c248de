"""What an agent hears: recorded streams (.rec), and a server it is connected to."""
import gzip
import re
import socket
import struct
import time

NUMBER = r"(-?[\d.]+(?:[eE]-?\d+)?)"
LANDMARK = re.compile(rf"\(([FG][12][LR]) \(pol {NUMBER} {NUMBER} {NUMBER}\)\)")
SERVER_TIME = re.compile(rf"\(time \(now {NUMBER}\)\)")
GAME_TIME = re.compile(rf"\(GS[^()]*(?:\([^()]*\)[^()]*)*?\(t {NUMBER}\)")
HEAD_JOINT = re.compile(rf"\(HJ \(n (hj[12])\) \(ax {NUMBER}\)\)")
GYRO = re.compile(rf"\(GYR \(n torso\) \(rt {NUMBER} {NUMBER} {NUMBER}\)\)")
ACCELEROMETER = re.compile(rf"\(ACC \(n torso\) \(a {NUMBER} {NUMBER} {NUMBER}\)\)")


def number_in(pattern, text):
    found = pattern.search(text)
    return float(found.group(1)) if found else None


def recorded(path):
    """The server's messages of a recorded stream, plain or gz."""
    opened = gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb")
    with opened as file:
        while True:
            head = file.read(5)
            if len(head) < 5:
                return
            kind, length = chr(head[0]), struct.unpack(">I", head[1:])[0]
            text = file.read(length)
            if kind == "<":
                yield text.decode("ascii", "replace")


class Connection:
    """An agent that stands where it is beamed to, and looks about."""

    def __init__(self, host, port, team, unum):
        deadline = time.monotonic() + 10
        while True:  # the server may still be starting
            try:
                self._socket = socket.create_connection((host, port), timeout=10)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)
        self._say("(scene rsg/agent/nao/nao_hetero.rsg 0)")
        self._hear()
        self._say(f"(init (unum {unum})(teamname {team}))")

    def _say(self, text):
        self._socket.sendall(struct.pack(">I", len(text)) + text.encode())

    def _read(self, count):
        data = b""
        while len(data) < count:
            part = self._socket.recv(count - len(data))
            if not part:
                raise EOFError("the server has closed the connection")
            data += part
        return data

    def _hear(self):
        length = struct.unpack(">I", self._read(4))[0]
        return self._read(length).decode("ascii", "replace")

    def messages(self):
        count = 0
        while True:
            try:
                text = self._hear()
            except (EOFError, OSError):
                return
            yield text
            count += 1
            speed = 1.0 if count % 200 < 100 else -1.0  # the head goes to and fro
            beam = "(beam -6 1 20)" if count < 20 else ""
            self._say(f"{beam}(he1 {speed:.1f})(syn)")
