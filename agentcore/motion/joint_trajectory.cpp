#include "agentcore/motion/joint_trajectory.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::motion {

namespace {

// Times are sums of steps: smaller differences are rounding errors.
constexpr double kSameInstantS = 1e-9;

// The segment between two keys, or between the start and the first key.
struct Segment {
    double beginS;
    double lengthS;
    double fromRad;
    double beginSlopeRadPerS; // slopes of smooth curves
    double endSlopeRadPerS;
    double outTimeS; // handle of the first key
    double outRad;
    const TrajectoryKey* to;
};

struct Point {
    double angleRad;
    double speedRadPerS;
};

// One coordinate of the control points of a cubic Bezier curve.
struct Bezier {
    double p0, p1, p2, p3;
    [[nodiscard]] double at(double s) const {
        const double r = 1.0 - s;
        return r * r * r * p0 + 3.0 * r * r * s * p1 + 3.0 * r * s * s * p2 + s * s * s * p3;
    }
    [[nodiscard]] double slope(double s) const {
        const double r = 1.0 - s;
        return 3.0 * (r * r * (p1 - p0) + 2.0 * r * s * (p2 - p1) + s * s * (p3 - p2));
    }
};

// The parameter at which a monotone curve reaches `x`: Newton's method within a bracket.
double parameterAt(const Bezier& curve, double x) {
    double low = 0.0;
    double high = 1.0;
    double s = (x - curve.p0) / (curve.p3 - curve.p0);
    for (int i = 0; i < 60; ++i) {
        const double error = curve.at(s) - x;
        if (std::abs(error) <= 1e-13 * (curve.p3 - curve.p0)) {
            break;
        }
        (error > 0.0 ? high : low) = s;
        const double slope = curve.slope(s);
        double next = slope > 0.0 ? s - error / slope : -1.0;
        if (!(next > low && next < high)) {
            next = 0.5 * (low + high);
        }
        s = next;
    }
    return s;
}

Point onBezier(const Segment& segment, double progress) {
    const double length = segment.lengthS;
    // Shortens a handle that is too long, and omits a handle that points backward in time.
    const auto fraction = [length](double timeS) {
        return timeS <= 0.0 ? 0.0 : std::min(1.0, length / timeS);
    };
    const double outTimeS = std::max(segment.outTimeS, 0.0);
    const double inTimeS = std::max(-segment.to->inTimeS, 0.0);
    const double outRatio = outTimeS > 0.0 ? fraction(outTimeS) : 1.0;
    const double inRatio = inTimeS > 0.0 ? fraction(inTimeS) : 1.0;
    const Bezier time{0.0, outRatio * outTimeS, length - inRatio * inTimeS, length};
    const double toRad = segment.to->angleRad;
    const Bezier angle{segment.fromRad, segment.fromRad + outRatio * segment.outRad,
                       toRad + inRatio * segment.to->inRad, toRad};
    const double s = parameterAt(time, progress * length);
    const double timeSlope = time.slope(s);
    return {angle.at(s), timeSlope > 1e-9 * length ? angle.slope(s) / timeSlope : 0.0};
}

Point onSmooth(const Segment& segment, double u) {
    const double length = segment.lengthS;
    const double wayRad = segment.to->angleRad - segment.fromRad;
    const double begin = segment.beginSlopeRadPerS * length;
    const double end = segment.endSlopeRadPerS * length;
    // Hermite form: begin * h10 + distance * h01 + end * h11.
    const double angle =
        u * (begin + u * ((3.0 * wayRad - 2.0 * begin - end) + u * (begin + end - 2.0 * wayRad)));
    const double slope = begin + u * (2.0 * (3.0 * wayRad - 2.0 * begin - end) +
                                      u * 3.0 * (begin + end - 2.0 * wayRad));
    return {segment.fromRad + angle, slope / length};
}

Point pointOn(const Segment& segment, double timeS) {
    const double u = std::clamp((timeS - segment.beginS) / segment.lengthS, 0.0, 1.0);
    const double wayRad = segment.to->angleRad - segment.fromRad;
    switch (segment.to->curve) {
    case Curve::Hold:
        break;
    case Curve::Linear:
        return {segment.fromRad + u * wayRad, wayRad / segment.lengthS};
    case Curve::Smooth:
        return onSmooth(segment, u);
    case Curve::Sine:
        return {segment.fromRad + 0.5 * (1.0 - std::cos(math::kPi * u)) * wayRad,
                0.5 * math::kPi * std::sin(math::kPi * u) * wayRad / segment.lengthS};
    case Curve::Cubic:
        return onBezier(segment, u);
    }
    return {segment.fromRad, 0.0};
}

// Index of the first key after a time.
std::size_t nextKey(std::span<const TrajectoryKey> keys, double timeS) {
    const auto next =
        std::upper_bound(keys.begin(), keys.end(), timeS + kSameInstantS,
                         [](double time, const TrajectoryKey& key) { return time < key.timeS; });
    return static_cast<std::size_t>(next - keys.begin());
}

Point pointAt(std::span<const TrajectoryKey> keys, std::span<const double> slopes, double timeS,
              double startRad) {
    if (keys.empty()) {
        return {startRad, 0.0};
    }
    const std::size_t next = nextKey(keys, timeS);
    if (next == keys.size()) {
        return {keys.back().angleRad, 0.0};
    }
    const TrajectoryKey& to = keys[next];
    if (next == 0) {
        return timeS <= 0.0
                   ? Point{startRad, 0.0}
                   : pointOn({0.0, to.timeS, startRad, 0.0, slopes[0], 0.0, 0.0, &to}, timeS);
    }
    const TrajectoryKey& from = keys[next - 1];
    return pointOn({from.timeS, to.timeS - from.timeS, from.angleRad, slopes[next - 1],
                    slopes[next], from.outTimeS, from.outRad, &to},
                   timeS);
}

// Whether a curve has zero slope at its key.
bool restsAtKey(Curve curve) {
    return curve == Curve::Hold || curve == Curve::Sine;
}

} // namespace

void smoothSlopes(std::span<const TrajectoryKey> keys, std::span<double> slopesRadPerS) {
    SIDELINE_ASSERT(slopesRadPerS.size() == keys.size());
    std::ranges::fill(slopesRadPerS, 0.0);
    for (std::size_t i = 1; i + 1 < keys.size(); ++i) {
        const double before = keys[i].timeS - keys[i - 1].timeS;
        const double after = keys[i + 1].timeS - keys[i].timeS;
        if (before <= 0.0 || after <= 0.0 || restsAtKey(keys[i].curve) ||
            restsAtKey(keys[i + 1].curve)) {
            continue;
        }
        const double slopeBefore = (keys[i].angleRad - keys[i - 1].angleRad) / before;
        const double slopeAfter = (keys[i + 1].angleRad - keys[i].angleRad) / after;
        if (slopeBefore * slopeAfter <= 0.0) {
            continue;
        }
        const double weightBefore = 2.0 * after + before;
        const double weightAfter = after + 2.0 * before;
        slopesRadPerS[i] =
            (weightBefore + weightAfter) / (weightBefore / slopeBefore + weightAfter / slopeAfter);
    }
}

void JointTrajectory::setKeys(robot::JointId joint, std::vector<TrajectoryKey> keys) {
    SIDELINE_ASSERT(joint.index() < m_tracks.size());
    SIDELINE_ASSERT(std::ranges::is_sorted(keys, {}, &TrajectoryKey::timeS));
    Track& track = m_tracks[joint.index()];
    track.keys = std::move(keys);
    track.slopesRadPerS.resize(track.keys.size());
    smoothSlopes(track.keys, track.slopesRadPerS);
}

std::span<const TrajectoryKey> JointTrajectory::keys(robot::JointId joint) const {
    SIDELINE_ASSERT(joint.index() < m_tracks.size());
    return m_tracks[joint.index()].keys;
}

double JointTrajectory::angleRad(robot::JointId joint, double timeS, double startRad) const {
    SIDELINE_ASSERT(joint.index() < m_tracks.size());
    const Track& track = m_tracks[joint.index()];
    return pointAt(track.keys, track.slopesRadPerS, timeS, startRad).angleRad;
}

double JointTrajectory::speedRadPerS(robot::JointId joint, double timeS, double startRad) const {
    SIDELINE_ASSERT(joint.index() < m_tracks.size());
    const Track& track = m_tracks[joint.index()];
    return pointAt(track.keys, track.slopesRadPerS, timeS, startRad).speedRadPerS;
}

// Returns the key that determines how a joint is driven at a time, if any.
const TrajectoryKey* JointTrajectory::drivingKey(robot::JointId joint, double timeS) const {
    const std::span all = keys(joint);
    if (all.empty()) {
        return nullptr;
    }
    // A command covers the interval before its time, so at a key's time the joint is still moving
    // to the key.
    std::size_t next = nextKey(all, timeS);
    if (next > 0 && all[next - 1].curve != Curve::Hold &&
        std::abs(all[next - 1].timeS - timeS) <= kSameInstantS) {
        --next;
    }
    if (next == all.size() || all[next].curve == Curve::Hold) {
        return next == 0 ? nullptr : &all[next - 1];
    }
    return &all[next];
}

double JointTrajectory::speedScale(robot::JointId joint, double timeS) const {
    const TrajectoryKey* key = drivingKey(joint, timeS);
    return key != nullptr ? key->speedScale : 1.0;
}

std::optional<JointGains> JointTrajectory::gains(robot::JointId joint, double timeS) const {
    const TrajectoryKey* key = drivingKey(joint, timeS);
    return key != nullptr ? key->gains : std::nullopt;
}

void JointTrajectory::sample(double timeS, std::span<const double> startRad,
                             std::span<double> anglesRad) const {
    SIDELINE_ASSERT(startRad.size() == m_tracks.size() && anglesRad.size() == m_tracks.size());
    for (std::size_t i = 0; i < m_tracks.size(); ++i) {
        const Track& track = m_tracks[i];
        anglesRad[i] = pointAt(track.keys, track.slopesRadPerS, timeS, startRad[i]).angleRad;
    }
}

} // namespace sideline::motion
