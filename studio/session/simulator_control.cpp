#include "studio/session/simulator_control.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "simulator/league/league.h"
#include "studio/session/placement.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

base::Expected<void> SimulatorControl::start(
    const LiveSettings& settings, std::shared_ptr<simulator::MatchSink> sink,
    std::shared_ptr<const simulator::StartSituation> situation) {
    simulator::SimulatorThread::Settings threadSettings;
    if (settings.family() == game::ServerKind::Rcssservermj) {
        simulator::LeagueArguments league;
        league.ruleBook = settings.ruleBook;
        // A situation has its own field.
        league.field = situation != nullptr && situation->fieldM ? std::string() : settings.field;
        league.seed = static_cast<std::uint64_t>(settings.seed);
        league.start = situation;
        auto make = simulator::leagueMaker(league);
        if (!make) {
            return tl::unexpected(std::move(make.error()));
        }
        threadSettings.makeMatch = std::move(*make);
    }
    threadSettings.simulation.seed = static_cast<std::uint64_t>(settings.seed);
    threadSettings.simulation.solver =
        settings.isExact ? simulator::Solver::Exact : simulator::Solver::Fast;
    threadSettings.simulation.robots = m_robots;
    threadSettings.simulation.rules = m_rules;
    threadSettings.simulation.sensors = m_sensors;
    threadSettings.server.agentPort = static_cast<std::uint16_t>(settings.agentPort);
    threadSettings.server.monitorPort = static_cast<std::uint16_t>(settings.monitorPort);
    threadSettings.server.address = settings.address;
    threadSettings.opensPorts = settings.opensPorts;
    threadSettings.server.syncMode =
        settings.waitsForAgents ? simulator::SyncMode::All : simulator::SyncMode::Syncing;
    threadSettings.speed = settings.speed;
    threadSettings.sink = std::move(sink);
    threadSettings.reportsTorques = true;
    threadSettings.simulation.start = std::move(situation);
    auto started = simulator::SimulatorThread::start(threadSettings);
    if (!started) {
        return tl::unexpected(started.error());
    }
    m_thread = std::move(*started);
    m_snapshots = 0;
    return {};
}

void SimulatorControl::addRobotModel(const robot::RobotModelPtr& model) {
    m_robots.add(model->traits().scenePath, 0, model);
}

void SimulatorControl::post(simulator::SimulatorCommand command) {
    if (m_thread) {
        m_thread->post(std::move(command));
    }
}

void SimulatorControl::setPaused(bool paused) {
    paused ? post(simulator::command::Pause{}) : post(simulator::command::Resume{});
}

void SimulatorControl::saveSnapshot(const widgets::SimulatorView& view) {
    if (m_thread) {
        const QString name = QCoreApplication::translate("SimulatorControl", "%1: %2, cycle %3")
                                 .arg(++m_snapshots)
                                 .arg(widgets::clockText(view.gameTimeS, true))
                                 .arg(view.cycle);
        post(simulator::command::SaveSnapshot{name.toStdString()});
    }
}

void SimulatorControl::restoreSnapshot(const QString& name, const widgets::SimulatorView& view) {
    const QString snapshot =
        name.isEmpty() ? view.snapshots.value(view.snapshots.size() - 1) : name;
    if (!snapshot.isEmpty()) {
        post(simulator::command::RestoreSnapshot{snapshot.toStdString()});
    }
}

void SimulatorControl::dropSnapshot(const QString& name) {
    post(simulator::command::DropSnapshot{name.toStdString()});
}

void SimulatorControl::addRobot(const widgets::NewRobotView& robot,
                                const widgets::SimulatorView& view) {
    // The first team plays from the left, the second one from the right.
    const auto& robots = view.robots;
    const auto mate = std::ranges::find(robots, robot.team, &widgets::LiveRobotView::team);
    const bool leftIsTaken = std::ranges::any_of(robots, [](const widgets::LiveRobotView& other) {
        return other.id.side == game::Side::Left;
    });
    const bool isLeft = mate != robots.end() ? mate->id.side == game::Side::Left : !leftIsTaken;
    post(simulator::command::AddRobot{robot.team.toStdString(), robot.unum, robot.typeNumber,
                                      startPose(isLeft, robot.unum), robot.model.toStdString()});
}

void SimulatorControl::record(const QString& file) {
    post(simulator::command::RecordMatch{file.toStdString()});
}

void SimulatorControl::saveSituation(const QString& file) {
    post(simulator::command::SaveSituation{file.toStdString()});
}

void SimulatorControl::hold(const game::PlayerId& id, bool isHeld) {
    post(simulator::command::Hold{id, isHeld});
}

void SimulatorControl::push(const monitor::ObjectId& id, const Eigen::Vector3d& p_S,
                            const Eigen::Vector3d& impulse_SNs) {
    post(simulator::command::Push{id, p_S, impulse_SNs});
}

void SimulatorControl::pull(const monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
                            const Eigen::Vector3d& target_S) {
    post(simulator::command::Pull{id, grip_Body, target_S});
}

void SimulatorControl::command(const monitor::TrainerCommand& command) {
    post(simulator::command::Trainer{command});
}

void SimulatorControl::setRules(const game::Rules& rules) {
    m_rules = rules;
    post(simulator::command::SetRules{rules});
}

void SimulatorControl::setSensors(const simulator::SensorSwitches& sensors) {
    m_sensors = sensors;
    post(simulator::command::SetSensors{sensors});
}

void SimulatorControl::showPhysics(const widgets::PhysicsChoice& choice) {
    m_physics = choice;
    post(simulator::command::ShowPhysics{choice.any()});
}

} // namespace sideline::studio
