#include "studio/settings/live_settings.h"

#include <algorithm>
#include <cmath>

#include "widgets/panels/simulator_panel.h"

namespace sideline::studio {

namespace {

constexpr int kMaxPort = 65535;
constexpr int kMaxSeed = 999'999;

QString key(const char* name) {
    return QStringLiteral("live/") + QLatin1String(name);
}

int readInt(const QSettings& store, const char* name, int fallback, int least, int most) {
    bool good = false;
    const int value = store.value(key(name), fallback).toInt(&good);
    return good ? std::clamp(value, least, most) : fallback;
}

} // namespace

LiveSettings readLiveSettings(const QSettings& store) {
    LiveSettings s;
    s.seed = readInt(store, "seed", s.seed, 0, kMaxSeed);
    s.isExact = store.value(key("exactSolver"), s.isExact).toBool();
    const double speed = store.value(key("speed"), s.speed).toDouble();
    const auto& speeds = widgets::simulatorSpeeds();
    const auto known = std::ranges::find_if(
        speeds, [&](double factor) { return std::abs(factor - speed) < 1e-9; });
    s.speed = known == speeds.end() ? s.speed : *known;
    s.agentPort = readInt(store, "agentPort", s.agentPort, 0, kMaxPort);
    s.monitorPort = readInt(store, "monitorPort", s.monitorPort, 0, kMaxPort);
    s.opensPorts = store.value(key("opensPorts"), s.opensPorts).toBool();
    s.startsWithAgent = store.value(key("startsWithAgent"), s.startsWithAgent).toBool();
    s.host = store.value(key("host"), s.host).toString();
    s.port = readInt(store, "port", s.port, 1, kMaxPort);
    s.physics.forces = store.value(key("showForces"), false).toBool();
    s.physics.torques = store.value(key("showTorques"), false).toBool();
    s.physics.masses = store.value(key("showMasses"), false).toBool();
    s.physics.colliders = store.value(key("showColliders"), false).toBool();
    return s;
}

void writeLiveSettings(QSettings& store, const LiveSettings& s) {
    store.setValue(key("seed"), s.seed);
    store.setValue(key("exactSolver"), s.isExact);
    store.setValue(key("speed"), s.speed);
    store.setValue(key("startsWithAgent"), s.startsWithAgent);
    store.setValue(key("agentPort"), s.agentPort);
    store.setValue(key("monitorPort"), s.monitorPort);
    store.setValue(key("opensPorts"), s.opensPorts);
    store.setValue(key("host"), s.host);
    store.setValue(key("port"), s.port);
    store.setValue(key("showForces"), s.physics.forces);
    store.setValue(key("showTorques"), s.physics.torques);
    store.setValue(key("showMasses"), s.physics.masses);
    store.setValue(key("showColliders"), s.physics.colliders);
}

QString HostPort::text() const {
    return (host.contains(QLatin1Char(':')) ? QStringLiteral("[%1]:%2") : QStringLiteral("%1:%2"))
        .arg(host)
        .arg(port);
}

std::optional<HostPort> parseHostPort(const QString& text) {
    HostPort result;
    const QString trimmed = text.trimmed();
    QString port;
    if (trimmed.startsWith(QLatin1Char('['))) { // IPv6 with a port
        const auto end = trimmed.indexOf(QLatin1Char(']'));
        result.host = trimmed.mid(1, end - 1);
        port = end < 0 ? QStringLiteral(":") : trimmed.mid(end + 1);
        if (!port.isEmpty() && !port.startsWith(QLatin1Char(':'))) {
            return std::nullopt;
        }
        port = port.isEmpty() ? QString::number(result.port) : port.mid(1);
    } else if (trimmed.count(QLatin1Char(':')) == 1) {
        result.host = trimmed.section(QLatin1Char(':'), 0, 0);
        port = trimmed.section(QLatin1Char(':'), 1, 1);
    } else { // a name alone, or an IPv6 address alone
        result.host = trimmed;
        port = QString::number(result.port);
    }
    bool good = false;
    result.port = port.toInt(&good);
    const bool hasHost = !result.host.isEmpty() && !result.host.contains(QLatin1Char(' '));
    return good && hasHost && result.port >= 1 && result.port <= kMaxPort ? std::optional(result)
                                                                          : std::nullopt;
}

} // namespace sideline::studio
