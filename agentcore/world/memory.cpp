#include "agentcore/world/memory.h"

#include <algorithm>
#include <cmath>

#include "agentcore/base/assert.h"
#include "agentcore/localization/camera.h"
#include "agentcore/world/ball_prediction.h"

namespace sideline::world {

namespace {

using Eigen::Vector3d;

constexpr double kHalfStepS = 0.011; // time tolerance for finding a cycle
constexpr double kRoundingS = 1e-6;

std::array<float, 3> packed(const Vector3d& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

Vector3d unpacked(const std::array<float, 3>& v) {
    return Eigen::Map<const Eigen::Vector3f>(v.data()).cast<double>();
}

std::array<float, 3> packed(const protocol::Polar& polar) {
    return packed(Vector3d(polar.distanceM, polar.thetaDeg, polar.phiDeg));
}

std::optional<std::size_t> horizonIndex(double horizonS) {
    for (std::size_t i = 0; i < kPredictionHorizonsS.size(); ++i) {
        if (std::abs(kPredictionHorizonsS[i] - horizonS) < kRoundingS) {
            return i;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<ObjectKey> ObjectKey::player(bool isTeammate, int unum) {
    if (unum < 1 || unum > kTeamSize) {
        return std::nullopt;
    }
    return ObjectKey(static_cast<std::size_t>(1 + unum + (isTeammate ? 0 : kTeamSize)));
}

std::optional<ObjectKey> ObjectKey::landmark(std::size_t index) {
    if (index >= kMaxLandmarks) {
        return std::nullopt;
    }
    return ObjectKey(2 + 2 * kTeamSize + index);
}

Memory::Memory(const field::FieldModel& field, std::size_t cycles)
    : m_field(field), m_moments(cycles) {
    SIDELINE_ASSERT(cycles > 0);
}

void Memory::clear() {
    m_next = m_size = 0;
    m_atS = 0.0;
}

void Memory::remember(const protocol::Percepts& percepts, const AgentFrame& frame, double stepS) {
    Moment& moment = m_moments[m_next];
    m_next = (m_next + 1) % m_moments.size();
    m_size = std::min(m_size + 1, m_moments.size());
    m_atS += stepS;
    moment = Moment{};
    RememberedParameters& parameters = moment.parameters;
    parameters.cycle = frame.cycle;
    parameters.atS = m_atS;
    parameters.gameTimeS = frame.game.gameTimeS;
    parameters.playMode = frame.game.playMode;
    parameters.readings = frame.body.readings;
    parameters.isFallen = frame.body.isFallen;
    if (const robot::RobotModelPtr& model = frame.identity.model) {
        if (model != m_model) {
            m_model = model;
            m_pan = robot::limbJoint(*model, robot::LimbId::Head, robot::AxisRole::Yaw);
            m_tilt = robot::limbJoint(*model, robot::LimbId::Head, robot::AxisRole::Pitch);
        }
        const auto angleOf = [&](const robot::AxisJoint& joint) {
            const bool isThere = joint.isValid() && joint.id.index() < frame.body.joints.size();
            return isThere ? joint.sign * frame.body.joints[joint.id.index()].measuredRad : 0.0;
        };
        parameters.viewPanRad = angleOf(m_pan);
        parameters.viewTiltRad = angleOf(m_tilt);
    }
    rememberBeliefs(frame, moment);
    if (percepts.vision) {
        rememberVision(*percepts.vision, frame.identity, moment);
    }
}

void Memory::rememberBeliefs(const AgentFrame& frame, Moment& moment) const {
    const localization::PoseEstimate& pose = frame.body.pose;
    Place& self = moment.places[ObjectKey::self().index()];
    self.isKnown = pose.isValid;
    self.isSeen = pose.isValid && frame.world.hasVision && pose.cyclesSinceVision == 0;
    self.p_F = packed(frame.body.X_FT.p);
    self.velocity =
        packed(Vector3d(fieldFromServer(frame.identity.robot.side).R * pose.velocity_SMps));

    const BallBelief& ball = frame.world.ball;
    Place& ballPlace = moment.places[ObjectKey::ball().index()];
    ballPlace.isKnown = ball.isKnown && pose.isValid;
    ballPlace.p_F = packed(ball.p_F);
    ballPlace.velocity = packed(ball.velocity_FMps);
    if (ballPlace.isKnown) {
        for (std::size_t i = 0; i < kPredictionHorizonsS.size(); ++i) {
            moment.ballAfter[i] = packed(predictBall(ball, kPredictionHorizonsS[i]).p_F);
        }
    }

    for (const PlayerBelief& player : frame.world.players) {
        if (const auto key = ObjectKey::player(player.isTeammate, player.unum)) {
            Place& place = moment.places[key->index()];
            place.isKnown = true;
            place.p_F = packed(player.p_F);
            place.velocity = packed(player.velocity_FMps);
        }
    }
    const math::Pose X_FS = fieldFromServer(frame.identity.robot.side);
    const auto landmarks = m_field.landmarks();
    for (std::size_t i = 0; i < std::min(landmarks.size(), ObjectKey::kMaxLandmarks); ++i) {
        Place& place = moment.places[ObjectKey::landmark(i)->index()];
        place.isKnown = true;
        place.p_F = packed(Vector3d(X_FS * landmarks[i].p_S));
    }
}

void Memory::rememberVision(const protocol::VisionPercept& vision, const AgentIdentity& self,
                            Moment& moment) const {
    const auto see = [&](ObjectKey key, const protocol::Polar& polar) {
        Place& place = moment.places[key.index()];
        if (!place.isSeen && localization::isUsable(polar)) {
            place.isSeen = true;
            place.polar = packed(polar);
        }
    };
    const auto landmarks = m_field.landmarks();
    for (const protocol::SeenObject& object : vision.objects) {
        if (object.name == "B") {
            see(ObjectKey::ball(), object.polar);
            continue;
        }
        const auto known = std::ranges::find(landmarks, object.name, &field::Landmark::name);
        if (known != landmarks.end()) {
            if (const auto key =
                    ObjectKey::landmark(static_cast<std::size_t>(known - landmarks.begin()))) {
                see(*key, object.polar);
            }
        }
    }
    for (const protocol::SeenPlayer& player : vision.players) {
        const bool isTeammate = player.team == self.team;
        const auto key = ObjectKey::player(isTeammate, player.unum);
        const bool isSelf = isTeammate && player.unum == self.robot.unum.value();
        for (std::size_t i = 0; key && !isSelf && i < player.parts.size(); ++i) {
            see(*key, player.parts[i].polar);
        }
    }
}

void Memory::storeCommands(std::span<const JointBelief> joints) {
    if (m_size == 0) {
        return;
    }
    Moment& moment = last();
    moment.jointCount = std::min(joints.size(), moment.speedsRadPerS.size());
    for (std::size_t i = 0; i < moment.jointCount; ++i) {
        moment.speedsRadPerS[i] = static_cast<float>(joints[i].commandRadPerS);
    }
}

void Memory::said(std::string_view text) {
    if (m_size > 0) {
        last().said = text;
    }
}

void Memory::beamed(const Vector3d& beam_F) {
    if (m_size > 0) {
        last().isBeamed = true;
        last().beam_F = beam_F;
    }
}

Memory::Moment& Memory::last() {
    return m_moments[(m_next + m_moments.size() - 1) % m_moments.size()];
}

const Memory::Moment& Memory::moment(std::size_t cyclesBack) const {
    SIDELINE_ASSERT(cyclesBack < m_size);
    return m_moments[(m_next + m_moments.size() - 1 - cyclesBack) % m_moments.size()];
}

double Memory::spanS() const {
    return m_size == 0 ? 0.0 : moment(0).parameters.atS - moment(m_size - 1).parameters.atS;
}

std::size_t Memory::cyclesBackAt(double atS) const {
    std::size_t low = 0; // the newest cycle that is not after `atS`; always exists
    std::size_t high = m_size - 1;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (moment(middle).parameters.atS <= atS + kRoundingS) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

Recall Memory::recall(const Place& place) {
    Recall recall;
    recall.isKnown = place.isKnown;
    recall.isSeen = place.isSeen;
    if (place.isSeen) {
        recall.polar = {static_cast<double>(place.polar[0]), static_cast<double>(place.polar[1]),
                        static_cast<double>(place.polar[2])};
    }
    if (place.isKnown) {
        recall.p_F = unpacked(place.p_F);
        recall.velocity_FMps = unpacked(place.velocity);
    }
    return recall;
}

std::optional<Recall> Memory::at(ObjectKey key, double ageS) const {
    if (m_size == 0 || !(ageS >= 0.0) || ageS > spanS() + kRoundingS) {
        return std::nullopt;
    }
    const double atS = moment(0).parameters.atS - ageS;
    const std::size_t back = cyclesBackAt(atS);
    const Moment& before = moment(back);
    if (back == 0 || std::abs(atS - before.parameters.atS) <= kRoundingS) {
        return recall(before.places[key.index()]);
    }
    const Moment& after = moment(back - 1);
    const double fraction =
        (atS - before.parameters.atS) / (after.parameters.atS - before.parameters.atS);
    const Recall first = recall(before.places[key.index()]);
    const Recall second = recall(after.places[key.index()]);
    Recall between = fraction < 0.5 ? first : second;
    if (first.isKnown && second.isKnown) {
        between.p_F = first.p_F + fraction * (second.p_F - first.p_F);
        between.velocity_FMps =
            first.velocity_FMps + fraction * (second.velocity_FMps - first.velocity_FMps);
    }
    return between;
}

std::optional<Recall> Memory::inCycle(ObjectKey key, std::size_t cyclesBack) const {
    if (cyclesBack >= m_size) {
        return std::nullopt;
    }
    return recall(moment(cyclesBack).places[key.index()]);
}

Vector3d Memory::predictionOf(const Moment& moment, ObjectKey key, std::size_t horizon) {
    if (key == ObjectKey::ball()) {
        return unpacked(moment.ballAfter[horizon]);
    }
    const Place& place = moment.places[key.index()];
    return unpacked(place.p_F) + unpacked(place.velocity) * kPredictionHorizonsS[horizon];
}

std::optional<Vector3d> Memory::predicted_F(ObjectKey key, std::size_t cyclesBack,
                                            double horizonS) const {
    const auto horizon = horizonIndex(horizonS);
    if (!horizon || cyclesBack >= m_size) {
        return std::nullopt;
    }
    const double predictedAtS = moment(cyclesBack).parameters.atS - horizonS;
    if (predictedAtS < moment(m_size - 1).parameters.atS - kRoundingS) {
        return std::nullopt;
    }
    const Moment& then = moment(cyclesBackAt(predictedAtS));
    // Cycles may be missing at that time.
    if (predictedAtS - then.parameters.atS > kHalfStepS || !then.places[key.index()].isKnown) {
        return std::nullopt;
    }
    return predictionOf(then, key, *horizon);
}

PredictionError Memory::predictionError(ObjectKey key, double horizonS) const {
    PredictionError error;
    for (std::size_t back = 0; back < m_size; ++back) {
        const Place& place = moment(back).places[key.index()];
        if (!place.isSeen || !place.isKnown) {
            continue;
        }
        if (const auto predicted = predicted_F(key, back, horizonS)) {
            const double errorM = (*predicted - unpacked(place.p_F)).norm();
            error.meanM += errorM;
            error.largestM = std::max(error.largestM, errorM);
            ++error.count;
        }
    }
    if (error.count > 0) {
        error.meanM /= static_cast<double>(error.count);
    }
    return error;
}

std::optional<RememberedAction> Memory::action(std::size_t cyclesBack) const {
    if (cyclesBack >= m_size) {
        return std::nullopt;
    }
    const Moment& then = moment(cyclesBack);
    return RememberedAction{then.parameters.cycle,
                            std::span(then.speedsRadPerS).first(then.jointCount), then.said.view(),
                            then.isBeamed, then.beam_F};
}

std::optional<RememberedParameters> Memory::parameters(std::size_t cyclesBack) const {
    if (cyclesBack >= m_size) {
        return std::nullopt;
    }
    return moment(cyclesBack).parameters;
}

} // namespace sideline::world
