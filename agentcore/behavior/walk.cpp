#include "agentcore/behavior/walk.h"

#include "agentcore/behavior/same_class.h"
#include "agentcore/behavior/walk_debug.h"

namespace sideline::behavior {

void Walk::chooseModel(const robot::RobotModel& model) {
    m_model = model.shared();
    m_engine.reset();
    if (motion::LeggedBody::isLegged(model)) {
        m_engine.emplace(model, m_settings.parameters, m_settings.fast, m_settings.engine);
        m_meter.emplace(model);
    }
    m_isMoving = false;
    m_runner.reset();
    m_runsWith.reset();
    chooseRunner();
}

// Adopts a changed runner; a run that is under way ends first.
void Walk::chooseRunner() {
    if (m_runsWith == m_settings.runs || isRunning()) {
        return;
    }
    m_runsWith = m_settings.runs;
    m_runner.reset();
    if (m_runsWith) {
        m_runner.emplace(m_runsWith->clone(), m_settings.run);
    }
}

void Walk::enter(const Context& context) {
    m_isSettling = false;
    chooseModel(context.model());
}

void Walk::landWithoutMargin() {
    const auto clear = [](motion::WalkParameters& parameters) {
        parameters.brakeAheadS = 0.0;
        parameters.changeLateralS = 0.0;
    };
    clear(m_settings.parameters);
    for (auto& gait : m_settings.fast) {
        if (gait) {
            clear(*gait);
        }
    }
}

void Walk::hurry(double fromRad, double perRad) {
    m_settings.parameters.cautionFromRad = std::max(m_settings.parameters.cautionFromRad, fromRad);
    m_settings.parameters.cautionPerRad = perRad;
}

void Walk::setParameters(const motion::WalkParameters& parameters) {
    m_settings.parameters = parameters;
    if (m_engine) {
        m_engine->setParameters(parameters);
    }
}

void Walk::applySettings() {
    if (m_engine) {
        m_engine->setParameters(m_settings.parameters);
        m_engine->setFastGaits(m_settings.fast);
        m_engine->setSettings(m_settings.engine);
    }
    if (m_runner) {
        m_runner->setSettings(m_settings.run);
    }
    chooseRunner();
}

void Walk::continueFrom(const Walk& walk) {
    const Settings own = m_settings;
    *this = walk;
    m_settings = own;
    m_isSettling = false;
    applySettings();
}

bool Walk::takeSettings(const Behavior& other) {
    const auto* walk = asClass<Walk>(other);
    if (walk == nullptr) {
        return false;
    }
    m_settings = walk->m_settings;
    applySettings();
    return true;
}

Status Walk::update(const Context& context, ActionRequest& request) {
    if (m_model.get() != &context.model()) {
        chooseModel(context.model());
    }
    if (!m_engine) {
        request.decision.reason = "this robot does not have two legs";
        return Status::Failed;
    }
    const world::BodyBelief& body = context.frame.body;
    if (body.isFallen) {
        m_isMoving = false;
        if (m_runner) {
            m_runner->begin();
        }
        request.decision.reason = "fallen";
        return Status::Failed;
    }
    if (!m_isMoving && !isRunning()) {
        m_meter->begin();
    }
    const motion::WalkMeasure& measure = m_meter->update(body, context.stepS);
    const motion::WalkCommand command = m_isSettling ? motion::WalkCommand{} : m_settings.command;
    chooseRunner();
    if (m_runner) {
        const bool mayRun = m_runsWith == m_settings.runs;
        if (m_runner->decide(context, mayRun ? command : motion::WalkCommand{}, m_isMoving,
                             measure.velocity_LMps.norm())) {
            m_isMoving = false;
            request.addValue("walk.run", 1.0);
            publishMeasured(measure, context.frame, request);
            return m_runner->update(context, request);
        }
        request.addValue("walk.run", 0.0);
    }
    motion::WalkSenses senses = m_sensing.read(*m_model, body);
    senses.velocity_LMps = measure.velocity_LMps;
    if (!m_isMoving) {
        m_engine->begin(senses);
        m_isMoving = true;
    }
    m_engine->update(senses, command, context.stepS, request.targetRad);
    request.odometry = m_engine->odometry();
    request.decision.reason = m_engine->isStanding() ? "standing" : "walking";
    publishPlan(*m_engine, measure, context.frame, request);
    publishMeasured(measure, context.frame, request);
    return Status::Running;
}

bool Walk::mayBeInterrupted() const {
    return !isRunning() && (!m_isMoving || m_engine->isStanding());
}

} // namespace sideline::behavior
