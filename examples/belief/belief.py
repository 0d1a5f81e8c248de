"""Publishes what an agent's own localization believes, for Sideline's Localize.

The format is described in docs/belief-format.md: meters, seconds and radians; one JSON object is
one belief. Only the standard library is used.
"""
import json
import socket


class BeliefFile:
    """A file of beliefs that lies beside a recorded stream."""

    def __init__(self, path):
        self._file = open(path, "w", encoding="utf-8")

    def send(self, belief):
        # allow_nan=False: NaN is no number of JSON; better to fail here than to be refused there.
        self._file.write(json.dumps(belief, allow_nan=False) + "\n")

    def close(self):
        self._file.close()


class BeliefSender:
    """Sends each belief as one UDP datagram; no receiver is needed."""

    def __init__(self, host="127.0.0.1", port=3300):
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._to = (host, port)

    def send(self, belief):
        try:
            self._socket.sendto(json.dumps(belief, allow_nan=False).encode(), self._to)
        except OSError:
            pass  # an agent must not stop because its belief is not received

    def close(self):
        self._socket.close()
