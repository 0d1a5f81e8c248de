#include "agentcore/behavior/stand_and_look.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "agentcore/behavior/same_class.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/smooth_step.h"
#include "agentcore/motion/walk/arm_pose.h"
#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_joints.h"
#include "agentcore/world/balance.h"

namespace sideline::behavior {

namespace {

using math::radFromDeg;
using robot::AxisRole;
using robot::LimbId;

using game::kBallRadiusM;

// Knees slightly bent, soles flat (the leg's pitches add up to 0), arms at the sides.
struct LegBend {
    double hipPitchRad;
    double anklePitchRad;
};
constexpr LegBend kNaoBend{radFromDeg(25.0), radFromDeg(20.0)};
constexpr double kKneeRad = radFromDeg(-45.0);
constexpr double kArmPitchRad = radFromDeg(-90.0);
constexpr double kArmOutRad = radFromDeg(10.0);
constexpr double kElbowRad = radFromDeg(10.0);

void bendLegs(const robot::RobotModel& model, const LegBend& bend, std::span<double> stanceRad) {
    for (const LimbId leg : {LimbId::LeftFoot, LimbId::RightFoot}) {
        int number = 0;
        for (const double pitchRad : {bend.hipPitchRad, kKneeRad, bend.anklePitchRad}) {
            if (const auto joint = robot::limbJoint(model, leg, AxisRole::Pitch, number++);
                joint.isValid()) {
                stanceRad[joint.id.index()] = joint.sign * pitchRad;
            }
        }
    }
}

// Returns the distance from the center of mass to the edge of the soles.
double marginOf(const robot::RobotModel& model, std::vector<double> stanceRad) {
    for (std::size_t i = 0; i < stanceRad.size(); ++i) {
        const robot::Joint& joint = model.joints()[i];
        stanceRad[i] = std::clamp(stanceRad[i], joint.minRad, joint.maxRad);
    }
    std::vector<math::Pose> X_TBody(model.bodies().size());
    robot::forwardKinematics(model, {}, stanceRad, X_TBody);
    return world::balanceOf(model, {}, X_TBody).marginM;
}

// Returns the leg bend of a Nao, unless a robot with other proportions would then stand near the
// edge of its soles; for such a robot, returns the bend with the largest margin.
LegBend bendOf(const robot::RobotModel& model, std::vector<double> stanceRad) {
    constexpr double kSafeRatio = 0.08; // safe margin, relative to the torso's height
    constexpr double kStepRad = radFromDeg(1.0);
    const auto marginWith = [&](const LegBend& bend) {
        bendLegs(model, bend, stanceRad);
        return marginOf(model, stanceRad);
    };
    LegBend best = kNaoBend;
    double bestM = marginWith(kNaoBend);
    if (bestM >= kSafeRatio * model.standingTorsoM()) {
        return best;
    }
    for (double hipPitchRad = 0.0; hipPitchRad <= -kKneeRad; hipPitchRad += kStepRad) {
        const LegBend bend{hipPitchRad, -kKneeRad - hipPitchRad};
        if (const double marginM = marginWith(bend); marginM > bestM) {
            best = bend;
            bestM = marginM;
        }
    }
    return best;
}

void draw(const world::AgentFrame& frame, ActionRequest& request) {
    const localization::PoseEstimate& pose = frame.body.pose;
    if (!pose.isValid) {
        return;
    }
    const Eigen::Vector3d ground_S(pose.X_ST.p.x(), pose.X_ST.p.y(), 0.01);
    const Eigen::Vector3d ahead_S = pose.X_ST.R.col(1);
    request.addShape("agent.heading",
                     drawing::Line{ground_S,
                                   ground_S + Eigen::Vector3d(ahead_S.x(), ahead_S.y(), 0.0),
                                   2.0,
                                   {60, 160, 255, 255}});
    if (frame.world.ball.isKnown) {
        request.addShape(
            "agent.ball",
            drawing::Sphere{pose.X_ST * frame.world.ball.p_T, kBallRadiusM, {255, 140, 0, 255}});
    }
}

} // namespace

std::span<const base::NumberInfo<StandAndLookSettings>> StandAndLookSettings::numbers() {
    using S = StandAndLookSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"stance-time", "time it takes to assume its stance", "s", 0.02, 20.0, &S::stanceS},
    });
    return kRows;
}

void StandAndLook::enter(const Context& context) {
    if (m_model.get() != &context.model()) {
        chooseModel(context.model());
        return;
    }
    m_look = Look(*m_model, m_settings.look);
    m_standingS = -1.0;
}

bool StandAndLook::takeSettings(const Behavior& other) {
    const auto* same = asClass<StandAndLook>(other);
    if (same != nullptr) {
        m_settings = same->m_settings;
        m_look.setSettings(m_settings.look);
    }
    return same != nullptr;
}

Status StandAndLook::update(const Context& context, ActionRequest& request) {
    const world::AgentFrame& frame = context.frame;
    if (m_model.get() != &context.model()) {
        chooseModel(context.model());
    }
    if (frame.body.isFallen) {
        rest(frame, request);
    } else {
        stand(frame, request, context.stepS);
        request.decision.reason = m_look.update(context, request);
    }
    draw(frame, request);
    request.talks = m_settings.talks;
    return frame.body.isFallen ? Status::Failed : Status::Running;
}

void StandAndLook::chooseModel(const robot::RobotModel& model) {
    *this = StandAndLook(m_settings);
    m_model = model.shared();
    m_look = Look(model, m_settings.look);
    if (!motion::LeggedBody::isLegged(model)) {
        return;
    }
    const auto set = [this](robot::JointId joint, double angleRad) {
        m_stanceRad[joint.index()] = angleRad;
        m_isInStance[joint.index()] = true;
    };
    for (const LimbId leg : {LimbId::LeftFoot, LimbId::RightFoot}) {
        for (const robot::JointId joint : robot::jointsOf(model, leg)) {
            set(joint, 0.0);
        }
    }
    for (const LimbId hand : {LimbId::LeftHand, LimbId::RightHand}) {
        if (const auto arm = motion::ArmPose::of(model, hand)) {
            const auto anglesRad = arm->anglesRad(kArmPitchRad, kArmOutRad, kElbowRad);
            for (std::size_t i = 0; i < arm->joints().size(); ++i) {
                set(arm->joints()[i], anglesRad[i]);
            }
        }
    }
    const std::span stanceRad = std::span(m_stanceRad).first(model.joints().size());
    bendLegs(model, bendOf(model, {stanceRad.begin(), stanceRad.end()}), stanceRad);
}

// Stops all joints at their measured angles.
void StandAndLook::rest(const world::AgentFrame& frame, ActionRequest& request) {
    for (std::size_t i = 0; i < request.targetRad.size(); ++i) {
        request.targetRad[i] = frame.body.joints[i].measuredRad;
    }
    m_standingS = -1.0;
    m_look.forget();
    request.decision.reason = "fallen: holding still";
}

void StandAndLook::stand(const world::AgentFrame& frame, ActionRequest& request, double stepS) {
    if (m_standingS < 0.0) {
        m_standingS = 0.0;
        for (std::size_t i = 0; i < request.targetRad.size(); ++i) {
            m_startRad[i] = frame.body.joints[i].expectedRad;
        }
    }
    m_standingS += stepS;
    const double ratio = math::smoothStep(m_standingS / m_settings.stanceS);
    for (std::size_t i = 0; i < request.targetRad.size(); ++i) {
        if (m_isInStance[i]) {
            request.targetRad[i] = m_startRad[i] + ratio * (m_stanceRad[i] - m_startRad[i]);
        }
    }
}

} // namespace sideline::behavior
