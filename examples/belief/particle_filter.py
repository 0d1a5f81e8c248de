#!/usr/bin/env python3
"""A small particle filter that publishes its belief: over a recorded stream, or as a live agent.

  particle_filter.py STREAM.rec.gz --file BELIEF.jsonl     a file to be opened beside the stream
  particle_filter.py STREAM.rec.gz --udp 127.0.0.1:3300    sent as if it were live
  particle_filter.py --connect 127.0.0.1:3100 --udp 127.0.0.1:3300    an agent that looks around

It uses only flags and goal posts, assumes an upright torso, and reports the covariance of its
particles: an example to study, not for matches.
"""
import argparse
import math
import random
import sys
import time

from belief import BeliefFile, BeliefSender
from percepts import (ACCELEROMETER, GAME_TIME, GYRO, HEAD_JOINT, LANDMARK, SERVER_TIME,
                      Connection, number_in, recorded)

# Server frame: +x to the right team's goal, y to the left of it, z up; meters.
LANDMARKS = {
    "F1L": (-15.0, 10.0, 0.0), "F2L": (-15.0, -10.0, 0.0),
    "F1R": (15.0, 10.0, 0.0), "F2R": (15.0, -10.0, 0.0),
    "G1L": (-15.0, 1.05, 0.8), "G2L": (-15.0, -1.05, 0.8),
    "G1R": (15.0, 1.05, 0.8), "G2R": (15.0, -1.05, 0.8),
}
CAMERA_HEIGHT = 0.54
MISSES = 2              # vision frames without a matching particle before it starts from scratch
COUNT = 200
DISTANCE_SIGMA = 0.06   # m; a good deal more than the server's, as the filter has few particles
BEARING_SIGMA = math.radians(1.0)


def wrap(angle):
    return math.atan2(math.sin(angle), math.cos(angle))


def on_ground(distance, theta, phi, pan, tilt, height):
    """Distance on the ground, and bearing from the torso's forward axis, of what the camera sees."""
    x = distance * math.cos(phi) * math.cos(theta)
    y = distance * math.cos(phi) * math.sin(theta)
    z = distance * math.sin(phi)
    ahead = x * math.cos(tilt) - z * math.sin(tilt)
    bearing = wrap(math.atan2(y, ahead) + pan)
    return math.sqrt(max(distance**2 - (CAMERA_HEIGHT - height) ** 2, 0.01)), bearing


class ParticleFilter:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.particles = []  # (x, y, heading) of the torso, server frame
        self.pan = self.tilt = 0.0
        self.time = None
        self.misses = 0
        self.effective = 0.0

    def seen_in(self, text):
        seen = {}
        if "(See" not in text:
            return seen
        for name, distance, theta, phi in LANDMARK.findall(text):
            seen[name] = on_ground(float(distance), math.radians(float(theta)),
                                   math.radians(float(phi)), self.pan, self.tilt,
                                   LANDMARKS[name][2])
        return seen

    def start(self, seen):
        """All that follows from two landmarks: where they must have been seen from."""
        names = list(seen)
        first, second = names[0], names[-1]
        vectors = [(d * math.cos(b), d * math.sin(b)) for d, b in (seen[first], seen[second])]
        (x1, y1, _), (x2, y2, _) = LANDMARKS[first], LANDMARKS[second]
        heading = math.atan2(y2 - y1, x2 - x1) - math.atan2(vectors[1][1] - vectors[0][1],
                                                            vectors[1][0] - vectors[0][0])
        x = x1 - math.cos(heading) * vectors[0][0] + math.sin(heading) * vectors[0][1]
        y = y1 - math.sin(heading) * vectors[0][0] - math.cos(heading) * vectors[0][1]
        gauss = self.random.gauss
        self.particles = [(x + gauss(0, 0.15), y + gauss(0, 0.15), wrap(heading + gauss(0, 0.03)))
                          for _ in range(COUNT)]
        self.misses = 0

    def move(self, text, step):
        gyro = GYRO.search(text)
        turn = math.radians(float(gyro.group(3))) * step if gyro else 0.0
        gauss = self.random.gauss
        # Steps are not known: where to it walks is left to chance.
        self.particles = [(x + gauss(0, 0.008), y + gauss(0, 0.008),
                           wrap(heading + turn + gauss(0, 0.003)))
                          for x, y, heading in self.particles]

    def weigh(self, seen):
        weights = []
        for x, y, heading in self.particles:
            squared = 0.0
            for name, (distance, bearing) in seen.items():
                dx, dy = LANDMARKS[name][0] - x, LANDMARKS[name][1] - y
                squared += ((math.hypot(dx, dy) - distance) / DISTANCE_SIGMA) ** 2
                squared += (wrap(math.atan2(dy, dx) - heading - bearing) / BEARING_SIGMA) ** 2
            weights.append(math.exp(-0.5 * min(squared, 200.0)))
        total = sum(weights)
        self.misses = self.misses + 1 if max(weights) < 1e-6 else 0
        if total <= 1e-60:
            return
        self.effective = total**2 / sum(w * w for w in weights)
        step, at, index, kept = total / COUNT, self.random.random() * total / COUNT, 0, []
        below = weights[0]
        for _ in range(COUNT):
            while below < at and index + 1 < COUNT:
                index += 1
                below += weights[index]
            kept.append(self.particles[index])
            at += step
        self.particles = kept

    def update(self, text):
        """Takes a message of the server and returns the belief after it."""
        now = number_in(SERVER_TIME, text)
        step = min(max(now - self.time, 0.0), 0.1) if self.time is not None and now else 0.02
        self.time = now
        for name, angle in HEAD_JOINT.findall(text):
            if name == "hj1":
                self.pan = math.radians(float(angle))
            else:
                self.tilt = math.radians(float(angle))
        seen = self.seen_in(text)
        if self.particles:
            self.move(text, step)
        if len(seen) >= 2 and (not self.particles or self.misses > MISSES):
            self.start(seen)
        elif self.particles and seen:
            self.weigh(seen)
        return self.belief(text, seen)

    def belief(self, text, seen):
        belief = {"name": "particle filter", "time": self.time, "frame": "server"}
        game_time = number_in(GAME_TIME, text)
        if game_time is not None:
            belief["game_time"] = game_time
        if not self.particles:
            belief["pose"] = None
            return belief
        x = sum(p[0] for p in self.particles) / COUNT
        y = sum(p[1] for p in self.particles) / COUNT
        heading = math.atan2(sum(math.sin(p[2]) for p in self.particles),
                             sum(math.cos(p[2]) for p in self.particles))
        off = [(p[0] - x, p[1] - y, wrap(p[2] - heading)) for p in self.particles]
        belief["pose"] = {"x": x, "y": y, "heading": heading}
        belief["covariance"] = [[sum(o[i] * o[j] for o in off) / COUNT for j in range(3)]
                                for i in range(3)]
        belief["particles"] = [[round(p[0], 3), round(p[1], 3), round(p[2], 3)]
                               for p in self.particles]
        belief["landmarks"] = []
        for name, (distance, bearing) in seen.items():
            dx, dy = LANDMARKS[name][0] - x, LANDMARKS[name][1] - y
            belief["landmarks"].append(
                {"name": name, "used": True,
                 "residual": [distance - math.hypot(dx, dy),
                              wrap(bearing - (math.atan2(dy, dx) - heading)), None]})
        accelerometer = ACCELEROMETER.search(text)
        belief["values"] = {
            "effective particles": round(self.effective, 1),
            "misses": self.misses,
            "upright": bool(accelerometer) and float(accelerometer.group(3)) > 7.0,
            "state": "lost" if self.misses > MISSES else "tracking",
        }
        return belief


def address(text):
    host, _, port = text.rpartition(":")
    return host or "127.0.0.1", int(port)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("stream", nargs="?", help="a recorded stream, .rec or .rec.gz")
    parser.add_argument("--file", help="writes the beliefs into this file")
    parser.add_argument("--udp", type=address, help="sends them to HOST:PORT")
    parser.add_argument("--connect", type=address, help="plays as an agent at HOST:PORT")
    parser.add_argument("--team", default="Belief")
    parser.add_argument("--unum", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=math.inf, help="ends after so long")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if bool(options.stream) == bool(options.connect):
        parser.error("one of STREAM and --connect is needed")
    out = BeliefFile(options.file) if options.file else BeliefSender(*(options.udp or ("127.0.0.1",
                                                                                       3300)))
    source = (Connection(*options.connect, options.team, options.unum).messages()
              if options.connect else recorded(options.stream))
    localization = ParticleFilter(options.seed)
    began = time.monotonic()
    count = 0
    for text in source:
        belief = localization.update(text)
        if belief["time"] is None:
            continue
        if not options.file:
            # Live, Sideline does not know what the agent perceives unless it is sent.
            belief["percepts"] = text
            belief["team"], belief["unum"] = options.team, options.unum
        out.send(belief)
        count += 1
        if count * 0.02 >= options.seconds:
            break
        if options.stream and not options.file:
            time.sleep(max(0.0, began + count * 0.02 - time.monotonic()))
    out.close()
    print(f"{count} beliefs", file=sys.stderr)


if __name__ == "__main__":
    main()
