"""Writes into an ONNX file what a policy's numbers mean, so that `sideline` can run it.

Needs nothing but Python. After `torch.onnx.export(network, ..., "walk.onnx")`:

    from policy_file import add_meaning
    add_meaning("walk.onnx", {
        "robot": "nao0",
        "observation": [{"term": "joint-angles"}, {"term": "gyro", "scale": 0.2}],
        "action": {"kind": "joint-targets", "joints": ["rlj3", "llj3"], "scale": 0.5},
    })

docs/policies.md describes every key.
"""

import json

KEY = "sideline.policy"
_METADATA_FIELD = 14  # metadata_props of onnx.ModelProto


def _varint(value):
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def _bytes_field(number, payload):
    return _varint(number << 3 | 2) + _varint(len(payload)) + payload


def add_meaning(path, meaning):
    """Appends the meaning to the file's metadata; call it once for a file.

    A protobuf message may be continued behind its end, so nothing of it is read.
    """
    entry = _bytes_field(1, KEY.encode()) + _bytes_field(2, json.dumps(meaning).encode())
    with open(path, "ab") as file:
        file.write(_bytes_field(_METADATA_FIELD, entry))
