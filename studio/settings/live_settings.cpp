#include "studio/settings/live_settings.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QRegularExpression>

#include "studio/settings/stored_values.h"
#include "widgets/live/simulator_panel.h"

namespace sideline::studio {

namespace {

constexpr int kMaxPort = 65535;
constexpr int kMaxSeed = 999'999;

QString liveKey(const char* name) {
    return QStringLiteral("live/") + QLatin1String(name);
}

} // namespace

LiveSettings readLiveSettings(const QSettings& store) {
    LiveSettings s;
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

QString HostPort::text() const {
    return (host.contains(QLatin1Char(':')) ? QStringLiteral("[%1]:%2") : QStringLiteral("%1:%2"))
        .arg(host)
        .arg(port);
}

std::optional<HostPort> parseHostPort(const QString& text) {
    const auto address = readHostPort(text);
    return address ? std::optional(*address) : std::nullopt;
}

tl::expected<HostPort, QString> readHostPort(const QString& text) {
    static const QRegularExpression kName(QStringLiteral("^[\\w.-]+$"),
                                          QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression kIpv6(QStringLiteral("^[0-9A-Fa-f:.]+(%\\w+)?$"));
    const auto fail = [](const char* fault) {
        return tl::make_unexpected(QCoreApplication::translate("HostPort", fault));
    };
    HostPort result;
    const QString trimmed = text.trimmed();
    if (trimmed.isEmpty()) {
        return fail("Expected a host name or address, such as 127.0.0.1:3200");
    }
    std::optional<QString> port;                // empty: the default port
    if (trimmed.startsWith(QLatin1Char('['))) { // IPv6 with a port
        const auto end = trimmed.indexOf(QLatin1Char(']'));
        if (end < 0) {
            return fail("The bracket around the address is not closed");
        }
        result.host = trimmed.mid(1, end - 1);
        const QString rest = trimmed.mid(end + 1);
        if (!rest.isEmpty() && !rest.startsWith(QLatin1Char(':'))) {
            return fail("Expected a colon and the port after the bracket");
        }
        port = rest.isEmpty() ? std::nullopt : std::optional(rest.mid(1));
    } else if (trimmed.count(QLatin1Char(':')) == 1) {
        result.host = trimmed.section(QLatin1Char(':'), 0, 0);
        port = trimmed.section(QLatin1Char(':'), 1, 1);
    } else { // a host name or IPv6 address without a port
        result.host = trimmed;
    }
    if (result.host.isEmpty()) {
        return fail("Host name or address missing before the colon");
    }
    const bool isIpv6 = result.host.contains(QLatin1Char(':'));
    if (!(isIpv6 ? kIpv6 : kName).match(result.host).hasMatch()) {
        return isIpv6
                   ? fail("Not an IPv6 address")
                   : fail("A host name may have letters, digits, dots and hyphens, but no spaces");
    }
    if (port) {
        bool isNumber = false;
        result.port = port->toInt(&isNumber);
        if (!isNumber || result.port < 1 || result.port > kMaxPort) {
            return fail("The port must be a number from 1 to 65535");
        }
    }
    return result;
}

} // namespace sideline::studio
