#include "motions/samples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::keyframe {

namespace {

using math::degFromRad;
using math::radFromDeg;
using motion::TrajectoryKey;

// Resolution of written angles, if the tolerance permits.
constexpr double kWrittenDeg = 0.001;

struct Sampled {
    std::vector<double> timesS;                 ///< from 0
    std::vector<std::vector<double>> anglesRad; ///< one row per joint
};

double microseconds(double timeS) {
    return std::round(timeS * 1e6) / 1e6;
}

// Transposes samples to rows by joint; drops samples that repeat a time, and replaces unknown
// angles with preceding ones.
Sampled sampledOf(const JointSamples& samples) {
    Sampled out;
    out.anglesRad.resize(samples.joints.size());
    double firstS = 0.0;
    const std::size_t rows = std::min(samples.timesS.size(), samples.anglesRad.size());
    for (std::size_t i = 0; i < rows; ++i) {
        const double timeS = samples.timesS[i];
        if (!std::isfinite(timeS)) {
            continue;
        }
        if (out.timesS.empty()) {
            firstS = timeS;
        } else if (timeS - firstS <= out.timesS.back() + kSameTimeS) {
            continue;
        }
        out.timesS.push_back(microseconds(timeS - firstS));
        for (std::size_t joint = 0; joint < samples.joints.size(); ++joint) {
            const std::vector<double>& row = samples.anglesRad[i];
            std::vector<double>& angles = out.anglesRad[joint];
            const double before = angles.empty() ? 0.0 : angles.back();
            const bool isKnown = joint < row.size() && std::isfinite(row[joint]);
            angles.push_back(isKnown ? row[joint] : before);
        }
    }
    return out;
}

// A curve between two samples and its error at the samples between them.
struct Fit {
    double outSlopeRad = 0.0; // slopes of a cubic curve, per interval
    double inSlopeRad = 0.0;
    double worstRad = 0.0;
    std::size_t worstAt = 0;
};

// Selects samples as keyframes, and curves between them.
class Fitter {
public:
    Fitter(Sampled sampled, double toleranceRad)
        : m_sampled(std::move(sampled)), m_toleranceRad(toleranceRad) {
        const bool isRounded = degFromRad(toleranceRad) > 10.0 * kWrittenDeg;
        m_keyRad = m_sampled.anglesRad;
        for (std::vector<double>& angles : m_keyRad) {
            for (double& angle : angles) {
                const double steps = degFromRad(angle) / kWrittenDeg;
                angle = isRounded ? radFromDeg(std::round(steps) * kWrittenDeg) : angle;
            }
        }
    }

    // Returns the indices of the samples that become keyframes.
    std::vector<std::size_t> fit() {
        splitWhereWorst();
        while (thinOut()) {
        }
        return m_kept;
    }

    // Whether a joint never leaves its first angle.
    [[nodiscard]] bool rests(std::size_t joint) const {
        return std::ranges::all_of(m_sampled.anglesRad[joint], [&](double angle) {
            return std::abs(angle - m_keyRad[joint].front()) <= m_toleranceRad;
        });
    }

    // Returns the simplest curve from the preceding keyframe to this one within the tolerance.
    [[nodiscard]] Curve curveTo(std::size_t joint, std::size_t keyframe) const {
        if (keyframe == 0) {
            return Curve::Linear;
        }
        const double straightRad = fitOf(joint, keyframe, Curve::Linear).worstRad;
        const double smoothRad = fitOf(joint, keyframe, Curve::Smooth).worstRad;
        if (std::min(straightRad, smoothRad) > m_toleranceRad) {
            return Curve::Cubic;
        }
        return smoothRad < straightRad ? Curve::Smooth : Curve::Linear;
    }
    // Returns the slopes at both ends of the cubic curve to a keyframe, per interval.
    [[nodiscard]] Fit cubicTo(std::size_t joint, std::size_t keyframe) const {
        return fitOf(joint, keyframe, Curve::Cubic);
    }

    [[nodiscard]] double keyRad(std::size_t joint, std::size_t sample) const {
        return m_keyRad[joint][sample];
    }
    [[nodiscard]] const Sampled& sampled() const { return m_sampled; }

private:
    // Returns the relative position in time of a sample between two others, 0 to 1.
    [[nodiscard]] double timeRatio(std::size_t begin, std::size_t end, std::size_t at) const {
        return (m_sampled.timesS[at] - m_sampled.timesS[begin]) /
               (m_sampled.timesS[end] - m_sampled.timesS[begin]);
    }

    [[nodiscard]] Fit withWorst(Fit fit, std::size_t joint, std::size_t begin,
                                std::size_t end) const {
        const double from = m_keyRad[joint][begin];
        const double way = m_keyRad[joint][end] - from;
        const double out = fit.outSlopeRad - way;
        const double in = fit.inSlopeRad - way;
        for (std::size_t i = begin; i <= end; ++i) {
            const double u = timeRatio(begin, end, i);
            const double angle = from + u * way + u * (1.0 - u) * ((1.0 - u) * out - u * in);
            const double errorRad = std::abs(m_sampled.anglesRad[joint][i] - angle);
            if (errorRad > fit.worstRad) {
                fit.worstRad = errorRad;
                fit.worstAt = i;
            }
        }
        return fit;
    }

    // Fits a cubic curve between two samples by least squares.
    [[nodiscard]] Fit cubicFit(std::size_t joint, std::size_t begin, std::size_t end) const {
        const double from = m_keyRad[joint][begin];
        const double way = m_keyRad[joint][end] - from;
        double oo = 1e-9; // regularizes undetermined slopes toward the straight line
        double ii = 1e-9;
        double oi = 0.0;
        double oy = 0.0;
        double iy = 0.0;
        for (std::size_t i = begin + 1; i < end; ++i) {
            const double u = timeRatio(begin, end, i);
            const double o = u * (1.0 - u) * (1.0 - u);
            const double in = -u * u * (1.0 - u);
            const double y = m_sampled.anglesRad[joint][i] - (from + u * way);
            oo += o * o;
            ii += in * in;
            oi += o * in;
            oy += o * y;
            iy += in * y;
        }
        const double determinant = oo * ii - oi * oi;
        Fit fit;
        fit.outSlopeRad = way + (oy * ii - iy * oi) / determinant;
        fit.inSlopeRad = way + (iy * oo - oy * oi) / determinant;
        return withWorst(fit, joint, begin, end);
    }

    // Ramer-Douglas-Peucker with cubic curves: splits at the worst sample until all are within
    // tolerance.
    void splitWhereWorst() {
        const std::size_t last = m_sampled.timesS.size() - 1;
        std::vector<bool> isKept(last + 1, false);
        isKept.front() = isKept.back() = true;
        std::vector<std::pair<std::size_t, std::size_t>> open = {{0, last}};
        while (!open.empty()) {
            const auto [begin, end] = open.back();
            open.pop_back();
            Fit worst;
            for (std::size_t joint = 0; joint < m_keyRad.size() && end - begin > 1; ++joint) {
                const Fit fit = cubicFit(joint, begin, end);
                worst = fit.worstRad > worst.worstRad ? fit : worst;
            }
            if (worst.worstRad > m_toleranceRad && worst.worstAt > begin && worst.worstAt < end) {
                isKept[worst.worstAt] = true;
                open.emplace_back(begin, worst.worstAt);
                open.emplace_back(worst.worstAt, end);
            }
        }
        for (std::size_t i = 0; i <= last; ++i) {
            if (isKept[i]) {
                m_kept.push_back(i);
            }
        }
    }

    // Returns the slope of a smooth curve at a keyframe, as in the trajectory.
    [[nodiscard]] double slopeAt(std::size_t joint, std::size_t keyframe) const {
        if (keyframe == 0 || keyframe + 1 >= m_kept.size()) {
            return 0.0;
        }
        std::array<TrajectoryKey, 3> keys;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t sample = m_kept[keyframe + i - 1];
            keys[i].timeS = m_sampled.timesS[sample];
            keys[i].angleRad = m_keyRad[joint][sample];
        }
        std::array<double, 3> slopes{};
        motion::smoothSlopes(keys, slopes);
        return slopes[1];
    }

    // Evaluates a curve from the preceding keyframe to this one.
    [[nodiscard]] Fit fitOf(std::size_t joint, std::size_t keyframe, Curve curve) const {
        const std::size_t begin = m_kept[keyframe - 1];
        const std::size_t end = m_kept[keyframe];
        if (curve == Curve::Cubic) {
            return cubicFit(joint, begin, end);
        }
        const double lengthS = m_sampled.timesS[end] - m_sampled.timesS[begin];
        const double way = m_keyRad[joint][end] - m_keyRad[joint][begin];
        const bool isSmooth = curve == Curve::Smooth;
        Fit fit;
        fit.outSlopeRad = isSmooth ? slopeAt(joint, keyframe - 1) * lengthS : way;
        fit.inSlopeRad = isSmooth ? slopeAt(joint, keyframe) * lengthS : way;
        return withWorst(fit, joint, begin, end);
    }

    // Whether one curve between two samples is within tolerance for all joints.
    [[nodiscard]] bool fits(std::size_t begin, std::size_t end) const {
        for (std::size_t joint = 0; joint < m_keyRad.size(); ++joint) {
            if (cubicFit(joint, begin, end).worstRad > m_toleranceRad) {
                return false;
            }
        }
        return true;
    }

    // Removes keyframes that are not needed.
    bool thinOut() {
        std::vector<std::size_t> needed;
        needed.reserve(m_kept.size());
        for (std::size_t i = 0; i < m_kept.size(); ++i) {
            const bool isEnd = i == 0 || i + 1 == m_kept.size();
            if (isEnd || !fits(needed.back(), m_kept[i + 1])) {
                needed.push_back(m_kept[i]);
            }
        }
        const bool hasChanged = needed.size() < m_kept.size();
        m_kept = std::move(needed);
        return hasChanged;
    }

    Sampled m_sampled;
    double m_toleranceRad;
    std::vector<std::vector<double>> m_keyRad; ///< angles as written
    std::vector<std::size_t> m_kept;
};

double writtenDeg(double angleRad) {
    const double angleDeg = degFromRad(angleRad);
    const double rounded = std::round(angleDeg / kWrittenDeg) * kWrittenDeg;
    // 12.345 rather than 12.344999999999999
    return std::abs(rounded - angleDeg) < 1e-9 ? std::round(angleDeg / kWrittenDeg) / 1000.0
                                               : angleDeg;
}

// Returns the handle for a cubic curve's slope: at a third of the interval.
Handle handleOf(double slopeRad, double wayS, double side) {
    return {side * wayS / 3.0, degFromRad(slopeRad) / 3.0};
}

} // namespace

void addSample(JointSamples& samples, double timeS, std::vector<double> anglesRad) {
    if (samples.timesS.empty() || timeS > samples.timesS.back()) {
        samples.timesS.push_back(timeS);
        samples.anglesRad.push_back(std::move(anglesRad));
    }
}

Motion motionFromSamples(const JointSamples& samples, double toleranceRad) {
    SIDELINE_ASSERT(toleranceRad > 0.0);
    Motion motion;
    Sampled sampled = sampledOf(samples);
    if (sampled.timesS.empty()) {
        return motion;
    }
    Fitter fitter(std::move(sampled), toleranceRad);
    const std::vector<std::size_t> kept = fitter.fit();
    std::vector<bool> rests(samples.joints.size());
    for (std::size_t joint = 0; joint < rests.size(); ++joint) {
        rests[joint] = fitter.rests(joint);
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {
        Keyframe keyframe;
        keyframe.timeS = fitter.sampled().timesS[kept[i]];
        for (std::size_t joint = 0; joint < samples.joints.size(); ++joint) {
            if (i > 0 && rests[joint]) {
                continue;
            }
            Key key;
            key.angleDeg = writtenDeg(fitter.keyRad(joint, kept[i]));
            key.curve = fitter.curveTo(joint, i);
            if (key.curve == Curve::Cubic) {
                key.in = handleOf(-fitter.cubicTo(joint, i).inSlopeRad,
                                  keyframe.timeS - motion.keyframes.back()->timeS, -1.0);
            }
            if (i + 1 < kept.size() && fitter.curveTo(joint, i + 1) == Curve::Cubic) {
                key.out = handleOf(fitter.cubicTo(joint, i + 1).outSlopeRad,
                                   fitter.sampled().timesS[kept[i + 1]] - keyframe.timeS, 1.0);
            }
            keyframe.joints.emplace(samples.joints[joint], std::move(key));
        }
        motion.keyframes.emplace_back(std::move(keyframe));
    }
    motion.lengthS = fitter.sampled().timesS.back();
    return motion;
}

JointSamples movableOnly(JointSamples samples, const robot::RobotModel& model) {
    samples.joints.clear();
    std::vector<std::size_t> movable;
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        if (!model.joints()[i].effector.empty()) {
            samples.joints.push_back(model.jointName(robot::JointId(i)));
            movable.push_back(i);
        }
    }
    for (std::vector<double>& row : samples.anglesRad) {
        std::vector<double> kept;
        for (const std::size_t i : movable) {
            kept.push_back(i < row.size() ? row[i] : std::numeric_limits<double>::quiet_NaN());
        }
        row = std::move(kept);
    }
    return samples;
}

std::string immovableNote(const robot::RobotModel& model) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        const robot::Joint& joint = model.joints()[i];
        if (!joint.effector.empty()) {
            continue;
        }
        const std::string& name = model.jointName(robot::JointId(i));
        names.push_back(name.empty() ? fmt::format("the joint of {}", model.body(joint.child).name)
                                     : name);
    }
    return names.empty() ? std::string()
                         : fmt::format("joints without an effector are not recorded: {}",
                                       fmt::join(names, ", "));
}

std::string gapNote(const JointSamples& samples) {
    constexpr double kCoarseStepS = 0.1; // a longer interval can hide movements
    const std::size_t count = samples.timesS.size();
    const double stepS = count > 1 ? (samples.timesS.back() - samples.timesS.front()) /
                                         static_cast<double>(count - 1)
                                   : 0.0;
    return stepS > kCoarseStepS
               ? fmt::format(
                     "only one frame every {:.2f} s; the robot's motion in between is unknown",
                     stepS)
               : std::string();
}

} // namespace sideline::keyframe
