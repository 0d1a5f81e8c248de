#include "motions/resolve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_kinematics.h"
#include "motions/limb_paths.h"

namespace sideline::keyframe {

namespace {

using math::degFromRad;
using math::radFromDeg;
using motion::JointTrajectory;
using motion::TrajectoryKey;
using robot::JointId;

constexpr double kPathStepS = game::kStepS;
constexpr double kMaxPathSteps = 5000.0; // paths that last minutes have longer steps

robot::LimbId limbId(Limb limb) {
    switch (limb) {
    case Limb::LeftFoot:
        return robot::LimbId::LeftFoot;
    case Limb::RightFoot:
        return robot::LimbId::RightFoot;
    case Limb::LeftHand:
        return robot::LimbId::LeftHand;
    case Limb::RightHand:
        return robot::LimbId::RightHand;
    }
    return robot::LimbId::LeftFoot;
}

bool isFoot(Limb limb) {
    return limb == Limb::LeftFoot || limb == Limb::RightFoot;
}

// Whether a joint moves a toe of a different type of the default robot.
bool isToe(const JointName& name) {
    const robot::RobotModel* model = robot::defaultRobotWith(name);
    if (model == nullptr) {
        return false;
    }
    const robot::BodyRole role = model->body(model->joint(model->findJoint(name)).child).role;
    return role == robot::BodyRole::LeftToe || role == robot::BodyRole::RightToe;
}

// Returns the joint that was probably meant by a name that the robot lacks.
JointName exampleFor(const JointName& name, const robot::RobotModel& model) {
    constexpr std::string_view kFirstAxis = ".1";
    if (name.ends_with(kFirstAxis)) {
        const JointName first = name.substr(0, name.size() - kFirstAxis.size());
        if (model.findJoint(first + ".2").isValid()) {
            return first;
        }
    }
    constexpr const char* kNaoHip = "lle3";
    for (std::size_t i = 0; i < model.joints().size() && !model.findJoint(kNaoHip).isValid(); ++i) {
        if (!model.joints()[i].effector.empty()) {
            return model.jointName(JointId(i));
        }
    }
    return kNaoHip;
}

// A key with the precedence that decides between keys of the same time.
struct Candidate {
    TrajectoryKey key;
    bool isExplicit = true;
};

// Previous target of a limb.
struct LastPlace {
    LimbPoint point;
    double timeS = 0.0;
};

class Resolver {
public:
    Resolver(const Motion& motion, const robot::RobotModel& model, const Parameters& overrides,
             const SourceLines* lines, bool isMirrored)
        : m_motion(motion),
          m_model(model),
          m_lines(lines),
          m_isMirrored(isMirrored),
          m_parameters(overrides),
          m_keys(model.joints().size()),
          m_nearRad(model.joints().size(), 0.0) {
        m_parameters.insert(motion.parameters.begin(), motion.parameters.end());
    }

    Resolved run() {
        auto trajectory = std::make_shared<JointTrajectory>(m_model.joints().size());
        readEntry(*trajectory);
        for (const std::size_t index : keyframesInOrder()) {
            readJoints(index);
            readLimbs(index);
        }
        reportMuted();
        for (std::size_t i = 0; i < m_keys.size(); ++i) {
            trajectory->setKeys(JointId(i), merged(std::move(m_keys[i])));
        }
        readPlay(*trajectory);
        readBranches(*trajectory);
        reportUnknownJoints();
        std::ranges::stable_sort(
            m_findings, {}, [](const Finding& finding) { return finding.timeS.value_or(-1.0); });
        return {std::move(trajectory), std::move(m_findings)};
    }

private:
    // Returns the joint's name as written, not as played.
    [[nodiscard]] JointName written(const JointName& joint) const {
        return m_isMirrored && !joint.empty() ? mirroredJoint(joint, m_model) : joint;
    }

    Finding& report(Finding::Severity severity, Finding::Kind kind, std::string text,
                    std::optional<std::size_t> keyframe, const JointName& joint) {
        Finding& finding = m_findings.emplace_back();
        finding.severity = severity;
        finding.kind = kind;
        finding.text = std::move(text);
        finding.joint = written(joint);
        if (keyframe) {
            finding.keyframe = m_motion.keyframes[*keyframe]->name;
            finding.timeS = m_motion.keyframes[*keyframe]->timeS;
        }
        if (m_lines != nullptr) {
            finding.file = m_lines->file;
            finding.line = keyframe ? m_lines->lineOf(*keyframe, finding.joint) : 0;
        }
        return finding;
    }

    [[nodiscard]] std::vector<std::size_t> keyframesInOrder() const {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < m_motion.keyframes.size(); ++i) {
            const double timeS = m_motion.keyframes[i]->timeS;
            if (std::isfinite(timeS) && timeS >= 0.0) {
                order.push_back(i);
            }
        }
        std::ranges::stable_sort(
            order, {}, [this](std::size_t index) { return m_motion.keyframes[index]->timeS; });
        return order;
    }

    std::optional<double> number(const Value& value, const char* what,
                                 std::optional<std::size_t> keyframe, const JointName& joint) {
        auto number = value.evaluate(m_parameters);
        if (number) {
            return *number;
        }
        const bool isMissing = number.error().code == base::ErrorCode::NotFound;
        report(Finding::Severity::Error,
               isMissing ? Finding::Kind::MissingParameter : Finding::Kind::Other,
               fmt::format("{} '{}': {}; expected {}", what, value.text(), number.error().message,
                           number.error().expected),
               keyframe, joint);
        return std::nullopt;
    }

    std::optional<JointId> joint(const JointName& name, std::optional<std::size_t> keyframe) {
        if (const JointId found = m_model.findJoint(name); found.isValid()) {
            return found;
        }
        auto [entry, isNew] = m_unknown.try_emplace(name, keyframe, 0);
        ++entry->second.second;
        return std::nullopt;
    }

    void readEntry(JointTrajectory& trajectory) {
        if (!m_motion.entry) {
            return;
        }
        trajectory.entryRad.assign(m_model.joints().size(),
                                   std::numeric_limits<double>::quiet_NaN());
        for (const auto& [name, angle] : m_motion.entry->anglesDeg) {
            const auto id = joint(name, std::nullopt);
            const auto angleDeg = number(angle, "entry angle", std::nullopt, name);
            if (id && angleDeg) {
                trajectory.entryRad[id->index()] = radFromDeg(*angleDeg);
                m_nearRad[id->index()] = radFromDeg(*angleDeg);
            }
        }
        const double durationS = m_motion.entry->durationS;
        trajectory.entryDurationS = std::isfinite(durationS) ? std::max(durationS, 0.0) : 0.0;
    }

    void readJoints(std::size_t index) {
        const Keyframe& keyframe = *m_motion.keyframes[index];
        for (const auto& [name, key] : keyframe.joints) {
            const auto id = joint(name, index);
            const auto angleDeg = number(key.angleDeg, "angle", index, name);
            if (!id || !angleDeg) {
                continue;
            }
            const auto finite = [](double value) { return std::isfinite(value) ? value : 0.0; };
            m_nearRad[id->index()] = radFromDeg(*angleDeg);
            m_keys[id->index()].push_back(
                {{.timeS = keyframe.timeS,
                  .angleRad = radFromDeg(*angleDeg),
                  .curve = key.curve,
                  .inTimeS = std::min(finite(key.in.timeS), 0.0),
                  .inRad = radFromDeg(finite(key.in.angleDeg)),
                  .outTimeS = std::max(finite(key.out.timeS), 0.0),
                  .outRad = radFromDeg(finite(key.out.angleDeg)),
                  .speedScale = std::isfinite(key.speedScale) ? key.speedScale : 1.0,
                  .gains = gainsOr(key.gains)},
                 true});
        }
    }

    // Returns a key's own gains, otherwise the motion's; none if they are invalid.
    [[nodiscard]] std::optional<JointGains> gainsOr(const std::optional<JointGains>& own) const {
        const std::optional<JointGains>& gains = own ? own : m_motion.gains;
        return gains && gains->areValid() ? gains : std::nullopt;
    }

    std::optional<LimbPoint> pointOf(const LimbPlace& place, LimbTarget::Frame frame,
                                     std::size_t index) {
        LimbPoint point;
        bool isGood = true;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto position = number(place.positionM[i], "position", index, {});
            const auto angleDeg = number(place.rollPitchYawDeg[i], "direction", index, {});
            isGood = isGood && position && angleDeg;
            const auto axis = static_cast<Eigen::Index>(i);
            point.positionM[axis] =
                position.value_or(0.0) +
                (frame == LimbTarget::Frame::Ball ? m_motion.ballFromTorsoM[i] : 0.0);
            point.rollPitchYawRad[axis] = radFromDeg(angleDeg.value_or(0.0));
        }
        return isGood && point.positionM.allFinite() ? std::optional(point) : std::nullopt;
    }

    void readLimbs(std::size_t index) {
        for (const auto& [limb, target] : m_motion.keyframes[index]->limbs) {
            const robot::LimbChain* chain = robot::limbChain(m_model, limbId(limb));
            if (chain == nullptr) {
                report(Finding::Severity::Error, Finding::Kind::UnknownJoint,
                       fmt::format("robot {} has no {} to place", m_model.name(),
                                   limbName(written(limb))),
                       index, {});
                continue;
            }
            std::vector<LimbPoint> points;
            bool isGood = true;
            for (const LimbPlace& place : target.via) {
                const auto point = pointOf(place, target.frame, index);
                isGood = isGood && point;
                points.push_back(point.value_or(LimbPoint{}));
            }
            const auto goal = pointOf(target.place, target.frame, index);
            if (!isGood || !goal) {
                continue;
            }
            points.push_back(*goal);
            placeAlong(index, limb, *chain, target, std::move(points));
        }
    }

    [[nodiscard]] Limb written(Limb limb) const { return m_isMirrored ? mirroredLimb(limb) : limb; }

    // @param points the via points and, last, the target
    void placeAlong(std::size_t index, Limb limb, const robot::LimbChain& chain,
                    const LimbTarget& target, std::vector<LimbPoint> points) {
        const double timeS = m_motion.keyframes[index]->timeS;
        const LimbPoint goal = points.back();
        const auto last = m_lastPlaces.find(limb);
        if (target.path == LimbTarget::Path::Joints || last == m_lastPlaces.end() ||
            timeS - last->second.timeS <= kSameTimeS) {
            if (target.path != LimbTarget::Path::Joints) {
                report(Finding::Severity::Note, Finding::Kind::Other,
                       fmt::format("the {} has no previous position to start from; its joints go "
                                   "there directly",
                                   limbName(written(limb))),
                       index, {});
            }
            addKeys(index, limb, chain, torsoPose(goal), timeS, target.curve, target.speedScale);
        } else {
            points.insert(points.begin(), last->second.point);
            const double beginS = last->second.timeS;
            const double wayS = timeS - beginS;
            const double stepS = std::max(kPathStepS, wayS / kMaxPathSteps);
            const int steps = std::max(1, static_cast<int>(std::ceil(wayS / stepS - 1e-6)));
            for (int i = 1; i <= steps; ++i) {
                const double atS = i == steps ? timeS : beginS + i * stepS;
                const double progress = progressOf(target.curve, (atS - beginS) / wayS);
                const math::Pose pose = target.path == LimbTarget::Path::Straight
                                            ? onStraightPath(points.front(), goal, progress)
                                            : onSplinePath(points, progress);
                addKeys(index, limb, chain, pose, atS, Curve::Linear, target.speedScale);
            }
        }
        m_lastPlaces[limb] = {goal, timeS};
    }

    void addKeys(std::size_t index, Limb limb, const robot::LimbChain& chain,
                 const math::Pose& pose, double timeS, Curve curve, double speedScale) {
        const auto solution =
            robot::placeLimb(m_model, limbId(limb), pose, isFoot(limb), m_nearRad);
        if (!solution) {
            return;
        }
        if (!solution->isReachable && m_unreachable.emplace(index, limb).second) {
            Finding& finding = report(
                Finding::Severity::Warning, Finding::Kind::Unreachable,
                fmt::format("the {} cannot reach its target: {:.1f} mm and {:.2f} degrees remain",
                            limbName(written(limb)), solution->positionErrorM * 1000.0,
                            isFoot(limb) ? degFromRad(solution->rotationErrorRad) : 0.0),
                index, {});
            finding.value = solution->positionErrorM;
            finding.timeS = timeS;
        }
        for (std::size_t i = 0; i < chain.joints.size() && i < solution->jointCount; ++i) {
            TrajectoryKey key;
            key.timeS = timeS;
            key.angleRad = solution->anglesRad[i];
            key.curve = curve;
            key.speedScale = std::isfinite(speedScale) ? speedScale : 1.0;
            key.gains = gainsOr(std::nullopt);
            m_keys[chain.joints[i].index()].push_back({key, false});
        }
    }

    // Sorts by time; of keys at the same time the explicit one, otherwise the last, takes
    // precedence.
    static std::vector<TrajectoryKey> merged(std::vector<Candidate> candidates) {
        std::ranges::stable_sort(candidates, {},
                                 [](const Candidate& each) { return each.key.timeS; });
        std::vector<TrajectoryKey> keys;
        bool isExplicit = false;
        for (const Candidate& each : candidates) {
            if (keys.empty() || each.key.timeS - keys.back().timeS > kSameTimeS) {
                keys.push_back(each.key);
                isExplicit = each.isExplicit;
            } else if (each.isExplicit || !isExplicit) {
                keys.back() = each.key;
                isExplicit = each.isExplicit;
            }
        }
        return keys;
    }

    void readPlay(JointTrajectory& trajectory) const {
        const auto positive = [](double value, double otherwise) {
            return std::isfinite(value) && value > 0.0 ? value : otherwise;
        };
        trajectory.lengthS = positive(m_motion.lengthS, 0.0);
        trajectory.speed = positive(m_motion.speed, 1.0);
        trajectory.drive = {positive(m_motion.drive.gainPerS, 0.0),
                            std::isfinite(m_motion.drive.derivativeGainPerS)
                                ? m_motion.drive.derivativeGainPerS
                                : 0.0};
        trajectory.stopsWhenFallen = m_motion.stopsWhenFallen;
        for (const std::size_t index : keyframesInOrder()) {
            const Keyframe& keyframe = *m_motion.keyframes[index];
            trajectory.lengthS = std::max(trajectory.lengthS, keyframe.timeS);
            if (keyframe.wait) {
                trajectory.waits.push_back(
                    {keyframe.timeS, keyframe.wait->kind, positive(keyframe.wait->timeoutS, 0.0)});
            }
        }
        if (m_motion.loop && std::isfinite(m_motion.loop->beginS) &&
            std::isfinite(m_motion.loop->endS) && m_motion.loop->beginS >= 0.0 &&
            m_motion.loop->endS > m_motion.loop->beginS) {
            trajectory.loop = motion::TrajectoryLoop{m_motion.loop->beginS, m_motion.loop->endS,
                                                     std::max(m_motion.loop->count, 0)};
        }
    }

    // Adds one trajectory branch for each branch, so that indices match; in chronological order.
    void readBranches(JointTrajectory& trajectory) {
        for (const Branch& branch : m_motion.branches) {
            motion::TrajectoryBranch& made = trajectory.branches.emplace_back();
            made.timeS = std::min(branch.timeS.value_or(trajectory.lengthS), trajectory.lengthS);
            made.condition.kind = branch.condition.kind;
            made.condition.isNegated = branch.condition.isNegated;
            made.condition.angleRad = radFromDeg(branch.condition.angleDeg);
            made.motion = branch.motion;
            if (branch.condition.kind != motion::ConditionKind::JointOff) {
                continue;
            }
            made.condition.joint = m_model.findJoint(branch.condition.joint);
            if (!made.condition.joint.isValid()) {
                made.condition = {motion::ConditionKind::Always, true, {}, 0.0}; // never
                Finding& finding =
                    report(Finding::Severity::Error, Finding::Kind::UnknownJoint,
                           fmt::format("a branch checks joint '{}', which robot {} does not have",
                                       written(branch.condition.joint), m_model.name()),
                           std::nullopt, branch.condition.joint);
                finding.line =
                    m_lines != nullptr ? m_lines->lineOfBranch(trajectory.branches.size() - 1) : 0;
            }
        }
    }

    // Muted joints have no keys, whether explicit or from a limb's target.
    void reportMuted() {
        for (const JointName& name : m_motion.muted) {
            const JointId id = m_model.findJoint(name);
            if (id.isValid() && !m_keys[id.index()].empty()) {
                m_keys[id.index()].clear();
                report(Finding::Severity::Note, Finding::Kind::Other,
                       fmt::format("joint {} is muted: its keys are not played", written(name)),
                       std::nullopt, name);
            }
        }
    }

    void reportUnknownJoints() {
        for (const auto& [name, seen] : m_unknown) {
            const auto& [keyframe, count] = seen;
            const std::string more =
                count > 1 ? fmt::format(" ({} times in the motion)", count) : std::string();
            if (isToe(name)) {
                report(Finding::Severity::Note, Finding::Kind::UnknownJoint,
                       fmt::format("robot {} has no toes; the joint is ignored{}", m_model.name(),
                                   more),
                       keyframe, name);
            } else {
                report(Finding::Severity::Error, Finding::Kind::UnknownJoint,
                       fmt::format(
                           "robot {} has no joint '{}'{}; expected an effector such as '{}'",
                           m_model.name(), written(name), more, exampleFor(written(name), m_model)),
                       keyframe, name);
            }
        }
    }

    const Motion& m_motion;
    const robot::RobotModel& m_model;
    const SourceLines* m_lines;
    bool m_isMirrored;
    Parameters m_parameters;
    std::vector<std::vector<Candidate>> m_keys;
    std::vector<double> m_nearRad; ///< previous angle of each joint, for inverse kinematics
    std::map<Limb, LastPlace> m_lastPlaces;
    /// Names that the model lacks: first keyframe, and number of uses.
    std::map<JointName, std::pair<std::optional<std::size_t>, int>> m_unknown;
    std::set<std::pair<std::size_t, Limb>> m_unreachable;
    std::vector<Finding> m_findings;
};

} // namespace

Resolved resolve(const Motion& motion, const robot::RobotModel& model, const Parameters& overrides,
                 const SourceLines* lines) {
    if (motion.mirrored) {
        return Resolver(mirrored(motion, model), model, overrides, lines, true).run();
    }
    return Resolver(motion, model, overrides, lines, false).run();
}

} // namespace sideline::keyframe
