#include "motions/analysis/motion_analysis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/robot/kinematics.h"
#include "motions/analysis/ground_track.h"
#include "motions/analysis/joint_findings.h"

namespace sideline::keyframe {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kGravityMps2 = 9.81;
// A corner of a sole up to this height is in contact: soles rest on soft contacts.
constexpr double kTouchM = 0.006;
constexpr double kFlatCosine = 0.9962; // cosine of 5 degrees
constexpr double kOverlapM = 0.002;
constexpr double kOutsideM = 0.005;
constexpr double kTipsAfterS = 0.06;
// Without an upward ground force there is no zero-moment point; the threshold is this fraction of
// the weight.
constexpr double kMinWeight = 0.1;
constexpr double kFarthestM = 0.5;
constexpr std::size_t kCancelCheckInterval = 16;

std::vector<Vector2d> supportOf(const robot::RobotModel& model,
                                std::span<const math::Pose> X_SBody) {
    std::vector<Vector2d> points;
    for (const robot::SurfacePoint& point : robot::lowestPoints(model, X_SBody, kTouchM)) {
        points.emplace_back(point.p_A.head<2>());
        // The weight presses a nearly level sole flat on the ground.
        const math::Pose& X_S = X_SBody[point.body.index()];
        const auto* box = std::get_if<robot::Box>(&model.body(point.body).shape);
        if (box != nullptr && X_S.R(2, 2) > kFlatCosine) {
            const Eigen::Vector3d half = 0.5 * box->sizeM;
            for (const double x : {-half.x(), half.x()}) {
                for (const double y : {-half.y(), half.y()}) {
                    points.emplace_back((X_S * Eigen::Vector3d(x, y, -half.z())).head<2>());
                }
            }
        }
    }
    return robot::convexHull(std::move(points));
}

// Sample times: every step, with the last at the end and the last step up to half a step longer or
// shorter. From `kSettlesSteps` after the last key on, the motion is static and only its end is
// sampled: a motion may last an hour although its keys span a second.
std::vector<double> sampleTimes(const motion::JointTrajectory& trajectory, double stepS) {
    constexpr double kSettlesSteps = 250.0; // steps until the robot has come to rest
    double lastKeyS = 0.0;
    for (std::size_t i = 0; i < trajectory.jointCount(); ++i) {
        if (const auto keys = trajectory.keys(robot::JointId(i)); !keys.empty()) {
            lastKeyS = std::max(lastKeyS, keys.back().timeS);
        }
    }
    const double lengthS = trajectory.lengthS;
    const double sampledS = std::min(lengthS, lastKeyS + kSettlesSteps * stepS);
    const auto steps = static_cast<std::size_t>(std::max(0.0, std::round(sampledS / stepS)));
    std::vector<double> times;
    times.reserve(steps + 2);
    for (std::size_t i = 0; i < std::max<std::size_t>(steps, 1); ++i) {
        times.push_back(static_cast<double>(i) * stepS);
    }
    if (lengthS > 0.0) {
        times.push_back(lengthS);
    }
    return times;
}

std::vector<double> startAngles(const motion::JointTrajectory& trajectory,
                                const robot::RobotModel& model, const AnalysisOptions& options) {
    std::vector<double> start(model.joints().size(), 0.0);
    const std::vector<double>& sourceRad =
        options.startRad.empty() ? trajectory.entryRad : options.startRad;
    for (std::size_t i = 0; i < std::min(start.size(), sourceRad.size()); ++i) {
        start[i] = std::isfinite(sourceRad[i]) ? sourceRad[i] : 0.0;
    }
    return start;
}

// Tracks overlaps of bodies over time.
class Collisions {
public:
    explicit Collisions(const robot::RobotModel& model) : m_model(model) {}

    void add(double timeS, std::span<const math::Pose> poses) {
        ++m_sample;
        for (const robot::BodyOverlap& overlap : robot::selfOverlaps(m_model, poses, kOverlapM)) {
            const auto [at, isNew] = m_last.try_emplace({overlap.first, overlap.second});
            if (isNew || at->second.sample + 1 != m_sample) {
                at->second.finding = m_findings.size();
                Finding finding;
                finding.severity = Finding::Severity::Warning;
                finding.kind = Finding::Kind::SelfCollision;
                finding.timeS = timeS;
                finding.value = 0.0;
                finding.limit = kOverlapM;
                m_findings.push_back(std::move(finding));
            }
            at->second.sample = m_sample;
            Finding& finding = m_findings[at->second.finding];
            finding.endS = timeS;
            finding.value = std::max(*finding.value, overlap.depthM);
            finding.text =
                fmt::format("{} and {} overlap by {:.1f} mm", m_model.body(overlap.first).name,
                            m_model.body(overlap.second).name, *finding.value * 1e3);
        }
    }
    [[nodiscard]] const std::vector<Finding>& findings() const { return m_findings; }

private:
    struct Last {
        std::size_t sample = 0;
        std::size_t finding = 0;
    };
    const robot::RobotModel& m_model;
    std::map<std::pair<robot::BodyId, robot::BodyId>, Last> m_last;
    std::vector<Finding> m_findings;
    std::size_t m_sample = 0;
};

// Computes zero-moment points from the motion of all bodies' masses, with a delay of two samples.
class Masses {
public:
    // `scale` is the playback speed relative to the motion's times.
    Masses(const robot::RobotModel& model, double scale) : m_model(model), m_scale(scale) {}

    // Adds the poses of the latest sample.
    void add(std::span<MotionSample> samples, std::span<const math::Pose> poses, bool isJump) {
        const std::size_t last = samples.size() - 1;
        Instant& here = at(last);
        here.places.clear();
        for (std::size_t b = 0; b < poses.size(); ++b) {
            here.places.push_back(poses[b] * m_model.bodies()[b].p_BodyCom);
        }
        here.accelerations.assign(poses.size(), Vector3d::Zero());
        here.isJump = isJump;
        if (last >= 2) {
            accelerate(samples, last - 1);
        }
        if (last >= 3) {
            solve(samples, last - 2, last - 2);
        }
        if (last == 3) {
            solve(samples, 0, 1);
        }
    }

    // Computes the last samples. The first and the last sample of a motion copy the values of their
    // only neighbor.
    void finish(std::span<MotionSample> samples) {
        const std::size_t count = samples.size();
        if (count < 3) {
            for (MotionSample& sample : samples) {
                sample.zmp_S = sample.centerOfMass_S.head<2>();
            }
            return;
        }
        if (count == 3) {
            solve(samples, 0, 1);
        }
        solve(samples, count - 2, count - 2);
        solve(samples, count - 1, count - 2);
    }

private:
    struct Instant {
        std::vector<Vector3d> places;
        std::vector<Vector3d> accelerations;
        bool isJump = false;
    };
    Instant& at(std::size_t sample) { return m_instants[sample % m_instants.size()]; }

    void accelerate(std::span<const MotionSample> samples, std::size_t i) {
        if (at(i).isJump || at(i + 1).isJump) {
            return; // without acceleration, as at rest
        }
        const double beforeS = (samples[i].timeS - samples[i - 1].timeS) / m_scale;
        const double afterS = (samples[i + 1].timeS - samples[i].timeS) / m_scale;
        for (std::size_t b = 0; b < m_model.bodies().size(); ++b) {
            const Vector3d& here = at(i).places[b];
            const Vector3d arriving = (here - at(i - 1).places[b]) / beforeS;
            const Vector3d leaving = (at(i + 1).places[b] - here) / afterS;
            at(i).accelerations[b] = (leaving - arriving) / (0.5 * (beforeS + afterS));
        }
    }

    // Computes the zero-moment point with the accelerations around `middle`.
    void solve(std::span<MotionSample> samples, std::size_t i, std::size_t middle) {
        Vector2d moment = Vector2d::Zero();
        double forceN = 0.0;
        for (std::size_t b = 0; b < m_model.bodies().size(); ++b) {
            const double massKg = m_model.bodies()[b].massKg;
            const Vector3d a = 0.25 * at(middle - 1).accelerations[b] +
                               0.5 * at(middle).accelerations[b] +
                               0.25 * at(middle + 1).accelerations[b];
            const Vector3d& p = at(i).places[b];
            const double pushN = massKg * (a.z() + kGravityMps2);
            moment += pushN * p.head<2>() - massKg * p.z() * a.head<2>();
            forceN += pushN;
        }
        const Vector2d center = samples[i].centerOfMass_S.head<2>();
        if (forceN < kMinWeight * kGravityMps2 * m_model.massKg()) {
            samples[i].zmp_S = center;
            return;
        }
        const Vector2d away = moment / forceN - center;
        samples[i].zmp_S = center + away * std::min(1.0, kFarthestM / std::max(away.norm(), 1e-9));
    }

    const robot::RobotModel& m_model;
    double m_scale;
    std::array<Instant, 4> m_instants; ///< the most recent ones
};

Finding balanceFinding(double beginS, double endS, double outsideM, double lastsS) {
    Finding finding;
    finding.severity = Finding::Severity::Warning;
    finding.kind = Finding::Kind::OutOfBalance;
    finding.timeS = beginS;
    finding.endS = endS;
    finding.value = outsideM;
    finding.limit = kOutsideM;
    finding.text = fmt::format(
        "the zero-moment point is up to {:.1f} cm outside the support polygon for {:.2f} s",
        outsideM * 100.0, lastsS);
    return finding;
}

void appendBalance(const std::vector<MotionSample>& samples, double scale,
                   std::vector<Finding>& findings) {
    const auto isOutside = [&](std::size_t i) { return samples[i].zmpMarginM < -kOutsideM; };
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (!isOutside(i)) {
            continue;
        }
        const double beginS = samples[i].timeS;
        double worstM = 0.0;
        for (; i < samples.size() && isOutside(i); ++i) {
            worstM = std::max(worstM, -samples[i].zmpMarginM);
        }
        const double endS = samples[i - 1].timeS;
        const double lastsS = (endS - beginS) / scale;
        if (lastsS > kTipsAfterS + 1e-9) {
            findings.push_back(balanceFinding(beginS, endS, worstM, lastsS));
        }
    }
}

} // namespace

const MotionSample* MotionAnalysis::at(double timeS) const {
    const auto after = std::ranges::lower_bound(samples, timeS, {}, &MotionSample::timeS);
    if (after == samples.begin()) {
        return samples.empty() ? nullptr : &samples.front();
    }
    if (after == samples.end() || timeS - (after - 1)->timeS < after->timeS - timeS) {
        return &*(after - 1);
    }
    return &*after;
}

MotionAnalysisPtr analyze(const motion::JointTrajectory& trajectory, const robot::RobotModel& model,
                          const AnalysisOptions& options, const std::function<bool()>& isCanceled) {
    SIDELINE_ASSERT(options.stepS > 0.0);
    SIDELINE_ASSERT(trajectory.jointCount() == model.joints().size());
    auto analysis = std::make_shared<MotionAnalysis>();
    analysis->stepS = options.stepS;
    const std::vector<double> times = sampleTimes(trajectory, options.stepS);
    const std::vector<double> startRad = startAngles(trajectory, model, options);
    const double scale = trajectory.speed > 0.0 ? trajectory.speed : 1.0;
    GroundTrack track(model, options.ground, options.R_STorsoAtStart);
    Collisions collisions(model);
    Masses masses(model, scale);
    std::vector<math::Pose> poses(model.bodies().size());
    analysis->samples.reserve(times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (isCanceled && i % kCancelCheckInterval == 0 && isCanceled()) {
            return std::make_shared<MotionAnalysis>();
        }
        MotionSample sample;
        sample.timeS = times[i];
        sample.anglesRad.resize(startRad.size());
        trajectory.sample(times[i], startRad, sample.anglesRad);
        robot::forwardKinematics(model, {}, sample.anglesRad, poses);
        const GroundTrack::Place place = track.next(sample.anglesRad, poses);
        for (math::Pose& pose : poses) {
            pose = place.X_STorso * pose;
        }
        sample.X_STorso = place.X_STorso;
        sample.centerOfMass_S = robot::centerOfMass(model, poses);
        sample.support_S = supportOf(model, poses);
        sample.comMarginM = robot::marginM(sample.support_S, sample.centerOfMass_S.head<2>());
        collisions.add(times[i], poses);
        analysis->samples.push_back(std::move(sample));
        masses.add(analysis->samples, poses, place.isJump);
    }
    masses.finish(analysis->samples);
    for (MotionSample& sample : analysis->samples) {
        sample.zmpMarginM = robot::marginM(sample.support_S, sample.zmp_S);
    }
    analysis->findings = jointFindings(trajectory, model, times, startRad);
    const auto& meetings = collisions.findings();
    analysis->findings.insert(analysis->findings.end(), meetings.begin(), meetings.end());
    appendBalance(analysis->samples, scale, analysis->findings);
    std::ranges::stable_sort(analysis->findings, {},
                             [](const Finding& finding) { return finding.timeS.value_or(0.0); });
    return analysis;
}

bool isOfPosture(const Finding& finding) {
    return finding.kind == Finding::Kind::SelfCollision ||
           finding.kind == Finding::Kind::OutOfBalance;
}

MotionSample analyzePose(const robot::RobotModel& model, std::span<const double> anglesRad,
                         robot::GroundRule ground) {
    MotionSample sample;
    sample.anglesRad.assign(anglesRad.begin(), anglesRad.end());
    sample.X_STorso = robot::placeOnGround(model, anglesRad, ground);
    std::vector<math::Pose> poses(model.bodies().size());
    robot::forwardKinematics(model, sample.X_STorso, anglesRad, poses);
    sample.centerOfMass_S = robot::centerOfMass(model, poses);
    sample.zmp_S = sample.centerOfMass_S.head<2>();
    sample.support_S = supportOf(model, poses);
    sample.comMarginM = robot::marginM(sample.support_S, sample.zmp_S);
    sample.zmpMarginM = sample.comMarginM;
    return sample;
}

} // namespace sideline::keyframe
