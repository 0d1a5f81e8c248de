#include "training/trial/fall_analysis.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <variant>

#include "agentcore/game/constants.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_joints.h"
#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/posture.h"

namespace sideline::training {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using robot::BodyId;
using robot::BodyRole;
using robot::JointId;

constexpr BodyId kTorsoBody{std::int32_t{0}};
constexpr double kSoleBandM = 0.002;   // corners this close to the lowest one belong to the sole
constexpr double kNearGroundM = 0.015; // corners of soles up to this height can carry load
constexpr double kTouchN = 1.0;        // weaker contacts count as unloaded

bool isOfLeague(const robot::RobotModel& model) {
    return model.traits().server == game::ServerKind::Rcssservermj;
}

bool isFoot(const robot::RobotModel& model, BodyId body) {
    switch (model.body(body).role) {
    case BodyRole::LeftFoot:
    case BodyRole::RightFoot:
    case BodyRole::LeftToe:
    case BodyRole::RightToe:
        return true;
    default:
        return false;
    }
}

// Returns the direction that points up when the sole of a foot is flat, in the foot's frame.
Vector3d soleUp(const robot::RobotModel& model, BodyId foot) {
    for (const auto limb : {robot::LimbId::LeftFoot, robot::LimbId::RightFoot}) {
        const robot::LimbChain* chain = robot::limbChain(model, limb);
        if (chain != nullptr && chain->body == foot) {
            return chain->X_BodyTip.R.col(2);
        }
    }
    return Vector3d::UnitZ();
}

// Returns the points of a foot that touch level ground when its sole is flat, in the foot's frame.
std::vector<Vector3d> soleCorners(const robot::RobotModel& model, BodyId foot) {
    const Vector3d up = soleUp(model, foot);
    const auto* box = std::get_if<robot::Box>(&model.body(foot).shape);
    math::Pose X_FootBox;
    // In that league a sole extends farther to the front than to the rear.
    if (const auto& solids = model.body(foot).solids; isOfLeague(model) && solids.size() == 1) {
        box = std::get_if<robot::Box>(&solids.front().shape);
        X_FootBox = solids.front().X_BodySolid;
    }
    if (box == nullptr) {
        return {Vector3d::Zero()};
    }
    std::vector<Vector3d> corners;
    double lowest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 8; ++i) {
        corners.emplace_back(X_FootBox * box->sizeM.cwiseProduct(Vector3d(
                                             (i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5,
                                             (i & 4) != 0 ? 0.5 : -0.5)));
        lowest = std::min(lowest, corners.back().dot(up));
    }
    std::erase_if(corners,
                  [&](const Vector3d& corner) { return corner.dot(up) > lowest + kSoleBandM; });
    return corners;
}

math::Pose groundOf(const robot::RobotModel& model, const RobotCycle& cycle) {
    const auto place = [&](BodyRole role) {
        const BodyId body = model.findBody(role);
        return cycle.X_SBody[(body.isValid() ? body : kTorsoBody).index()].p;
    };
    return groundBelow(cycle.X_SBody.front(), place(BodyRole::LeftFoot),
                       place(BodyRole::RightFoot));
}

// Returns the side of the robot that a horizontal direction points to.
FallDirection sideOf(const math::Pose& X_SGround, const Vector2d& direction_S) {
    const Vector3d own = X_SGround.R.transpose() * Vector3d(direction_S.x(), direction_S.y(), 0.0);
    return fallDirection(own.x(), own.y());
}

// Returns the outward normal of the edge of a counterclockwise polygon that is nearest to a point.
Vector2d nearestNormal(std::span<const Vector2d> polygon, const Vector2d& point) {
    Vector2d nearest = Vector2d::UnitX();
    double leastM = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vector2d& from = polygon[i];
        const Vector2d along = polygon[(i + 1) % polygon.size()] - from;
        const double lengthM = along.norm();
        if (lengthM < 1e-9) {
            continue;
        }
        const double at = std::clamp((point - from).dot(along) / (lengthM * lengthM), 0.0, 1.0);
        if (const double awayM = (from + at * along - point).norm(); awayM < leastM) {
            leastM = awayM;
            nearest = Vector2d(along.y(), -along.x()) / lengthM;
        }
    }
    return nearest;
}

// An event that is being observed: its first and last cycle and its extreme values.
struct OpenEvent {
    FallCause cause;
    double heldS = 0.0; // duration without interruptions
};

// Collects events that last long enough, ignoring short interruptions.
class EventList {
public:
    explicit EventList(double pauseS) : m_pauseS(pauseS) {}

    // Reports that an event holds in the cycle that ends at `timeS`; `key` distinguishes events of
    // the same kind.
    FallCause& hold(FallCauseKind kind, int key, double timeS) {
        auto& all = m_events[{kind, key}];
        if (all.empty() || timeS - all.back().cause.endS > m_pauseS + game::kStepS * 1.5) {
            OpenEvent& event = all.emplace_back();
            event.cause.kind = kind;
            event.cause.beginS = timeS - game::kStepS;
        }
        all.back().cause.endS = timeS;
        all.back().heldS += game::kStepS;
        return all.back().cause;
    }
    [[nodiscard]] std::vector<OpenEvent> all() const {
        std::vector<OpenEvent> events;
        for (const auto& [key, each] : m_events) {
            events.insert(events.end(), each.begin(), each.end());
        }
        return events;
    }

private:
    double m_pauseS;
    std::map<std::pair<FallCauseKind, int>, std::vector<OpenEvent>> m_events;
};

class CycleObserver {
public:
    // @param watchesArms whether limits of all joints count, not only of those that carry the robot
    CycleObserver(const robot::RobotModel& model, const FallThresholds& thresholds,
                  bool watchesArms = false)
        : m_model(model),
          m_limits(thresholds),
          m_weightN(model.massKg() * game::kGravityMps2),
          m_events(thresholds.pauseS) {
        for (std::size_t i = 0; i < model.joints().size(); ++i) {
            const auto limb = robot::limbOf(model, model.joint(JointId(i)).child);
            m_carries.push_back(watchesArms || !limb || *limb == robot::LimbId::LeftFoot ||
                                *limb == robot::LimbId::RightFoot);
        }
    }

    void add(const RobotCycle& cycle, const RobotCycle* before) {
        if (before == nullptr) {
            m_startContacts = cycle.selfContacts;
            return;
        }
        watchJoints(cycle, *before);
        watchFeet(cycle, *before);
        for (const BodyContact& contact : cycle.contacts) {
            if (!isFoot(m_model, contact.body) && contact.force_SN.norm() > kTouchN) {
                m_events.hold(FallCauseKind::GroundContact, contact.body.value(), cycle.timeS)
                    .body = contact.body;
            }
        }
        for (const simulator::SelfContact& pair : cycle.selfContacts) {
            if (std::ranges::find(m_startContacts, pair) == m_startContacts.end()) {
                FallCause& cause = m_events.hold(
                    FallCauseKind::SelfCollision,
                    pair.first.value() * static_cast<int>(robot::kMaxBodies) + pair.second.value(),
                    cycle.timeS);
                cause.body = pair.first;
                cause.other = pair.second;
            }
        }
    }

    // Returns the events that last long enough.
    [[nodiscard]] std::vector<FallCause> events() const {
        std::vector<FallCause> found;
        for (const OpenEvent& event : m_events.all()) {
            const FallCause& cause = event.cause;
            const bool isLimit =
                cause.kind == FallCauseKind::TorqueLimit || cause.kind == FallCauseKind::SpeedLimit;
            const bool isSlip = cause.kind == FallCauseKind::FootSlip;
            if ((!isLimit || event.heldS > m_limits.limitS - 1e-6) &&
                (!isSlip || cause.value >= m_limits.slipM)) {
                found.push_back(cause);
            }
        }
        std::ranges::stable_sort(found, {}, &FallCause::beginS);
        return found;
    }

private:
    void watchJoints(const RobotCycle& cycle, const RobotCycle& before) {
        for (std::size_t i = 0; i < m_carries.size(); ++i) {
            const double lagRad = std::abs(cycle.commandedRad[i] - cycle.measuredRad[i]);
            if (!m_carries[i] || !(lagRad >= m_limits.lagRad)) {
                continue;
            }
            const robot::Joint& joint = m_model.joints()[i];
            const double speed =
                std::abs(cycle.measuredRad[i] - before.measuredRad[i]) / game::kStepS;
            hold(FallCauseKind::TorqueLimit, i, cycle.timeS, std::abs(cycle.motorTorqueNm[i]),
                 joint.dynamics.maxTorqueNm, lagRad);
            hold(FallCauseKind::SpeedLimit, i, cycle.timeS, speed, joint.maxSpeedRadPerS, lagRad);
        }
    }

    void hold(FallCauseKind kind, std::size_t joint, double timeS, double value, double limit,
              double lagRad) {
        if (!std::isfinite(limit) || !(value >= m_limits.limitRatio * limit)) {
            return;
        }
        FallCause& cause = m_events.hold(kind, static_cast<int>(joint), timeS);
        cause.joint = JointId(joint);
        cause.value = std::max(cause.value, value);
        cause.limit = limit;
        cause.lagRad = std::max(cause.lagRad, lagRad);
    }

    // A loaded foot slips if the point of its body at the center of its contact moves.
    void watchFeet(const RobotCycle& cycle, const RobotCycle& before) {
        for (const BodyContact& contact : cycle.contacts) {
            const bool wasLoaded = std::ranges::any_of(before.contacts, [&](const auto& other) {
                return other.body == contact.body && isLoaded(other);
            });
            if (!isFoot(m_model, contact.body) || !wasLoaded || !isLoaded(contact)) {
                continue;
            }
            const std::size_t body = contact.body.index();
            const Vector3d now = contact.p_S;
            const Vector3d then = before.X_SBody[body] * (cycle.X_SBody[body].inverse() * now);
            const double movedM = (now - then).head<2>().norm();
            if (movedM / game::kStepS >= m_limits.slipMps) {
                FallCause& cause =
                    m_events.hold(FallCauseKind::FootSlip, contact.body.value(), cycle.timeS);
                cause.body = contact.body;
                cause.value += movedM;
            }
        }
    }
    [[nodiscard]] bool isLoaded(const BodyContact& contact) const {
        return contact.force_SN.z() >= m_limits.loadedRatio * m_weightN;
    }

    const robot::RobotModel& m_model;
    const FallThresholds& m_limits;
    double m_weightN;
    std::vector<bool> m_carries; // whether each joint moves the robot over its feet
    std::vector<simulator::SelfContact> m_startContacts;
    EventList m_events;
};

// Returns the index of the last cycle of the last balanced interval before a cycle, if any.
std::optional<std::size_t> lastBalanced(std::span<const BalanceSample> balance, std::size_t end,
                                        const FallThresholds& thresholds) {
    const auto isBalanced = [&](const BalanceSample& sample) {
        return sample.isOnFeet && sample.copMarginM && *sample.copMarginM > thresholds.edgeM;
    };
    const auto least = static_cast<std::size_t>(std::lround(thresholds.balancedS / game::kStepS));
    std::size_t count = 0;
    for (std::size_t i = end; i-- > 0;) {
        count = isBalanced(balance[i]) ? count + 1 : 0;
        if (count >= std::max<std::size_t>(least, 1)) {
            return i + count - 1;
        }
    }
    return std::nullopt;
}

// Returns the index of the last balanced cycle of the last interval of `chainGapS` before a cycle
// in which the robot has recovered; nullopt if there is no such interval.
std::optional<std::size_t> lastRecovered(std::span<const BalanceSample> balance, std::size_t end,
                                         const FallThresholds& thresholds) {
    const auto length = static_cast<std::size_t>(std::lround(thresholds.chainGapS / game::kStepS));
    for (std::size_t last = end; last + 1 >= length && last > 0; --last) {
        const auto interval = balance.subspan(last + 1 - length, length);
        const bool isAsPlanned = std::ranges::all_of(interval, [&](const BalanceSample& sample) {
            return sample.isOnFeet && sample.tiltErrorRad.value_or(1.0) < thresholds.plannedTiltRad;
        });
        const auto inside = static_cast<std::size_t>(
            std::ranges::count_if(interval, [&](const BalanceSample& sample) {
                return sample.copMarginM.value_or(0.0) > thresholds.edgeM;
            }));
        if (isAsPlanned && 2 * inside > length) {
            while (balance[last].copMarginM.value_or(0.0) <= thresholds.edgeM) {
                --last;
            }
            return last;
        }
    }
    return std::nullopt;
}

// Returns the index of the first cycle of the last interval on its feet before a cycle; 0 if there
// is none.
std::size_t lastOnFeet(std::span<const BalanceSample> balance, std::size_t end) {
    constexpr std::size_t kMinCycles = 5;
    std::size_t count = 0;
    for (std::size_t i = end; i-- > 0;) {
        if (balance[i].isOnFeet) {
            ++count;
        } else if (count >= kMinCycles) {
            return i + 1;
        } else {
            count = 0;
        }
    }
    return 0;
}

// Whether the robot stood on its feet alone when an event began: what touches the ground while it
// gets up does not make it fall.
bool beganOnFeet(const FallCause& event, std::span<const BalanceSample> balance) {
    const auto at = std::ranges::lower_bound(balance, event.beginS - game::kStepS / 2.0, {},
                                             &BalanceSample::timeS);
    return at != balance.end() && at->isOnFeet;
}

FallDirection directionOf(const math::Pose& X_SGround, const RobotCycle& fallen) {
    const Vector3d up = fallen.X_SBody.front().R.col(2);
    return up.z() >= game::kUprightUpCos ? FallDirection::Down : sideOf(X_SGround, up.head<2>());
}

// Bodies of a robot pass through each other in SimSpark; those of a T1 touch in many postures.
bool mayCause(const FallCause& event) {
    return event.kind != FallCauseKind::SelfCollision && event.kind != FallCauseKind::MassOutside;
}

// Returns the index of the first event of the chain that leads to the fall.
// @param events in order of time @param recoveredS events that ended until then belong to no chain
std::size_t firstOfChain(std::span<const FallCause> events, double fellAtS, double recoveredS,
                         double gapS) {
    const auto isLater = [&](const FallCause& event) {
        return mayCause(event) && event.endS > recoveredS + 1e-6;
    };
    double beginS = fellAtS;
    for (bool isGrowing = true; isGrowing;) {
        isGrowing = false;
        for (const FallCause& event : events) {
            if (isLater(event) && event.beginS < beginS && event.endS > beginS - gapS - 1e-6) {
                beginS = event.beginS;
                isGrowing = true;
            }
        }
    }
    const auto first = std::ranges::find_if(
        events, [&](const FallCause& event) { return isLater(event) && event.beginS >= beginS; });
    return static_cast<std::size_t>(first - events.begin());
}

// Returns all events of a kind, in order of time.
std::vector<FallCause> eventsOf(const robot::RobotModel& model, RobotCycles cycles,
                                FallCauseKind kind) {
    const FallThresholds thresholds;
    CycleObserver observer(model, thresholds, true);
    for (std::size_t i = 0; i < cycles.size(); ++i) {
        observer.add(*cycles[i], i > 0 ? cycles[i - 1] : nullptr);
    }
    std::vector<FallCause> events = observer.events();
    std::erase_if(events, [kind](const FallCause& event) { return event.kind != kind; });
    return events;
}

// Returns the index of the first cycle from which on the center of mass stays outside of the
// support until the fall.
std::size_t massOutsideFrom(std::span<const BalanceSample> balance, std::size_t from,
                            std::size_t end) {
    std::size_t outside = end;
    while (outside > from && !(balance[outside].comMarginM.value_or(-1.0) > 0.0)) {
        --outside;
    }
    return std::min(outside + 1, end);
}

} // namespace

FallDirection fallDirection(double forward, double left) {
    if (std::abs(forward) >= std::abs(left)) {
        return forward >= 0.0 ? FallDirection::Forward : FallDirection::Backward;
    }
    return left >= 0.0 ? FallDirection::Left : FallDirection::Right;
}

std::vector<BalanceSample> measuredBalance(const robot::RobotModel& model, RobotCycles cycles) {
    std::map<std::int32_t, std::vector<Vector3d>> soles;
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        if (isFoot(model, BodyId(i))) {
            soles[static_cast<std::int32_t>(i)] = soleCorners(model, BodyId(i));
        }
    }
    std::vector<BalanceSample> balance;
    std::vector<math::Pose> X_TorsoBody(model.bodies().size()); // for the commanded angles
    for (const RobotCycle* cycle : cycles) {
        BalanceSample& sample = balance.emplace_back();
        sample.timeS = cycle->timeS;
        robot::forwardKinematics(model, math::Pose(), cycle->commandedRad, X_TorsoBody);
        const Vector3d up_Torso = cycle->X_SBody.front().R.transpose() * Vector3d::UnitZ();
        std::vector<Vector2d> corners;
        std::vector<Vector2d> lowCorners;
        Vector2d weighted = Vector2d::Zero();
        double sumN = 0.0;
        bool isOnOthers = false;
        for (const BodyContact& contact : cycle->contacts) {
            const double upN = std::max(contact.force_SN.z(), 0.0);
            if (upN < kTouchN) {
                continue;
            }
            weighted += upN * contact.p_S.head<2>();
            sumN += upN;
            if (const auto sole = soles.find(contact.body.value()); sole != soles.end()) {
                const Vector3d planned_Torso =
                    X_TorsoBody[contact.body.index()].R * soleUp(model, contact.body);
                const double errorRad =
                    std::acos(std::clamp(up_Torso.dot(planned_Torso), -1.0, 1.0));
                sample.tiltErrorRad = std::min(sample.tiltErrorRad.value_or(errorRad), errorRad);
                for (const Vector3d& corner : sole->second) {
                    const Vector3d p_S = cycle->X_SBody[contact.body.index()] * corner;
                    corners.emplace_back(p_S.head<2>());
                    if (p_S.z() < kNearGroundM) {
                        lowCorners.emplace_back(p_S.head<2>());
                    }
                }
            } else {
                corners.emplace_back(contact.p_S.head<2>());
                lowCorners.emplace_back(contact.p_S.head<2>());
                isOnOthers = true;
            }
        }
        if (sumN <= 0.0) {
            continue;
        }
        sample.isOnFeet = !isOnOthers;
        const std::vector<Vector2d> polygon = robot::convexHull(lowCorners);
        const Vector2d cop = weighted / sumN;
        sample.copMarginM = robot::marginM(polygon, cop);
        const std::vector<Vector2d> soles_S = robot::convexHull(corners);
        const Vector2d com = robot::centerOfMass(model, cycle->X_SBody).head<2>();
        sample.comMarginM = robot::marginM(soles_S, com);
        if (soles_S.size() > 2) {
            sample.comEdge = sideOf(groundOf(model, *cycle), nearestNormal(soles_S, com));
        }
        if (polygon.size() > 2) {
            sample.edge = sideOf(groundOf(model, *cycle), nearestNormal(polygon, cop));
        }
    }
    return balance;
}

FallExplanation explainFall(const robot::RobotModel& model, RobotCycles cycles,
                            std::span<const BalanceSample> balance, double fellAtS,
                            const FallThresholds& thresholds) {
    FallExplanation why;
    why.fellAtS = fellAtS;
    std::size_t end = 0; // index of the cycle in which it counts as fallen
    while (end + 1 < cycles.size() && cycles[end]->timeS < fellAtS - game::kStepS / 2.0) {
        ++end;
    }
    const auto balanced = lastBalanced(balance, end, thresholds);
    const std::size_t tips = balanced ? std::min(*balanced + 1, end) : lastOnFeet(balance, end);
    const auto recovered = lastRecovered(balance, end, thresholds);
    const std::size_t left = recovered ? std::max(tips, std::min(*recovered + 1, end)) : tips;
    const double recoveredS = recovered ? cycles[*recovered]->timeS - thresholds.chainGapS : -1.0;
    why.direction = directionOf(groundOf(model, *cycles[left]), *cycles[end]);
    const double leftS = cycles[left]->timeS;
    // The robot stands on its feet until it counts as fallen: it bends or crouches instead of
    // tipping.
    const bool isPosture = balanced && end - *balanced <= 2;
    if (!isPosture) {
        why.supportLeftS = leftS;
    }
    CycleObserver observer(model, thresholds);
    for (std::size_t i = 0; i <= end; ++i) {
        observer.add(*cycles[i], i > 0 ? cycles[i - 1] : nullptr);
    }
    const std::size_t outside = isPosture ? end : massOutsideFrom(balance, left, end);
    const double outsideS = cycles[outside]->timeS;
    for (const FallCause& event : observer.events()) {
        const bool isNear = event.endS >= cycles[tips]->timeS - thresholds.lookBackS &&
                            event.beginS <= outsideS + 1e-6;
        const bool isOfGettingUp =
            event.kind == FallCauseKind::GroundContact ||
            (event.kind == FallCauseKind::SelfCollision && isOfLeague(model));
        if (isNear && (!isOfGettingUp || beganOnFeet(event, balance))) {
            why.events.push_back(event);
        }
    }
    const auto edgeOr = [&](FallDirection edge) {
        return edge != FallDirection::Down ? edge : why.direction;
    };
    FallCause last;
    last.kind = isPosture ? FallCauseKind::Posture : FallCauseKind::SupportLeft;
    last.beginS = leftS;
    last.endS = fellAtS;
    last.edge = edgeOr(balance[left].edge);
    why.events.push_back(last);
    if (tips < left) { // the robot had left its support before, but recovered
        FallCause earlier;
        earlier.beginS = cycles[tips]->timeS;
        earlier.endS = std::max(earlier.beginS, recoveredS);
        earlier.edge = edgeOr(balance[tips].edge);
        why.events.push_back(earlier);
    }
    if (outside < end) {
        last.kind = FallCauseKind::MassOutside;
        last.beginS = outsideS;
        last.edge = edgeOr(balance[outside].comEdge);
        why.events.push_back(last);
    }
    std::ranges::stable_sort(why.events, {}, &FallCause::beginS);
    why.first = firstOfChain(why.events, fellAtS, recoveredS, thresholds.chainGapS);
    return why;
}

std::vector<FallCause> selfCollisions(const robot::RobotModel& model, RobotCycles cycles) {
    return eventsOf(model, cycles, FallCauseKind::SelfCollision);
}

std::vector<FallCause> torqueLimits(const robot::RobotModel& model, RobotCycles cycles) {
    return eventsOf(model, cycles, FallCauseKind::TorqueLimit);
}

std::optional<double> fallAfterGettingUp(const robot::RobotModel& model, RobotCycles cycles,
                                         std::span<const BalanceSample> balance) {
    constexpr int kOnFeetCycles = 5;
    int onFeet = 0;
    bool hasStood = false;
    std::optional<double> fellAtS;
    for (std::size_t i = 0; i < cycles.size(); ++i) {
        const double upCos = cycles[i]->X_SBody.front().R(2, 2);
        const bool isFallen = game::isFallen(upCos, model.headHeightRatio([&](BodyId body) {
            return cycles[i]->X_SBody[body.index()];
        }));
        onFeet = balance[i].isOnFeet && !isFallen ? onFeet + 1 : 0;
        if (onFeet >= kOnFeetCycles) {
            hasStood = true;
            fellAtS.reset();
        } else if (hasStood && isFallen && !fellAtS) {
            fellAtS = cycles[i]->timeS;
        }
    }
    return fellAtS;
}

} // namespace sideline::training
