#include <fmt/format.h>

#include "motions/format/branch_text.h"
#include "motions/format/quoted_text.h"
#include "motions/format/sideline_text.h"
#include "motions/format/text_lines.h"
#include "motions/format/trial_text.h"

namespace sideline::keyframe {

namespace {

void writeWords(std::string& out, std::string_view field, const std::vector<std::string>& words) {
    if (words.empty()) {
        return;
    }
    out += field;
    for (const std::string& word : words) {
        out += ' ' + wordText(word, "-+.");
    }
    out += '\n';
}

void writeHandle(std::string& out, std::string_view name, const Handle& handle) {
    if (handle != Handle()) {
        out +=
            fmt::format("; {} {} {}", name, numberText(handle.timeS), numberText(handle.angleDeg));
    }
}

void writeScale(std::string& out, double speedScale) {
    if (speedScale != 1.0) {
        out += fmt::format("; scale {}", numberText(speedScale));
    }
}

std::string gainsText(const JointGains& gains) {
    return fmt::format("gains {} {}", numberText(gains.kpNmPerRad), numberText(gains.kdNmsPerRad));
}

// The second axis of a universal joint has a dot: `lle2_3.2`.
std::string jointText(const JointName& joint) {
    return wordText(joint, ".");
}

void writeKey(std::string& out, const JointName& joint, const Key& key) {
    out += fmt::format("  {} = {}", jointText(joint), key.angleDeg.text());
    if (key.curve != Curve::Linear) {
        out += fmt::format("; {}", curveName(key.curve));
    }
    writeHandle(out, "in", key.in);
    writeHandle(out, "out", key.out);
    writeScale(out, key.speedScale);
    out += key.gains ? "; " + gainsText(*key.gains) : "";
    out += '\n';
}

std::string placeText(const LimbPlace& place) {
    const auto triple = [](const std::array<Value, 3>& values) {
        return fmt::format("{}, {}, {}", values[0].text(), values[1].text(), values[2].text());
    };
    std::string out = triple(place.positionM);
    if (place.rollPitchYawDeg != std::array<Value, 3>()) {
        out += "; turn " + triple(place.rollPitchYawDeg);
    }
    return out;
}

void writeLimb(std::string& out, Limb limb, const LimbTarget& target) {
    out += fmt::format("  {} = {}", limbName(limb), placeText(target.place));
    if (target.frame == LimbTarget::Frame::Ball) {
        out += "; ball";
    }
    if (target.path == LimbTarget::Path::Straight) {
        out += "; straight";
    } else if (target.path == LimbTarget::Path::Spline) {
        out += "; spline";
    }
    if (target.curve != Curve::Linear) {
        out += fmt::format("; {}", curveName(target.curve));
    }
    writeScale(out, target.speedScale);
    out += '\n';
    for (const LimbPlace& place : target.via) {
        out += fmt::format("  via {}\n", placeText(place));
    }
}

void writeHead(std::string& out, const Motion& motion) {
    const Motion plain;
    out += fmt::format("motion {}\n", quotedText(motion.name));
    if (!motion.description.empty()) {
        out += fmt::format("description {}\n", quotedText(motion.description));
    }
    writeWords(out, "tags", motion.tags);
    writeWords(out, "robots", motion.robots);
    if (motion.lengthS != plain.lengthS) {
        out += fmt::format("length {}\n", numberText(motion.lengthS));
    }
    if (motion.speed != plain.speed) {
        out += fmt::format("speed {}\n", numberText(motion.speed));
    }
    out += motion.mirrored ? "mirrored\n" : "";
    out += motion.stopsWhenFallen ? "stop-when-fallen\n" : "";
    if (motion.drive != plain.drive) {
        out += fmt::format("drive {} {}\n", numberText(motion.drive.gainPerS),
                           numberText(motion.drive.derivativeGainPerS));
    }
    if (motion.gains) {
        out += gainsText(*motion.gains) + '\n';
    }
    if (motion.loop) {
        out += fmt::format("loop {} {} {}\n", numberText(motion.loop->beginS),
                           numberText(motion.loop->endS), motion.loop->count);
    }
    if (motion.ballFromTorsoM != plain.ballFromTorsoM) {
        out +=
            fmt::format("ball {} {} {}\n", numberText(motion.ballFromTorsoM[0]),
                        numberText(motion.ballFromTorsoM[1]), numberText(motion.ballFromTorsoM[2]));
    }
    writeWords(out, "muted", {motion.muted.begin(), motion.muted.end()});
    writeWords(out, "locked", {motion.locked.begin(), motion.locked.end()});
    if (motion.trial) {
        out += fmt::format("trial {}\n", trialText(*motion.trial));
    }
    for (const auto& [name, value] : motion.parameters) {
        out += fmt::format("parameter {} = {}\n", wordText(name, "."), numberText(value));
    }
    if (motion.entry) {
        out += fmt::format("entry {}\n", numberText(motion.entry->durationS));
        for (const auto& [joint, angle] : motion.entry->anglesDeg) {
            out += fmt::format("  {} = {}\n", jointText(joint), angle.text());
        }
    }
}

} // namespace

std::string writeSidelineText(const Motion& motion) {
    std::string out = fmt::format("{} {}\n\n", kSidelineTextWord, kSidelineTextVersion);
    writeHead(out, motion);
    for (const Shared<Keyframe>& each : motion.keyframes) {
        out += fmt::format("keyframe {}", numberText(each->timeS));
        out += each->name.empty() ? "\n" : ' ' + quotedText(each->name) + '\n';
        if (each->wait) {
            out += fmt::format("  wait {} {}\n", waitName(each->wait->kind),
                               numberText(each->wait->timeoutS));
        }
        for (const auto& [joint, key] : each->joints) {
            writeKey(out, joint, key);
        }
        for (const auto& [limb, target] : each->limbs) {
            writeLimb(out, limb, target);
        }
    }
    for (const Branch& branch : motion.branches) {
        out += fmt::format("branch {}\n", branchText(branch));
    }
    for (const Marker& marker : motion.markers) {
        out += fmt::format("marker {} {}\n", numberText(marker.timeS), quotedText(marker.name));
    }
    return out;
}

} // namespace sideline::keyframe
