#include "agentcore/behavior/stand_and_look.h"

#include <algorithm>
#include <cmath>

#include "agentcore/behavior/same_class.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/smooth_step.h"

namespace sideline::behavior {

namespace {

using math::radFromDeg;

using game::kBallRadiusM;

struct StanceAngle {
    std::string_view perceptor;
    double angleDeg;
};

// Knees slightly bent, soles flat (the leg's pitches add up to 0), arms down beside the body.
constexpr std::array kStance = {
    StanceAngle{"rlj1", 0.0},   StanceAngle{"llj1", 0.0},   StanceAngle{"rlj2", 0.0},
    StanceAngle{"llj2", 0.0},   StanceAngle{"rlj3", 25.0},  StanceAngle{"llj3", 25.0},
    StanceAngle{"rlj4", -45.0}, StanceAngle{"llj4", -45.0}, StanceAngle{"rlj5", 20.0},
    StanceAngle{"llj5", 20.0},  StanceAngle{"rlj6", 0.0},   StanceAngle{"llj6", 0.0},
    StanceAngle{"rlj7", 0.0},   StanceAngle{"llj7", 0.0},   StanceAngle{"raj1", -90.0},
    StanceAngle{"laj1", -90.0}, StanceAngle{"raj2", -10.0}, StanceAngle{"laj2", 10.0},
    StanceAngle{"raj3", 0.0},   StanceAngle{"laj3", 0.0},   StanceAngle{"raj4", 10.0},
    StanceAngle{"laj4", -10.0}};

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
        {"stance-time", "time in which it takes its stance", "s", 0.02, 20.0, &S::stanceS},
    });
    return kRows;
}

void StandAndLook::enter(const Context& context) {
    chooseModel(context.model());
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
    for (const StanceAngle& angle : kStance) {
        if (const robot::JointId joint = model.findJoint(angle.perceptor); joint.isValid()) {
            m_stanceRad[joint.index()] = radFromDeg(angle.angleDeg);
            m_isInStance[joint.index()] = true;
        }
    }
}

// Stops all joints, whatever their motion.
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
