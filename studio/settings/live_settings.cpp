#include "studio/settings/live_settings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>

#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/mujoco_robots.h"
#include "studio/settings/stored_values.h"
#include "widgets/common/text_format.h"
#include "widgets/live/simulator_panel.h"

namespace sideline::studio {

namespace {

constexpr int kMaxPort = 65535;
constexpr int kMaxSeed = 999'999;

QString liveKey(const char* name) {
    return QStringLiteral("live/") + QLatin1String(name);
}

// Reads a word; the fallback if it is not stored or empty.
std::string readWord(const QSettings& store, const char* name, const std::string& fallback) {
    const std::string word = store.value(liveKey(name)).toString().toStdString();
    return word.empty() ? fallback : word;
}

} // namespace

game::ServerKind LiveSettings::family() const {
    return robot::findMujocoRobot(robot) != nullptr ? game::ServerKind::Rcssservermj
                                                    : game::ServerKind::SimSpark;
}

void LiveSettings::chooseRobot(std::string name) {
    const game::ServerKind before = family();
    robot = std::move(name);
    const game::ServerKind now = family();
    if (agentPort == game::defaultAgentPort(before)) {
        agentPort = game::defaultAgentPort(now);
    }
    if (monitorPort == game::defaultMonitorPort(before)) {
        monitorPort = game::defaultMonitorPort(now);
    }
}

LiveSettings readLiveSettings(const QSettings& store) {
    LiveSettings s;
    const std::string robot = readWord(store, "robot", s.robot);
    s.robot = robot::RobotCatalog().namedOfAny(robot) ? robot : s.robot;
    s.ruleBook = readWord(store, "ruleBook", s.ruleBook);
    s.field = readWord(store, "field", s.field);
    s.seed = readStoredInt(store, liveKey("seed"), s.seed, 0, kMaxSeed);
    s.isExact = store.value(liveKey("exactSolver"), s.isExact).toBool();
    const double speed = store.value(liveKey("speed"), s.speed).toDouble();
    const auto& speeds = widgets::simulatorSpeeds();
    const auto known = std::ranges::find_if(
        speeds, [&](double factor) { return std::abs(factor - speed) < 1e-9; });
    s.speed = known == speeds.end() ? s.speed : *known;
    s.agentPort = readStoredInt(store, liveKey("agentPort"), s.agentPort, 0, kMaxPort);
    s.monitorPort = readStoredInt(store, liveKey("monitorPort"), s.monitorPort, 0, kMaxPort);
    s.opensPorts = store.value(liveKey("opensPorts"), s.opensPorts).toBool();
    s.waitsForAgents = store.value(liveKey("waitsForAgents"), s.waitsForAgents).toBool();
    s.startsWithAgent = store.value(liveKey("startsWithAgent"), s.startsWithAgent).toBool();
    s.host = store.value(liveKey("host"), s.host).toString();
    s.port = readStoredInt(store, liveKey("port"), s.port, 1, kMaxPort);
    s.physics.forces = store.value(liveKey("showForces"), false).toBool();
    s.physics.torques = store.value(liveKey("showTorques"), false).toBool();
    s.physics.masses = store.value(liveKey("showMasses"), false).toBool();
    s.physics.colliders = store.value(liveKey("showColliders"), false).toBool();
    return s;
}

void writeLiveSettings(QSettings& store, const LiveSettings& s) {
    store.setValue(liveKey("robot"), widgets::toQt(s.robot));
    store.setValue(liveKey("ruleBook"), widgets::toQt(s.ruleBook));
    store.setValue(liveKey("field"), widgets::toQt(s.field));
    store.setValue(liveKey("seed"), s.seed);
    store.setValue(liveKey("exactSolver"), s.isExact);
    store.setValue(liveKey("speed"), s.speed);
    store.setValue(liveKey("startsWithAgent"), s.startsWithAgent);
    store.setValue(liveKey("agentPort"), s.agentPort);
    store.setValue(liveKey("monitorPort"), s.monitorPort);
    store.setValue(liveKey("opensPorts"), s.opensPorts);
    store.setValue(liveKey("waitsForAgents"), s.waitsForAgents);
    store.setValue(liveKey("host"), s.host);
    store.setValue(liveKey("port"), s.port);
    store.setValue(liveKey("showForces"), s.physics.forces);
    store.setValue(liveKey("showTorques"), s.physics.torques);
    store.setValue(liveKey("showMasses"), s.physics.masses);
    store.setValue(liveKey("showColliders"), s.physics.colliders);
}

std::optional<HostPort> parseHostPort(const QString& text) {
    const auto address = readHostPort(text);
    return address ? std::optional(*address) : std::nullopt;
}

tl::expected<HostPort, QString> readHostPort(const QString& text) {
    auto address = net::parseHostPort(text.toStdString(),
                                      game::defaultMonitorPort(game::ServerKind::SimSpark));
    if (!address) {
        return tl::make_unexpected(
            QCoreApplication::translate("HostPort", address.error().message.c_str()));
    }
    return *address;
}

} // namespace sideline::studio
